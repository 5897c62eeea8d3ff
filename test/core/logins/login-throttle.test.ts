import { describe, expect, test } from 'vitest'
import { newDevice } from '../../../src/core/logins/known-devices.ts'
import { takeCodeTry, takePasswordTry } from '../../../src/core/logins/login-throttle.ts'
import type { Attempt } from '../../../src/core/logins/login-throttle.ts'
import { AppError } from '../../../src/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { people } from '../../support/records/signed-in.ts'
import type { People } from '../../support/records/signed-in.ts'

const MAYA = 'maya@birch.example'

const throttled = async () => {
  const here = await people()
  const needs = { ...here, linkKey: 'a key of this installation' }
  const attempt = (change: Partial<Attempt> = {}): Attempt => ({
    address: MAYA,
    loginId: 1,
    ip: '192.0.2.7',
    device: null,
    ...change,
  })
  return { needs, attempt, [Symbol.asyncDispose]: () => here[Symbol.asyncDispose]() }
}

/** Seconds to wait; 0 if the attempt was admitted. */
const waitOf = async (tried: Promise<unknown>): Promise<number> => {
  try {
    await tried
    return 0
  } catch (error) {
    if (error instanceof AppError) return error.retryAfterSeconds ?? -1
    throw error
  }
}

describe('wrong passwords', () => {
  test('from one network for one address wait from the fifth on, each time twice as long, up to a quarter of an hour', async () => {
    await using here = await throttled()
    const { needs, attempt } = here
    for (let n = 0; n < 5; n++) expect(await waitOf(takePasswordTry(needs, attempt()))).toBe(0)
    const waits: number[] = []
    for (let n = 0; n < 7; n++) {
      // Another client in the same /24 counts as the same network.
      const wait = await waitOf(takePasswordTry(needs, attempt({ ip: '192.0.2.99' })))
      waits.push(wait)
      needs.clock.pass(wait * SECOND_MS - 1)
      expect(await waitOf(takePasswordTry(needs, attempt()))).toBe(1)
      needs.clock.pass(1)
      expect(await waitOf(takePasswordTry(needs, attempt()))).toBe(0)
    }
    expect(waits).toEqual([32, 64, 128, 256, 512, 900, 900])
  })

  test('of a server whose clock is ahead count, and keep nobody out until that moment has come', async () => {
    await using here = await throttled()
    const { needs, attempt } = here
    needs.clock.pass(2 * HOUR_MS)
    for (let n = 0; n < 5; n++) await takePasswordTry(needs, attempt())
    needs.clock.pass(-2 * HOUR_MS)
    expect(await waitOf(takePasswordTry(needs, attempt()))).toBe(0)
    expect(await waitOf(takePasswordTry(needs, attempt()))).toBe(64)
  })

  test('are forgotten after the right one', async () => {
    await using here = await throttled()
    const { needs, attempt } = here
    for (let n = 0; n < 4; n++) await takePasswordTry(needs, attempt())
    await (await takePasswordTry(needs, attempt())).succeeded()
    for (let n = 0; n < 5; n++) expect(await waitOf(takePasswordTry(needs, attempt()))).toBe(0)
    expect(await waitOf(takePasswordTry(needs, attempt()))).toBeGreaterThan(0)
  })

  test('that come at once are counted before they are compared', async () => {
    await using here = await throttled()
    const { needs, attempt } = here
    const waits = await Promise.all(Array.from({ length: 60 }, () => waitOf(takePasswordTry(needs, attempt()))))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  })

  test('from one network for many addresses are refused after thirty in ten minutes', async () => {
    await using here = await throttled()
    const { needs, attempt } = here
    const tried = async (n: number) =>
      waitOf(takePasswordTry(needs, attempt({ address: `person${n}@birch.example`, loginId: null })))
    for (let n = 0; n < 30; n++) expect(await tried(n)).toBe(0)
    expect(await tried(30)).toBe(60)
    needs.clock.pass(11 * MINUTE_MS)
    expect(await tried(31)).toBe(0)
  })

  test('for one address from a hundred networks get fewer than 150 attempts an hour and 3,000 a day, and keep no known browser out', async () => {
    await using here = await throttled()
    const { needs, attempt } = here
    const device = newDevice(needs, 1)
    const counts: number[] = []
    for (const tries of [760, 240]) {
      let admitted = 0
      for (let n = 0; n < tries; n++) {
        const wait = await waitOf(takePasswordTry(needs, attempt({ ip: `10.0.${n % 100}.1` })))
        if (wait === 0) admitted++
        needs.clock.pass(HOUR_MS / tries)
      }
      counts.push(admitted)
      await (await takePasswordTry(needs, attempt({ device, ip: '198.51.100.4' }))).succeeded()
    }
    for (const count of counts) expect(count).toBeLessThan(150)
    expect((counts[1] ?? 0) * 24).toBeLessThan(3_000)
  })
})

