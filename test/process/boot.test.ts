import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { misspeltNames, readConfig } from '../../src/config.ts'
import type { DomainSearchOutput } from '../../src/core/search/domain-search-output.ts'
import { greeting } from '../../src/greeting.ts'
import { startInternet } from '../internet/internet.ts'
import { lumenworksSites } from '../internet/sites/lumenworks.ts'
import { crawling, startApp } from '../support/app.ts'
import { startChild } from '../support/process/child-quarry.ts'
import { copyMadeCluster } from '../support/process/made-cluster.ts'
import { testDatabase } from '../support/database.ts'

const KEY = /qry_[\w-]{43}/
const NO_DATABASE = 'The database does not answer (connect ECONNREFUSED 127.0.0.1:1): check DATABASE_URL.\n'
const LISTENS = /Quarry listens on (http:\/\/127\.0\.0\.1:\d+)/

/** A temporary data directory, removed at the end. */
async function dataDirectory() {
  const dir = await mkdtemp(join(tmpdir(), 'quarry-boot-'))
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true, maxRetries: 10 }) }
}

/** Checks where the greeting says the data is; `elsewhere` is outside the data directory. */
async function placeOfData(output: string, dataDir: string): Promise<'there' | 'elsewhere'> {
  const [, place = ''] = /^Data: Quarry's own PostgreSQL in (\/\S+)\.$/m.exec(output) ?? []
  expect(await readFile(join(place, 'PG_VERSION'), 'utf8')).toBe('18\n')
  const entries = await readdir(dataDir, { withFileTypes: true })
  expect(entries.filter((entry) => entry.isSymbolicLink())).toEqual([]) // a backup would take a link for the data
  if (entries.some(({ name }) => name === 'postgres')) {
    expect(place).toBe(join(dataDir, 'postgres'))
    return 'there'
  }
  expect(await readFile(join(dataDir, 'postgres.path'), 'utf8')).toBe(`${place}\n`)
  return 'elsewhere'
}

const start = (env: Record<string, string>) => startChild('main.ts', [], { PORT: '0', QUARRY_CRAWL: 'off', ...env })

async function plan(url: string, key: string): Promise<string | number> {
  const response = await fetch(`${url}/v2/account`, { headers: { 'x-api-key': key } })
  const { data } = (await response.json()) as { data?: { plan_name: string } }
  return data?.plan_name ?? response.status
}

