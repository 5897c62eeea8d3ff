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
import {
  PASSPHRASE,
  readEarlierInstallation,
  repeatCall,
  unpackBackup,
} from '../support/process/earlier-installation.ts'
import type { RecordedCall } from '../support/process/earlier-installation.ts'
import { moveToNodes } from '../support/process/over-nodes.ts'
import { inWordsOfToday, withoutTheMoment } from '../support/process/reworded-sentences.ts'

const OWN = 'rui@lumen.example'

/** As it was run when its answers were recorded; nothing is crawled, and nobody is at the resolver. */
const SETTINGS = {
  QUARRY_CRAWL: 'off',
  QUARRY_DNS_SERVERS: '127.0.0.1:9',
  QUARRY_LOCAL_SUFFIXES: 'test,example',
  QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
  QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true',
  QUARRY_ORIGIN: 'https://quarry.lumen.example',
  QUARRY_RATE_LIMIT_FACTOR: '0',
  QUARRY_LOG_LEVEL: 'silent',
  QUARRY_SECRET_KEY: '',
}

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
  settings = { ...SETTINGS, DATABASE_URL: database.connectionString, QUARRY_DATA_DIR: join(folder, 'data') }
  await unpackBackup(earlier, join(folder, 'backup'))
  const restored = await quarry(['restore', join(folder, 'backup')], `${PASSPHRASE}\n`)
  expect(restored).toMatchObject({ code: 0, said: '' })
  await moveToNodes(settings)
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** Calls that mean something else since then, or say more: how their names begin, and why. */
const CHANGED: readonly (readonly [call: string, reason: string])[] = [
  ['GET /v2/leads?sort=email ', 'an unknown parameter then, an order now'],
  ['GET /v2/webhooks', 'a webhook without a filter has no filter_on'],
  ['GET /v2/email-accounts/', 'hours of sending are an object, and campaigns of a mailbox come in pages'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":16,', 'get_account names its scopes in another order'],
  ['POST /v2/sequences/5/pause ', 'a campaign that cannot be paused says what it is'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":9,', 'addresses of five more departments are counted'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":32,', 'addresses of five more departments are counted'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":19,', 'list_recipients says how many there are, by status'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":20,', 'list_recipients says how many there are, by status'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":41,', 'discover_companies says when each was crawled'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":42,', 'discover_companies says when each was crawled'],
  ['GET /t/u/', 'the button of the page says that it was pressed there'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":33,', 'find_email says whether the person is still with the company'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":38,', 'enrich_person says whether the person is still with the company'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":37,', 'verify_emails counts what the addresses came to'],
  ['GET /v2/leads/exports/1/file ', 'files of leads say where the company sits'],
  ['GET /v2/leads/exports/2/file ', 'files of leads say where the company sits'],
]

const isChanged = (call: RecordedCall): boolean => CHANGED.some(([name]) => nameOf(call).startsWith(name))

/** Since then, verdicts come with the risk of a bounce: nothing else about them has changed. */
const withoutRisks = (text: string): string => text.replaceAll(/,(\\*)"risk\1":(?:null|\{[^{}]*\})/g, '')

const nameOf = ({ as, method, path, body }: RecordedCall): string =>
  `${method} ${path} by ${as ?? 'nobody'}${body === undefined ? '' : `: ${JSON.stringify(body).slice(0, 120)}`}`

describe('an installation of schema 042', () => {
  test('lists the same at a shell', async () => {
    const answers = await Promise.all(earlier.commands.map(({ args }) => quarry(args)))
    const commands = earlier.commands.map((command, index) => ({ ...command, is: answers[index] }))
    // Since then, people are also looked for by the list, what they write back is kept, and who came and left.
    const today = (stdout: string) =>
      inWordsOfToday(stdout)
        .replace(
          '"bulk_rows": []',
          '"conversations": [],\n  "mails": [],\n  "person_observations": [],\n  "changes": [],\n  "bulk_rows": [],\n  "find_rows": []',
        )
        .replace(
          /("last_seen_on": "[\d-]+")(?=\n {4}\}\n {2}\],\n {2}"sources")/,
          '$1,\n      "affiliation": null,\n      "affiliation_since": null,\n      "left_on": null,\n      "left_evidence": null',
        )
    // And mailboxes say whether they can be used.
    const withoutStates = (said: string) =>
      said.replace('SENDING  STATE   A DAY', 'SENDING  A DAY').replaceAll(/(?<=@\S+ +active {3})active {2}/g, '')
    // And files of leads, behind all else, where the company sits.
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

  test('answers every recorded call byte for byte, but reworded sentences and what is named', async () => {
    await using app = await start('server')
    const differences: unknown[] = []
    // One after the other: some cost credits, which the last ones show.
    for (const call of earlier.calls) {
      const is = await repeatCall(app.origin, earlier, call)
      const { status, answerHeaders, text } = call
      const now = JSON.stringify({ ...is, text: withoutTheMoment(withoutRisks(is.text)) })
      const before = JSON.stringify({ status, answerHeaders, text: withoutTheMoment(inWordsOfToday(text)) })
      if (now !== before && !isChanged(call)) differences.push({ call: nameOf(call), before, now })
    }
    expect(differences).toEqual([])
    expect(earlier.calls.length).toBeGreaterThan(200)
  })

  test('opens its secrets with the key that the passphrase gave', async () => {
    await using app = await start('server')
    await using smtp = await startReceivingServer({ login: { username: OWN, password: 'secret' } })
    await using imap = await startImapServer({ password: 'secret' })
    const moved = 'update mailboxes set smtp_port = $1, imap_port = $2 where id = 1'
    await database.pool.query(moved, [smtp.port, imap.port])
    expect((await app.post('/v2/email-accounts/1/test', {})).body.data).toMatchObject({ ok: true })
  })

  test('goes on with what waited', async () => {
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
