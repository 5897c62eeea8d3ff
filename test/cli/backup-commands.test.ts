import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startReceivingServer } from '../internet/receiving-server.ts'
import { startApp } from '../support/app.ts'
import { startChild } from '../support/process/child-quarry.ts'
import type { ChildQuarry } from '../support/process/child-quarry.ts'
import { runQuarry } from '../support/docs/quarry-shell.ts'
import { emptyDatabase } from '../support/database.ts'
import { seedPeople } from '../support/records/seed.ts'
import { request } from '../support/doors/campaign-client.ts'

const PASSPHRASE = 'correct horse battery'
const LISTENS = /Quarry listens on (http:\/\/127\.0\.0\.1:\d+)/
const OWN = 'rui@lumen.example'

async function temporaryDirectory() {
  const dir = await mkdtemp(join(tmpdir(), 'quarry-backup-'))
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true, maxRetries: 10 }) }
}

const SETTINGS = {
  PORT: '0',
  QUARRY_ROLE: 'server',
  QUARRY_CRAWL: 'off',
  QUARRY_LOG_LEVEL: 'silent',
  QUARRY_RATE_LIMIT_FACTOR: '0',
  QUARRY_LOCAL_SUFFIXES: 'example',
  QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
}

/** Runs a command; `said` is what it writes to standard error. */
async function quarry(env: Record<string, string>, args: string[], input = PASSPHRASE) {
  const { code, out, err } = await runQuarry({ args, env: { ...SETTINGS, ...env }, input: `${input}\n` })
  return { code, out, said: err }
}

const serve = (env: Record<string, string>) => startChild('main.ts', [], { ...SETTINGS, ...env })

const originOf = async (child: ChildQuarry): Promise<string> => (await child.until(LISTENS))[1] ?? ''

/** What an installation answers, without what changes by itself. */
async function answersOf(app: { origin: string; key: string }): Promise<unknown[]> {
  const paths = [
    '/v2/account',
    '/v2/domain-search?domain=maker.example',
    '/v2/email-count?domain=maker.example',
    '/v2/leads_lists',
    '/v2/email-accounts',
    '/v2/sequences',
    '/v2/webhooks',
    '/v2/leads/1',
  ]
  return Promise.all(
    paths.map(async (path) => ({
      path,
      ...(({ status, body }) => ({ status, body }))(await request(app, 'GET', path)),
    })),
  )
}

