import type { englishSearchNotices } from '../english/english-search-notices.ts'
import { plural } from '../../../lib/text/plural.ts'

const people = (count: string | number | undefined): string => plural('de', Number(count), 'Person', 'Personen')
const leftOut = (skipped: string | number | undefined): string =>
  Number(skipped) > 0 ? ` Nicht dabei, weil gesperrt oder ungültig: ${people(skipped)}.` : ''

export const germanSearchNotices: typeof englishSearchNotices = {
  'search.checking': ({ count }) => `Prüfung läuft für ${people(count)}. Die Antworten erscheinen in der Liste.`,
  'search.saved': ({ count, skipped, list }) => `Gespeichert in ${list}: ${people(count)}.${leftOut(skipped)}`,
  'search.unsaved': ({ count }) => `Wieder aus Ihren Leads entfernt: ${people(count)}.`,
  'search.drafted': ({ count, skipped }) => `Entwurf mit ${people(count)} gespeichert.${leftOut(skipped)}`,
  'search.neverWrite': ({ email }) => `Dieses Konto schreibt nicht mehr an ${email}.`,
  'search.writeAgain': ({ email }) => `${email} darf wieder angeschrieben werden.`,
  'search.forgotten': () => 'Die Person ist endgültig entfernt.',
  'changes.watched': ({ count, skipped }) =>
    `Neu beobachtet: ${plural('de', Number(count), 'Firma', 'Firmen')}.${Number(skipped) > 0 ? ` ${skipped} ausgelassen: Maildienste, oder Firmen, die widersprochen haben.` : ''}`,
  'changes.unwatched': ({ count }) => `Nicht mehr beobachtet: ${plural('de', Number(count), 'Firma', 'Firmen')}.`,
  'discover.nobodyTicked': () => 'Kreuzen Sie zuerst eine Firma an.',
  'discover.looked': ({ count, skipped }) =>
    `${plural('de', Number(count), 'Website wird', 'Websites werden')} gelesen; was gefunden wird, steht hier nach dem Neuladen.${Number(skipped) > 0 ? ` ${skipped} können jetzt nicht gelesen werden.` : ''}`,
  'verify.stopped': ({ done, total }) => `Angehalten bei ${done} von ${total}. Abgeschlossene Prüfungen bleiben.`,
  'verify.saved': ({ count }) => `Gespeichert: ${people(count)}.`,
  'verify.saving': ({ count }) =>
    `${people(count)} ${Number(count) === 1 ? 'wird' : 'werden'} gespeichert. Die Liste füllt sich automatisch.`,
}
