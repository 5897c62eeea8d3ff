import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { openShell } from '../support/docs/quarry-shell.ts'
import type { QuarryShell } from '../support/docs/quarry-shell.ts'
import { startChild } from '../support/process/child-quarry.ts'

/** What cannot have been meant is refused instead of being done. */

let database: TestDatabase
let folder: string
let shell: QuarryShell
let table: string
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'quarry-odd-'))
  shell = openShell({ DATABASE_URL: database.connectionString })
  table = join(folder, 'firms.csv')
  await writeFile(table, 'name,website\nEbbmark,ebbmark.example\n')
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test.each([
  ['warc', 'The file contains no web archive records (WARC, WET, WAT or ARC).'],
  ['crawl', 'The file contains no lines of a crawl index (CDXJ).'],
])('import %s with a table fails', async (kind, sentence) => {
  const { code, out } = await shell.quarry('import', kind, table)
  expect(code).toBe(1)
  expect(out).toContain(sentence)
})

test('import crawl takes index files as arguments or as an option, and requires one', async () => {
  const named = await shell.quarry('import', 'crawl', '--index', table, '--pages', 'team')
  expect([named.code, named.out]).toEqual([1, expect.stringContaining('no lines of a crawl index')])
  const russian = await shell.quarry('import', 'crawl', table, '--tlds', '.рф,de')
  expect([russian.code, russian.out]).toEqual([1, expect.stringContaining('no lines of a crawl index')])
  const bare = await shell.quarry('import', 'crawl')
  expect([bare.code, bare.out, bare.err]).toEqual([1, '', expect.stringContaining('Name at least one index file')])
})

test('import crawl fails if not a single record is where the index says', async () => {
  const index = join(folder, 'index.cdxj')
  const record = {
    url: 'https://ebbmark.example/contact',
    mime: 'text/html',
    status: '200',
    length: '900',
    offset: '0',
  }
  await writeFile(
    index,
    `example,ebbmark)/contact 20260101000000 ${JSON.stringify({ ...record, filename: 'a.warc.gz' })}\n`,
  )
  const { code, out } = await shell.quarry('import', 'crawl', index, '--prefix', folder)
  expect([code, out]).toEqual([1, expect.stringContaining('1 record was not found in their archives: check --prefix.')])
})

test.each<[string[], string]>([
  [['import', 'companies', '--encoding', 'utf-99'], '"utf-99" is not a known encoding; use a label such as utf-8'],
  [['export', 'companies', '--domain', 'not a domain'], '"not a domain" is not a valid domain name.'],
  [['crawl', 'co.uk'], 'co.uk is a public suffix: companies register their domains under it.'],
  [['export', 'person', 'nobody'], 'nobody is not a valid email address.'],
  [['export', 'people', '--country', 'Norway'], '"Norway" is not a two-letter country code.'],
  [['keys', 'create', '--name', ' '], 'The name of a key must have 1 to 255 characters.'],
  [['accounts', 'rename', '1'], 'Give a name, or --first-name, --last-name or --email.'],
  [['apps', 'revoke', '--user', 'nobody@ebbmark.example'], 'No app of this user is connected: see quarry apps list.'],
])('%j is refused', async (args, sentence) => {
  const { code, out, err } = await shell.quarry(...args, ...(args[0] === 'import' ? [table] : []))
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(sentence)
})

test.each<[string[], string]>([
  [['search', 'ebbmark.example', '--department', 'Nope'], '"nope" is not one of executive, it, finance,'],
  [['search', 'ebbmark.example', '--seniority', 'senior,boss'], '"boss" is not one of junior, senior, executive.'],
  [['changes', '--type', 'hired'], '"hired" is not one of joined, left, returned,'],
  [['answers', 'list', '--class', 'good'], '"good" is not one of interested, not_now,'],
  [['mailbox', 'add', 'rui@ebbmark.example'], 'Name its server: --smtp HOST:PORT, or --reports and --imap HOST:PORT.'],
  [['verify', 'notanaddress'], '"notanaddress" is neither a file nor an email address.'],
])('what %j may be is said', async (args, sentence) => {
  const { code, out, err } = await shell.quarry(...args)
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(sentence)
})

test.each<[string[], string]>([
  [['search'], '(quarry search --help shows its arguments and options)'],
  [['mailbox', 'connect', 'rui@ebbmark.example'], '(quarry mailbox connect --help shows its arguments and options)'],
  [['keys', 'nonsense'], '(quarry keys --help lists its commands)'],
  [['nonsense'], '(quarry --help lists the commands)'],
])('what is missing in %j is explained in the help that the error refers to', async (args, sentence) => {
  const { code, err } = await shell.quarry(...args)
  expect(code).toBe(1)
  expect(err).toContain(sentence)
})

test('a refused export leaves the file unchanged', async () => {
  const { code } = await shell.quarry('export', 'companies', '--domain', '-', '--output', table)
  expect(code).toBe(1)
  expect(await readFile(table, 'utf8')).toContain('Ebbmark')
})

test('an export leaves the file unchanged when its database does not answer', async () => {
  const away = openShell({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/quarry' })
  const { code, err } = await away.quarry('export', 'companies', '--output', table)
  expect([code, err]).toEqual([1, expect.stringContaining('The database does not answer')])
  expect(await readFile(table, 'utf8')).toContain('Ebbmark')
})

test('an export replaces a longer file, even if it is empty', async () => {
  const output = join(folder, 'out.jsonl')
  await writeFile(output, 'a line of yesterday\n'.repeat(100))
  await shell.quarry('import', 'companies', table)
  for (const [domain, rows] of [
    ['ebbmark.example', 1],
    ['nobody.example', 0],
  ] as const) {
    const { code, err } = await shell.quarry('export', 'companies', '--domain', domain, '--output', output)
    expect([code, err]).toEqual([0, `${rows} rows\n`])
    expect((await readFile(output, 'utf8')).split('\n').slice(0, -1)).toHaveLength(rows)
  }
})

test('a domain is exported however it is spelled', async () => {
  await shell.quarry('import', 'companies', table)
  const { out } = await shell.quarry('export', 'companies', '--domain', 'EBBMARK.example.', '--format', 'jsonl')
  expect(JSON.parse(out)).toMatchObject({ domain: 'ebbmark.example' })
})

test('a verification that waits for the network says so', async () => {
  await using child = startChild('cli.ts', ['verify', 'jo@ebbmark.example'], {
    DATABASE_URL: database.connectionString,
  })
  await expect.poll(() => child.errors()).toMatch(/^Waiting\. No resolver answers for names that certainly exist/)
  expect(await child.end('SIGINT')).toBe(1)
  expect(child.errors()).toContain('quarry: Interrupted. A running server continues with the list.')
  expect(child.output()).toBe('')
})
