import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { deliverDueWebhooks } from '../../src/core/webhooks/deliver-webhooks.ts'
import { createWebhookTurns } from '../../src/core/webhooks/delivery-order.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { ask } from '../support/ask.ts'
import { startApp } from '../support/app.ts'
import { startHookTarget, verified } from '../support/doors/hook-target.ts'
import {
  newBrowser,
  newProof,
  openConsent,
  press,
  redeem,
  refresh,
  registeredId,
} from '../support/oauth/oauth-client.ts'
import type { Tokens } from '../support/oauth/oauth-client.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import { QUARRY_SECRET_KEY, startChild } from '../support/process/child-quarry.ts'
import { freePort } from '../support/process/free-port.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

/** Two machines, one of whose clocks is ten minutes ahead; that of the database is right. */

const AHEAD_SECONDS = 600
const PRELOAD = fileURLToPath(new URL('../support/process/clock-ahead.ts', import.meta.url))

async function startAhead(database: TestDatabase, env: Record<string, string> = {}) {
  const port = await freePort()
  const child = startChild('main.ts', [], {
    DATABASE_URL: database.connectionString,
    PORT: String(port),
    NODE_OPTIONS: `--import=${PRELOAD}`,
    CLOCK_AHEAD_SECONDS: String(AHEAD_SECONDS),
    QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true',
    QUARRY_CRAWL: 'off',
    QUARRY_SECRET_KEY,
    ...env,
  })
  await child.until(/^Data: /m)
  return { origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => child[Symbol.asyncDispose]() }
}

test('an event of one is delivered once, signed with a time that its receiver accepts, whichever delivers it', async () => {
  await using target = await startHookTarget()
  await using database = await testDatabase()
  await using right = await startApp({
    database,
    env: { QUARRY_ROLE: 'server', QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true' },
  })
  await using ahead = await startAhead(database)
  const hook = async (path: string) => {
    const answer = await right.post('/v2/webhooks', { target_url: `${target.url}/${path}`, event: 'lead.created' })
    return answer.body.data as { id: number; secret: string }
  }
  const [slow, quick] = [await hook('slow'), await hook('quick')]

  // The first is being delivered here: its target takes its time.
  target.answerWith(null)
  await right.post(`/v2/webhooks/${slow.id}/test`, {})
  const stop = new AbortController()
  const round = deliverDueWebhooks(right.context, stop.signal, createWebhookTurns())
  await target.received(1)
  target.answerWith(204)
  const asked = { method: 'POST', headers: { 'x-api-key': right.key, 'content-type': 'application/json' }, body: '{}' }
  expect((await ask(`${ahead.origin}/v2/webhooks/${quick.id}/test`, asked)).status).toBe(202)
  const log = async ({ id }: { id: number }) =>
    (await right.get(`/v2/webhooks/${id}/deliveries`)).body.data as { status: string; attempts: number }[]
  await expect.poll(() => log(quick)).toMatchObject([{ status: 'success', attempts: 1 }])
  expect(await log(slow)).toMatchObject([{ status: 'pending', attempts: 1 }])
  for (const call of target.calls) {
    const secret = target.calls.indexOf(call) === 0 ? slow.secret : quick.secret
    expect(verified(call, secret)).toMatchObject({ type: 'lead.created' })
  }
  expect(target.calls).toHaveLength(2)
  stop.abort()
  await round
})

test('an app connects at one, redeems its code at the other, and renews its tokens at either', async () => {
  await using right = await startOauthApp()
  const { origin, database } = right
  await using ahead = await startAhead(database, { QUARRY_PUBLIC_URL: origin, QUARRY_OAUTH: 'on' })
  const { cookie } = await webVisitor(right)
  const clientId = await registeredId(origin)
  const [proof, browser] = [newProof(), newBrowser(cookie)]
  const end = await press(browser, await openConsent(browser, origin, { clientId, proof }))
  const code = end.searchParams.get('code') ?? ''
  const answer = await redeem(ahead.origin, { code, client_id: clientId, code_verifier: proof.verifier })
  let tokens = (await answer.json()) as Tokens
  expect([answer.status, tokens]).toMatchObject([200, { token_type: 'Bearer' }])
  for (const at of [origin, ahead.origin, ahead.origin, origin]) {
    const renewed = await refresh(at, clientId, tokens.refresh_token)
    expect(renewed.status).toBe(200)
    tokens = (await renewed.json()) as Tokens
  }
})

test('what the other stores has the time of the database', async () => {
  await using database = await testDatabase()
  await using right = await startApp({ database, env: { QUARRY_ROLE: 'server' } })
  await using ahead = await startAhead(database, { QUARRY_ROLE: 'server' })
  const body = JSON.stringify({ email: 'rui@lumen.example' })
  const asked = { method: 'POST', headers: { 'x-api-key': right.key, 'content-type': 'application/json' }, body }
  expect((await ask(`${ahead.origin}/v2/leads`, asked)).status).toBe(201)
  const { rows } = await database.pool.query('select created_at <= clock_timestamp() as "isPast" from leads')
  expect(rows).toEqual([{ isPast: true }])
})
