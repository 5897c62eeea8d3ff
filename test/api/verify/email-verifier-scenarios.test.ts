import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMailWorld, verifying } from '../../internet/mail-scenarios.ts'
import type { MailWorld } from '../../internet/mail-scenarios.ts'
import type { MailServerOptions } from '../../internet/mail-house.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { playScenario, told, verifierDoors } from '../../support/doors/verifier-doors.ts'
import type { ScenarioResult, VerifierDoor } from '../../support/doors/verifier-doors.ts'
import { emptyTables } from '../../support/records/empty-tables.ts'

/** The test really waits for a fiftieth of the slow servers' time. */
const SCALE = 0.02
/** Shorter than the tarpit takes. All others are given the timeouts of production, however slow the machine is. */
const HASTY = { name: 'tarpit', waitMs: '200' }
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
  let hasty: TestApp
  let now = Date.now()
  const later = async (): Promise<void> => {
    await sleep(BETWEEN_POLLS_MS)
    now += GREYLIST_MS
  }

  beforeAll(async () => {
    world = await startMailWorld({ scale: SCALE, now: () => now }, delivery)
    const env = { ...verifying(world), QUARRY_RATE_LIMIT_FACTOR: '0' }
    const replace = { clock: { now: () => new Date(now) } }
    app = await startApp({ env, replace })
    hasty = await startApp({ env: { ...env, QUARRY_VERIFY_WAIT_MS: HASTY.waitMs }, replace })
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
    await hasty[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  const playAll = async (door: 0 | 1, cold: boolean): Promise<ScenarioResult[]> => {
    const doors = [app, hasty].map(({ origin, key }) => verifierDoors(origin, key)[door])
    return Promise.all(
      world.scenarios.map((scenario) => {
        const asked = doors[scenario.name === HASTY.name ? 1 : 0] as VerifierDoor
        return playScenario(asked, world, scenario, { later, cold })
      }),
    )
  }
  const wrong = (results: readonly ScenarioResult[]): string[] => results.filter(({ right }) => !right).map(told)

  test('are told apart, cold and warm, through either door', async () => {
    expect(world.scenarios).toHaveLength(34)
    expect(wrong(await playAll(0, true))).toEqual([])
    expect(wrong(await playAll(1, false)), 'from stored verdicts').toEqual([])
    now += GREYLIST_MS
    for (const { context } of [app, hasty]) await emptyTables(context.database, 'verifications', 'verification_runs')
    expect(wrong(await playAll(1, false)), 'from warm caches').toEqual([])
    expect(world.servers.get('localhost')?.connections.total).toBe(0)
  })
})