test('a backup taken under load gives the same answers elsewhere, on its own server and on one of DATABASE_URL', async () => {
  await using place = await temporaryDirectory()
  await using smtp = await startReceivingServer({ login: { username: OWN, password: 'secret' } })
  const secretKey = randomBytes(32).toString('base64')
  await using app = await startApp({ env: { ...SETTINGS, QUARRY_SECRET_KEY: secretKey } })
  await seedPeople(app.context, 'maker.example', [['Ana', 'Vale', 'Owner']])
  await app.post('/v2/leads', { email: 'ana.vale@maker.example', first_name: 'Ana' })
  await app.post('/v2/leads_lists', { name: 'Porto makers' })
  const box = {
    email: OWN,
    smtp_host: '127.0.0.1',
    smtp_port: smtp.port,
    smtp_security: 'none',
    smtp_username: OWN,
    smtp_password: 'secret',
  }
  const mailbox = ((await app.post('/v2/email-accounts', box)).body.data as { id: number }).id
  await answersOf(app) // the first search costs credits, which the account then shows
  const answers = await answersOf(app)

  // Writes lists and leads that belong together throughout.
  const writing = new AbortController()
  const pair = async (name: string) => {
    const made = await app.post('/v2/leads_lists', { name: `Made ${name}` })
    await app.post('/v2/leads', {
      email: `made${name}@maker.example`,
      leads_list_id: (made.body.data as { id: number }).id,
    })
  }
  const writers = ['a', 'b'].map(async (writer) => {
    for (let round = 0; !writing.signal.aborted; round++) await pair(`${writer}${round}`)
  })
  const dir = join(place.dir, 'backup')
  const env = { DATABASE_URL: app.database.connectionString, QUARRY_SECRET_KEY: secretKey }
  const made = await quarry(env, ['backup', dir])
  writing.abort()
  await Promise.all(writers)
  expect(made).toMatchObject({ code: 0, said: '' })
  expect(made.out).toMatch(/: \d+ rows from \d+ tables/)
  expect((await stat(dir)).mode & 0o077).toBe(0)
  expect(await quarry(env, ['backup', dir])).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is not empty/) as string,
  })

  await using database = await emptyDatabase()
  const elsewhere = [
    { QUARRY_DATA_DIR: join(place.dir, 'embedded'), QUARRY_SECRET_KEY: '' },
    { QUARRY_DATA_DIR: join(place.dir, 'beside'), QUARRY_SECRET_KEY: '', DATABASE_URL: database.connectionString },
  ]
  const counts: unknown[] = []
  for (const target of elsewhere) {
    expect(await quarry(target, ['restore', dir], 'a wrong passphrase')).toMatchObject({
      code: 1,
      said: "quarry: The passphrase does not decrypt this backup's key.\n",
    })
    expect(await quarry(target, ['restore', dir])).toMatchObject({ code: 0, said: '' })
    expect((await stat(join(target.QUARRY_DATA_DIR, 'secret.key'))).mode & 0o777).toBe(0o600)
    await using restored = serve(target)
    const there = { origin: await originOf(restored), key: app.key }
    const lists = answers.find((each) => (each as { path: string }).path === '/v2/leads_lists')
    const same = (await answersOf(there)).filter((each) => (each as { path: string }).path !== '/v2/leads_lists')
    expect(same).toEqual(answers.filter((each) => each !== lists))
    expect((await request(there, 'POST', `/v2/email-accounts/${mailbox}/test`, {})).body.data).toMatchObject({
      ok: true,
    })
    // A new row gets the next number, none that is taken.
    expect((await request(there, 'POST', '/v2/leads', { email: 'new@maker.example' })).status).toBe(201)
    counts.push((await request(there, 'GET', '/v2/leads_lists?limit=1')).body.meta)
    expect(await quarry(target, ['restore', dir])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^quarry: The database is not empty/) as string,
    })
  }
  expect(counts[0]).toEqual(counts[1])
  const { rows } = await database.pool.query(
    `select count(*)::int as broken from leads_list_members m where not exists (select from leads_lists l where l.id = m.leads_list_id)`,
  )
  expect(rows).toEqual([{ broken: 0 }])
})

