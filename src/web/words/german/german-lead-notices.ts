import type { englishLeadNotices } from '../english/english-lead-notices.ts'
import type { NoticeValues } from '../english/notice-values.ts'
import { plural } from '../../../lib/text/plural.ts'

const people = (count: NoticeValues[string] | undefined): string =>
  plural('de', Number(count ?? 0), 'Person', 'Personen')

export const germanLeadNotices: typeof englishLeadNotices = {
  'leads.nobodyTicked': () => 'Wählen Sie zuerst jemanden aus.',
  'leads.noListNamed': () => 'Nennen Sie zuerst eine Liste: eine vorhandene oder eine neue.',
  'leads.added': ({ count, list }) => `${people(count)} in ${list}.`,
  'leads.beingAdded': ({ count, list }) => `${people(count)} gleich in ${list}.`,
  'leads.removed': ({ count }) => `${people(count)} aus der Liste genommen.`,
  'leads.beingRemoved': ({ count }) => `${people(count)} gleich aus der Liste genommen.`,
  'leads.moved': ({ count, list }) => `${people(count)} nach ${list} verschoben.`,
  'leads.beingMoved': ({ count, list }) => `${people(count)} gleich in ${list}.`,
  'leads.enriched': ({ count, of }) => `Zu ${count} von ${people(of)} wurde etwas gefunden.`,
  'leads.beingEnriched': ({ count }) => `${people(count)} werden gleich ergänzt.`,
  'leads.deleted': ({ count }) => `${people(count)} gelöscht.`,
  'leads.beingDeleted': ({ count }) => `${people(count)} gleich gelöscht.`,
  'leads.saved': ({ name }) => `${name} ist gespeichert.`,
  'leads.changed': ({ name }) => `${name} ist geändert.`,
  'leads.filled': ({ name }) => `Was Quarry über ${name} weiß, ist eingetragen.`,
  'leads.addedToCampaign': ({ count }) => `${people(count)} in die Kampagne aufgenommen.`,
  'lists.created': ({ name }) => `Die Liste ${name} ist angelegt.`,
  'lists.renamed': ({ name }) => `Die Liste heißt jetzt ${name}.`,
  'lists.filed': ({ name }) => `${name} ist abgelegt.`,
  'lists.merged': ({ count, name }) => `${people(count)} jetzt in ${name}.`,
  'lists.deleted': ({ name }) => `Die Liste ${name} ist gelöscht; ihre Personen bleiben.`,
  'lists.favored': ({ name }) => `${name} ist ein Favorit.`,
  'lists.unfavored': ({ name }) => `${name} ist kein Favorit mehr.`,
  'lists.folderCreated': ({ name }) => `Der Ordner ${name} ist angelegt.`,
  'lists.folderRenamed': ({ name }) => `Der Ordner heißt jetzt ${name}.`,
  'lists.folderDeleted': ({ name }) => `Der Ordner ${name} ist gelöscht; seine Listen bleiben.`,
  'lists.attributeCreated': ({ name }) => `Personen haben jetzt ein Feld ${name}.`,
  'lists.attributeRenamed': ({ name }) => `Das Feld heißt jetzt ${name}.`,
  'lists.attributeDeleted': ({ name }) => `Das Feld ${name} und seine Werte sind gelöscht.`,
  'imports.cancelled': () => 'Der Import ist gestoppt; schon übernommene Personen bleiben.',
  'imports.noFile': () => 'Wählen Sie zuerst eine Datei.',
  'imports.dropped': () => 'Die Datei ist gelöscht.',
}
