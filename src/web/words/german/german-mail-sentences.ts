import type { SentencePair } from '../../../lib/text/sentence-book.ts'

/** The core's sentences about mailboxes, connecting them, and proof emails. */
export const GERMAN_MAIL: readonly SentencePair[] = [
  [
    'A proof email can only be sent to another mailbox of your account.',
    'Eine Probemail geht nur an ein anderes Postfach Ihres Kontos.',
  ],
  [
    '{email} is not read: choose a mailbox with an IMAP server.',
    '{email} wird nicht gelesen: Wählen Sie ein Postfach mit IMAP-Server.',
  ],
  [
    'Choose a mailbox on another domain: mail within a domain does not show how it reaches others.',
    'Wählen Sie ein Postfach bei einer anderen Domain: Mails innerhalb einer Domain zeigen nichts vom Weg zu anderen.',
  ],
  ['Nothing is sent from {email}.', 'Von {email} wird nichts gesendet.'],
  [
    'The answer came from a different provider than expected: start again.',
    'Die Antwort kam von einem anderen Anbieter als dem gefragten: Beginnen Sie noch einmal.',
  ],
  [
    'You did not give consent at {provider}, so nothing was connected.',
    'Sie haben {provider} nicht erlaubt, Quarry Zugang zu geben: Es wurde nichts verbunden.',
  ],
  [
    '{provider} did not grant access to Quarry: start again.',
    '{provider} ließ Quarry nicht zu: Beginnen Sie noch einmal.',
  ],
  [
    '{provider} did not accept the code it had issued: start again.',
    '{provider} nahm nicht an, was es selbst ausgegeben hatte: Beginnen Sie noch einmal.',
  ],
  [
    '{provider} is not responding: start again later.',
    '{provider} antwortet zurzeit nicht: Beginnen Sie später noch einmal.',
  ],
  ['This took longer than ten minutes: start again.', 'Das dauerte länger als zehn Minuten: Beginnen Sie noch einmal.'],
  [
    'This connection has ended in the meantime: start again.',
    'Der Vorgang endete inzwischen: Beginnen Sie noch einmal.',
  ],
  ['Its provider has been removed: start again.', 'Seinen Anbieter gibt es nicht mehr: Beginnen Sie noch einmal.'],
  [
    '{provider} gave no lasting permission: its scopes must include it.',
    '{provider} gab keine dauerhafte Erlaubnis: Seine Scopes müssen sie enthalten.',
  ],
  [
    '{provider} does not say whose mailbox it is: also send email.',
    '{provider} sagt nicht, wessen Postfach es ist: Geben Sie die Adresse mit an.',
  ],
  [
    'An address other than {email} signed in: sign in as {same}, or send shared for a shared mailbox.',
    'Angemeldet hat sich eine andere Adresse als {email}: Melden Sie sich als {same} an.',
  ],
  [
    'The person who signed in is not the one who connected this mailbox before.',
    'Angemeldet hat sich jemand anderes als beim ersten Verbinden dieses Postfachs.',
  ],
  [
    'The person who started this connection may no longer connect mailboxes to the account.',
    'Wer das begonnen hat, darf mit dem Konto keine Postfächer mehr verbinden.',
  ],
  [
    'The connection ended before the mail server answered: the message may or may not have been sent.',
    'Die Verbindung endete, bevor der Mailserver antwortete: Die Mail wurde vielleicht gesendet, vielleicht nicht.',
  ],
  [
    'Quarry stopped while it was sending this message: it may have left or not.',
    'Quarry wurde beim Senden dieser Mail beendet: Sie wurde vielleicht gesendet, vielleicht nicht.',
  ],
  [
    'Quarry stopped while it was sending this reply: it may have left or not.',
    'Quarry wurde beim Senden dieser Antwort beendet: Sie wurde vielleicht gesendet, vielleicht nicht.',
  ],
  ["The mail server's policy refused the message.", 'Der Mailserver wies die Mail nach seinen Regeln ab.'],
  ['The mail server refused the message.', 'Der Mailserver wies die Mail ab.'],
  ['The mail server refused the recipient.', 'Der Mailserver wies den Empfänger ab.'],
  ["The recipient's mailbox is full.", 'Das Postfach des Empfängers ist voll.'],
  [
    'The mail server takes no addresses with letters beyond ASCII.',
    'Der Mailserver nimmt keine Adressen mit Buchstaben außerhalb von ASCII an.',
  ],
  ['The mail server has no route to the recipient.', 'Der Mailserver kennt keinen Weg zum Empfänger.'],
  ['The mail server deferred the message too often.', 'Der Mailserver hat die Mail zu oft aufgeschoben.'],
  ['The reply could not be composed.', 'Die Antwort konnte nicht zusammengestellt werden.'],
  ['The message could not be composed.', 'Die Mail konnte nicht zusammengestellt werden.'],
  ['The step of this message no longer exists.', 'Den Schritt dieser Mail gibt es nicht mehr.'],
]
