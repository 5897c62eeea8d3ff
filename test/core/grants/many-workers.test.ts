import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../../src/context.ts'
import { refreshTokens } from '../../../src/core/grants/refresh-tokens.ts'
import { tokenFor } from '../../../src/core/grants/token-for.ts'
import { createKeptTokens } from '../../../src/services/kept-tokens.ts'
import { SECOND_MS } from '../../../src/lib/process/clock.ts'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import type { Rotation } from '../../internet/token-book.ts'
import { runQuarry } from '../../support/docs/quarry-shell.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { insertGrantedMailbox, putProvider } from '../../support/records/granted-mailbox.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'
import { emptyTables } from '../../support/records/empty-tables.ts'

/** Several processes that refresh the tokens of the same mailboxes: each caches its own tokens and has its own name. */

const START = '2026-03-02T09:00:00Z'
const EMAIL = 'rui@lumen.example'
const PORTS = { smtp: 25 }
const clock = handClock(START)
let app: TestApp
let provider: AuthorizationServer

beforeAll(async () => {
  provider = await startAuthorizationServer({ clock })
  app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_DATABASE_POOL_SIZE: '12' }, replace: { clock } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await provider.stop()
})
beforeEach(async () => {
  clock.set(START)
  Object.assign(provider, { script: null, rotation: 'keep-old', lifeSeconds: 3_600 })
  provider.refreshes.clear()
  await emptyTables(app.context.database, 'mailboxes')
  await putProvider(app.context, provider, PORTS)
})

const worker = (more: Partial<Context> = {}): Context => ({ ...app.context, keptTokens: createKeptTokens(), ...more })
const place = (mailboxId: number) => ({ accountId: 1, mailboxId })
const never = new AbortController().signal

const old = { email: EMAIL, ports: PORTS, ageSeconds: 3_600 }
const TRIES = 20
/** How many mailboxes a process handles at once: more would only wait for a database connection, and not for long. */
const AT_ONCE = 25

/** Asks again when told to wait: on a busy machine, all these refreshes take longer than one call waits. */
async function obtained(context: Context, mailboxId: number) {
  let answer = await tokenFor(context, place(mailboxId))
  for (let tries = 1; answer.outcome === 'waits' && tries < TRIES; tries += 1)
    answer = await tokenFor(context, place(mailboxId))
  return answer
}

test('eight processes and 200 mailboxes whose tokens expire together make one request per mailbox', async () => {
  const ids: number[] = []
  for (let n = 0; n < 200; n += 1)
    ids.push(await insertGrantedMailbox(app.context, provider, { ...old, email: `m${n}@lumen.example` }))
  provider.script = () => ({ delayMs: 5 })
  const outcomes = new Set<string>()
  await Promise.all(
    Array.from({ length: 8 }, worker).map(async (context, at) => {
      if (at % 2 === 0) await refreshTokens(context, never)
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const asked = ids.slice(from, from + AT_ONCE)
        for (const { outcome } of await Promise.all(asked.map((id) => obtained(context, id)))) outcomes.add(outcome)
      }
    }),
  )
  expect(outcomes).toEqual(new Set(['token']))
  const counts = [...provider.refreshes].filter(([email]) => email !== '').map(([, count]) => count)
  expect(counts).toHaveLength(200)
  expect(counts.filter(({ total, peak }) => total !== 1 || peak !== 1)).toEqual([])
})

test("processes whose clocks are half a minute apart do not take over each other's leases", async () => {
  const id = await insertGrantedMailbox(app.context, provider, old)
  const ahead = worker({ clock: { now: () => new Date(clock.now().getTime() + 30 * SECOND_MS) } })
  provider.script = () => ({ delayMs: 400 })
  const [first, second] = await Promise.all([tokenFor(worker(), place(id)), tokenFor(ahead, place(id))])
  expect([first.outcome, second.outcome]).toEqual(['token', 'token'])
  expect(provider.refreshes.get(EMAIL)).toEqual({ now: 0, peak: 1, total: 1 })
})

test('a token refused by a server is exchanged once, however many report it', async () => {
  const id = await insertGrantedMailbox(app.context, provider, { email: EMAIL, ports: PORTS })
  const workers = Array.from({ length: 4 }, worker)
  const tokens = await Promise.all(workers.map((context) => tokenFor(context, place(id), 2)))
  expect(new Set(tokens.map((answer) => (answer.outcome === 'token' ? answer.generation : answer.outcome)))).toEqual(
    new Set([2]),
  )
  expect(provider.refreshes.get(EMAIL)?.total).toBe(1)
  expect(await tokenFor(worker(), place(id), 3)).toMatchObject({ outcome: 'spent' })
})

test('a mailbox stays connected when the secret key is rotated', async () => {
  const id = await insertGrantedMailbox(app.context, provider, old)
  const [before, after] = [Buffer.alloc(32, 'k').toString('base64'), Buffer.alloc(32, 'n').toString('base64')]
  const env = { DATABASE_URL: app.database.connectionString, QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8' }
  const rotated = await runQuarry({
    args: ['secrets', 'rotate'],
    env: { ...env, QUARRY_SECRET_KEY: `${after},${before}` },
  })
  expect(rotated).toMatchObject({ code: 0 })
  await using moved = await startApp({
    database: app.database,
    env: { QUARRY_ROLE: 'server', QUARRY_SECRET_KEY: after },
    replace: { clock },
  })
  expect(await tokenFor(moved.context, place(id))).toMatchObject({ outcome: 'token', generation: 2 })
  expect((await tokenFor(worker(), place(id)).catch(String)) as unknown).not.toMatchObject({ outcome: 'token' })
})

describe('a process that dies while holding the lease', () => {
  /** @returns the refresh token that the process was about to use */
  async function takeTurn(id: number): Promise<string> {
    const now = clock.now()
    const turn = { ...place(id), workerId: randomUUID(), generation: 1 }
    const until = new Date(now.getTime() + 45 * SECOND_MS)
    const taken = await app.context.store.mailboxGrants.take(turn, { now, until, isForced: false })
    return app.context.secrets.open(taken?.refreshTokenSealed ?? Buffer.alloc(0), `refresh token of 1/${id}`)
  }

  const ask = (refreshToken: string) => {
    const { id, secret } = provider.client
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: id }
    return fetch(provider.urls.token, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, client_secret: secret ?? '' }),
    })
  }

  test('before its request makes others wait three quarters of a minute', async () => {
    const id = await insertGrantedMailbox(app.context, provider, old)
    await takeTurn(id)
    clock.advance(46 * SECOND_MS)
    expect(await tokenFor(worker(), place(id))).toMatchObject({ outcome: 'token', generation: 2 })
  })

  test.each<[Rotation, string]>([
    ['none', 'token'],
    ['keep-old', 'token'],
    ['grace', 'refused'],
    ['strict', 'refused'],
  ])('after the answer, with rotation %s, leads to: %s', async (rotation, outcome) => {
    provider.rotation = rotation
    const id = await insertGrantedMailbox(app.context, provider, old)
    await ask(await takeTurn(id))
    clock.advance(46 * SECOND_MS)
    expect(await tokenFor(worker(), place(id))).toMatchObject({ outcome })
    const { rows } = await app.context.database.pool.query('select state from mailbox_grants')
    expect(rows).toEqual([{ state: outcome === 'token' ? 'active' : 'needs_consent' }])
  })
})
