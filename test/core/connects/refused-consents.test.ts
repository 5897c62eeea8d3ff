import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PutMailProvider } from '../../../src/core/grants/mail-providers.ts'
import { perform } from '../../../src/core/capability/perform.ts'
import { operatorCall } from '../../../src/cli/shared/as-operator.ts'
import { SECOND_MS } from '../../../src/lib/process/clock.ts'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { putProvider } from '../../support/records/granted-mailbox.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'

/** Consents that nobody gives, or that somebody else answers. */

const clock = handClock('2026-03-02T09:00:00Z')
let app: TestApp
let provider: AuthorizationServer

beforeAll(async () => {
  provider = await startAuthorizationServer({ clock })
  app = await startApp({ env: { QUARRY_ROLE: 'server' }, replace: { clock } })
  await putProvider(app.context, provider, { smtp: 25 })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await provider.stop()
})
beforeEach(() => {
  Object.assign(provider, { script: null, issuer: provider.url })
  provider.person.decision = 'approve'
})

interface Begun {
  id: number
  authorize_url: string
}

async function begin(flow: 'browser' | 'device', name = 'scripted'): Promise<Begun> {
  const answer = await app.post('/v2/email-accounts/connect', { provider: name, flow })
  expect(answer.status).toBe(201)
  return answer.body.data as Begun
}
const statusOf = async ({ id }: Begun) => (await app.get(`/v2/email-accounts/connect/${id}`)).body.data
const arrive = (address: string) => {
  const { pathname, search } = new URL(address)
  return fetch(`${app.origin}${pathname}${search}`)
}

test('a device is asked about more slowly when its provider says so', async () => {
  const begun = await begin('device')
  provider.script = () => ({ status: 400, body: { error: 'slow_down' } })
  expect(await statusOf(begun)).toMatchObject({ status: 'waiting' })
  const asked = provider.requests.length
  clock.advance(9 * SECOND_MS)
  await statusOf(begun)
  expect(provider.requests).toHaveLength(asked)
  clock.advance(1 * SECOND_MS)
  await statusOf(begun)
  expect(provider.requests).toHaveLength(asked + 1)
})

test('a device that is denied, and one that comes too late, connect nothing', async () => {
  provider.person.decision = 'deny'
  expect(await statusOf(await begin('device'))).toMatchObject({ status: 'denied', email_account_id: null })
  const late = await begin('device')
  clock.advance(901 * SECOND_MS)
  expect(await statusOf(late)).toMatchObject({ status: 'expired', email_account_id: null })
})

test('Google is not asked for a device code, which it does not give for mail', async () => {
  const call = await operatorCall(app.context, { signal: new AbortController().signal })
  await perform(PutMailProvider, call, { name: 'google', client_id: 'an-id' })
  const refused = await app.post('/v2/email-accounts/connect', { provider: 'google', flow: 'device' })
  expect(refused.status).toBe(422)
  expect(refused.body.errors?.[0]?.details).toContain('use flow browser')
})

test('an answer that another issuer gives is not believed', async () => {
  const begun = await begin('browser')
  provider.issuer = 'https://somebody-else.example'
  expect((await arrive(provider.visit(begun.authorize_url) ?? '')).status).toBe(400)
  expect(await statusOf(begun)).toMatchObject({ status: 'failed', email_account_id: null })
})

test('a provider that fails once when it is given the code is asked again', async () => {
  const begun = await begin('browser')
  let times = 0
  provider.script = () => ((times += 1) === 1 ? { status: 500, body: {} } : undefined)
  expect((await arrive(provider.visit(begun.authorize_url) ?? '')).status).toBe(200)
  expect(await statusOf(begun)).toMatchObject({ status: 'confirming' })
})
