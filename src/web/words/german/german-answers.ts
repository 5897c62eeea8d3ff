import type { Words } from '../words.ts'

export const germanAnswers: Words['answers'] = {
  kinds: { all: 'Alle', answered: 'Beantwortet', bounced: 'Unzustellbar', unsubscribed: 'Will keine Mails mehr' },
  onlyOpen: 'Nur offene',
  withDone: 'Auch erledigte',
  emptyRead: (time) => `Noch keine Antworten. Quarry liest Ihre Postfächer jede Minute; zuletzt gelesen: ${time}.`,
  emptyUnread: 'Noch keine Antworten. Quarry liest Antworten und Rückläufer per IMAP aus Ihren Postfächern.',
  sent: {
    answered: (step) => `antwortete auf Schritt ${step} von`,
    bounced: (step) => `unzustellbar bei Schritt ${step} von`,
    unsubscribed: (step) => `möchte keine Mails mehr nach Schritt ${step} von`,
  },
  noMore: {
    unsubscribed: 'Möchte keine Mails mehr: Quarry schreibt dort nicht mehr.',
    bounced: 'Die Adresse nimmt keine Mails an: Quarry schreibt dort nicht mehr.',
    complained: 'Hat eine Mail als Spam gemeldet: Dieses Konto schreibt dort nicht mehr.',
    manual: 'Sie haben festgelegt, dorthin nie zu schreiben.',
  },
  done: 'Erledigt',
  reopen: 'Wieder öffnen',
  isDone: 'erledigt',
  note: 'Notiz',
  editNote: 'Notiz ändern',
  saveNote: 'Notiz speichern',
  openMail: 'Im Mailprogramm öffnen',
  neverWrite: 'Nie mehr schreiben',
  readIn: (mailbox) => `in ${mailbox}`,
}
