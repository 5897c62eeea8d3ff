import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { startReceivingServer } from '../../../test/internet/receiving-server.ts'
import { insertCampaign } from '../../../test/support/records/outbox-in-hand.ts'
import { nextDue, openSendingHands, setApart } from './sending-hands.ts'

/** What a mailbox may send in 24 hours, by the day of sending; written down here, not taken from the engine. */
const PLAN = [10, 12, 14, 17, 20, 24, 29, 35, 42, 50, 50, 50, 50, 50]
const RECIPIENTS = 900
const APART_MS = 30 * SECOND_MS
const OPENS_SECONDS = 8 * 3_600
const CLOSES_SECONDS = 18 * 3_600
/** Later than any of the workers reads it. */
const SOON_MS = 2 * APART_MS + SECOND_MS

/** A new mailbox whose campaign always has mail for it, sent by three workers on 14 working days. */
export async function rampRun() {
  await using hands = await openSendingHands({ apartMs: APART_MS })
  const { clock, pool } = hands
  await using server = await startReceivingServer({ clock })
  const growing = `ramp = 'auto', gap_seconds = 300, gap_spread = 0.4`
  const mailboxId = await hands.addMailbox({ port: server.port, dailyLimit: 200 }, growing)
  const days = { schedule_days: [1, 2, 3, 4, 5], schedule_time_start: OPENS_SECONDS, schedule_time_end: CLOSES_SECONDS }
  await insertCampaign(pool, { mailboxIds: [mailboxId], recipients: RECIPIENTS, dueAt: clock.now(), settings: days })
  await setApart(pool)
  const dates: string[] = []
  for (let looks = 0; dates.length <= PLAN.length && looks < 10_000; looks += 1) {
    const date = clock.now().toISOString().slice(0, 10)
    if ((await hands.send()) > 0 && dates.at(-1) !== date) dates.push(date)
    const next = await nextDue(pool)
    if (next === null) break
    // A worker whose clock is ahead finds it sooner, and one that is behind later, so each one sees it.
    clock.set(new Date(Math.max(next.getTime() - APART_MS, clock.now().getTime() + SOON_MS / 2)))
  }
  const sentAt = server.mails.map(({ at }) => at.getTime())
  const rows = dates.slice(0, PLAN.length).map((date, place) => {
    const cap = PLAN[place] ?? 0
    const from = Date.parse(date)
    const own = sentAt.filter((at) => at >= from && at < from + DAY_MS)
    const most = Math.max(0, ...own.map((end) => sentAt.filter((at) => at > end - DAY_MS && at <= end).length))
    return { date, cap, sent: own.length, most }
  })
  const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((total, row) => total + of(row), 0)
  const open = sentAt.filter((at) => at % DAY_MS < 8 * HOUR_MS - APART_MS || at % DAY_MS > 18 * HOUR_MS + APART_MS)
  return {
    rows: [
      ['day of the ramp', 'may send in 24 hours', 'sent that day', 'most in any 24 hours ending there', ''],
      ...rows.map(({ date, cap, sent, most }) => [date, cap, sent, most, '']),
    ],
    figures: {
      ramp_days: rows.length,
      ramp_exceeded: rows.filter(({ cap, most }) => most > cap).length,
      ramp_used: Math.round((sum(({ sent }) => sent) / sum(({ cap }) => cap)) * 1_000) / 1_000,
      ramp_out_of_hours: open.length,
    },
    bars: [
      { figure: 'ramp_days', min: PLAN.length },
      { figure: 'ramp_exceeded', max: 0 },
      { figure: 'ramp_used', min: 0.95 },
      { figure: 'ramp_out_of_hours', max: 0 },
    ],
  }
}
