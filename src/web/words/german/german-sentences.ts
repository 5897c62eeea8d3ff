import type { SentencePair } from '../../../lib/text/sentence-book.ts'

/** Sentences the core writes for programs, with their German versions for readers. Longer ones come first. */
export const GERMAN_SENTENCES: readonly SentencePair[] = [
  // Who did something, if they have no name
  ['a user', 'jemand'],
  ['operator at a shell', 'Betreiber'],
  ['API key {id}', 'API-Schlüssel {id}'],
  // Any form
  ['The {field} parameter is missing.', 'Dieses Feld ist leer. Füllen Sie es aus.'],
  [
    '{field} must be an integer from {least} to {most}; it is {given}.',
    'Geben Sie eine ganze Zahl von {least} bis {most} ein.',
  ],
  ['{field} must be a string of 1 to {most} characters; it is {given}.', 'Geben Sie höchstens {most} Zeichen ein.'],
  ['{field} must be a string of at most {most} characters; it is {given}.', 'Geben Sie höchstens {most} Zeichen ein.'],
  ['{field} must be a string of at most {most} characters.', 'Geben Sie höchstens {most} Zeichen ein.'],
  ['email is not a valid email address.', 'Das ist keine Mailadresse. Versuchen Sie jane.rivers@birch.example.'],
  ['company is not a valid company name{sent}', 'Das ist kein Firmenname. Versuchen Sie Birch Works.'],
  ['company must have at least {least} characters.', 'Geben Sie mindestens {least} Zeichen des Namens ein.'],
  ['{field} is not a valid name{sent}', 'Das ist kein Name. Versuchen Sie Jane.'],
  ['{field} must be a host name{sent}', 'Das ist kein Name eines Servers. Versuchen Sie smtp.birch.example.'],
  ['{field} must be a day such as {day}; it is {given}.', 'Geben Sie einen Tag wie {day} ein.'],
  [
    'daily_credits must be a number from 0 (no limit) to {most}.',
    'Geben Sie eine Zahl von 0 (keine Grenze) bis {most} ein.',
  ],
  [
    'This is the last operator who can sign in: make somebody else an operator first.',
    'Das ist der letzte Betreiber, der sich anmelden kann: Machen Sie zuerst jemand anderen zum Betreiber.',
  ],
  ['{field} must be {from} of another page.', 'Dieser Link führt zu keiner Seite der Liste. Öffnen Sie die Liste neu.'],
  [
    'expected_count is {expected}, but there are {count} leads now. Look again and repeat the request.',
    'Gezeigt: {expected} Personen. Jetzt: {count}. Öffnen Sie die Liste neu.',
  ],
  ['Send emails or lead_ids.', 'Geben Sie mindestens eine Adresse ein.'],
  ['Send either domains or leads_list_id.', 'Geben Sie mindestens eine Domain ein.'],
  // Rows of files
  ['A quotation mark is not closed.', 'Ein Anführungszeichen ist nicht geschlossen.'],
  ['The row is too long.', 'Die Zeile ist zu lang.'],
  ['The row has {cells} cells, the header has {heads}.', 'Die Zeile hat {cells} Zellen, die Kopfzeile {heads}.'],
  ['The email address is missing.', 'Die Mailadresse fehlt.'],
  ['The cell does not contain a valid email address.', 'In der Zelle steht keine gültige Mailadresse.'],
  ['The address is already in line {line}.', 'Die Adresse steht schon in Zeile {line}.'],
  ['leads_list_name must not be longer than {most} characters.', 'Ein Name hat höchstens {most} Zeichen.'],
  ['{field} must not be longer than {most} characters.', '{field}: höchstens {most} Zeichen.'],
  ['{field} must be an integer from {least} to {most}.', '{field}: eine ganze Zahl von {least} bis {most}.'],
  ['{field} must be a two-letter country code.', '{field}: ein Ländercode aus zwei Buchstaben.'],
  ['The upload was interrupted.', 'Das Hochladen wurde unterbrochen.'],
  ['Something went wrong.', 'Etwas ist schiefgegangen.'],
  ['csv must have at most {most} rows.', 'Die Datei darf höchstens {most} Zeilen haben.'],
  ['csv must have at most {most} columns.', 'Die Datei darf höchstens {most} Spalten haben.'],
  [
    'csv must have a column of email addresses; map one to email.',
    'Die Datei braucht eine Spalte mit Mailadressen: Wählen Sie sie aus.',
  ],
  ['csv must begin with a header row.', 'Die Datei muss mit einer Kopfzeile beginnen.'],
  ['Too many files at once. Send this one again.', 'Zu viele Dateien auf einmal. Senden Sie diese noch einmal.'],
  ['The file is empty.', 'Die Datei ist leer.'],
  [
    'The file is not text. In the spreadsheet program, save it as .xlsx or CSV.',
    'Die Datei ist kein Text. Speichern Sie sie im Tabellenprogramm als .xlsx oder CSV.',
  ],
  ['The file is incomplete: it was not copied in full.', 'Die Datei ist unvollständig.'],
  ['The file is damaged.', 'Die Datei ist beschädigt.'],
  ['The zip file is encrypted.', 'Die Zip-Datei ist verschlüsselt.'],
  ['The zip file contains no data files.', 'Die Zip-Datei enthält keine Daten.'],
  [
    'The zip file contains {count} files: unpack it and import them one by one.',
    'Die Zip-Datei enthält {count} Dateien: Entpacken Sie sie und importieren Sie jede einzeln.',
  ],
  [
    'This is a document of another kind than .xlsx: save its rows as .xlsx or CSV.',
    'Das ist ein anderes Dokument als .xlsx: Speichern Sie seine Zeilen als .xlsx oder CSV.',
  ],
  ['The workbook is too large: save it as CSV.', 'Die Arbeitsmappe ist zu groß: Speichern Sie sie als CSV.'],
  ['The workbook has more than {most} columns.', 'Die Arbeitsmappe hat mehr als {most} Spalten.'],
  [
    'The file has no header row. Put one above the first row, with a name for each column.',
    'Die Datei hat keine Kopfzeile. Setzen Sie über die erste Zeile eine mit einem Namen für jede Spalte.',
  ],
  ['The file has no rows below its header row.', 'Unter der Kopfzeile der Datei stehen keine Zeilen.'],
  [
    'The file cannot be read: too many quotation marks are not closed.',
    'Die Datei ist nicht lesbar: Zu viele Anführungszeichen sind nicht geschlossen.',
  ],
  ['The CSV cannot be read.', 'Die Datei ist nicht lesbar.'],
  [
    'Line {line} of the CSV cannot be read: a quotation mark is not closed.',
    'Zeile {line} der Datei ist nicht lesbar: Ein Anführungszeichen ist nicht geschlossen.',
  ],
  [
    'Line {line} of the CSV cannot be read: it is too long.',
    'Zeile {line} der Datei ist nicht lesbar: Sie ist zu lang.',
  ],
  [
    'The CSV needs a header row with a column named email.',
    'Die Datei braucht eine Kopfzeile mit einer Spalte namens email.',
  ],
  ['format: Too many rows for xlsx; use csv or jsonl.', 'Zu viele Zeilen für XLSX; nehmen Sie CSV oder JSONL.'],

  // Names of lists, folders, fields, campaigns
  ['account must have {least} to {most} characters.', 'Ein Name hat {least} bis {most} Zeichen.'],
  ['name must have {least} to {most} characters.', 'Ein Name hat {least} bis {most} Zeichen.'],
  ['name must have at most {most} characters.', 'Ein Name hat höchstens {most} Zeichen.'],
  ['name is already taken.', 'Diesen Namen gibt es schon.'],
  ['label must have {least} to {most} characters.', 'Eine Bezeichnung hat {least} bis {most} Zeichen.'],
  ['label is already taken.', 'Diese Bezeichnung gibt es schon.'],
  [
    'label cannot be added: an account has at most {most} attributes.',
    'Mehr als {most} eigene Felder kann ein Konto nicht haben.',
  ],
  ['An account has at most {most} folders.', 'Ein Konto hat höchstens {most} Ordner.'],
  ['A user can have at most {most} keys.', 'Jeder hat höchstens {most} Schlüssel.'],
  [
    'An account has at most {most} open invitations: revoke some first.',
    'Ein Konto hat höchstens {most} offene Einladungen: Ziehen Sie zuerst einige zurück.',
  ],
  [
    'An account has at most {most} webhooks: delete one first.',
    'Ein Konto hat höchstens {most} Webhooks: Löschen Sie zuerst einen.',
  ],
  ['You are already a member of this account.', 'Sie sind schon Mitglied dieses Kontos.'],
  [
    'Only an owner can make, change or remove an owner.',
    'Nur ein Inhaber kann Inhaber ernennen, ändern oder entfernen.',
  ],
  ['Only an owner can rename the account.', 'Nur ein Inhaber kann das Konto umbenennen.'],
  ['Only an owner can delete the account.', 'Nur ein Inhaber kann das Konto löschen.'],
  [
    'The plan allows {limit} watched companies; you already watch {watched}.',
    'Der Tarif erlaubt {limit} beobachtete Firmen; {watched} sind es schon.',
  ],
  [
    'This person asked for no more email, so the account cannot undo it. The operator can, with a reason, using an operator key or quarry unsubscribes lift.',
    'Diese Person wollte keine Mails mehr, darum kann das Konto es nicht rückgängig machen. Der Betreiber kann es, mit einem Grund: mit einem Schlüssel für Betreiber oder mit quarry unsubscribes lift.',
  ],
  // Requests from the wrong origin
  [
    'This form was not sent from a Quarry page, so nothing was changed. Open the page in Quarry and repeat it there.',
    'Dieses Formular kam nicht von einer Seite von Quarry: Nichts wurde geändert. Öffnen Sie die Seite in Quarry und wiederholen Sie es dort.',
  ],
  [
    'The button was not pressed on the page shown by Quarry, so no mailbox was connected. Start again under Mailboxes, or with quarry mailbox connect.',
    'Der Knopf wurde nicht auf der Seite gedrückt, die Quarry gezeigt hat: Es wurde kein Postfach verbunden. Beginnen Sie unter Postfächer neu, oder mit quarry mailbox connect.',
  ],
  [
    'Quarry does not answer to this host name. The operator can add it to QUARRY_ALLOWED_HOSTS.',
    'Quarry antwortet nicht unter diesem Namen. Der Betreiber kann ihn in QUARRY_ALLOWED_HOSTS eintragen.',
  ],
  [
    'This was not started on a Quarry page, so nothing was changed. Start it there.',
    'Das begann nicht auf einer Seite von Quarry: Nichts wurde geändert. Beginnen Sie es dort.',
  ],
  [
    'First confirm that it is you, then start again.',
    'Bestätigen Sie zuerst, dass Sie es sind, und beginnen Sie dann neu.',
  ],
  ["First open this export's page.", 'Öffnen Sie zuerst die Seite dieses Exports.'],
  ['Nobody signs in with this address.', 'Mit dieser Adresse meldet sich niemand an.'],
  ['email is already taken.', 'Diese Adresse haben Sie schon gespeichert.'],
  ['email must not be blank.', 'Die Mailadresse fehlt.'],
  [
    'The last key cannot be deleted; create another first.',
    'Der letzte Schlüssel kann nicht gelöscht werden; erstellen Sie zuerst einen anderen.',
  ],

  // Campaigns and mailboxes
  ['A campaign needs a name.', 'Eine Kampagne braucht einen Namen.'],
  ['A campaign has at most {most} steps.', 'Eine Kampagne hat höchstens {most} Schritte.'],
  [
    '{field}: A merge tag in line {line} cannot be read: it must look like {{first_name|fallback:"there"}}.',
    'Ein Platzhalter in Zeile {line} ist nicht lesbar. Er sieht so aus: {{first_name|fallback:"there"}}.',
  ],
  [
    '{field}: A merge tag in line {line} cannot be read: it has no end, such as {% endif %}.',
    'Ein Platzhalter in Zeile {line} hat kein Ende, etwa {% endif %}.',
  ],
  [
    '{field}: A merge tag in line {line} cannot be read: only if, unless, case and comment are possible, and the filters {filters}.',
    'Ein Platzhalter in Zeile {line} ist nicht lesbar. Möglich sind if, unless, case und comment sowie die Filter {filters}.',
  ],
  [
    'Unknown merge tag: {tags}. A fallback needs quotation marks: {{first_name|fallback:"there"}}.',
    'Den Platzhalter {tags} gibt es nicht. Der Ersatz gehört in Anführungszeichen: {{first_name|fallback:"there"}}.',
  ],
  ['Unknown merge tag: {tags}.', 'Den Platzhalter {tags} gibt es nicht. Wählen Sie einen unter Platzhalter einfügen.'],
  [
    'The merge tags cannot be read: they must look like {{first_name|fallback:"there"}}.',
    'Die Platzhalter sind nicht lesbar. Sie sehen so aus: {{first_name|fallback:"there"}}.',
  ],
  [
    'A merge tag cannot be filled in: use a simpler one.',
    'Ein Platzhalter lässt sich nicht füllen. Nehmen Sie einen einfacheren.',
  ],
  [
    'A text can have at most {most} merge tags; this one has {count}.',
    'Ein Text hat höchstens {most} Platzhalter; hier sind es {count}.',
  ],
  [
    'Merge tags can have at most {most} characters in total; these have {count}.',
    'Platzhalter haben zusammen höchstens {most} Zeichen; hier sind es {count}.',
  ],
  ['A text can have at most {most} characters.', 'Ein Text hat höchstens {most} Zeichen.'],
  [
    'sending_schedule must contain days (0 to 6), start_time and end_time (HH:MM) and time_zone.',
    'Wählen Sie mindestens einen Tag, beide Zeiten und eine Zeitzone.',
  ],
  [
    'sending_schedule must start before it ends, on the same day{sent}',
    'Die früheste Zeit muss vor der spätesten liegen, am selben Tag.',
  ],
  ['subject must have at most {most} characters.', 'Ein Betreff hat höchstens {most} Zeichen.'],
  ['body must have at most {most} characters.', 'Ein Text hat höchstens {most} Zeichen.'],
  ['time_zone is not a known time zone.', 'Diese Zeitzone gibt es nicht.'],
  ['The sending window must start before it ends.', 'Die früheste Zeit muss vor der spätesten liegen.'],
  ['start_at is in the past.', 'Dieser Tag ist vorbei.'],
  ['Link tracking needs a premium plan.', 'Klicks zu zählen erfordert einen größeren Tarif.'],
  ['bcc_recipient is not a valid email address.', 'Die Adresse für Blindkopien ist keine Mailadresse.'],
  ['The opening step cannot be deleted.', 'Der erste Schritt kann nicht gelöscht werden.'],
  ['Only the last step can be deleted.', 'Nur der letzte Schritt kann gelöscht werden.'],
  [
    'A step whose messages have been sent cannot be deleted.',
    'Ein Schritt, dessen Mails schon gesendet wurden, kann nicht gelöscht werden.',
  ],
  [
    'A test can only be sent to your own address or one of your mailboxes.',
    'Eine Testmail geht nur an Ihre eigene Adresse oder an eines Ihrer Postfächer.',
  ],
  ['The server of {email} refused the message: {code}.', 'Der Server von {email} hat die Mail abgelehnt: {code}.'],
  [
    'The server did not confirm the message: check whether it arrived.',
    'Der Server hat die Mail nicht bestätigt: Sehen Sie nach, ob sie ankam.',
  ],
  ['{email} has reached its sending limit for today.', '{email} hat das Sendelimit für heute erreicht.'],
  ['{email} is paused: resume it first.', '{email} pausiert: Setzen Sie es zuerst fort.'],
  [
    'The owner of this address asked that no mail be sent to it.',
    'Der Inhaber dieser Adresse hat darum gebeten, dorthin keine Mails zu senden.',
  ],
  ['email is already used by a mailbox.', 'Mit dieser Adresse ist schon ein Postfach verbunden.'],
  ['daily_limit: the operator allows at most {most} per day.', 'Der Betreiber erlaubt höchstens {most} Mails am Tag.'],
  [
    'email: The operator of this installation does not allow mail from this domain.',
    'Der Betreiber dieser Installation erlaubt keine Mails von dieser Domain.',
  ],
  ['The {plan} plan allows at most {most} mailboxes.', 'Der Tarif {plan} erlaubt höchstens {most} Postfächer.'],
  [
    'This mailbox has scheduled messages: archive its campaigns first.',
    'Für dieses Postfach sind Mails geplant: Archivieren Sie zuerst seine Kampagnen.',
  ],

  // Webhooks
  ['The target answered with status {status}.', 'Das Ziel antwortete mit Status {status}.'],
  [
    'The target did not answer within {seconds} seconds.',
    'Das Ziel antwortete nicht innerhalb von {seconds} Sekunden.',
  ],
  ['The target could not be reached.', 'Das Ziel war nicht erreichbar.'],
  [
    'The target has a private address; QUARRY_WEBHOOK_ALLOW_PRIVATE allows these.',
    'Das Ziel hat eine private Adresse; QUARRY_WEBHOOK_ALLOW_PRIVATE erlaubt solche.',
  ],
  [
    "Webhooks may not use the target's port; QUARRY_WEBHOOK_PORTS allows more.",
    'An den Port des Ziels gehen keine Webhooks; QUARRY_WEBHOOK_PORTS erlaubt weitere.',
  ],
  ["The target's host does not resolve.", 'Den Server des Ziels gibt es nicht.'],
  ["The target's certificate is not valid.", 'Das Zertifikat des Ziels ist nicht gültig.'],
  ['The target did not answer with HTTP.', 'Das Ziel antwortete nicht mit HTTP.'],
  ['target_url must not point at a private address.', 'Das Ziel darf keine private Adresse haben.'],
  [
    'target_url must use port 80, 443 or 8000 to 65535, or one the operator allows.',
    'Das Ziel braucht Port 80, 443, einen von 8000 bis 65535 oder einen, den der Betreiber erlaubt.',
  ],
  [
    'target_url must be an http or https URL of {least} to {most} characters, without credentials.',
    'Das Ziel ist eine http- oder https-Adresse mit {least} bis {most} Zeichen, ohne Zugangsdaten.',
  ],
  [
    'target_url is already used by a webhook with the same event and filter.',
    'Es gibt schon einen Webhook mit diesem Ziel, Ereignis und Filter.',
  ],
]
