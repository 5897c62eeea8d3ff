import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { planAllCampaigns } from '../../../src/core/campaigns/campaign-planning.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { handClock, insertMailbox } from '../../support/records/outbox-in-hand.ts'
import { writtenCampaign } from '../../support/doors/campaign-client.ts'

/** Clocks go forward on Sunday the 29th, in the middle of the campaign. */
const START = '2026-03-16T00:00:00Z'
const TIME_ZONE = 'Europe/Berlin'
const PEOPLE = 40
const DAILY_LIMIT = 15
const GAP_MS = 20 * 60_000

const clock = handClock(START)
let app: TestApp
let server: ReceivingServer
beforeAll(async () => {
  server = await startReceivingServer({ clock, rcpt: () => '250 Ok', data: () => '250 2.0.0 Ok' })
  app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await server.stop()
})

interface Sent {
  recipient: number
  step: number
  mailbox: number
  due: Date
  sent: Date | null
}

test('the messages of a three-week campaign are sent exactly as planned', async () => {
  const { pool } = app.context.database
  const settings = { port: server.port, dailyLimit: DAILY_LIMIT, gapSeconds: GAP_MS / 1_000 }
  const mailboxes = [
    await insertMailbox(pool, { ...settings, email: 'rui@lumen.example' }),
    await insertMailbox(pool, { ...settings, email: 'ana@lumen.example' }),
  ]
  const { id } = await writtenCampaign(app, {
    steps: 3,
    waitDays: 9,
    email_account_ids: mailboxes,
    time_zone: TIME_ZONE,
    schedule_time_start: 10 * 3_600,
    schedule_time_end: 15 * 3_600,
  })
  const emails = Array.from({ length: PEOPLE }, (_, i) => `p${i}@crowd.example`)
  await app.post(`/v2/campaigns/${id}/recipients`, { emails })
  const { body } = await app.post(`/v2/campaigns/${id}/start`, {})
  expect(body.data).toMatchObject({
    message: '120 emails scheduled for sending. Sending begins on 2026-03-16 at 09:00 UTC.',
  })
  const messages = async (): Promise<Sent[]> => {
    const text = `select recipient_id as recipient, step, mailbox_id as mailbox, due_at as due, sent_at as sent
      from messages where campaign_id = $1 order by due_at, id`
    return (await pool.query<Sent>(text, [id])).rows
  }
  const planned = await messages()
  for (const due of new Set(planned.map((message) => message.due.getTime()))) {
    clock.set(new Date(due))
    await sendDueMessages(app.context)
  }
  await planAllCampaigns(app.context)

  expect((await messages()).map(({ recipient, step, mailbox, sent }) => [recipient, step, mailbox, sent])).toEqual(
    planned.map(({ recipient, step, mailbox, due }) => [recipient, step, mailbox, due]),
  )
  expect(server.mails).toHaveLength(3 * PEOPLE)
  expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ status: 'completed' })
  checkManners(planned)
})

const wallOf = (at: Date): { day: string; hour: number; weekday: number } => {
  const [day = '', time = ''] = at.toLocaleString('sv-SE', { timeZone: TIME_ZONE }).split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { day, hour: hours + minutes / 60, weekday: new Date(`${day}T00:00:00Z`).getUTCDay() }
}

function checkManners(planned: readonly Sent[]): void {
  const walls = planned.map(({ due }) => wallOf(due))
  expect(walls.every(({ hour, weekday }) => hour >= 10 && hour <= 15 && weekday >= 1 && weekday <= 5)).toBe(true)
  expect(new Set(walls.map(({ day }) => day > '2026-03-29'))).toEqual(new Set([false, true]))
  for (const own of Map.groupBy(planned, ({ mailbox }) => mailbox).values()) {
    for (const day of Map.groupBy(own, ({ due }) => wallOf(due).day).values())
      expect(day.length).toBeLessThanOrEqual(DAILY_LIMIT)
    for (const [index, { due }] of own.entries())
      expect(due.getTime() - (own[index - 1]?.due.getTime() ?? 0)).toBeGreaterThanOrEqual(GAP_MS)
  }
  for (const own of Map.groupBy(planned, ({ recipient }) => recipient).values()) {
    const days = own.map(({ due }) => Date.parse(wallOf(due).day) / 86_400_000)
    expect(own.map(({ step }) => step)).toEqual([0, 1, 2])
    for (const [index, day] of days.entries())
      if (index > 0) expect(day - (days[index - 1] ?? 0)).toBeGreaterThanOrEqual(9)
  }
}
