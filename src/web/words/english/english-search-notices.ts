import type { NoticeValues } from './notice-values.ts'
import { plural } from '../../../lib/text/plural.ts'

const people = (count: string | number | undefined): string => plural('en', Number(count), 'person', 'people')
const leftOut = (skipped: string | number | undefined): string =>
  Number(skipped) > 0 ? ` ${people(skipped)} left out: they may not be kept or written to.` : ''

/** What happened to people who were found, and to checks. */
export const englishSearchNotices = {
  'search.checking': ({ count }) => `Checking ${people(count)}. The list fills in as answers come.`,
  'search.saved': ({ count, skipped }) => `${people(count)} saved.${leftOut(skipped)}`,
  'search.unsaved': ({ count }) => `${people(count)} taken out of your leads again.`,
  'search.drafted': ({ count, skipped }) => `Draft with ${people(count)} kept.${leftOut(skipped)}`,
  'search.neverWrite': ({ email }) => `Nobody in this account writes to ${email} any more.`,
  'search.writeAgain': ({ email }) => `${email} may be written to again.`,
  'search.forgotten': () => 'The person was removed, and stays out.',
  'discover.nobodyTicked': () => 'Tick a company first.',
  'discover.looked': ({ count, skipped }) =>
    `Reading ${plural('en', Number(count), 'site', 'sites')}; what is found appears here when the page is loaded again.${Number(skipped) > 0 ? ` ${skipped} cannot be read now.` : ''}`,
  'verify.stopped': ({ done, total }) => `Stopped at ${done} of ${total}. What was answered stays.`,
  'verify.saved': ({ count }) => `${people(count)} saved.`,
  'verify.saving': ({ count }) => `${people(count)} are being saved. The list fills by itself.`,
} satisfies Record<string, (values: NoticeValues) => string>
