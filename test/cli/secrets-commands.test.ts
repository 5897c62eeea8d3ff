import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkSecretKey } from '../../src/core/operate/secret-key-check.ts'
import { rotateSecrets } from '../../src/core/operate/secret-rotation.ts'
import { OUTCOMES, SEALED_COLUMNS } from '../../src/db/backup/sealed-secrets-store.ts'
import { startReceivingServer } from '../internet/receiving-server.ts'
import { startChild } from '../support/process/child-quarry.ts'
import { composeEnvironment } from '../support/docs/compose-file.ts'
import { runQuarry } from '../support/docs/quarry-shell.ts'
import { startApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { request } from '../support/doors/campaign-client.ts'

const newKey = () => randomBytes(32).toString('base64')
const LISTENS = /Quarry listens on (http:\/\/127\.0\.0\.1:\d+)/
const REFUSAL = /^The secrets in this database are encrypted with another key: [^\n]+$/
const REFUSED = /^Quarry cannot start\. The secrets in this database are encrypted with another key: [^\n]+\n$/

/** Two data directories, as on two machines. */
async function twoDirectories() {
  const dir = await mkdtemp(join(tmpdir(), 'quarry-key-'))
  return {
    here: join(dir, 'here'),
    there: join(dir, 'there'),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true, maxRetries: 10 }),
  }
}

const settingsOf = (database: TestDatabase, dataDir: string, secretKey = '') => ({
  DATABASE_URL: database.connectionString,
  QUARRY_DATA_DIR: dataDir,
  QUARRY_SECRET_KEY: secretKey,
  QUARRY_LOG_LEVEL: 'silent',
  QUARRY_CRAWL: 'off',
  QUARRY_ROLE: 'server',
  QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
  PORT: '0',
})

/** A start in this process, which costs a fifth of one in its own; what a process does beyond it is tested with two. */
const serve = (database: TestDatabase, dataDir: string, secretKey?: string) =>
  startApp({ database, env: settingsOf(database, dataDir, secretKey) })

const MAILBOX = { email: 'rui@lumen.example', smtp_host: '127.0.0.1', smtp_security: 'none', sender_name: 'Rui' }

/** Connects a mailbox whose password the server behind `app` seals. */
async function connectMailbox(app: { origin: string; key: string }, port: number): Promise<number> {
  const body = { ...MAILBOX, smtp_port: port, smtp_username: MAILBOX.email, smtp_password: 'secret' }
  const made = await request(app, 'POST', '/v2/email-accounts', body)
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  return (made.body.data as { id: number }).id
}

