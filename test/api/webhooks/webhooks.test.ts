import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverDueWebhooks } from '../../../src/core/webhooks/deliver-webhooks.ts'
import { createWebhookTurns } from '../../../src/core/webhooks/delivery-order.ts'
import { publishEvent } from '../../../src/core/webhooks/publish-event.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startHookTarget, verified } from '../../support/doors/hook-target.ts'
import type { HookTarget } from '../../support/doors/hook-target.ts'

let app: TestApp
let target: HookTarget
let now = new Date('2026-03-02T09:00:00Z')

interface Created {
  id: number
  secret: string
  target_url: string
}
interface Delivery {
  id: number
  status: string
  attempts: number
  next_attempt_at: string | null
  response_status: number | null
  problem: string | null
}

beforeAll(async () => {
  app = await startApp({
    env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true', QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' },
    replace: { clock: { now: () => now } },
  })
  target = await startHookTarget()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await target[Symbol.asyncDispose]()
})

const send = (method: string, path: string, body?: unknown) =>
  fetch(app.origin + path, {
    method,
    headers: { 'x-api-key': app.key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

let made = 0
/** Each test has its own webhook for the one target. */
async function webhook(body: Record<string, unknown> = {}): Promise<Created> {
  const wanted = { target_url: `${target.url}/${++made}`, event: 'lead.created', ...body }
  const answer = await app.post('/v2/webhooks', wanted)
  expect(answer.status).toBe(201)
  return answer.body.data as Created
}

/** One round of delivery at the test's current time. */
const round = () => deliverDueWebhooks(app.context, new AbortController().signal, createWebhookTurns())
const pass = (ms: number) => (now = new Date(now.getTime() + ms))
const deliveries = async (id: number) => (await app.get(`/v2/webhooks/${id}/deliveries`)).body.data as Delivery[]
const remove = (id: number) => send('DELETE', `/v2/webhooks/${id}`)

describe('webhooks are stored', () => {
  test('the answer to a creation shows the secret, later answers do not', async () => {
    const answer = await app.post('/v2/webhooks', { target_url: `${target.url}/kept`, event: 'message.sent' })
    expect(answer.status).toBe(201)
    const { id, secret } = answer.body.data as Created
    expect(answer.body).toEqual({
      status: 'success',
      data: { id, target_url: `${target.url}/kept`, event: 'message.sent', secret },
      meta: {},
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const shown = { id, target_url: `${target.url}/kept`, event: 'message.sent' }
    expect((await app.get(`/v2/webhooks/${id}`)).body).toEqual({ status: 'success', data: shown, meta: {} })
    const list = await app.get('/v2/webhooks?limit=1')
    expect(list.body).toEqual({ status: 'success', data: [shown], meta: { total: 1, limit: 1, offset: 0 } })
    const removed = await send('DELETE', `/v2/webhooks?id=${id}`)
    expect([removed.status, await removed.text()]).toEqual([204, ''])
    expect((await app.get(`/v2/webhooks/${id}`)).status).toBe(404)
  })

  test('fields not sent are kept when a webhook is changed', async () => {
    const { id, target_url } = await webhook()
    const answer = await send('PUT', `/v2/webhooks/${id}`, { event: 'message.replied' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ status: 'success', data: { id, target_url, event: 'message.replied' } })
    await remove(id)
  })

  test.each([
    [{ event: 'lead.created' }, 400, 'The target_url parameter is missing.'],
    [{ target_url: 'https://hooks.example/a' }, 400, 'The event parameter is missing.'],
    [
      { target_url: 'ftp://hooks.example/a', event: 'lead.created' },
      422,
      'target_url must be an http or https URL of 12 to 500 characters, without credentials.',
    ],
    [
      { target_url: 'https://me:secret@hooks.example/', event: 'lead.created' },
      422,
      'target_url must be an http or https URL of 12 to 500 characters, without credentials.',
    ],
    [
      { target_url: `https://hooks.example/${'a'.repeat(500)}`, event: 'lead.created' },
      422,
      'target_url must be an http or https URL of 12 to 500 characters, without credentials.',
    ],
    [
      { target_url: 'https://hooks.example/a', event: 'lead.created', filter_on: 'leads_list/999' },
      422,
      'filter_on leads_list/999 does not exist.',
    ],
    [
      { target_url: 'https://hooks.example/a', event: 'lead.created', filter_on: 'everything' },
      422,
      'filter_on must be sequence/ID, leads_list/ID or watch/ID.',
    ],
  ])('a webhook of %o is refused with %i', async (body, status, details) => {
    const answer = await app.post('/v2/webhooks', body)
    expect(answer.status).toBe(status)
    expect(answer.body.errors?.[0]).toMatchObject({ details, code: status })
  })

  test('an unknown event is refused with the names of the known ones', async () => {
    const answer = await app.post('/v2/webhooks', { target_url: 'https://hooks.example/a', event: 'lead.seen' })
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.[0]?.details).toMatch(/^event must be one of lead.created, message.sent, /)
  })

  test('the same webhook cannot be created twice, nor by changing another', async () => {
    const one = await webhook()
    const other = await webhook()
    const again = await app.post('/v2/webhooks', { target_url: one.target_url, event: 'lead.created' })
    expect(again.status).toBe(422)
    const changed = await send('PUT', `/v2/webhooks/${other.id}`, { target_url: one.target_url })
    expect(changed.status).toBe(422)
    await Promise.all([remove(one.id), remove(other.id)])
  })

  test.each([
    'https://HOOKS.example.org/quarry',
    'https://hooks.example.org:443/quarry',
    'https://hooks.example.org./quarry',
    'https://hooks.example.org/quarry?',
    'https://hooks.example.org/there/../quarry?#here',
  ])('%s is no second target', async (target_url) => {
    const one = await webhook({ target_url: 'https://hooks.example.org/quarry' })
    expect((await app.post('/v2/webhooks', { target_url, event: 'lead.created' })).status).toBe(422)
    await remove(one.id)
  })

  test('private addresses are refused unless the operator allows them', async () => {
    await using strict = await startApp({ env: { QUARRY_ROLE: 'server' } })
    for (const host of ['127.0.0.1', '10.1.2.3', '[::1]', '169.254.169.254', 'localhost', '2130706433', '0x7f.1']) {
      const answer = await strict.post('/v2/webhooks', {
        target_url: `http://${host}/hook-of-mine`,
        event: 'lead.created',
      })
      expect([host, answer.status, answer.body.errors?.[0]?.details]).toEqual([
        host,
        422,
        'target_url must not point at a private address.',
      ])
    }
  })
})

describe('events are delivered', () => {
  test('an event arrives signed, once for each webhook that listens for it', async () => {
    const { id, secret } = await webhook()
    const deaf = await webhook({ event: 'message.read' })
    const before = target.calls.length
    await publishEvent(app.context, 1, { type: 'lead.created', data: { lead: { id: 12, email: 'ines@made.test' } } })
    await round()
    expect(target.calls).toHaveLength(before + 1)
    const call = target.calls[before]
    if (call === undefined) throw new Error('nothing came')
    expect(call.payload).toMatchObject({
      type: 'lead.created',
      timestamp: now.toISOString(),
      data: { lead: { id: 12, email: 'ines@made.test' } },
    })
    expect(call.payload.id).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(call.headers['webhook-id']).toBe(call.payload.id)
    // The library compares the timestamp with the real time, not with the clock of this test.
    expect(() => verified(call, secret)).toThrow('Message timestamp too old')
    expect((await deliveries(id))[0]).toMatchObject({
      status: 'success',
      attempts: 1,
      response_status: 204,
      problem: null,
    })
    expect(await deliveries(deaf.id)).toEqual([])
    await Promise.all([remove(id), remove(deaf.id)])
  })

  test('a test delivery verifies with the secret, and with both secrets for a day after a rotation', async () => {
    now = new Date()
    const { id, secret } = await webhook()
    const rotated = (await app.post(`/v2/webhooks/${id}/rotate-secret`, {})).body.data as Created
    expect(rotated.secret).not.toBe(secret)
    const before = target.calls.length
    expect((await app.post(`/v2/webhooks/${id}/test`, {})).status).toBe(202)
    await round()
    const call = target.calls[before]
    if (call === undefined) throw new Error('nothing came')
    expect(verified(call, secret)).toMatchObject({ type: 'lead.created', data: { test: true } })
    expect(verified(call, rotated.secret)).toMatchObject({ data: { test: true } })
    pass(DAY_MS + SECOND_MS)
    await app.post(`/v2/webhooks/${id}/test`, {})
    await round()
    expect(target.calls[before + 1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    await remove(id)
  })

  test('a webhook may listen to one campaign', async () => {
    const { id: campaign } = (await app.post('/v2/sequences', { name: 'Only this' })).body.data as { id: number }
    const made = await webhook({ event: 'message.sent', filter_on: `sequence/${campaign}` })
    expect(made).toMatchObject({ filter_on: `sequence/${campaign}` })
    await remove(made.id)
  })

  test('a key that may not send cannot create or retarget webhooks, but can change everything else', async () => {
    const key = (await app.post('/v2/api-keys', { name: 'Keeps records', no_send: true })).body.data as {
      token: string
    }
    const headers = { 'x-api-key': key.token }
    const wanted = { target_url: `${target.url}/never`, event: 'lead.created' }
    expect((await app.post('/v2/webhooks', wanted, headers)).status).toBe(403)
    const { id, target_url } = await webhook()
    const change = async (body: object) => {
      const init = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' } }
      return (await fetch(`${app.origin}/v2/webhooks/${id}`, { ...init, body: JSON.stringify(body) })).status
    }
    expect(await change({ target_url: `${target.url}/elsewhere` })).toBe(403)
    expect(await change({ target_url, event: 'message.sent' })).toBe(200)
    expect((await app.get(`/v2/webhooks/${id}`)).body.data).toMatchObject({ target_url, event: 'message.sent' })
    expect((await app.post(`/v2/webhooks/${id}/rotate-secret`, {}, headers)).status).toBe(200)
    await remove(id)
  })

  test('a filter lets only events of its list through', async () => {
    const list = (await app.post('/v2/leads_lists', { name: 'Porto makers' })).body.data as { id: number }
    const { id } = await webhook({ filter_on: `leads_list/${list.id}` })
    const before = target.calls.length
    await publishEvent(app.context, 1, { type: 'lead.created', data: { n: 1 }, leadsListIds: [list.id + 1] })
    await publishEvent(app.context, 1, { type: 'lead.created', data: { n: 2 }, leadsListIds: [list.id + 1, list.id] })
    await round()
    expect(target.calls.slice(before).map(({ payload }) => payload.data)).toEqual([{ n: 2 }])
    await remove(id)
  })

  test('a failed delivery is retried at growing intervals under the same id, and given up after ten attempts', async () => {
    const { id } = await webhook()
    const before = target.calls.length
    target.answerWith(500)
    await publishEvent(app.context, 1, { type: 'lead.created', data: {} })
    await round()
    const waits = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS]
    const longWaits = [14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS]
    for (const [retry, wait] of [...waits, ...longWaits].entries()) {
      const [delivery] = await deliveries(id)
      expect(delivery).toMatchObject({
        status: 'pending',
        attempts: retry + 1,
        problem: 'The target answered with status 500.',
      })
      const planned = Date.parse(delivery?.next_attempt_at ?? '') - now.getTime()
      expect(planned).toBeGreaterThanOrEqual(0.9 * wait - 1)
      expect(planned).toBeLessThanOrEqual(1.1 * wait + 1)
      pass(planned)
      await round()
    }
    expect((await deliveries(id))[0]).toMatchObject({ status: 'error', attempts: 10, next_attempt_at: null })
    const ids = target.calls.slice(before).map(({ payload }) => payload.id)
    expect([ids.length, new Set(ids).size]).toEqual([10, 1])
    target.answerWith(200)
    const [last] = await deliveries(id)
    expect((await app.post(`/v2/webhooks/${id}/deliveries/${last?.id}/retry`, {})).status).toBe(202)
    await round()
    expect((await deliveries(id))[0]).toMatchObject({ status: 'success', attempts: 1 })
    target.answerWith(204)
    await remove(id)
  })

  test('redirects are not followed', async () => {
    const { id } = await webhook()
    const before = target.calls.length
    target.answerWith(302)
    await publishEvent(app.context, 1, { type: 'lead.created', data: {} })
    await round()
    target.answerWith(204)
    expect(target.calls).toHaveLength(before + 1)
    expect((await deliveries(id))[0]).toMatchObject({ status: 'pending', response_status: 302 })
    await remove(id)
  })

  test('a target that is gone gets nothing more until the webhook is changed', async () => {
    const { id, target_url } = await webhook()
    target.answerWith(410)
    await publishEvent(app.context, 1, { type: 'lead.created', data: {} })
    await round()
    target.answerWith(204)
    const before = target.calls.length
    await publishEvent(app.context, 1, { type: 'lead.created', data: {} })
    await round()
    expect(target.calls).toHaveLength(before)
    await send('PUT', `/v2/webhooks/${id}`, { target_url })
    await publishEvent(app.context, 1, { type: 'lead.created', data: {} })
    await round()
    expect(target.calls).toHaveLength(before + 1)
    await remove(id)
  })

  test('five days of nothing but failures disable a webhook', async () => {
    const { id } = await webhook()
    target.answerWith(500)
    await publishEvent(app.context, 1, { type: 'lead.created', data: { n: 1 } })
    await round()
    pass(5 * DAY_MS)
    await publishEvent(app.context, 1, { type: 'lead.created', data: { n: 2 } })
    await round()
    target.answerWith(204)
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(['error', 'error'])
    await publishEvent(app.context, 1, { type: 'lead.created', data: { n: 3 } })
    expect(await deliveries(id)).toHaveLength(2)
    await remove(id)
  })

  test('a delivery whose process died passes to another when its lease expires, after half a minute', async () => {
    const { id } = await webhook()
    await publishEvent(app.context, 1, { type: 'lead.created', data: {} })
    const dead = new AbortController()
    const before = target.calls.length
    target.answerWith(null)
    const dying = deliverDueWebhooks(app.context, dead.signal, createWebhookTurns())
    await target.received(before + 1)
    dead.abort()
    await dying
    target.answerWith(204)
    pass(29 * SECOND_MS)
    await round()
    expect(target.calls).toHaveLength(before + 1)
    pass(SECOND_MS)
    await round()
    expect(target.calls).toHaveLength(before + 2)
    expect(await deliveries(id)).toMatchObject([{ status: 'success', attempts: 2 }])
    await remove(id)
  })
})

test('the worker delivers by itself', async () => {
  await using working = await startApp({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true' } })
  await using hooks = await startHookTarget()
  const answer = await working.post('/v2/webhooks', { target_url: hooks.url, event: 'export.completed' })
  const { id, secret } = answer.body.data as Created
  await working.post(`/v2/webhooks/${id}/test`, {})
  const [call] = await hooks.received(1)
  if (call === undefined) throw new Error('nothing came')
  expect(verified(call, secret)).toMatchObject({ type: 'export.completed', data: { test: true } })
})
