import type { NoticeValues } from './notice-values.ts'
import { plural } from '../../../lib/text/plural.ts'

const people = (count: string | number | undefined): string => plural('en', Number(count), 'person', 'people')
const leftOut = (skipped: string | number | undefined): string =>
  Number(skipped) > 0 ? ` ${people(skipped)} skipped: they must not be stored or contacted.` : ''

/** Notices about people who were found, and about checks. */
export const englishSearchNotices = {
  'search.checking': ({ count }) => `Checking ${people(count)}. The list fills in as answers arrive.`,
  'search.saved': ({ count, skipped, list }) => `${people(count)} saved to ${list}.${leftOut(skipped)}`,
  'search.unsaved': ({ count }) => `${people(count)} removed from your leads again.`,
  'search.drafted': ({ count, skipped }) => `Draft with ${people(count)} saved.${leftOut(skipped)}`,
  'search.neverWrite': ({ email }) => `This account no longer writes to ${email}.`,
  'search.writeAgain': ({ email }) => `This account may write to ${email} again.`,
  'search.forgotten': () => 'The person has been permanently removed.',
  'changes.watched': ({ count, skipped }) =>
    `${plural('en', Number(count), 'company', 'companies')} added to your watched companies.${Number(skipped) > 0 ? ` ${skipped} left out: mail services, or companies that opted out.` : ''}`,
  'changes.unwatched': ({ count }) => `${plural('en', Number(count), 'company', 'companies')} no longer watched.`,
  'discover.nobodyTicked': () => 'Select a company first.',
  'discover.looked': ({ count, skipped }) =>
    `Reading ${plural('en', Number(count), 'site', 'sites')}; reload this page to see what was found.${Number(skipped) > 0 ? ` ${skipped} cannot be read now.` : ''}`,
  'verify.stopped': ({ done, total }) => `Stopped at ${done} of ${total}. Finished checks are kept.`,
  'verify.saved': ({ count }) => `${people(count)} saved.`,
  'verify.saving': ({ count }) => `Saving ${people(count)}. The list fills in automatically.`,
} satisfies Record<string, (values: NoticeValues) => string>