test('the server and the worker of compose.yaml, each with its own data directory, send an email with a sealed password', async () => {
  await using smtp = await startReceivingServer({ login: { username: MAILBOX.email, password: 'secret' } })
  await using database = await testDatabase()
  await using directories = await twoDirectories()
  const dotEnv = {
    POSTGRES_PASSWORD: 'secret',
    QUARRY_SECRET_KEY: newKey(),
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8', // reaches both only through env_file
    QUARRY_LOG_LEVEL: 'warn',
  }
  const start = (service: string, dataDir: string) => {
    const { DATABASE_URL = '', ...given } = composeEnvironment(service, dotEnv)
    expect(DATABASE_URL).toBe('postgresql://quarry:secret@postgres:5432/quarry')
    expect(given).toMatchObject({ QUARRY_DATA_DIR: '/data', QUARRY_HOST: '0.0.0.0', PORT: '3000' })
    // What each container has of its own: its file system, its ports, and the names on its network.
    const own = { QUARRY_DATA_DIR: dataDir, QUARRY_HOST: '127.0.0.1', PORT: '0' }
    return startChild('main.ts', [], { ...given, ...own, DATABASE_URL: database.connectionString })
  }
  await using server = start('quarry', directories.here)
  const [, origin = ''] = await server.until(LISTENS)
  await using worker = start('worker', directories.there)
  await worker.until(/^Quarry runs as a worker/m)
  const key = await server.firstKey()
  const app = { origin, key }
  const post = async (path: string, body: object) => {
    const answer = await request(app, 'POST', path, body)
    expect([path, answer.status, answer.body.errors]).toEqual([path, expect.any(Number), undefined])
    return answer.body.data as { id: number }
  }
  const mailbox = await connectMailbox(app, smtp.port)
  const { id } = await post('/v2/sequences', {
    name: 'Porto makers',
    email_account_ids: [mailbox],
    schedule_days: [0, 1, 2, 3, 4, 5, 6],
    schedule_time_start: 0,
    schedule_time_end: 86_399,
  })
  const written = await request(app, 'GET', `/v2/sequences/${id}/follow-ups`)
  const opening = (written.body.data as { follow_ups: { id: number }[] }).follow_ups[0]?.id
  await request(app, 'PUT', `/v2/sequences/${id}/follow-ups/${opening}`, { subject: 'Tiles', body: 'Good morning.' })
  await post(`/v2/sequences/${id}/recipients`, { emails: ['ana@maker.example'] })
  await post(`/v2/sequences/${id}/start`, {})
  await expect.poll(() => smtp.to('ana@maker.example').length).toBe(1)
  expect(existsSync(join(directories.here, 'secret.key')) || existsSync(join(directories.there, 'secret.key'))).toBe(
    false,
  )
  expect(await worker.end('SIGTERM')).toBe(0)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('compose.yaml requires the key', () => {
  expect(() => composeEnvironment('worker', { POSTGRES_PASSWORD: 'secret' })).toThrow(/Set QUARRY_SECRET_KEY in \.env/)
})

describe('the key of an installation', () => {
  test('is set by the first start; a machine without it, or with another, neither starts nor creates one', async () => {
    await using database = await testDatabase()
    await using directories = await twoDirectories()
    await using _first = await serve(database, directories.here)
    await expect(serve(database, directories.there)).rejects.toThrow(REFUSAL)
    const env = { ...settingsOf(database, directories.there, newKey()), QUARRY_ROLE: 'worker' }
    await using worker = startChild('main.ts', [], env)
    expect(await worker.end()).toBe(1)
    expect(worker.errors()).toMatch(REFUSED)
    expect(worker.output()).toBe('')
    expect(existsSync(join(directories.there, 'secret.key'))).toBe(false)
    const { rows } = await database.pool.query(`select value from settings where name = 'secret_key_fingerprint'`)
    expect(rows).toEqual([{ value: expect.stringMatching(/^[0-9a-f]{32}$/) as string }])

    await cp(join(directories.here, 'secret.key'), join(directories.there, 'secret.key'), { recursive: true })
    await using _third = await serve(database, directories.there)
  })

  test('is changed by prepending the new one and sealing again, and replaced when it is lost', async () => {
    await using smtp = await startReceivingServer({ login: { username: MAILBOX.email, password: 'secret' } })
    await using database = await testDatabase()
    await using directories = await twoDirectories()
    const [oldKey, freshKey, lastKey] = [newKey(), newKey(), newKey()]
    const env = (key: string) => settingsOf(database, directories.here, key)
    const quarry = async (key: string, ...args: string[]) => {
      const { code, out, err } = await runQuarry({ args: ['--json', ...args], env: env(key) })
      return code === 0 ? (JSON.parse(out) as object) : err
    }
    const before = await serve(database, directories.here, oldKey)
    const { key: apiKey } = before
    const mailbox = await connectMailbox(before, smtp.port)
    const makeList = (at: string) =>
      fetch(`${at}/v2/leads_lists`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': 'porto' },
        body: JSON.stringify({ name: 'Porto makers' }),
      })
    expect((await makeList(before.origin)).status).toBe(201)
    await before[Symbol.asyncDispose]()

    expect(await quarry(`${freshKey},${oldKey}`, 'secrets', 'rotate')).toEqual({
      resealed: 2,
      dropped_answers: 1,
      lost: [],
    })
    expect(await quarry(freshKey, 'secrets', 'show')).toEqual({ key: freshKey })
    expect(await quarry(oldKey, 'secrets', 'show')).toMatch(/are encrypted with another key/)
    const after = await serve(database, directories.here, freshKey)
    const tried = await request({ ...after, key: apiKey }, 'POST', `/v2/email-accounts/${mailbox}/test`, {})
    expect(tried.status).toBe(200)
    const repeated = await makeList(after.origin)
    expect([repeated.status, await repeated.text()]).toEqual([422, expect.stringContaining('carried out')])
    await after[Symbol.asyncDispose]()

    expect(await quarry(lastKey, 'secrets', 'reset')).toEqual({
      lost: ['smtpPassword', 'imapPassword'].map((kind) => ({ kind, account_id: 1, id: mailbox })),
    })
    await using _restarted = await serve(database, directories.here, lastKey)
  })

  test('is changed by a second attempt if the first one was killed midway', async () => {
    await using smtp = await startReceivingServer({ login: { username: MAILBOX.email, password: 'secret' } })
    await using database = await testDatabase()
    await using directories = await twoDirectories()
    const [oldKey, freshKey] = [newKey(), newKey()]
    const env = (key: string) => settingsOf(database, directories.here, key)
    const before = await serve(database, directories.here, oldKey)
    const { key } = before
    const mailbox = await connectMailbox(before, smtp.port)
    const hook = { target_url: 'https://hooks.example.org/told', event: 'lead.created' }
    expect((await request(before, 'POST', '/v2/webhooks', hook)).status).toBe(201)
    await before[Symbol.asyncDispose]()

    const holder = await database.pool.connect()
    await holder.query('begin; select from webhooks for update')
    const both = `${freshKey},${oldKey}`
    await using killed = startChild('cli.ts', ['secrets', 'rotate'], env(both))
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
    await killed.end('SIGKILL')
    // Otherwise the server would still execute the waiting statement.
    await database.pool.query(waiting.replace('from', 'pg_terminate_backend(pid) from'))
    await holder.query('rollback')
    holder.release()

    const again = await runQuarry({ args: ['--json', 'secrets', 'rotate'], env: env(both) })
    expect(JSON.parse(again.out)).toEqual({ resealed: 1, dropped_answers: 0, lost: [] })
    await using after = await serve(database, directories.here, freshKey)
    const tried = await request({ ...after, key }, 'POST', `/v2/email-accounts/${mailbox}/test`, {})
    expect(tried.body.data).toMatchObject({ ok: true })
  })

  test('is recognised from sealed data if no fingerprint was stored before', async () => {
    await using smtp = await startReceivingServer({ login: { username: MAILBOX.email, password: 'secret' } })
    await using database = await testDatabase()
    await using directories = await twoDirectories()
    const key = newKey()
    const first = await serve(database, directories.here, key)
    await connectMailbox(first, smtp.port)
    await first[Symbol.asyncDispose]()
    await database.pool.query(`delete from settings where name = 'secret_key_fingerprint'`)

    await expect(serve(database, directories.there, newKey())).rejects.toThrow(REFUSAL)
    await using _second = await serve(database, directories.there, key)
  })

  test('covers every sealed column of the schema', async () => {
    await using database = await testDatabase()
    const { rows } = await database.pool.query<{ place: string[] }>(
      `select array[table_name, column_name]::text[] as place from information_schema.columns
        where table_schema = 'public' and column_name like '%sealed'`,
    )
    expect(rows.map(({ place }) => place.join('.')).toSorted()).toEqual(
      [...Object.values(SEALED_COLUMNS), OUTCOMES].map((place) => place.slice(0, 2).join('.')).toSorted(),
    )
  })
})

test('what a server that still had only the old key sealed after a rotation is found before that key is removed', async () => {
  await using database = await testDatabase()
  await using directories = await twoDirectories()
  const [old, fresh] = [newKey(), newKey()]
  await using straggler = await serve(database, directories.here, old)
  await using app = await serve(database, directories.there, `${fresh},${old}`)
  await rotateSecrets(app.context)
  expect(await checkSecretKey(app.context)).toMatchObject({ state: 'ok' })
  const webhook = { target_url: 'https://hooks.lumen.example/quarry', event: 'lead.created' }
  expect(await request(straggler, 'POST', '/v2/webhooks', webhook)).toMatchObject({ status: 201 })
  expect(await checkSecretKey(app.context)).toMatchObject({ state: 'warning' })
  expect(await rotateSecrets(app.context)).toMatchObject({ resealed: 1, lost: [] })
  expect(await checkSecretKey(app.context)).toMatchObject({ state: 'ok' })
})
