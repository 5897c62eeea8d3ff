import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import { companyOfAddress } from '../../engine/classify/domain-kinds.ts'
import { pacedEnd } from '../../engine/guard/paced-end.ts'
import type { SlowedBy } from '../../engine/guard/paced-end.ts'
import { openHours } from '../../engine/send/sending-window.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { plural } from '../../lib/text/plural.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'
import { slicePlanOf, windowOf } from './campaign-planning.ts'
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

interface PreviewedTimes {
  first_send_at: string | null
  /** An estimate; null if nothing is sent, or too much to plan it just for a preview. */
  last_send_at: string | null
  /** Why the last email leaves later than the campaign's times, mailbox gaps and daily limits alone would have it. */
  slowed_by?: SlowedBy[]
}

/**
 * When the first and the last of these emails would be sent.
 * @param more whether there are others besides these.
 * @param firsts those of the recipients who are written to for the first time; ids without an address keep no company's pace.
 */
export async function sendTimes(
  call: Part<'clock' | 'lists', 'recipientChecks'>,
  facts: Parameters<typeof slicePlanOf>[0],
  { more, firsts }: { more: boolean; firsts: readonly { id: number; email: string }[] },
): Promise<PreviewedTimes> {
  const now = call.clock.now()
  const { campaign } = facts
  const { rows } = slicePlanOf(facts, now)
  if (rows.length === 0) return { first_send_at: null, last_send_at: null }
  const first_send_at = utcMinute(new Date(rows.reduce((least, { dueAt }) => Math.min(least, dueAt), Infinity)))
  if (more) return { first_send_at, last_send_at: null }
  const mailboxes = await call.store.recipientChecks.mailboxLimits(campaign.accountId, campaign.id)
  const companies = new Map(
    (campaign.brake ? firsts : []).flatMap(({ id, email }) => {
      const company = companyOfAddress(call.lists.inUse, email)
      return company === null ? [] : [[id, company] as const]
    }),
  )
  const { last, slowedBy } = pacedEnd(rows, { companies, mailboxes, now: now.getTime() })
  const open = openHours(windowOf(campaign)).next(last, last + YEAR_MS) ?? last
  return {
    first_send_at,
    last_send_at: utcMinute(new Date(slowedBy.length > 0 ? open : last)),
    ...(slowedBy.length > 0 && { slowed_by: slowedBy }),
  }
}

const YEAR_MS = 366 * DAY_MS
