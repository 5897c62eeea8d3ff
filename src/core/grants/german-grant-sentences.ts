import { sentenceBook } from '../../lib/text/sentence-book.ts'
import type { SentencePair } from '../../lib/text/sentence-book.ts'

/** The sentences of `grant-sentences.ts`, and of secrets that cannot be opened, in German, for screens and emails to owners. */
export const GERMAN_GRANTS: readonly SentencePair[] = [
  [
    'Google ended the permission after 7 days because the consent screen is in Testing: publish it or make it Internal, then connect again.',
    'Google hat die Erlaubnis nach 7 Tagen beendet, weil der Zustimmungsbildschirm im Testmodus ist: Veröffentlichen Sie ihn oder stellen Sie ihn auf „Intern“ und verbinden Sie das Postfach neu.',
  ],
  [
    '{provider} no longer lets the client of the provider {name} use {email}: an administrator must allow it again.',
    '{provider} erlaubt dem Client des Anbieters {name} den Zugriff auf {email} nicht mehr: Ein Administrator muss ihn wieder erlauben.',
  ],
  [
    '{provider} no longer lets Quarry use {email}: connect it again with {command}.',
    '{provider} erlaubt Quarry den Zugriff auf {email} nicht mehr: Verbinden Sie das Postfach hier oder mit {command} neu.',
  ],
  [
    'The mail server of {email} rejects a newly issued token: check that SMTP and IMAP are allowed for this mailbox, then {command}.',
    'Der Mailserver von {email} weist ein neu ausgestelltes Token zurück: Prüfen Sie, ob SMTP und IMAP für dieses Postfach erlaubt sind, und verbinden Sie es neu.',
  ],
  [
    'The scopes of the provider {name} are rejected: register them, or run {command} with different ones.',
    'Die Scopes des Anbieters {name} werden zurückgewiesen: Registrieren Sie sie oder führen Sie {command} mit anderen aus.',
  ],
  [
    'The client secret of the provider {name} is rejected: create a new one and run {command}.',
    'Das Client-Secret des Anbieters {name} wird zurückgewiesen: Erzeugen Sie ein neues und führen Sie {command} aus.',
  ],
  [
    '{provider} is not issuing tokens right now: Quarry will retry automatically.',
    '{provider} gibt zurzeit keine Tokens aus: Quarry versucht es automatisch wieder.',
  ],
  [
    '{provider} did not grant {scopes}: connect again, and allow everything that is requested.',
    '{provider} hat {scopes} nicht erlaubt: Verbinden Sie das Postfach noch einmal und erlauben Sie alles, worum gebeten wird.',
  ],
  [
    'A stored secret is damaged: enter it again.',
    'Ein gespeichertes Geheimnis ist beschädigt: Geben Sie es noch einmal ein.',
  ],
  [
    'A stored secret was encrypted with another key: add that key to QUARRY_SECRET_KEY.',
    'Ein gespeichertes Geheimnis wurde mit einem anderen Schlüssel verschlüsselt: Nehmen Sie ihn in QUARRY_SECRET_KEY auf.',
  ],
]

/** A known sentence in German; any other unchanged. */
export const grantInGerman = sentenceBook(GERMAN_GRANTS)
