import type { NoticeValues } from './notice-values.ts'
import { plural } from '../../../lib/text/plural.ts'

const people = (count: NoticeValues[string] | undefined): string => plural('en', Number(count ?? 0), 'person', 'people')

export const englishLeadNotices = {
  'leads.nobodyTicked': () => 'Select someone first.',
  'leads.noListNamed': () => 'Choose a list first, or name a new one.',
  'leads.added': ({ count, list }: NoticeValues) => `${people(count)} in ${list}.`,
  'leads.beingAdded': ({ count, list }: NoticeValues) => `${people(count)} will be in ${list} in a moment.`,
  'leads.removed': ({ count }: NoticeValues) => `${people(count)} removed from the list.`,
  'leads.beingRemoved': ({ count }: NoticeValues) => `${people(count)} will be removed from the list shortly.`,
  'leads.moved': ({ count, list }: NoticeValues) => `${people(count)} moved to ${list}.`,
  'leads.beingMoved': ({ count, list }: NoticeValues) => `${people(count)} will be in ${list} in a moment.`,
  'leads.enriched': ({ count, of }: NoticeValues) => `Something was found for ${count} of ${people(of)}.`,
  'leads.beingEnriched': ({ count }: NoticeValues) => `${people(count)} will be filled in shortly.`,
  'leads.deleted': ({ count }: NoticeValues) => `${people(count)} deleted.`,
  'leads.beingDeleted': ({ count }: NoticeValues) => `${people(count)} will be gone in a moment.`,
  'leads.saved': ({ name }: NoticeValues) => `${name} has been saved.`,
  'leads.changed': ({ name }: NoticeValues) => `${name} has been updated.`,
  'leads.filled': ({ name }: NoticeValues) => `${name} was filled in with what Quarry knows.`,
  'leads.addedToCampaign': ({ count }: NoticeValues) => `${people(count)} added to the campaign.`,
  'lists.created': ({ name }: NoticeValues) => `The list ${name} has been created.`,
  'lists.renamed': ({ name }: NoticeValues) => `The list is now called ${name}.`,
  'lists.filed': ({ name }: NoticeValues) => `${name} has been moved.`,
  'lists.merged': ({ count, name }: NoticeValues) =>
    `${people(count)} ${Number(count) === 1 ? 'is' : 'are'} now in ${name}.`,
  'lists.deleted': ({ name }: NoticeValues) => `The list ${name} has been deleted; its people are kept.`,
  'lists.favored': ({ name }: NoticeValues) => `${name} is a favourite.`,
  'lists.unfavored': ({ name }: NoticeValues) => `${name} is no longer a favourite.`,
  'lists.folderCreated': ({ name }: NoticeValues) => `The folder ${name} has been created.`,
  'lists.folderRenamed': ({ name }: NoticeValues) => `The folder is now called ${name}.`,
  'lists.folderDeleted': ({ name }: NoticeValues) => `The folder ${name} has been deleted; its lists are kept.`,
  'lists.attributeCreated': ({ name }: NoticeValues) => `People now have the field ${name}.`,
  'lists.attributeRenamed': ({ name }: NoticeValues) => `The field is now called ${name}.`,
  'lists.attributeDeleted': ({ name }: NoticeValues) => `The field ${name} and its values have been deleted.`,
  'imports.cancelled': () => 'The import has been stopped; people already imported are kept.',
  'imports.noFile': () => 'Choose a file first.',
  'imports.dropped': () => 'The file has been deleted.',
} satisfies Record<string, (values: NoticeValues) => string>
