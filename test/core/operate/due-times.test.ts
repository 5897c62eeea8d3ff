import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { correctDueTimes } from '../../../src/core/operate/keep-due-times.ts'
import { deliverDueWebhooks } from '../../../src/core/webhooks/deliver-webhooks.ts'
import { createWebhookTurns } from '../../../src/core/webhooks/delivery-order.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startHookTarget } from '../../support/doors/hook-target.ts'
import type { HookTarget } from '../../support/doors/hook-target.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'

/** The database's own time, to which processes compare theirs. */
const START = new Date().toISOString()
const clock = handClock(START)
let app: TestApp
let target: HookTarget

beforeAll(async () => {
  target = await startHookTarget()
  app = await startApp({
    env: { QUARRY_ROLE: 'server', QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true', QUARRY_RATE_LIMIT_FACTOR: '0' },
    replace: { clock },
  })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await target[Symbol.asyncDispose]()
})
beforeEach(async () => {
  clock.set(START)
  // The server's own first look must not fall into a test; the next one is a minute later.
  await expect.poll(marks).toBe(1)
})

const deliver = () => deliverDueWebhooks(app.context, new AbortController().signal, createWebhookTurns())
const look = () => correctDueTimes(app.context)
const marks = async () => (await app.database.pool.query('select from clock_mark')).rowCount
const data = async (path: string) => (await app.get(path)).body.data

interface Watch {
  domain: string
  next_visit_at: string
}
interface Delivery {
  next_attempt_at: string | null
  attempts: number
}

/** What an account asks for. */
async function use(name: string): Promise<{ hook: number }> {
  const hook = await app.post('/v2/webhooks', { target_url: `${target.url}/${name}`, event: 'lead.created' })
  await app.post('/v2/leads', { email: `jane@${name}.example` })
  await app.post('/v2/watches', { domains: [`watched-${name}.test`] })
  await app.context.store.crawls.request(`${name}.test`, { now: clock.now(), force: false, accountId: null })
  await app.post('/v2/email-verifier/bulk', { emails: [`jane@${name}.test`] })
  return { hook: (hook.body.data as { id: number }).id }
}

/** Per column that something waits for, how many of its rows wait longer than a fortnight. */
async function waiting(): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query<Record<string, number>>(
    `select (select count(*)::int from webhook_deliveries where status = 'pending' and due_at > $1) as deliveries,
      (select count(*)::int from watches where visit_at > $1) as watches,
      (select count(*)::int from crawls where requested_at > $1) as crawls,
      (select count(*)::int from bulk_queues where due_at > $1) + (select count(*)::int from bulk_rows where due_at > $1) as lists`,
    [new Date(Date.parse(START) + 14 * DAY_MS)],
  )
  return rows[0] ?? {}
}

describe('a clock that ran a year ahead for a minute', () => {
  test('keeps no webhook, watch, visit or list waiting for its date', async () => {
    target.answerWith(500)
    clock.advance(365 * DAY_MS)
    await look() // the process lives in the future, and notes it
    const { hook } = await use('ahead')
    await deliver()
    expect(Object.values(await waiting())).not.toContain(0)

    clock.set(START)
    await look()
    expect(await waiting()).toEqual({ deliveries: 0, watches: 0, crawls: 0, lists: 0 })
    target.answerWith(200)
    clock.advance(2 * MINUTE_MS)
    await deliver()
    const [delivery] = (await data(`/v2/webhooks/${hook}/deliveries`)) as Delivery[]
    expect(delivery).toMatchObject({ status: 'success', attempts: 2 })
    const [watch] = (await data('/v2/watches')) as Watch[]
    expect(Date.parse(watch?.next_visit_at ?? '')).toBeLessThan(Date.parse(START) + 8 * DAY_MS)
  })
})

test('what a process that is still ahead writes after a correction is corrected, too', async () => {
  const ahead = handClock(START)
  ahead.advance(365 * DAY_MS)
  await correctDueTimes({ ...app.context, clock: ahead })
  await look()

  clock.advance(365 * DAY_MS)
  await use('late') // within its minute: its own look comes after its clock was set right
  expect(Object.values(await waiting())).not.toContain(0)
  clock.set(START)
  await look()
  expect(await waiting()).toEqual({ deliveries: 0, watches: 0, crawls: 0, lists: 0 })

  const latest = 'select latest from clock_mark'
  expect((await app.database.pool.query(latest)).rows).not.toEqual([{ latest: clock.now() }])
  await app.database.pool.query(`update clock_mark set ahead_at = ahead_at - interval '3 minutes'`)
  await look() // nobody has been ahead for two minutes
  expect((await app.database.pool.query(latest)).rows).toEqual([{ latest: clock.now() }])
})

test('a process that is itself behind corrects nothing', async () => {
  await look()
  const { hook } = await use('right')
  target.answerWith(500)
  await deliver()
  const [before] = (await data(`/v2/webhooks/${hook}/deliveries`)) as Delivery[]
  clock.advance(-DAY_MS)
  await look()
  clock.set(START)
  const [after] = (await data(`/v2/webhooks/${hook}/deliveries`)) as Delivery[]
  expect(after).toEqual(before)
})
