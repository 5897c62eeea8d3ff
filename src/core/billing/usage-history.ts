import { z } from 'zod'
import { pageField } from '../../lib/input/field-kinds.ts'
import { DAY_MS, isoDate } from '../../lib/process/clock.ts'
import { capability } from '../capability/capability.ts'

const DEFAULT_DAYS = 30
/** Charges are kept for about this long. */
const MAX_DAYS = 92

/** Credits used per day (UTC), oldest first, including days without use. Free. */
export const GetUsageHistory = capability({
  name: 'get_usage_history',
  group: 'account',
  scope: 'read',
  input: z.object({
    days: pageField({
      name: 'days',
      min: 1,
      max: MAX_DAYS,
      default: DEFAULT_DAYS,
      description: `How many days to show, including today: 1 to ${MAX_DAYS}. Default ${DEFAULT_DAYS}.`,
    }),
  }),
  output: z.object({
    data: z.array(z.object({ date: z.iso.date(), searches: z.number(), verifications: z.number() })),
    meta: z.object({ days: z.int() }),
  }),
  run: async ({ store, principal, clock }, { days = DEFAULT_DAYS }) => {
    const today = clock.now().getTime()
    const dates = Array.from({ length: days }, (_, index) => isoDate(new Date(today - (days - 1 - index) * DAY_MS)))
    const used = await store.usageDays.since(principal.accountId, dates[0] ?? '')
    const byDay = new Map(used.map(({ day, ...credits }) => [day, credits]))
    const data = dates.map((date) => ({ date, searches: 0, verifications: 0, ...byDay.get(date) }))
    return { data, meta: { days } }
  },
})
