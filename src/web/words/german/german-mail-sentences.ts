import type { SentencePair } from '../sentences.ts'

/** What core says of mailboxes, of what their providers allow, and of proof mails. */
export const GERMAN_MAIL: readonly SentencePair[] = [
  [
    'Google ended the permission after 7 days because the consent screen is in Testing: publish it or make it Internal, then connect again.',
    'Google hat die Erlaubnis nach 7 Tagen beendet, weil der Zustimmungsbildschirm im Testmodus ist: Veröffentlichen Sie ihn oder stellen Sie ihn auf „Intern“ und verbinden Sie das Postfach neu.',
  ],
  [
    '{provider} no longer lets the client of the provider {name} use {email}: an administrator has to allow it again.',
    '{provider} lässt den Client des Anbieters {name} {email} nicht mehr benutzen: Ein Administrator muss es wieder erlauben.',
  ],
  [
    '{provider} no longer lets Quarry use {email}: connect it again with {command}.',
    '{provider} lässt Quarry {email} nicht mehr benutzen: Verbinden Sie es hier oder mit {command} neu.',
  ],
  [
    'The mail server of {email} refuses a permission that is fresh: check that SMTP and IMAP are allowed for this mailbox, then {command}.',
    'Der Mailserver von {email} weist eine frische Erlaubnis zurück: Prüfen Sie, ob SMTP und IMAP für dieses Postfach erlaubt sind, und verbinden Sie es neu.',
  ],
  [
    'The scopes of the provider {name} are refused: register them, or run {command} with others.',
    'Die Scopes des Anbieters {name} werden zurückgewiesen: Registrieren Sie sie oder führen Sie {command} mit anderen aus.',
  ],
  [
    'The client secret of the provider {name} is refused: make a new one and run {command}.',
    'Das Client-Secret des Anbieters {name} wird zurückgewiesen: Erzeugen Sie ein neues und führen Sie {command} aus.',
  ],
  [
    '{provider} does not give out tokens at the moment: Quarry tries again by itself.',
    '{provider} gibt zurzeit keine Tokens aus: Quarry versucht es von selbst wieder.',
  ],
  [
    '{provider} did not grant {scopes}: connect again, and allow everything that is requested.',
    '{provider} hat {scopes} nicht erlaubt: Verbinden Sie das Postfach noch einmal und erlauben Sie alles, worum gebeten wird.',
  ],
  [
    'A proof mail goes only to another mailbox of your account.',
    'Eine Probemail geht nur an ein anderes Postfach Ihres Kontos.',
  ],
  [
    '{email} is not read: choose a mailbox with an IMAP server.',
    '{email} wird nicht gelesen: Wählen Sie ein Postfach mit IMAP-Server.',
  ],
  [
    'Choose a mailbox at another domain: mail within one shows nothing of the way to others.',
    'Wählen Sie ein Postfach bei einer anderen Domain: Mails innerhalb einer Domain zeigen nichts vom Weg zu anderen.',
  ],
  ['Nothing is sent from {email}.', 'Von {email} wird nichts gesendet.'],
]
