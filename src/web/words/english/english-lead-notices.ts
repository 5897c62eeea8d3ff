import type { NoticeValues } from './notice-values.ts'
import { plural } from '../../../lib/text/plural.ts'

const people = (count: NoticeValues[string] | undefined): string => plural('en', Number(count ?? 0), 'person', 'people')

export const englishLeadNotices = {
  'leads.nobodyTicked': () => 'Tick somebody first.',
  'leads.noListNamed': () => 'Name a list first: an existing one, or a new one.',
  'leads.added': ({ count, list }: NoticeValues) => `${people(count)} in ${list}.`,
  'leads.beingAdded': ({ count, list }: NoticeValues) => `${people(count)} will be in ${list} in a moment.`,
  'leads.removed': ({ count }: NoticeValues) => `${people(count)} taken out of the list.`,
  'leads.beingRemoved': ({ count }: NoticeValues) => `${people(count)} will be out of the list in a moment.`,
  'leads.moved': ({ count, list }: NoticeValues) => `${people(count)} moved to ${list}.`,
  'leads.beingMoved': ({ count, list }: NoticeValues) => `${people(count)} will be in ${list} in a moment.`,
  'leads.enriched': ({ count, of }: NoticeValues) => `Something was found for ${count} of ${people(of)}.`,
  'leads.beingEnriched': ({ count }: NoticeValues) => `${people(count)} will be filled in in a moment.`,
  'leads.deleted': ({ count }: NoticeValues) => `${people(count)} deleted.`,
  'leads.beingDeleted': ({ count }: NoticeValues) => `${people(count)} will be gone in a moment.`,
  'leads.saved': ({ name }: NoticeValues) => `${name} is saved.`,
  'leads.changed': ({ name }: NoticeValues) => `${name} is changed.`,
  'leads.filled': ({ name }: NoticeValues) => `What Quarry knows of ${name} is filled in.`,
  'leads.addedToCampaign': ({ count }: NoticeValues) => `${people(count)} added to the campaign.`,
  'lists.created': ({ name }: NoticeValues) => `The list ${name} is there.`,
  'lists.renamed': ({ name }: NoticeValues) => `The list is called ${name} now.`,
  'lists.filed': ({ name }: NoticeValues) => `${name} is filed.`,
  'lists.merged': ({ count, name }: NoticeValues) => `${people(count)} are in ${name} now.`,
  'lists.deleted': ({ name }: NoticeValues) => `The list ${name} is deleted; its people stay.`,
  'lists.favored': ({ name }: NoticeValues) => `${name} is a favourite.`,
  'lists.unfavored': ({ name }: NoticeValues) => `${name} is no favourite any more.`,
  'lists.folderCreated': ({ name }: NoticeValues) => `The folder ${name} is there.`,
  'lists.folderRenamed': ({ name }: NoticeValues) => `The folder is called ${name} now.`,
  'lists.folderDeleted': ({ name }: NoticeValues) => `The folder ${name} is deleted; its lists stay.`,
  'lists.attributeCreated': ({ name }: NoticeValues) => `People have a field ${name} now.`,
  'lists.attributeRenamed': ({ name }: NoticeValues) => `The field is called ${name} now.`,
  'lists.attributeDeleted': ({ name }: NoticeValues) => `The field ${name} and its values are deleted.`,
  'imports.cancelled': () => 'The import is stopped; people who were merged stay.',
  'imports.noFile': () => 'Choose a file first.',
  'imports.dropped': () => 'The file is forgotten.',
} satisfies Record<string, (values: NoticeValues) => string>
