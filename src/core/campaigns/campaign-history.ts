import { z } from 'zod'
import { lastDates } from '../../engine/send/zone-time.ts'
import { integerOf } from '../../lib/input/field-kinds.ts'
import { field, read, refuse } from '../../lib/input/input-fields.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { capability } from '../capability/capability.ts'
import { campaignId } from './campaign-input.ts'
import { findCampaign } from './campaigns.ts'

const DAYS_SHOWN = 30
const MAX_DAYS = 366

const count = z.int()
const Day = z.object({
  date: z.iso.date(),
  sent: count,
  opened: count,
  clicked: count,
  replied: count,
  bounced: count,
  unsubscribed: count,
})
export type CampaignDay = z.output<typeof Day>

const daysField = field<number>(
  {
    type: 'integer',
    minimum: 1,
    maximum: MAX_DAYS,
    default: DAYS_SHOWN,
    description: `Days to show, 1 to ${MAX_DAYS}.`,
  },
  (raw) => {
    const days = integerOf(raw)
    return days !== null && days >= 1 && days <= MAX_DAYS
      ? read(days)
      : refuse('wrong_params', `days must be an integer from 1 to ${MAX_DAYS}.`)
  },
)

/** What happened day by day, in messages, in the campaign's time zone; oldest first, today last. */
export const GetCampaignHistory = capability({
  name: 'get_campaign_history',
  group: 'campaigns',
  scope: 'read',
  input: z.object({ id: campaignId, days: daysField }),
  output: z.object({ data: z.object({ days: z.array(Day) }), meta: z.object({ time_zone: z.string() }) }),
  run: async (call, { id = 0, days = DAYS_SHOWN }) => {
    const { accountId, timeZone } = await findCampaign(call, id)
    const now = call.clock.now()
    const since = new Date(now.getTime() - (days + 1) * DAY_MS)
    const known = await call.store.campaignStats.days(accountId, id, timeZone, since)
    const found = new Map(known.map((day) => [day.date, day]))
    const shown = lastDates(now, timeZone, days).map((date) => found.get(date) ?? { ...NOTHING, date })
    return { data: { days: shown }, meta: { time_zone: timeZone } }
  },
})

const NOTHING = { sent: 0, opened: 0, clicked: 0, replied: 0, bounced: 0, unsubscribed: 0 }
