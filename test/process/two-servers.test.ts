import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createKey, revokeKey } from '../../src/core/accounts/issue-keys.ts'
import { startInternet } from '../internet/internet.ts'
import { lumenworksSites } from '../internet/sites/lumenworks.ts'
import { startApp } from '../support/app.ts'
import type { TestAnswer, TestApp, TestAppOptions } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { seedPeople } from '../support/records/seed.ts'

/** Starts two servers on one database at the same moment. */
async function startTwo(database: TestDatabase, options: TestAppOptions = {}): Promise<[TestApp, TestApp]> {
  const start = () => startApp({ ...options, database })
  return Promise.all([start(), start()])
}

const addresses = ({ body }: TestAnswer): string[] =>
  (body.data as { emails: { value: string }[] }).emails.map(({ value }) => value)

describe('two servers on one database', () => {
  test('started simultaneously on an empty database create its tables and one account with one key', async () => {
    await using database = await testDatabase()
    await database.pool.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
    const [first, second] = await startTwo(database)
    await using _one = first
    await using _two = second
    const keys = [first.firstKey, second.firstKey].filter((key) => key !== null)
    expect(keys).toHaveLength(1)
    const headers = { 'x-api-key': keys[0] ?? '' }
    for (const server of [first, second]) expect((await server.get('/v2/account', headers)).status).toBe(200)
    expect((await database.pool.query('select 1 from accounts')).rowCount).toBe(1)
  })

  test('share data and keys; a revoked key stops working on both within five seconds', async () => {
    await using database = await testDatabase()
    let now = Date.parse('2026-03-01T10:00:00Z')
    const [first, second] = await startTwo(database, { replace: { clock: { now: () => new Date(now) } } })
    await using _one = first
    await using _two = second
    const { id, key } = await createKey(first.context, { name: 'shared', readOnly: false })
    const ask = (server: TestApp) => server.get('/v2/domain-search?domain=lumen.example', { 'x-api-key': key })
    await seedPeople(first.context, 'lumen.example', [['Rui', 'Abano', 'Head of Sales']])
    for (const server of [first, second]) expect(addresses(await ask(server))).toEqual(['rui.abano@lumen.example'])

    await revokeKey(second.context, id)
    now += 5_000
    for (const server of [first, second]) expect((await ask(server)).status).toBe(401)
  })

  test('crawl a domain once when both are first asked for it at the same time', async () => {
    await using internet = await startInternet({ sites: lumenworksSites })
    await using database = await testDatabase()
    const [first, second] = await startTwo(database, { internet, env: { QUARRY_CRAWL_WAIT_MS: '60000' } })
    await using _one = first
    await using _two = second
    const headers = { 'x-api-key': first.firstKey ?? second.firstKey ?? '' }
    const answers = await Promise.all(
      [first, second, first, second].map((server) => server.get('/v2/domain-search?domain=lumenworks.test', headers)),
    )
    const [found = []] = answers.map(addresses)
    expect(found.length).toBeGreaterThan(5)
    for (const answer of answers) expect(addresses(answer)).toEqual(found)
    const starts = internet.requests.filter(({ host, path }) => host === 'lumenworks.test' && path === '/robots.txt')
    expect(starts).toHaveLength(1)
  })

  test('say at the start that the clock of the machine and that of the database differ', async () => {
    await using database = await testDatabase()
    const said: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void said.push(line) })
    await database.pool.query(`create schema ahead; grant usage on schema ahead to public;
      create function ahead.clock_timestamp() returns timestamptz language sql as
        $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$;
      do $$ begin
        execute format('alter database %I set search_path = public, ahead, pg_catalog', current_database()); end $$`)
    await using _server = await startApp({ database, replace: { log } })
    expect(
      said.filter((line) => /clocks of this machine and the database differ by 3600 seconds/.test(line)),
    ).toHaveLength(1)
  })

  test('say so when each of them counts rate limits separately', async () => {
    await using database = await testDatabase()
    const said: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void said.push(line) })
    for (const QUARRY_RATE_LIMIT_STORE of ['memory', '']) {
      await using _server = await startApp({ database, env: { QUARRY_RATE_LIMIT_STORE }, replace: { log } })
    }
    expect(said.filter((line) => line.includes('each process counts rate limits on its own'))).toHaveLength(1)
  })

  test('count rate limits together', async () => {
    await using database = await testDatabase()
    const now = new Date('2026-03-01T10:00:00.100Z')
    const env = { QUARRY_RATE_LIMIT_STORE: '', QUARRY_HOURLY_LIMIT_ACCOUNT: '10' }
    const [first, second] = await startTwo(database, { env, replace: { clock: { now: () => now } } })
    await using _one = first
    await using _two = second
    const headers = { 'x-api-key': first.firstKey ?? second.firstKey ?? '' }
    const asked = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? first : second).get('/v2/account', headers))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(Map.groupBy(statuses, (status) => status).get(200)).toHaveLength(10)
    expect(Map.groupBy(statuses, (status) => status).get(429)).toHaveLength(2)
  })
})
