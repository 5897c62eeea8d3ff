import type { SentencePair } from '../../../lib/text/sentence-book.ts'

/** What core says of mailboxes and of proof mails. */
export const GERMAN_MAIL: readonly SentencePair[] = [
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
