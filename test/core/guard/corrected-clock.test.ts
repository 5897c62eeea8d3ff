import { describe, expect, test } from 'vitest'
import { planAllCampaigns } from '../../../src/core/campaigns/campaign-planning.ts'
import { correctClocks } from '../../../src/core/guard/watch-health.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { insertCampaign, insertMailbox } from '../../support/records/outbox-in-hand.ts'
import { sendingInHand } from '../../support/records/sending-in-hand.ts'

const START = '2026-03-02T09:00:00Z' // a Monday
const sending = sendingInHand({ start: START, tables: ['recipient_domains'] })
const { clock, pool, send } = sending
const HALF_HOUR_MS = HOUR_MS / 2

/** A mailbox that grows, and a campaign of two steps, two days apart, on weekdays from nine to five. */
async function growing(recipients: number): Promise<number> {
  const mailbox = await insertMailbox(pool(), { port: sending.server.port, dailyLimit: 100, gapSeconds: 60 })
  await pool().query(`update mailboxes set ramp = 'auto' where id = $1`, [mailbox])
  await insertCampaign(pool(), {
    mailboxIds: [mailbox],
    recipients,
    dueAt: clock.now(),
    steps: [{}, { waitDays: 2 }],
    settings: { schedule_days: [1, 2, 3, 4, 5], schedule_time_start: 9 * 3_600, schedule_time_end: 17 * 3_600 },
  })
  return mailbox
}

/** What the jobs of a minute do. */
async function aMinute(): Promise<number> {
  await correctClocks(sending.app.context, clock.now())
  await planAllCampaigns(sending.app.context)
  return send()
}

/** What is sent from now until `end`, looking every half hour. */
async function until(end: string): Promise<string[]> {
  sending.server.mails.length = 0
  for (const last = Date.parse(end); clock.now().getTime() < last; clock.advance(HALF_HOUR_MS)) await aMinute()
  return sending.server.mails.map(({ to: [to = ''] }) => to)
}

const mailbox = async () =>
  (await pool().query<{ ramp_on: string }>(`select ramp_on::text, ramp_place, ramp_cap from mailboxes`)).rows[0]

describe('a clock that ran a year ahead for a minute', () => {
  test('puts nothing off: the day goes on, and everybody gets both steps once, when they would have', async () => {
    await growing(14)
    expect(await aMinute()).toBe(1)
    clock.advance(365 * DAY_MS) // also a day on which mail is sent
    expect(await aMinute()).toBe(1)
    clock.set('2026-03-02T09:01:00Z')
    const first = await until('2026-03-03T00:00:00Z')
    expect([first.length, new Set(first).size]).toEqual([8, 8])
    expect(await mailbox()).toMatchObject({ ramp_on: '2026-03-02', ramp_cap: 10 })
    expect(await until('2026-03-04T08:00:00Z')).toHaveLength(4)
    const later = await until('2026-03-14T00:00:00Z')
    expect([later.length, new Set(later).size]).toEqual([14, 14])
    const { rows } = await pool().query(`select status, count(*), max(sent_at) < $1 as past from messages group by 1`, [
      clock.now(),
    ])
    expect(rows).toEqual([{ status: 'sent', count: 28, past: true }])
  })

  test('on a day without sending, too, although nothing was sent then', async () => {
    await growing(3)
    await pool().query(`update mailboxes set ramp = 'off'`)
    clock.set('2027-03-06T09:00:00Z') // a Saturday
    expect(await aMinute()).toBe(0)
    clock.set(START)
    expect(await until('2026-03-02T11:00:00Z')).toHaveLength(3)
  })

  test('keeps no rest, no attempt and no reading waiting for its date', async () => {
    const id = await growing(1)
    clock.advance(365 * DAY_MS)
    const future = clock.now()
    await send()
    await pool().query(
      `update mailboxes set rest_until = $1::timestamptz + interval '1 day', health_since = $1, read_at = $1`,
      [future],
    )
    await pool().query(`update messages set status = 'scheduled', due_at = $1, attempts = 1 where step = 0`, [future])
    clock.set(START)
    await correctClocks(sending.app.context, clock.now())
    const { rows } = await pool().query(
      `select rest_until <= $1::timestamptz + interval '3 days' as rests, health_since, read_at, next_send_at from mailboxes where id = $2`,
      [clock.now(), id],
    )
    expect(rows).toEqual([{ rests: true, health_since: clock.now(), read_at: clock.now(), next_send_at: null }])
    clock.advance(3 * DAY_MS + MINUTE_MS)
    expect(await aMinute()).toBe(1)
  })

  test('is not suspected by a server whose own clock is behind', async () => {
    await growing(3)
    await send()
    const right = clock.now()
    clock.advance(-DAY_MS)
    await correctClocks(sending.app.context, right)
    clock.set(START)
    expect(await send()).toBe(0) // the gap of the mailbox stays
    const { rows } = await pool().query('select replanned_to from campaigns')
    expect(rows).toEqual([{ replanned_to: null }])
  })

  test('clocks that differ by minutes correct nothing', async () => {
    await growing(3)
    await send()
    clock.advance(-HALF_HOUR_MS)
    await correctClocks(sending.app.context, clock.now())
    expect(await send()).toBe(0)
    const { rows } = await pool().query('select replanned_to from campaigns')
    expect(rows).toEqual([{ replanned_to: null }])
  })
})
