import { expect, test } from 'vitest'
import { sendDueMessages } from '../../src/core/campaigns/send-due-messages.ts'
import { planAllCampaigns } from '../../src/core/campaigns/campaign-planning.ts'
import { DAY_MS, SECOND_MS } from '../../src/lib/process/clock.ts'
import { startReceivingServer } from '../internet/receiving-server.ts'
import type { ReceivedMail } from '../internet/receiving-server.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { handClock, insertMailbox } from '../support/records/outbox-in-hand.ts'
import type { HandClock } from '../support/records/outbox-in-hand.ts'
import { writtenCampaign } from '../support/doors/campaign-client.ts'

const ZONE = 'Europe/Lisbon' // puts its clocks forward on 29 March 2026
const LIMITS = new Map([
  ['a@lumen.example', 4],
  ['b@lumen.example', 3],
])
const GAP_SECONDS = 120
const WAIT_DAYS = 3
const RECIPIENTS = 40

test('three weeks of a campaign keep to window, days, limits and gaps, as the mail server sees them', async () => {
  const clock = handClock('2026-03-18T07:00:00Z')
  await using server = await startReceivingServer({ clock })
  await using app = await startApp({
    env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' },
    replace: { clock },
  })
  const { pool } = app.context.database
  const mailboxes: number[] = []
  for (const [email, dailyLimit] of LIMITS)
    mailboxes.push(await insertMailbox(pool, { email, dailyLimit, port: server.port, gapSeconds: GAP_SECONDS }))
  const sequence = await writtenCampaign(app, {
    steps: 2,
    waitDays: WAIT_DAYS,
    email_account_ids: mailboxes,
    time_zone: ZONE,
    schedule_time_start: 9 * 3_600,
    schedule_time_end: 9 * 3_600 + 1_800,
    schedule_days: [1, 2, 3, 4, 5],
  })
  const emails = Array.from({ length: RECIPIENTS }, (_, n) => `r${n}@crowd.example`)
  await app.post(`/v2/sequences/${sequence.id}/recipients`, { emails })
  expect((await app.post(`/v2/sequences/${sequence.id}/start`, {})).status).toBe(200)
  await planAllCampaigns(app.context)
  await liveThrough(app, clock, 25 * DAY_MS)

  expect(server.mails).toHaveLength(2 * RECIPIENTS)
  const byMailbox = Map.groupBy(server.mails, ({ from }) => from)
  for (const [mailbox, mails] of byMailbox) expectPolite(mails, LIMITS.get(mailbox) ?? 0)
  for (const email of emails) {
    const [first, second, ...more] = server.to(email).map(({ at }) => at.getTime())
    expect(more).toEqual([])
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(WAIT_DAYS * DAY_MS - 3_600 * SECOND_MS)
  }
})

/** Moves from one due time to the next, as fast as the work can be done. */
async function liveThrough(app: TestApp, clock: HandClock, forMs: number): Promise<void> {
  const end = clock.now().getTime() + forMs
  const next = `select min(greatest(m.due_at, e.next_send_at)) as at from messages m
    join mailboxes e on e.id = m.mailbox_id where m.status = 'scheduled'`
  while (clock.now().getTime() < end) {
    await sendDueMessages(app.context)
    const { rows } = await app.context.database.pool.query<{ at: Date | null }>(next)
    const at = rows[0]?.at ?? null
    if (at === null) return
    clock.set(new Date(Math.max(at.getTime(), clock.now().getTime() + SECOND_MS)))
  }
}

const local = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function expectPolite(mails: readonly ReceivedMail[], dailyLimit: number): void {
  const times = mails.map(({ at }) => at)
  const parts = times.map((at) => Object.fromEntries(local.formatToParts(at).map(({ type, value }) => [type, value])))
  for (const { weekday, hour, minute } of parts) {
    expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']).toContain(weekday)
    expect(hour).toBe('09')
    expect(Number(minute)).toBeLessThanOrEqual(30)
  }
  const days = Map.groupBy(parts, ({ month, day }) => `${month}-${day}`)
  const counts = [...days.values()].map((ofDay) => ofDay.length)
  expect(Math.max(...counts)).toBe(dailyLimit)
  const gaps = times.slice(1).map((at, index) => at.getTime() - (times[index]?.getTime() ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(GAP_SECONDS * SECOND_MS)
}
