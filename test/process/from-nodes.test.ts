import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { startChild } from '../support/process/child-quarry.ts'
import { PASSPHRASE, readEarlierInstallation, unpackBackup } from '../support/process/earlier-installation.ts'
import { expectDistributed } from '../support/process/over-nodes.ts'
import { differentAnswers, RECORDED_SETTINGS } from '../support/doors/recorded-answers.ts'

/** Only on a cluster (`npm run check:cluster`): the ways back from several nodes to one PostgreSQL. */
describe.skipIf(inject('nodeUrls').length === 1)('an installation on several nodes', () => {
  let folder: string
  let spread: TestDatabase
  let other: TestDatabase

  const settingsOf = ({ connectionString }: TestDatabase, name: string) => ({
    ...RECORDED_SETTINGS,
    DATABASE_URL: connectionString,
    QUARRY_DATA_DIR: join(folder, name),
  })

  async function quarry(args: readonly string[], env: Record<string, string>): Promise<string> {
    await using child = startChild('cli.ts', args, env, `${PASSPHRASE}\n`)
    expect(await child.end(), child.errors()).toBe(0)
    return child.output()
  }

  async function expectSameAnswers(database: TestDatabase, env: Record<string, string>): Promise<void> {
    const earlier = await readEarlierInstallation()
    await using app = await startApp({
      database,
      key: earlier.keys['full'] ?? '',
      env: { ...env, QUARRY_ROLE: 'server' },
      replace: { clock: { now: () => new Date(earlier.now) } },
    })
    expect(await differentAnswers(app, earlier)).toEqual([])
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-from-nodes-'))
    await unpackBackup(await readEarlierInstallation(), join(folder, 'backup'))
    ;[spread, other] = [await emptyDatabase(), await emptyDatabase()]
    const env = settingsOf(spread, 'spread')
    await quarry(['restore', '--keep-campaigns', join(folder, 'backup')], env)
    await quarry(['db', 'distribute', '--shards', '4'], env)
    await expectDistributed(env, true)
    await quarry(['backup', join(folder, 'of-nodes')], env)
  })
  afterAll(async () => {
    await spread[Symbol.asyncDispose]()
    await other[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  test('also moves what an earlier version left on the coordinator', async () => {
    const env = settingsOf(spread, 'spread')
    const operator = new Client({ connectionString: spread.connectionString })
    await operator.connect()
    for (const name of ['companies', 'company_names'])
      await operator.query('select undistribute_table($1::regclass)', [name])
    await operator.end()
    await using refused = startChild('cli.ts', ['users', 'list'], env)
    expect(await refused.end()).toBe(1)
    expect(refused.errors()).toContain('run quarry db distribute again')
    expect(await quarry(['db', 'status'], env)).toContain('Not moved yet: companies, company_names.')
    expect(await quarry(['db', 'distribute'], env)).toContain('2 tables moved.')
    await expectDistributed(env, true)
  })

  test('answers the same from its backup, restored into one PostgreSQL', async () => {
    const env = settingsOf(other, 'other')
    await quarry(['restore', '--keep-campaigns', join(folder, 'of-nodes')], env)
    await expectDistributed(env, false)
    const { rows } = await other.pool.query('select count(*)::int as left from page_addresses')
    expect(rows).toEqual([{ left: 0 }]) // only nodes record and delete them
    await expectSameAnswers(other, env)
  })

  test('answers the same when its tables have been taken back', async () => {
    const env = settingsOf(spread, 'spread')
    expect(await quarry(['db', 'undistribute', '--check'], env)).toContain('Nothing prevents it.')
    await using moving = startChild('cli.ts', ['db', 'undistribute'], env)
    expect(await moving.end()).toBe(0)
    expect(moving.errors()).toMatch(/^companies: [1-9]\d* rows moved/m)
    await expectDistributed(env, false)
    await expectSameAnswers(spread, env)
  })

  test('is on its nodes only if its own tables are, whatever the names of those that another program has split', async () => {
    await using shared = await emptyDatabase()
    const program = new Client({ connectionString: shared.connectionString })
    await program.connect()
    await program.query('create schema theirs; create table theirs.pages (domain text)')
    await program.query(`select create_distributed_table('theirs.pages', 'domain')`)
    await program.end()
    const env = settingsOf(shared, 'shared')
    await quarry(['users', 'list'], env)
    await expectDistributed(env, false)
    expect(await quarry(['db', 'distribute', '--shards', '4'], env)).toContain('15 tables moved.')
    await expectDistributed(env, true)
  })
})
