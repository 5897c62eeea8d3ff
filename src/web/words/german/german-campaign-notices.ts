import { plural } from '../../../lib/text/plural.ts'
import type { englishCampaignNotices } from '../english/english-campaign-notices.ts'

const people = (count: number): string => plural('de', count, 'Person', 'Personen')

export const germanCampaignNotices: typeof englishCampaignNotices = {
  'campaigns.created': () => 'Entwurf angelegt. Schreiben Sie die erste Mail.',
  'campaigns.deleted': () => 'Entwurf gelöscht.',
  'campaigns.saved': () => 'Gespeichert.',
  'campaigns.stepAdded': () => 'Schritt angefügt.',
  'campaigns.stepDeleted': () => 'Schritt gelöscht.',
  'campaigns.peopleAdded': ({ count, skipped }) =>
    Number(skipped) === 0
      ? `${people(Number(count))} hinzugefügt.`
      : `${people(Number(count))} hinzugefügt, ${Number(skipped)} ausgelassen.`,
  'campaigns.peopleRemoved': ({ count }) => `${people(Number(count))} herausgenommen.`,
  'campaigns.mailsCancelled': ({ count }) => `${plural('de', Number(count), 'Mail', 'Mails')} gestrichen.`,
  'campaigns.nobodyTicked': () => 'Es war niemand ausgewählt. Wählen Sie zuerst jemanden aus.',
  'campaigns.started': ({ count }) =>
    `Gestartet: Quarry schreibt ${plural('de', Number(count), 'Person', 'Personen')}.`,
  'campaigns.startedBefore': () => 'Diese Kampagne wurde schon gestartet. Es hat sich nichts geändert.',
  'campaigns.paused': () => 'Angehalten. Es wird nichts mehr gesendet.',
  'campaigns.resumed': () => 'Fortgesetzt.',
  'campaigns.notPaused': () => 'Diese Kampagne war nicht angehalten. Es hat sich nichts geändert.',
  'campaigns.goneBefore': () => 'Das war schon gelöscht.',
  'campaigns.archived': () => 'Archiviert.',
  'campaigns.testSent': ({ to }) => `Testmail an ${to} gesendet.`,
  'campaigns.resent': () => 'Die Mail wird noch einmal gesendet.',
  'campaigns.markedSent': () => 'Als gesendet gezählt.',
  'conversations.sent': ({ email }) => `Die Antwort an ${email} wird binnen einer Minute gesendet.`,
  'conversations.deleted': () => 'Entwurf gelöscht.',
  'conversations.settled': () => 'Zählt als gesendet.',
  'conversations.saved': () => 'Gespeichert.',
  'conversations.unsubscribed': ({ email }) => `Quarry schreibt ${email} nicht mehr an.`,
  'answers.done': () => 'Erledigt.',
  'answers.reopened': () => 'Wieder offen.',
  'answers.noted': () => 'Notiz gespeichert.',
  'answers.neverWrite': ({ email }) => `Quarry schreibt nicht mehr an ${email}.`,
  'answers.mayWrite': ({ email }) => `Quarry darf wieder an ${email} schreiben.`,
  'mailboxes.connected': ({ email }) => `${email} ist verbunden. Beide Server wurden ausprobiert.`,
  'mailboxes.saved': () => 'Gespeichert.',
  'mailboxes.paused': () => 'Angehalten. Aus diesem Postfach wird nichts gesendet.',
  'mailboxes.resumed': () => 'Fortgesetzt.',
  'mailboxes.works': () => 'Beide Server funktionieren.',
  'mailboxes.fails': () => 'Es funktioniert noch nicht. Der Grund steht unten.',
  'mailboxes.removed': () => 'Postfach getrennt. Seine gesendeten Mails bleiben erhalten.',
  'mailboxes.proofSent': ({ to }) => `Gesendet an ${to}. Das Ergebnis steht hier, sobald die Mail gelesen wurde.`,
  'mailboxes.signed': () => 'Schlüssel erzeugt. Veröffentlichen Sie den Eintrag unten.',
  'mailboxes.unsigned': () => 'Quarry signiert Mails aus diesem Postfach nicht mehr.',
}
