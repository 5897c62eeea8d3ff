import { get } from 'node:http'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startChild } from '../support/process/child-quarry.ts'
import { copyMadeCluster } from '../support/process/made-cluster.ts'
import { smallDisk } from '../support/process/small-disk.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import { databaseLink } from '../support/records/database-link.ts'
import { testDatabase } from '../support/database.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'

/** As long as it takes: writes are tried every few seconds. */
const POLLING = { interval: 200 }

describe('probes', () => {
  test('say without a key that the process is alive and can answer', async () => {
    await using app = await startApp()
    expect(await (await fetch(`${app.origin}/healthz`)).json()).toEqual({ status: 'ok' })
    const ready = await fetch(`${app.origin}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }])
  })

  test('say that a stopping process is alive but accepts no more requests', async () => {
    await using app = await startApp()
    app.context.stopping.abort()
    const ready = await app.get('/readyz')
    expect([ready.status, ready.body]).toEqual([503, { status: 'not ready', reason: 'shutting down' }])
    expect((await app.get('/healthz')).status).toBe(200)
  })

  test('say that a process without its database is not ready, with 503 and the envelope, until it recovers by itself', async () => {
    await using database = await testDatabase()
    await using link = await databaseLink(database.connectionString)
    await using app = await startApp({ env: { DATABASE_URL: link.connectionString } })
    const headers = { 'x-api-key': app.key }
    expect((await app.get('/v2/account')).status).toBe(200)
    await link.cut()
    expect((await app.get('/readyz')).body).toEqual({ status: 'not ready', reason: 'the database does not answer' })
    expect((await app.get('/healthz')).status).toBe(200)
    const answer = await fetch(`${app.origin}/v2/domain-search?domain=lumen.example`, { headers })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await answer.json()).toEqual({
      errors: [{ id: 'service_unavailable', code: 503, details: 'The service is temporarily unavailable.' }],
    })
    await link.mend()
    expect((await app.get('/readyz')).status).toBe(200)
    expect((await app.get('/v2/account')).status).toBe(200)
  })

  test('say that others hold all connections of the database, until there is room again', async () => {
    await using database = await testDatabase()
    await using app = await startApp({
      database,
      env: {
        DATABASE_URL: database.connectionString.replace('//quarry@', '//quarry_app@'),
        QUARRY_DATABASE_OWNER_URL: database.connectionString,
      },
    })
    const allow = (connections: number) =>
      database.pool.query(`do $$ begin
        execute format('alter database %I connection limit ${connections}', current_database()); end $$`)
    await allow(0)
    await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'quarry_app'`)
    const notReady = { status: 'not ready', reason: 'all connections of the database are in use' }
    await expect.poll(async () => (await app.get('/readyz')).body, POLLING).toEqual(notReady)
    await allow(-1)
    await expect.poll(async () => (await app.get('/readyz')).status, POLLING).toBe(200)
  })

  test('report an unresponsive database before anything waiting for it gives up', async () => {
    await using database = await testDatabase()
    await using link = await databaseLink(database.connectionString)
    await using app = await startApp({ env: { DATABASE_URL: link.connectionString } })
    await app.get('/v2/account')
    link.hang()
    const answers = await Promise.all([0, 1, 2, 3].map(() => app.get('/readyz')))
    const notReady = { status: 503, body: { status: 'not ready', reason: 'the database does not answer' } }
    await link.cut()
    for (const answer of answers) expect(answer).toMatchObject(notReady)
  })

  test('and pages, metrics and tokens answer before a statement of a job gives up on it', async () => {
    await using database = await testDatabase()
    await using link = await databaseLink(database.connectionString)
    await using app = await startOauthApp({
      env: { DATABASE_URL: link.connectionString, QUARRY_QUERY_TIMEOUT_MS: '1000' },
    })
    const refreshing = () =>
      fetch(`${app.origin}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'nobody', refresh_token: 'none' }),
      })
    const askAll = () =>
      Promise.all(
        [fetch(`${app.origin}/app`), refreshing(), fetch(`${app.origin}/metrics`)].map(
          async (asked) => (await asked).status,
        ),
      )
    expect(await askAll()).toEqual([200, 401, 200])
    await app.context.database.pool.query('select')
    link.hang()
    const ofJob = app.context.database.pool.query('select').catch(() => 'gave up')
    expect(await Promise.race([ofJob, askAll()])).toEqual([503, 503, 200])
    await link.cut()
    await ofJob
  })

  test('say that a process on a read-only database is not ready, until it recovers by itself', async () => {
    await using app = await startApp()
    const readOnly = async (value: 'on' | 'off') => {
      const { pool } = app.database
      await pool.query(`do $$ begin
        execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`)
      await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
    }
    await readOnly('on')
    const notReady = { status: 503, body: { status: 'not ready', reason: 'the database is read-only' } }
    await expect.poll(() => app.get('/readyz'), POLLING).toMatchObject(notReady)
    const lead = await app.post('/v2/leads', { email: 'ada@lumen.example' })
    expect(lead).toMatchObject({ status: 503, body: { errors: [{ id: 'service_unavailable' }] } })
    await app.database.pool.query('set default_transaction_read_only = off')
    await readOnly('off')
    await expect.poll(() => app.get('/readyz'), POLLING).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  test.runIf(process.getuid?.() === 0)('report a full disk, and recover as soon as there is room', async () => {
    await using disk = await smallDisk(200)
    await copyMadeCluster(join(disk.dir, 'data'))
    await using child = startChild('main.ts', [], {
      QUARRY_DATA_DIR: join(disk.dir, 'data'),
      QUARRY_CRAWL: 'off',
      QUARRY_ROLE: 'server',
      QUARRY_LOG_LEVEL: 'error',
      PORT: '0',
    })
    const [, origin = ''] = await child.until(/Quarry listens on (http:\/\/[\d.:]*\d)/)
    const ready = async () => (await fetch(`${origin}/readyz`)).json()
    await expect.poll(ready, POLLING).toMatchObject({ status: 'ready' })
    await disk.fill()
    const full = { status: 'not ready', reason: 'the disk of the database is full' }
    await expect.poll(ready, POLLING).toEqual(full)
    // A server that died finds no room to start, not even for its lock file.
    const lock = join(disk.dir, 'data/postgres/postmaster.pid')
    const pid = Number((await readFile(lock, 'utf8')).split('\n')[0])
    await rm(lock)
    await disk.fill()
    process.kill(pid, 'SIGKILL')
    await child.until(/The database server is not running again yet/)
    expect(await ready()).toEqual(full)
    await disk.empty()
    await expect.poll(ready, POLLING).toMatchObject({ status: 'ready' })
  })

  test.each(['api_keys', 'charges', 'addresses'])(
    'a request that loses the database midway (at %s) is a 503, not an internal error',
    async (table) => {
      await using database = await testDatabase()
      await using link = await databaseLink(database.connectionString)
      await using app = await startApp({ env: { DATABASE_URL: link.connectionString } })
      const client = await database.pool.connect()
      try {
        await client.query(`begin; lock table ${table}`)
        const answer = app.get('/v2/domain-search?domain=lumen.example')
        while ((await database.pool.query('select 1 from pg_locks where not granted')).rowCount === 0) continue
        await link.cut()
        expect((await answer).status).toBe(503)
      } finally {
        await client.query('rollback')
        client.release()
        await link.mend()
      }
    },
  )
})

/** `fetch` sets the Host header itself. */
const statusFor = (app: TestApp, path: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(`${app.origin}${path}`, { headers: { host } }, (answer) => {
      resolve(answer.resume().statusCode)
    }).on('error', reject)
  })

describe('metrics', () => {
  test('are not served under unknown host names', async () => {
    await using app = await startApp()
    expect(await statusFor(app, '/metrics', 'localhost')).toBe(200)
    expect(await statusFor(app, '/metrics', 'rebound.example')).toBe(404)
    expect(await statusFor(app, '/metrics', '<>')).toBe(404)
  })

  test('without a token are only for this machine, not for requests forwarded by a proxy', async () => {
    await using app = await startApp()
    await app.get('/v2/account')
    await app.get('/v2/nothing')
    const answer = await fetch(`${app.origin}/metrics`)
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(text).toContain('quarry_http_request_seconds_count{door="v2",status="2xx"} 1')
    expect(text).toContain('quarry_http_request_seconds_count{door="v2",status="4xx"} 1')
    expect(text).toContain('quarry_database_connections{state="total"}')
    for (const forwarded of ['203.0.113.7', '127.0.0.1'])
      for (const method of ['GET', 'OPTIONS', 'DELETE']) {
        const headers = { 'x-forwarded-for': forwarded }
        expect((await fetch(`${app.origin}/metrics`, { method, headers })).status).toBe(404)
      }
  })

  test('with a token are only for its holders', async () => {
    const token = 'a token of sixteen characters'
    await using app = await startApp({ env: { QUARRY_METRICS_TOKEN: token } })
    const ask = async (headers: Record<string, string>) => (await fetch(`${app.origin}/metrics`, { headers })).status
    expect(await ask({})).toBe(404)
    expect(await ask({ authorization: `Bearer ${token}x` })).toBe(404)
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(200)
  })
})