describe.concurrent('npm start', () => {
  test('creates a database and one key in an empty directory, shows the key once, reports problems, and the next start continues with them', async () => {
    await using data = await dataDirectory()
    const env = { QUARRY_DATA_DIR: data.dir, QUARRY_LOG_LEVEL: 'warn' }
    await using first = start(env)
    const key = await first.firstKey()
    const [, url = ''] = await first.until(LISTENS)
    await first.until(/^Next: open the set-up link in a browser, run this curl command/m)
    // Nothing answers at the configured resolver.
    await first.until(/No resolver answers for names that certainly exist: nothing is crawled/)
    const ready = await fetch(`${url}/readyz`)
    const sentence = expect.stringMatching(
      /^No resolver answers .* set other resolvers in QUARRY_DNS_SERVERS /,
    ) as string
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', warnings: [sentence] }])
    const file = join(data.dir, 'first-key')
    expect(first.output()).not.toMatch(KEY)
    expect(key).toMatch(KEY)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(first.output()).toContain(`curl -H "X-API-KEY: $(cat '${file}')" '${url}/v2/domain-search?domain=`)
    // As root, with a directory that others may not enter, the database is elsewhere.
    expect(await placeOfData(first.output(), data.dir)).toBe(process.getuid?.() === 0 ? 'elsewhere' : 'there')
    expect(await plan(url, key)).toBe('Unlimited')
    expect(await first.end('SIGTERM')).toBe(0)
    expect(first.errors()).toBe('')

    await using second = start(env)
    const [, nextUrl = ''] = await second.until(LISTENS)
    expect(await plan(nextUrl, key)).toBe('Unlimited')
    expect(await placeOfData(second.output(), data.dir)).toBe(process.getuid?.() === 0 ? 'elsewhere' : 'there')
    expect(await second.end('SIGINT')).toBe(0)
    expect(second.output()).not.toMatch(KEY)
  })

  test('names in its greeting the database in a data directory that its server may enter', async () => {
    await using data = await dataDirectory()
    await chmod(data.dir, 0o755)
    const dataDir = join(data.dir, 'data')
    await copyMadeCluster(dataDir)
    await using quarry = start({ QUARRY_DATA_DIR: dataDir, QUARRY_ROLE: 'server', QUARRY_LOG_LEVEL: 'silent' })
    await quarry.until(/^Data: /m)
    expect(await placeOfData(quarry.output(), dataDir)).toBe('there')
    expect(await quarry.end('SIGTERM')).toBe(0)
  })

  test('reports a used port in one sentence, and the start that succeeds shows the key', async () => {
    await using database = await testDatabase()
    await using other = await startApp()
    const env = { DATABASE_URL: database.connectionString, QUARRY_ROLE: 'server', QUARRY_LOG_LEVEL: 'silent' }
    await using refused = start({ ...env, PORT: new URL(other.origin).port })
    expect(await refused.end()).toBe(1)
    expect(refused.errors()).toMatch(/^Quarry cannot start\. Port \d+ is in use\. Set PORT to a free port, .*\.\n$/)
    expect(refused.output()).toBe('')

    await using started = start(env)
    expect(await started.firstKey()).toMatch(KEY)
    expect(await started.end('SIGTERM')).toBe(0)
  })

  test('obeys a signal during the start', async () => {
    await using database = await testDatabase()
    const client = await database.pool.connect()
    // No timeout, however long the start takes to reach the lock.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0; lock table accounts')
    await using quarry = start({ DATABASE_URL: database.connectionString })
    const waiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database where not granted and datname = current_database()`
    const isOver = quarry.end()
    while ((await database.pool.query(waiting)).rowCount === 0)
      expect(await Promise.race([sleep(20), isOver]), quarry.errors()).toBeUndefined()
    const ended = quarry.end('SIGTERM')
    await client.query('rollback')
    client.release()
    expect(await ended).toBe(0)
  })

  test('names the nearest existing setting for a misspelt one', async () => {
    await using database = await testDatabase()
    const misspelt = { QUARRY_CRAWL_DELAY: '1000', QUARRY_LOGLEVEL: 'debug', QUARRY_HOURLY_LIMIT_ACCOUNT: '10' }
    await using quarry = start({ DATABASE_URL: database.connectionString, QUARRY_LOG_LEVEL: 'silent', ...misspelt })
    await quarry.until(LISTENS)
    expect(await quarry.end('SIGTERM')).toBe(0)
    expect(quarry.errors()).toBe(
      'QUARRY_CRAWL_DELAY is not a setting: did you mean QUARRY_CRAWL_DELAY_MS?\n' +
        'QUARRY_LOGLEVEL is not a setting: did you mean QUARRY_LOG_LEVEL?\n',
    )
    expect(misspeltNames({ QUARRY_HOURLY_LIMIT_LEAD: '10', QUARRY_HOURLY_LIMIT_LEADS_LISTS: '10' })).toEqual([
      'QUARRY_HOURLY_LIMIT_LEAD is not a setting: did you mean QUARRY_HOURLY_LIMIT_LEADS?',
    ])
  })

  test('names a misspelt setting when the start fails, and before a command', async () => {
    const misspelt = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/quarry', QUARRY_DATABASE_OWNERURL: 'x' }
    const named = 'QUARRY_DATABASE_OWNERURL is not a setting: did you mean QUARRY_DATABASE_OWNER_URL?\n'
    await using quarry = start(misspelt)
    expect(await quarry.end()).toBe(1)
    expect(quarry.errors()).toBe(`${named}Quarry cannot start. ${NO_DATABASE}`)
    await using command = startChild('cli.ts', ['keys', 'list', '--json'], misspelt)
    expect(await command.end()).toBe(1)
    expect([command.output(), command.errors()]).toEqual(['', `${named}quarry: ${NO_DATABASE}`])
  })

  test('takes a value without the blanks around it, and says what is wrong with quotation marks', async () => {
    const blank = { PORT: ' 3000 ', QUARRY_ROLE: ' worker\n', QUARRY_HOST: '127.0.0.1 ', QUARRY_ANSWERS_DAYS: ' ' }
    expect(readConfig(blank)).toMatchObject({ port: 3000, role: 'worker', host: '127.0.0.1', answersDays: 365 })
    expect(() => readConfig({ QUARRY_WEB: '"off"', DATABASE_URL: "'postgres://db/quarry'" })).toThrow(
      'QUARRY_WEB: It must be on or off, without quotation marks around it.\n' +
        'DATABASE_URL: It must begin with postgres, without quotation marks around it.',
    )
    expect(misspeltNames({ QUARRY_DATA_DIR: '"/var/lib/quarry"', Quarry_Web: 'off', 'QUARRY-ROLE': 'all' })).toEqual([
      'Quarry_Web is not a setting: did you mean QUARRY_WEB?',
      'QUARRY-ROLE is not a setting: did you mean QUARRY_ROLE?',
      'QUARRY_DATA_DIR is in quotation marks, which are part of its value: leave them out.',
    ])
    const ofKubernetes = { QUARRY_SERVICE_HOST: '10.0.0.7', QUARRY_PORT: 'tcp://10.0.0.7:80', QUARRY_PORT_80_TCP: '80' }
    expect(misspeltNames(ofKubernetes)).toEqual([])
  })

  test('quotes the path of the key for a shell', () => {
    const shown = greeting('http://127.0.0.1:3000', 'here', { file: "/srv/Ann's data/first-key" }, null)
    expect(shown).toContain(String.raw`$(cat '/srv/Ann'\''s data/first-key')`)
  })

  test('names every wrong variable at once', async () => {
    const wrong = {
      PORT: 'http',
      QUARRY_ROLE: 'boss',
      QUARRY_ORIGIN: 'quarry',
      DATABASE_URL: 'mysql://localhost/quarry',
      QUARRY_CRAWL_MAX_PAGES: '0',
      QUARRY_CRAWL: 'perhaps',
      QUARRY_CORS_ORIGINS: 'https://app.example/',
      QUARRY_DNS_SERVERS: '127.0.0.1:53,resolver',
      QUARRY_ALLOWED_NETWORKS: '10.0.0.0/33',
      QUARRY_HOURLY_LIMIT_ACCOUNT: 'many',
    }
    await using quarry = start(wrong)
    expect(await quarry.end()).toBe(1)
    const named = quarry.errors().match(/\b[A-Z_]+(?=: )/g)
    expect(new Set(named)).toEqual(new Set(Object.keys(wrong)))
    expect(quarry.errors()).not.toMatch(/ at .*\.ts/)
  })

  test('reports a database that cannot be reached in one sentence', async () => {
    await using quarry = start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/quarry' })
    expect(await quarry.end()).toBe(1)
    expect(quarry.errors()).toMatch(/^Quarry cannot start\. [^\n]+\n$/)
  })
})

describe('a worker', () => {
  test('listens on no port, creates no key, and does what servers queue', async () => {
    await using internet = await startInternet({ sites: lumenworksSites })
    await using database = await testDatabase()
    // A server would fail on a port that is taken.
    await using taken = await startApp()
    const { port } = new URL(taken.origin)
    const env = { DATABASE_URL: database.connectionString, QUARRY_ROLE: 'worker', PORT: port }
    await using worker = start({ ...env, ...crawling(internet), QUARRY_CRAWL: 'on', QUARRY_LOCAL_SUFFIXES: 'test' })
    await worker.until(/^Quarry runs as a worker/m)
    expect(worker.output()).not.toMatch(KEY)
    expect((await database.pool.query('select 1 from accounts')).rowCount).toBe(0)

    const serverEnv = { QUARRY_ROLE: 'server', QUARRY_CRAWL_WAIT_MS: '60000' }
    await using server = await startApp({ internet, database, env: serverEnv })
    const search = async () =>
      (await server.get('/v2/domain-search?domain=lumenworks.test')).body as unknown as DomainSearchOutput
    await expect.poll(async () => (await search()).meta.crawl?.status).toBe('done')
    expect((await search()).data.emails.length).toBeGreaterThan(5)
    expect(await worker.end('SIGTERM')).toBe(0)
  })
})
