import { z } from 'zod'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import { plural } from '../../lib/text/plural.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'
import { slicePlanOf } from './campaign-planning.ts'
import { utcMinute } from './start-campaign.ts'

/** What would happen, for callers who ask before they act: how many emails, from where, and when. */

const Preview = z.object({
  data: z.object({
    effect: z.record(z.string(), z.unknown()),
    question: z.string(),
    outdated: z.boolean(),
  }),
  meta: z.object({}),
})

export const asking = { group: 'campaigns', scope: 'write', output: Preview } as const

/** "1 email", "240 emails": in a question to a person. */
export const counted = (count: number, one: string): string => plural('en', count, one, `${one}s`)

const NAME_LENGTH = 80

/** `campaign 12 ("Spring offer")`: in a question to a person, who knows campaigns by their names. */
export const called = ({ id, name }: Pick<Campaign, 'id' | 'name'>): string =>
  `campaign ${id} ("${untrustedText(name, NAME_LENGTH).text}")`

/** No more are planned just for a preview: the time of the last one is then left open. */
export const MAX_PREVIEWED = 5_000

/** When the first and the last of these emails would be sent. @param more whether there are others besides these. */
export function sendTimes(facts: Parameters<typeof slicePlanOf>[0], now: Date, more: boolean) {
  const times = slicePlanOf(facts, now).rows.map(({ dueAt }) => dueAt)
  const [first, last] = times.reduce<[number, number]>(
    ([least, most], at) => [Math.min(least, at), Math.max(most, at)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  return {
    first_send_at: times.length === 0 ? null : utcMinute(new Date(first)),
    last_send_at: times.length === 0 || more ? null : utcMinute(new Date(last)),
  }
}