describe('a known browser', () => {
  const wrong = async ({ needs, attempt }: Awaited<ReturnType<typeof throttled>>, device: string, times: number) => {
    for (let n = 0; n < times; n++) await takePasswordTry(needs, attempt({ device }))
  }

  test('is treated as unknown after ten failures, also on the next day', async () => {
    await using here = await throttled()
    const device = newDevice(here.needs, 1)
    await wrong(here, device, 10)
    expect(await failuresOfStrangers(here.needs)).toBe(0)
    await here.needs.store.loginFailures.forget(new Date(here.needs.clock.now().getTime() - DAY_MS))
    here.needs.clock.pass(2 * DAY_MS)
    await here.needs.store.loginFailures.forget(new Date(here.needs.clock.now().getTime() - DAY_MS))
    await wrong(here, device, 1)
    expect(await failuresOfStrangers(here.needs)).toBe(3)
  })

  test('has no more attempts when they all come at once', async () => {
    await using here = await throttled()
    const device = newDevice(here.needs, 1)
    const waits = await Promise.all(
      Array.from({ length: 40 }, () => waitOf(takePasswordTry(here.needs, here.attempt({ device })))),
    )
    // Ten with the cookie; once that is void, five more as an unknown browser.
    expect(waits.filter((wait) => wait === 0).length).toBeLessThanOrEqual(15)
  })

  test('is known for its own login only, for 180 days, unless its cookie is forged', async () => {
    await using here = await throttled()
    const device = newDevice(here.needs, 1)
    const isKnown = async (cookie: string, loginId = 1) => {
      const before = await failuresOfStrangers(here.needs)
      await takePasswordTry(here.needs, here.attempt({ device: cookie, loginId }))
      const after = await failuresOfStrangers(here.needs)
      await here.needs.database.pool.query('delete from login_failures')
      return before === after
    }
    expect(await isKnown(device)).toBe(true)
    expect(await isKnown(device, 2)).toBe(false)
    expect(await isKnown(device.replace(/^1\./, '2.'), 2)).toBe(false)
    expect(await isKnown(newDevice({ ...here.needs, linkKey: 'another key' }, 1))).toBe(false)
    expect(await isKnown('1.1.1.1')).toBe(false)
    here.needs.clock.pass(180 * DAY_MS)
    expect(await isKnown(device)).toBe(true)
    here.needs.clock.pass(DAY_MS)
    expect(await isKnown(device)).toBe(false)
  })
})

test('codes are limited only by network, and right ones do not count', async () => {
  await using here = await throttled()
  const { needs } = here
  for (let n = 0; n < 40; n++) await (await takeCodeTry(needs, '2001:db8::1')).succeeded()
  for (let n = 0; n < 30; n++) expect(await waitOf(takeCodeTry(needs, `2001:db8::${n}`))).toBe(0)
  expect(await waitOf(takeCodeTry(needs, '2001:db8::ffff'))).toBe(60)
  expect(await waitOf(takeCodeTry(needs, '2001:db8:0:1::1'))).toBe(0)
})

test('stored data does not reveal who made an attempt, or on whose account', async () => {
  await using here = await throttled()
  await takePasswordTry(here.needs, here.attempt())
  const { rows } = await here.needs.database.pool.query<{ subject: Buffer }>('select subject from login_failures')
  expect(rows).toHaveLength(3)
  for (const { subject } of rows) expect(subject).toHaveLength(32)
})

/** Counts the rows of addresses and networks; the rows of a browser have the end of its cookie as their start. */
async function failuresOfStrangers({ database, clock }: People): Promise<number> {
  const text = 'select count(*)::int as n from login_failures where window_start <= $1'
  return (await database.pool.query<{ n: number }>(text, [clock.now()])).rows[0]?.n ?? 0
}