describe('interruptions and damage:', () => {
  test('a backup killed midway cannot be restored', async () => {
    await using place = await temporaryDirectory()
    await using app = await startApp()
    const client = await app.database.pool.connect()
    await client.query('begin; lock table verifications in access exclusive mode')
    const dir = join(place.dir, 'backup')
    const env = { ...SETTINGS, DATABASE_URL: app.database.connectionString }
    const child = startChild('cli.ts', ['backup', dir], env, `${PASSPHRASE}\n`)
    while ((await readdir(dir).catch(() => [])).length < 10) await sleep(20)
    expect(await child.end('SIGKILL')).toBe('SIGKILL')
    await client.query('rollback')
    client.release()
    await using database = await emptyDatabase()
    const said = /does not contain a complete backup: backup\.json, which is written last, is missing/
    expect(await quarry({ DATABASE_URL: database.connectionString }, ['restore', dir])).toMatchObject({
      code: 1,
      said: expect.stringMatching(said) as string,
    })
  })

  test('a restore killed midway is reported at start, and can be run again', async () => {
    await using place = await temporaryDirectory()
    await using app = await startApp()
    await app.post('/v2/leads', { email: 'ana@maker.example' })
    const dir = join(place.dir, 'backup')
    expect(await quarry({ DATABASE_URL: app.database.connectionString }, ['backup', dir])).toMatchObject({ code: 0 })

    await using database = await emptyDatabase()
    const env = { DATABASE_URL: database.connectionString }
    // The queue's tables are created under this lock; while it is held, the restore waits inside its transaction.
    const client = await database.pool.connect()
    await client.query(
      `select pg_advisory_lock(('x' || encode(sha224((current_database() || '.pgboss.pgboss')::bytea), 'hex'))::bit(64)::bigint)`,
    )
    const child = startChild('cli.ts', ['restore', dir], { ...SETTINGS, ...env }, `${PASSPHRASE}\n`)
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    while ((await client.query(waiting)).rowCount === 0) await sleep(20)
    await child.end('SIGKILL')
    await client.query('select pg_advisory_unlock_all()')
    client.release()
    const left = async () =>
      (
        await database.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'quarry restore'`,
        )
      ).rowCount
    while ((await left()) !== 0) await sleep(20)

    await expect(startApp({ database, env: SETTINGS })).rejects.toThrow(
      /A restore into this database is in progress or was interrupted, and none of it was kept/,
    )
    expect((await database.pool.query(`select to_regclass('accounts') as accounts`)).rows).toEqual([{ accounts: null }])
    expect(await quarry(env, ['restore', dir])).toMatchObject({ code: 0, said: '' })
    await using restored = await startApp({ database, env: SETTINGS })
    const found = await request({ ...restored, key: app.key }, 'GET', '/v2/leads')
    expect(found.body.meta).toMatchObject({ total: 1 })
  })

  test('a restore whose key cannot be stored keeps nothing, and succeeds once it can be', async () => {
    await using place = await temporaryDirectory()
    await using app = await startApp()
    await app.post('/v2/leads', { email: 'ana@maker.example' })
    const dir = join(place.dir, 'backup')
    await quarry({ DATABASE_URL: app.database.connectionString }, ['backup', dir])
    await using database = await emptyDatabase()
    const there = { DATABASE_URL: database.connectionString, QUARRY_SECRET_KEY: '' }
    // A directory that accepts no entries, not even from root.
    const refused = await quarry({ ...there, QUARRY_DATA_DIR: '/proc/quarry' }, ['restore', dir])
    expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/^quarry: "\/proc\/quarry" .+\.\n$/)])
    expect((await database.pool.query(`select to_regclass('accounts') as accounts`)).rows).toEqual([{ accounts: null }])
    const elsewhere = { ...there, QUARRY_DATA_DIR: join(place.dir, 'data') }
    const restored = await quarry(elsewhere, ['restore', dir])
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('You can start Quarry now.'), said: '' })
    await using another = await emptyDatabase()
    const keyless = { ...there, DATABASE_URL: another.connectionString, QUARRY_DATA_DIR: join(place.dir, 'keyless') }
    expect(await quarry(keyless, ['restore', dir, '--without-key'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Quarry starts only with the secret key of that installation: '),
    })
  })

  test('a damaged file and a short passphrase are reported', async () => {
    await using place = await temporaryDirectory()
    await using app = await startApp()
    const env = { DATABASE_URL: app.database.connectionString }
    const dir = join(place.dir, 'backup')
    const short = await quarry(env, ['backup', dir], 'short')
    expect([short.code, short.said]).toEqual([
      1,
      expect.stringMatching(/passphrase of at least 12 characters/) as string,
    ])
    expect(await quarry(env, ['backup', dir, '--without-key'])).toMatchObject({ code: 0 })
    await writeFile(join(dir, 'public.accounts.copy.gz'), 'damaged')
    expect(await quarry(env, ['restore', dir])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/public\.accounts\.copy\.gz is damaged: use another backup/) as string,
    })
  })

  test('a file whose contents do not match is reported, and control characters in it do nothing to the terminal', async () => {
    await using place = await temporaryDirectory()
    await using app = await startApp()
    const dir = join(place.dir, 'backup')
    await quarry({ DATABASE_URL: app.database.connectionString }, ['backup', dir, '--without-key'])
    const [manifest, file] = ['backup.json', 'public.accounts.copy.gz'].map((name) => join(dir, name)) as [
      string,
      string,
    ]
    const { tables, ...rest } = JSON.parse(await readFile(manifest, 'utf8')) as { tables: { name: string }[] }
    const words = gzipSync('\u001b[2J\n')
    await writeFile(file, words)
    const sha256 = createHash('sha256').update(words).digest('hex')
    const told = tables.map((table) => (table.name === 'accounts' ? { ...table, sha256 } : table))
    await writeFile(manifest, JSON.stringify({ ...rest, tables: told }))
    await using database = await emptyDatabase()
    const { code, said } = await quarry({ DATABASE_URL: database.connectionString }, ['restore', dir])
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^quarry: public\.accounts\.copy\.gz of the backup was not restored \(/),
    ])
    expect(said).not.toContain('\u001b')
  })
})
