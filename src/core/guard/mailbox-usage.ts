import { z } from 'zod'
import { lastDates } from '../../engine/send/zone-time.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { capability } from '../capability/capability.ts'
import { findHealth, healthOf } from './mailbox-health.ts'
import { MailboxIdInput } from '../mailboxes/mailbox-input.ts'
import { findMailbox } from '../mailboxes/mailboxes.ts'
import { dailyCeiling } from '../mailboxes/sending-policy.ts'

const DAYS_SHOWN = 7

/** What a mailbox has sent, and what it may still send today, by days in its time zone. */
export const GetMailboxUsage = capability({
  group: 'others',
  scope: 'read',
  name: 'get_mailbox_usage',
  input: MailboxIdInput,
  output: z.object({
    data: z.object({
      sent_today: z.int(),
      sent_last_7_days: z.array(z.object({ date: z.string(), count: z.int(), capacity: z.int() })),
      daily_limit: z.int(),
      available: z.int(),
      scheduled: z.int(),
    }),
    meta: z.object({}),
  }),
  run: async (call, { id = 0 }) => {
    const { store, principal, clock } = call
    const { daily_limit: ownLimit, ramp, weekly_limit: weeklyLimit } = await findMailbox(call, id)
    const daily_limit = dailyCeiling(call, ownLimit)
    const zone = await store.mailboxes.zone(principal.accountId, id)
    const now = clock.now()
    const since = new Date(now.getTime() - (DAYS_SHOWN + 1) * DAY_MS)
    const { sent, scheduled } = await store.mailboxes.usage(principal.accountId, id, zone, since)
    const days = lastDates(now, zone, DAYS_SHOWN).map((date) => ({
      date,
      count: sent.find((day) => day.date === date)?.count ?? 0,
      capacity: daily_limit,
    }))
    const sentToday = days.at(-1)?.count ?? 0
    const { cap, weekly_cap: weekCap, sent_24_hours: sentInDay } = healthOf(await findHealth(call, id), now)
    // As sending counts: with tests and blind copies.
    const [{ sent_today: taken } = { sent_today: sentToday }] = await store.mailboxStates.list(
      principal.accountId,
      id,
      now,
    )
    const sentInWeek = days.reduce((sum, { count }) => sum + count, 0)
    const isCapped = ramp === 'auto' || weeklyLimit !== null
    const left = isCapped ? Math.min(cap - sentInDay, weekCap - sentInWeek) : cap - taken
    const available = Math.max(0, Math.min(left, daily_limit - taken))
    return { data: { sent_today: sentToday, sent_last_7_days: days, daily_limit, available, scheduled }, meta: {} }
  },
})
