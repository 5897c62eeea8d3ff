import type { Words } from '../words.ts'

export const germanErrors: Words['errors'] = {
  role: 'Ihre Rolle erlaubt das nicht.',
  not_found: 'Hier ist nichts, oder es gehört Ihnen nicht.',
  service_unavailable: 'Die Datenbank antwortet nicht. Quarry versucht es weiter.',
  authentication_failed: 'Bitte melden Sie sich an.',
  too_many_requests: 'Das waren sehr viele Anfragen. Warten Sie einen Moment.',
  rate_limit_exceeded: 'Das ging zu schnell. Warten Sie einen Moment.',
  internal_error: 'Etwas ist schiefgegangen. Nennen Sie bei Fragen die Anfragenummer.',
  invalid_domain: 'Das ist keine Domain. Versuchen Sie birch.example.',
  invalid_email: 'Das ist keine Mailadresse.',
  invalid_full_name: 'Geben Sie Vor- und Nachnamen ein, etwa Jane Rivers.',
  name_missing: 'Geben Sie Ihren Namen ein.',
  name_too_long: 'Ein Name hat höchstens 100 Zeichen.',
  wrong_password: 'Die Adresse oder das Passwort ist falsch.',
  password_too_short: 'Ein Passwort hat 12 Zeichen oder mehr. Ein Satz ist gut.',
  password_too_long: 'Ein Passwort hat höchstens 256 Zeichen.',
  password_too_few_different: 'Dieses Passwort hat zu wenige verschiedene Zeichen.',
  password_repeated: 'Dieses Passwort wiederholt immer dasselbe Stück. Nehmen Sie etwas dazu.',
  password_guessable:
    'Dieses Passwort besteht aus dem, was zuerst versucht wird: einem Namen, einem üblichen Wort oder einer Tastenreihe. Nehmen Sie etwas dazu.',
  setup_code:
    'Dieser Einrichtungscode ist falsch, schon benutzt oder älter als 7 Tage. Ein neuer: quarry users setup-link.',
  reset_code: 'Dieser Code ist falsch, schon benutzt oder älter als eine Stunde. Bitten Sie um einen neuen Link.',
  passkey_refused: 'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
  passkey_not_added: 'Der Passkey wurde nicht hinzugefügt. Versuchen Sie es noch einmal.',
  last_way_in: 'Setzen Sie zuerst ein Passwort: Dies ist Ihr einziger Weg, sich anzumelden.',
  invitation_code: 'Diese Einladung ist falsch, schon benutzt oder älter als 7 Tage. Bitten Sie um einen neuen Link.',
  has_login:
    'Unter dieser Adresse meldet sich schon jemand an. Melden Sie sich an und öffnen Sie den Link der Einladung dann noch einmal.',
  oidc_refused: 'Das hat nicht geklappt. Beginnen Sie noch einmal und öffnen Sie die Seite nicht zweimal.',
  oidc_cancelled: 'Sie haben beim Anbieter abgebrochen. Beginnen Sie noch einmal, oder melden Sie sich anders an.',
  oidc_taken: 'Damit meldet sich hier schon jemand anderes an.',
  oidc_link_first: 'Melden Sie sich an wie bisher und verknüpfen Sie es unter Einstellungen, Sicherheit.',
  oidc_unknown: 'Damit ist hier niemand bekannt. Bitten Sie einen Admin um eine Einladung.',
  sign_in_busy: 'Gerade melden sich sehr viele an. Versuchen Sie es gleich noch einmal.',
  no_address_column: 'Wählen Sie „Adresse“ für die Spalte mit den Mailadressen.',
  oidc_unreachable: 'Der Anbieter ist gerade nicht erreichbar. Melden Sie sich anders an.',
  no_member: 'Sie sind dort kein Mitglied, oder Ihre Sitzung ist zu Ende. Bitten Sie einen Admin um eine Einladung.',
  reset_nobody: 'Als dieses Mitglied meldet sich niemand an.',
  reset_reaches_further:
    'Diese Person arbeitet auch anderswo in dieser Installation: Nur ein Betreiber kann den Link erstellen.',
  other_name: 'So heißt das Konto nicht.',
  last_owner: 'Das ist der letzte Inhaber des Kontos: Machen Sie zuerst jemand anderen zum Inhaber.',
  no_mailboxes: 'Eine Kampagne sendet aus mindestens einem Postfach.',
  no_days: 'Eine Kampagne sendet an mindestens einem Wochentag.',
  too_long_for_a_link: 'Das ist zu lang für eine Suche. Kürzen Sie es.',
  other_account:
    'In einem anderen Fenster haben Sie das Konto gewechselt. Diese Seite gehört zum Konto davor: Nichts wurde geändert. Öffnen Sie sie noch einmal.',
  made_and_deleted:
    'Das ist schon geschehen und wurde danach gelöscht. Öffnen Sie die Seite neu, um es noch einmal zu tun.',
  name_required: 'Ein Name fehlt.',
}
