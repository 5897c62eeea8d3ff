import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMailWorld, verifying } from '../internet/mail-scenarios.ts'
import type { MailWorld } from '../internet/mail-scenarios.ts'
import type { MailServerOptions } from '../internet/mail-server.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { playScenario, told, verifierDoors } from '../support/verifier-doors.ts'
import type { ScenarioResult } from '../support/verifier-doors.ts'

/** A twentieth of the slow servers' time is really waited for; requests wait as much less. */
const SCALE = 0.05
const REQUEST_WAIT_MS = '1000'
const BETWEEN_POLLS_MS = 100
const GREYLIST_MS = 61_000

const WAYS: [string, NonNullable<MailServerOptions['delivery']>][] = [
  ['at once', {}],
  ['each reply late', { delayMs: 20 }],
  ['byte by byte', { byteByByte: true }],
]

describe.each(WAYS)('mail servers that answer %s', (_way, delivery) => {
  let world: MailWorld
  let app: TestApp
  let now = Date.now()
  const later = async (): Promise<void> => {
    await sleep(BETWEEN_POLLS_MS)
    now += GREYLIST_MS
  }

  beforeAll(async () => {
    world = await startMailWorld({ scale: SCALE, now: () => now }, delivery)
    const env = { ...verifying(world), QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_VERIFY_WAIT_MS: REQUEST_WAIT_MS }
    app = await startApp({ env, replace: { clock: { now: () => new Date(now) } } })
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  const playAll = async (door: 0 | 1, cold: boolean): Promise<ScenarioResult[]> => {
    const asked = verifierDoors(app.origin, app.key)[door]
    return Promise.all(world.scenarios.map((scenario) => playScenario(asked, world, scenario, { later, cold })))
  }
  const wrong = (results: readonly ScenarioResult[]): string[] => results.filter(({ right }) => !right).map(told)

  test('are told apart cold, warm and through either door', async () => {
    expect(world.scenarios).toHaveLength(34)
    expect(wrong(await playAll(0, true))).toEqual([])
    expect(wrong(await playAll(1, false)), 'from stored verdicts').toEqual([])
    now += GREYLIST_MS
    await app.context.database.pool.query('truncate verifications, verification_runs')
    expect(wrong(await playAll(1, false)), 'from warm caches').toEqual([])
    expect(world.servers.get('localhost')?.connections.total).toBe(0)
  })
})
