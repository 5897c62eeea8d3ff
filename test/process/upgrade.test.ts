import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startImapServer } from '../internet/imap-server.ts'
import { startReceivingServer } from '../internet/receiving-server.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { startChild } from '../support/process/child-quarry.ts'
import { PASSPHRASE, readEarlierInstallation, unpackBackup } from '../support/process/earlier-installation.ts'
import { moveToNodes } from '../support/process/over-nodes.ts'
import { differentAnswers, RECORDED_SETTINGS } from '../support/doors/recorded-answers.ts'
import { inWordsOfToday } from '../support/process/reworded-sentences.ts'

const OWN = 'rui@lumen.example'

const earlier = await readEarlierInstallation()
let folder: string
let database: TestDatabase
let settings: Record<string, string>

const start = (role: string): Promise<TestApp> =>
  startApp({
    database,
    key: earlier.keys['full'] ?? '',
    env: { ...settings, QUARRY_ROLE: role },
    replace: { clock: { now: () => new Date(earlier.now) } },
  })

async function quarry(args: readonly string[], input = '') {
  await using child = startChild('cli.ts', args, settings, input)
  const code = await child.end()
  return { code, stdout: child.output(), said: child.errors() }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-upgrade-'))
  database = await emptyDatabase()
  settings = { ...RECORDED_SETTINGS, DATABASE_URL: database.connectionString, QUARRY_DATA_DIR: join(folder, 'data') }
  await unpackBackup(earlier, join(folder, 'backup'))
  const restored = await quarry(['restore', join(folder, 'backup'), '--keep-campaigns'], `${PASSPHRASE}\n`)
  expect(restored).toMatchObject({ code: 0, said: '' })
  await moveToNodes(settings)
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

describe('an installation of schema 042', () => {
  test('lists the same at a shell', async () => {
    const answers = await Promise.all(earlier.commands.map(({ args }) => quarry(args)))
    const commands = earlier.commands.map((command, index) => ({ ...command, is: answers[index] }))
    // Since then, people are also found by list, their answers are stored, and so is who came and left, and where they
    // are listed.
    const today = (stdout: string) =>
      inWordsOfToday(stdout)
        .replace(
          '"bulk_rows": []',
          '"conversations": [],\n  "mails": [],\n  "person_observations": [],\n  "changes": [],\n  "person_links": [],\n  "bulk_rows": [],\n  "find_rows": []',
        )
        .replace(
          /("last_seen_on": "[\d-]+")(?=\n {4}\}\n {2}\],\n {2}"sources")/,
          '$1,\n      "affiliation": null,\n      "affiliation_since": null,\n      "left_on": null,\n      "left_evidence": null',
        )
    // Mailboxes now say whether they can be used.
    const withoutStates = (said: string) =>
      said.replace('SENDING  STATE   A DAY', 'SENDING  A DAY').replaceAll(/(?<=@\S+ +active {3})active {2}/g, '')
    // Files of leads now end with the location of the company.
    const withoutPlaces = (said: string) =>
      said
        .replaceAll(/,"company_country":"..","company_city":"\w+"(?=\}$)/gm, '')
        .replaceAll(/(?:,company_country,company_city|(?<=^\d+,.+),[A-Z]{2},[A-Z]\w+)$/gm, '')
    for (const { args, code, stdout, is } of commands)
      expect([args, { ...is, stdout: withoutPlaces(withoutStates(is?.stdout ?? '')) }]).toEqual([
        args,
        { code, stdout: today(stdout), said: '' },
      ])
  })

  test('answers every recorded call byte for byte, except for reworded sentences and the listed differences', async () => {
    await using app = await start('server')
    expect(await differentAnswers(app, earlier)).toEqual([])
    expect(earlier.calls.length).toBeGreaterThan(200)
  })

  test('opens its secrets with the key derived from the passphrase', async () => {
    await using app = await start('server')
    await using smtp = await startReceivingServer({ login: { username: OWN, password: 'secret' } })
    await using imap = await startImapServer({ password: 'secret' })
    const moved = 'update mailboxes set smtp_port = $1, imap_port = $2 where id = 1'
    await database.pool.query(moved, [smtp.port, imap.port])
    expect((await app.post('/v2/email-accounts/1/test', {})).body.data).toMatchObject({ ok: true })
  })

  test('continues with waiting work', async () => {
    const planned = await database.pool.query(
      `select data from pgboss.job where name = 'plan-messages' and data ? 'accountId'`,
    )
    expect(planned.rows).toEqual([{ data: { accountId: 1, campaignId: 6 } }])
    await using app = await start('all')
    const statusOf = async () => ((await app.get('/v2/leads/imports/3')).body.data as { status: string }).status
    await expect.poll(statusOf).toBe('done')
    expect((await app.get('/v2/leads/exist?email=late@tern.example')).status).toBe(200)
  })
})
