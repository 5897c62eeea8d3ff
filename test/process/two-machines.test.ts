import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { examine } from '../../src/core/operate/run-doctor.ts'
import { deliverDueWebhooks } from '../../src/core/webhooks/deliver-webhooks.ts'
import { createWebhookTurns } from '../../src/core/webhooks/delivery-order.ts'
import { createSecretBox } from '../../src/lib/secrets/secret-box.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { startHookTarget, verified } from '../support/doors/hook-target.ts'
import { machines, newSecretKey } from '../support/process/machines.ts'
import type { MachineKey } from '../support/process/machines.ts'
import { silentLog } from '../support/process/silent-log.ts'

const ANOTHER = /^The secrets in this database are encrypted with another key: [^\n]+\.$/

const hookOf = async (app: TestApp, url: string) =>
  (await app.post('/v2/webhooks', { target_url: url, event: 'lead.created' })).body.data as {
    id: number
    secret: string
  }

/**
 * Starts a second machine and stops it again.
 * @returns null, or the sentence with which it refused
 */
async function outcomeOf(database: TestDatabase, env: Record<string, string>): Promise<string | null> {
  try {
    const app = await startApp({ database, env: { QUARRY_ROLE: 'server', ...env } })
    await app[Symbol.asyncDispose]()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const STARTS = null
const REFUSES = expect.stringMatching(ANOTHER) as string

test('a second machine starts with the key of the first, and with no other; nothing sealed is lost', async () => {
  await using house = await machines()
  await using target = await startHookTarget()
  const [key, other] = [newSecretKey(), newSecretKey()]
  const second: Record<string, [MachineKey, typeof STARTS | string]> = {
    'the same key in the variable': [{ given: key }, STARTS],
    'the same key in its directory': [{ file: key }, STARTS],
    'the same key in the variable, another in its directory': [{ given: key, file: other }, STARTS],
    'no key': [{}, REFUSES],
    'another key in the variable': [{ given: other }, REFUSES],
    'another key in its directory': [{ file: other }, REFUSES],
    'another key in the variable, the same in its directory': [{ given: other, file: key }, REFUSES],
  }
  await using database = await testDatabase()
  await using first = await startApp({ database, env: { ...(await house.add({ file: key })), QUARRY_ROLE: 'server' } })
  const states: Record<string, () => Promise<unknown>> = {
    'nothing is sealed': () => Promise.resolve(),
    'a secret is sealed': () => hookOf(first, target.url),
    'no fingerprint was kept': () => database.pool.query(`delete from settings where name = 'secret_key_fingerprint'`),
  }
  for (const [state, reach] of Object.entries(states)) {
    await reach()
    const refusedFirst = Object.entries(second).toSorted(
      ([, [, a]], [, [, b]]) => Number(a === STARTS) - Number(b === STARTS),
    )
    for (const [name, [machineKey, expected]] of refusedFirst) {
      const env = await house.add(machineKey)
      expect([state, name, await outcomeOf(database, env)]).toEqual([state, name, expected])
      const hasFile = existsSync(join(env['QUARRY_DATA_DIR'] ?? '', 'secret.key'))
      expect([name, hasFile]).toEqual([name, machineKey.file !== undefined])
    }
  }

  // The new key first and the old one after it: what was sealed before still opens, on another machine.
  await using changed = await startApp({ database, env: await house.add({ given: `${other},${key}` }) })
  const sealed = (await first.get('/v2/webhooks')).body.data as { id: number }[]
  await changed.post(`/v2/webhooks/${sealed[0]?.id}/test`, {}, { 'x-api-key': first.key })
  expect(await target.received(1)).toHaveLength(1)
})

test('events of one machine are delivered and signed by the other', async () => {
  await using house = await machines()
  await using target = await startHookTarget()
  await using database = await testDatabase()
  const key = newSecretKey()
  await using server = await startApp({
    database,
    env: { ...(await house.add({ given: key })), QUARRY_ROLE: 'server' },
  })
  await using _worker = await startApp({
    database,
    env: { ...(await house.add({ file: key })), QUARRY_ROLE: 'worker' },
  })
  const { id, secret } = await hookOf(server, target.url)
  expect((await server.post(`/v2/webhooks/${id}/test`, {})).status).toBe(202)
  const [call] = await target.received(1)
  if (call === undefined) throw new Error('nothing came')
  expect(verified(call, secret)).toMatchObject({ type: 'lead.created' })
})

test('what this key cannot open waits, says why, and continues with the right key', async () => {
  await using house = await machines()
  await using target = await startHookTarget()
  await using database = await testDatabase()
  const [key, lost] = [newSecretKey(), newSecretKey()]
  let now = new Date('2026-03-02T09:00:00Z')
  await using app = await startApp({
    database,
    env: { ...(await house.add({ given: key })), QUARRY_ROLE: 'server' },
    replace: { clock: { now: () => now } },
  })
  const broken = await hookOf(app, `${target.url}/broken`)
  const whole = await hookOf(app, `${target.url}/whole`)
  const foreign = createSecretBox(() => [Buffer.from(lost, 'base64')]).seal(broken.secret, 'webhook secret')
  await database.pool.query('update webhooks set secret_sealed = $1 where id = $2', [foreign, broken.id])
  for (const { id } of [broken, whole]) await app.post(`/v2/webhooks/${id}/test`, {})
  const round = (context: TestApp['context']) =>
    deliverDueWebhooks(context, new AbortController().signal, createWebhookTurns())
  const log = async (id: number) => (await app.get(`/v2/webhooks/${id}/deliveries`)).body.data

  await round(app.context)
  expect(await log(broken.id)).toMatchObject([
    {
      status: 'pending',
      attempts: 0,
      problem: 'A stored secret was encrypted with another key: add that key to QUARRY_SECRET_KEY.',
    },
  ])
  expect(await log(whole.id)).toMatchObject([{ status: 'success', problem: null }])
  expect(await examine(app.context)).toContainEqual({
    name: 'secret key',
    state: 'problem',
    sentence: expect.stringMatching(
      /^Secrets in this database are encrypted with a key that this process does not/,
    ) as string,
  })

  now = new Date(now.getTime() + 5 * 60_000)
  const env = await house.add({ given: `${key},${lost}` })
  const config = readConfig({ DATABASE_URL: database.connectionString, QUARRY_DNS_SERVERS: '127.0.0.1:9', ...env })
  const mended = await createContext(config, { log: silentLog, clock: { now: () => now } })
  await using _ = { [Symbol.asyncDispose]: () => mended.close() }
  await round(mended)
  expect(await log(broken.id)).toMatchObject([{ status: 'success', attempts: 1, problem: null }])
  // Sealed with the older of the two: it may not be removed yet.
  expect(await examine(mended)).toContainEqual({
    name: 'secret key',
    state: 'warning',
    sentence: expect.stringMatching(/^Some secrets are still encrypted with an older key/) as string,
  })
})
