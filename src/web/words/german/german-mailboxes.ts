import { plural } from '../../../lib/text/plural.ts'
import type { Words } from '../words.ts'
import { germanDomainFinding } from './german-domain-findings.ts'

export const germanMailboxes: Words['mailboxes'] = {
  emptySentence: 'Quarry sendet aus Postfächern, die Sie schon haben, und liest die Antworten darin.',
  connect: 'Postfach verbinden',
  emptyExample: 'Beispiel: anna@birch.example bei Google, Microsoft oder einem anderen Anbieter.',
  columns: { mailbox: 'Postfach', state: 'Zustand', today: 'Heute', read: 'Zuletzt gelesen', campaigns: 'Kampagnen' },
  state: { sends: 'Sendet', paused: 'Angehalten', problem: 'Geht nicht', rests: 'Ruht' },
  stateSentence: {
    sends: 'Mails gehen von hier hinaus.',
    paused: 'Nichts geht von hier hinaus, bis Sie es fortsetzen.',
    problem: 'Nichts geht von hier hinaus, bis das behoben ist.',
    rests: 'Sein Anbieter nimmt vorerst keine Mails mehr an.',
  },
  restsUntil: (time) =>
    `Sein Anbieter nimmt vorerst keine Mails mehr an. Nachrichten warten und gehen ab ${time} hinaus.`,
  todayOf: (sent, limit) => `${sent} von ${limit}`,
  nextSend: (time) => `Die nächste nicht vor ${time}.`,
  notRead: 'Antworten werden nicht gelesen: Es hat keinen IMAP-Server.',
  notReadYet: 'Noch nicht gelesen.',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  test: 'Testen',
  settings: 'Einstellungen',
  servers: 'Server und Passwort …',
  disconnect: 'Trennen …',
  sending: 'Senden',
  reading: 'Lesen',
  servesAs: (host, port, security) => `${host}, Port ${port}, ${security}`,
  usedBy: 'Benutzt von',
  usedByNone: 'Keine Kampagne sendet daraus.',
  today: 'Heute',

  provider: 'Wo ist das Postfach?',
  providers: {
    google: 'Google',
    microsoft: 'Microsoft 365',
    icloud: 'iCloud',
    fastmail: 'Fastmail',
    zoho: 'Zoho',
    other: 'Ein anderer Anbieter',
  },
  email: 'Mailadresse',
  password: 'Passwort',
  appPassword: 'App-Passwort',
  appPasswordHint:
    'Ein App-Passwort gilt für ein einziges Programm. Sie erzeugen es in den Sicherheitseinstellungen Ihres Mailkontos und können es dort zurücknehmen, ohne Ihr eigenes zu ändern.',
  appPasswordMicrosoft:
    'Ihre Organisation muss die SMTP-Anmeldung (SMTP AUTH) für dieses Postfach erlauben. Bei Anmeldung in zwei Schritten: App-Passwort erzeugen.',
  passwordHint: 'Verschlüsselt gespeichert, nie wieder gezeigt.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  senderName: 'Name des Absenders',
  senderNameHint: 'Leer: Vor- und Nachname.',
  serversTitle: 'Server',
  smtpHost: 'Server zum Senden (SMTP)',
  imapHost: 'Server zum Lesen (IMAP)',
  imapHostHint: 'Leer: Antworten werden nicht gelesen.',
  port: 'Port',
  portHint: 'Leer: der übliche.',
  security: 'Verschlüsselung',
  securities: { tls: 'TLS', starttls: 'STARTTLS', none: 'Keine' },
  username: 'Benutzername',
  usernameHint: 'Leer: die Mailadresse.',
  imapPasswordHint: 'Leer: bei einem neuen Postfach das zum Senden, sonst das gespeicherte.',
  keepPassword: 'Leer: das gespeicherte, solange Server und Benutzer gleich bleiben.',
  connectButton: 'Ausprobieren und verbinden',
  connectHint: 'Beide Server werden zuerst ausprobiert. Es wird keine Mail gesendet.',
  tryButton: 'Ausprobieren und speichern',
  serversOf: (email) => `Server von ${email}`,

  limits: 'Grenzen',
  dailyLimit: 'Höchstens Mails am Tag',
  gap: 'Sekunden zwischen zwei Mails',
  hoursTitle: 'Sendezeiten',
  ownHours: 'Nur in diesen Zeiten senden, was auch immer Kampagnen sagen',
  from: 'Von',
  to: 'Bis',
  timeZone: 'Zeitzone',
  days: 'Tage',
  isDefault: 'Neue Kampagnen senden daraus',
  sender: 'Absender',
  signature: 'Signatur',
  signatureHint: 'Steht unter jeder Mail, als reiner Text.',
  settingsOf: (email) => `Einstellungen von ${email}`,

  domain: (name) => `Domain ${name}`,
  askAgain: 'DNS noch einmal fragen',
  ask: 'DNS fragen',
  asking: 'DNS wird gefragt …',
  asked: 'DNS gefragt',
  domainStates: { ready: 'Bereit', weak: 'Könnte besser sein', not_ready: 'Nicht bereit', unknown: 'Nicht bekannt' },
  findingStates: { info: 'gut zu wissen', warning: 'ansehen', problem: 'beheben', unknown: 'nicht bekannt' },
  finding: germanDomainFinding,
  noFindings: 'Mailserver, SPF, DKIM und DMARC sind so, wie Empfänger sie wollen.',
  senders: 'Wer in Ihrem Namen sendet',
  noReports:
    'Noch kein Empfänger hat berichtet. Tragen Sie die Adresse eines Postfachs, das Quarry liest, als rua in den DMARC-Eintrag ein, dann kommen Berichte.',
  sharePassing: (percent, mails, reports) =>
    `In den letzten 30 Tagen haben ${percent} % von ${mails} Mails bestanden, nach ${reports} Berichten von Empfängern.`,
  sendingServer: 'Server',
  sentMails: 'Mails',
  passingMails: 'Bestanden',
  isNew: 'neu',
  recordName: 'Name des Eintrags',
  recordValue: 'Wert des Eintrags',
  makeKey: 'DKIM-Schlüssel erzeugen',
  makeKeyHint: 'Ab dann wird jede Mail unterschrieben. Veröffentlichen Sie den Eintrag bald danach.',
  removeKey: 'Nicht mehr unterschreiben …',
  removeKeyQuestion: (email) => `Mails von ${email} nicht mehr unterschreiben?`,
  removeKeyWhat: 'Der Schlüssel wird gelöscht. Später brauchen Sie einen neuen Schlüssel und einen neuen Eintrag.',
  removeKeyButton: 'Schlüssel löschen',

  disconnectQuestion: (email) => `${email} trennen?`,
  disconnectWhat: (campaigns) =>
    campaigns === 0
      ? 'Das Passwort wird gelöscht. Was es gesendet hat, bleibt im Verlauf.'
      : `${plural('de', campaigns, 'Kampagne sendet', 'Kampagnen senden')} daraus. Das Passwort wird gelöscht; was es gesendet hat, bleibt im Verlauf.`,
  disconnectButton: 'Trennen',

  doubtful: 'Mails, die gefälscht sein können',
  doubtfulWhat:
    'Sie sehen aus wie Antworten auf eine Mail von Ihnen, aber nichts beweist es. Sie haben nichts geändert.',
  seems: { replied: 'eine Antwort', bounced: 'ein Rückläufer', unsubscribed: 'eine Bitte um Ende' },
  about: (what, to) => `${what} zu einer Mail an ${to}`,
  doubts: {
    other_sender: 'Der Absender ist nicht der Empfänger Ihrer Mail.',
    several_senders: 'Sie hat mehrere Absender oder keinen.',
    failed_authentication: 'Sie kommt nicht vom genannten Absender.',
    names_no_message: 'Sie nennt keine Mail von Ihnen.',
    names_no_recipient: 'Sie nennt eine andere Adresse.',
  },

  protocols: { smtp: 'Senden (SMTP)', imap: 'Lesen (IMAP)' },
  problems: {
    unknown_host: (server) => `Den Server zum ${server} gibt es nicht. Prüfen Sie den Namen.`,
    dns_failure: (server) => `Der Server zum ${server} war gerade nicht zu finden. Versuchen Sie es später.`,
    private_address: (server) =>
      `Der Server zum ${server} hat eine private Adresse. Der Betreiber kann sie mit QUARRY_MAIL_ALLOWED_NETWORKS erlauben.`,
    plain_text: (server) =>
      `Das Passwort ginge unverschlüsselt an den Server zum ${server}. Benutzen Sie TLS oder STARTTLS.`,
    unreachable: (server) =>
      `Der Server zum ${server} ist nicht erreichbar. Prüfen Sie Server, Port und Verschlüsselung.`,
    no_tls: (server) => `Der Server zum ${server} verschlüsselt so nicht. Prüfen Sie Port und Verschlüsselung.`,
    bad_certificate: (server) => `Das Zertifikat des Servers zum ${server} gilt nicht für seinen Namen.`,
    login_refused: (server) => `Der Server zum ${server} lehnt Benutzername oder Passwort ab.`,
    wrong_password: (server) => `Der Server zum ${server} lehnt Benutzername oder Passwort ab.`,
    broken: (server) => `Der Server zum ${server} sagt etwas, das Quarry nicht versteht.`,
    too_much: (server) => `Der Server zum ${server} hat weit mehr geschickt als verlangt.`,
    passwords_off: (server) =>
      `Der Server zum ${server} nimmt keine Passwörter mehr an: Fragen Sie Ihren Anbieter nach einem anderen Weg.`,
    smtp_off: () =>
      'Das Senden über SMTP ist für dieses Postfach oder seine Organisation abgeschaltet: Ein Administrator muss authentifiziertes SMTP erlauben.',
    imap_off: () =>
      'Das Lesen über IMAP ist für dieses Postfach oder seine Organisation abgeschaltet: Ein Administrator muss es erlauben.',
    no_oauth: (server) =>
      `Der Server zum ${server} bietet keine Anmeldung mit OAuth an. Prüfen Sie den Namen oder verbinden Sie das Postfach mit einem Passwort.`,
    token_refused: (server) =>
      `Der Server zum ${server} nimmt die Berechtigung Ihres Anbieters nicht an. Verbinden Sie das Postfach neu.`,
    scope_refused: (server) =>
      `Die Berechtigung Ihres Anbieters gilt nicht für den Server zum ${server}. Verbinden Sie das Postfach neu und erlauben Sie alles, worum gebeten wird.`,
    size_limit: (server) => `Eine Mail ist zu groß für den Server zum ${server}.`,
    too_slow: (server) => `Der Server zum ${server} hat nicht rechtzeitig geantwortet. Versuchen Sie es später.`,
    refused: (server) => `Der Server zum ${server} lehnt die Verbindung ab. Versuchen Sie es später.`,
  },
}
