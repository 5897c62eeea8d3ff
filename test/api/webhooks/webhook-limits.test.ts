import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { deliverDueWebhooks } from '../../../src/core/webhooks/deliver-webhooks.ts'
import { publishEvents } from '../../../src/core/webhooks/publish-event.ts'
import { createWebhookTurns } from '../../../src/core/webhooks/delivery-order.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startHookTarget } from '../../support/doors/hook-target.ts'

let app: TestApp
let now = new Date('2026-03-02T09:00:00Z')

beforeAll(async () => {
  app = await startApp({
    env: {
      QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true',
      QUARRY_WEBHOOK_PORTS: '3000,5000-5010',
      QUARRY_RATE_LIMIT_FACTOR: '0',
      QUARRY_ROLE: 'server',
    },
    replace: { clock: { now: () => now } },
  })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.database.pool.query('delete from webhooks').then(() => undefined))

const add = async (target_url: string, event = 'lead.created') => {
  const { status, body } = await app.post('/v2/webhooks', { target_url, event })
  return [status, body.errors?.[0]?.details ?? null]
}

describe('an account', () => {
  test('has at most 20 webhooks, even when many are created at once', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, (_, index) => add(`https://hooks.example.org/${index}`)))
    expect(made.filter(([status]) => status === 201)).toHaveLength(20)
    expect(made.find(([status]) => status === 422)?.[1]).toBe('An account has at most 20 webhooks: delete one first.')
  })

  test('has the same event, URL and filter only once, however the URL is spelled', async () => {
    expect(await add('https://hooks.example.org/a')).toEqual([201, null])
    for (const same of ['https://HOOKS.example.org:443/a', 'https://hooks.example.org/b/../a#again'])
      expect(await add(same)).toEqual([422, expect.stringMatching(/already used/)])
    expect(await add('https://hooks.example.org/a', 'message.sent')).toEqual([201, null])
  })

  test.each([22, 25, 3306, 5432, 6379, 7999])('cannot have events posted to port %i', async (port) => {
    expect(await add(`http://hooks.example.org:${port}/a`)).toEqual([
      422,
      'target_url must use port 80, 443 or 8000 to 65535, or one the operator allows.',
    ])
  })

  test.each([80, 443, 3000, 5010, 8000, 65_535])('can have events posted to port %i', async (port) => {
    expect(await add(`http://hooks.example.org:${port}/a`)).toEqual([201, null])
  })
})

describe('deliveries', () => {
  const publish = (accountId: number, count: number) =>
    publishEvents(
      app.context,
      accountId,
      Array.from({ length: count }, (_, index) => ({ type: 'lead.created' as const, data: { index } })),
    )

  test('of one account leave room for those of others', async () => {
    await using target = await startHookTarget()
    const other = await createAccount(app.context, 'free')
    for (let hook = 0; hook < 10; hook++) expect(await add(`${target.url}/flood/${hook}`)).toEqual([201, null])
    await app.post(
      '/v2/webhooks',
      { target_url: `${target.url}/other`, event: 'lead.created' },
      { 'x-api-key': other.key },
    )
    await publish(1, 40)
    now = new Date(now.getTime() + SECOND_MS)
    await publish(other.accountId, 1)
    const turns = createWebhookTurns()
    const lease = () => new Date(now.getTime() + MINUTE_MS)
    const taken: number[] = []
    for (let attempt = 0; attempt < 16; attempt++) {
      const delivery = await app.context.store.webhookDeliveries.takeDue(now, lease(), turns.busy())
      if (delivery === null) break
      turns.begin(delivery)
      taken.push(delivery.accountId)
    }
    expect(taken).toContain(other.accountId)
    expect(taken.filter((accountId) => accountId === 1)).toHaveLength(6)
    await app.database.pool.query('delete from webhook_deliveries')
  })

  test('to a target that only fails pause, use up no attempts meanwhile, and continue when it answers', async () => {
    await using target = await startHookTarget()
    target.answerWith(503)
    await add(`${target.url}/down`)
    await publish(1, 40)
    const turns = createWebhookTurns()
    const round = () => deliverDueWebhooks(app.context, new AbortController().signal, turns)
    await round()
    const tried = target.calls.length
    expect(tried).toBeGreaterThanOrEqual(5)
    expect(tried).toBeLessThan(16)
    const { rows } = await app.database.pool.query<{ attempts: number }>('select attempts from webhook_deliveries')
    expect(rows.filter(({ attempts }) => attempts === 0)).toHaveLength(40 - tried)
    target.answerWith(204)
    now = new Date(now.getTime() + 6 * MINUTE_MS)
    await round()
    expect(target.calls.length).toBe(tried + 40)
  })
})
