import { EmailCount } from '../../../core/search/email-count.ts'
import { AppError } from '../../../errors.ts'
import { fieldText, fieldTexts } from '../../page/fields.ts'
import { nextPath } from '../../page/next-path.ts'
import { notice, problemNotice } from '../../page/notice.ts'
import { form, see } from '../../page/screen.ts'
import { DiscoverScreen } from './discover-screen.ts'

/** One page of companies. */
const MOST_AT_ONCE = 25

/** Has the sites of ticked companies read, if they have not been yet: counting is free, and requests the first visit. */
export const LookIntoForm = form({
  uses: [EmailCount],
  on: { path: '/discover', screen: DiscoverScreen },
  act: async ({ fields, perform }) => {
    const back = nextPath(fieldText(fields, 'back'))
    const domains = [...new Set(fieldTexts(fields, 'domains'))].slice(0, MOST_AT_ONCE)
    if (domains.length === 0) return see(back, problemNotice('discover.nobodyTicked'))
    const looked = await Promise.all(domains.map((domain) => perform(EmailCount, { domain }).catch(refused)))
    const count = looked.filter((answer) => answer !== null && answer.meta.crawl !== undefined).length
    const later = looked.filter((answer) => answer === null).length
    return see(back, notice('discover.looked', { count, skipped: later }))
  },
})

/** A domain that must not be read, or a full queue, does not affect the others. */
function refused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
