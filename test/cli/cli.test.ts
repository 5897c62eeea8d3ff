import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedKey } from '../../src/core/accounts/issue-keys.ts'
import type { DomainSearchOutput } from '../../src/core/search/domain-search-output.ts'
import { startInternet } from '../internet/internet.ts'
import type { Internet } from '../internet/internet.ts'
import { fjordwerkSites } from '../internet/sites/fjordwerk.ts'
import { lumenworksSites } from '../internet/sites/lumenworks.ts'
import { crawling } from '../support/app.ts'
import { startChild } from '../support/process/child-quarry.ts'
import type { ChildQuarry } from '../support/process/child-quarry.ts'
import { copyMadeCluster } from '../support/process/made-cluster.ts'
import { openShell } from '../support/docs/quarry-shell.ts'
import type { QuarryShell, Ran } from '../support/docs/quarry-shell.ts'

const KEY = /qry_[\w-]{43}/

let internet: Internet
let server: ChildQuarry
let shell: QuarryShell
let place: string
let env: Record<string, string>
let origin: string
let firstKey: string

beforeAll(async () => {
  internet = await startInternet({ sites: [...lumenworksSites, ...fjordwerkSites] })
  place = await mkdtemp(join(tmpdir(), 'quarry-cli-'))
  await chmod(place, 0o755)
  const dataDir = join(place, 'data')
  await copyMadeCluster(dataDir)
  env = {
    ...crawling(internet),
    PORT: '0',
    QUARRY_DATA_DIR: dataDir,
    QUARRY_LOCAL_SUFFIXES: 'test',
    QUARRY_CRAWL_WAIT_MS: '60000',
    QUARRY_RATE_LIMIT_FACTOR: '0',
  }
  server = startChild('main.ts', [], { ...env, QUARRY_LOG_LEVEL: 'error' })
  origin = (await server.until(/Quarry listens on (http:\/\/127\.0\.0\.1:\d+)/))[1] ?? ''
  firstKey = await server.firstKey()
  shell = openShell(env)
})

afterAll(async () => {
  expect(await server.end('SIGTERM')).toBe(0)
  await internet.stop()
  await rm(place, { recursive: true, force: true, maxRetries: 10 })
})

const quarry = (...args: string[]): Promise<Ran> => shell.quarry(...args)

/** Runs as a separate process. */
async function started(...args: string[]): Promise<object> {
  await using child = startChild('cli.ts', args, env)
  return { code: await child.end(), out: child.output(), err: child.errors() }
}

/** Runs a command that must succeed and print JSON. */
async function json(...args: string[]): Promise<unknown> {
  const { code, out, err } = await quarry(...args, '--json')
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}

async function ask(path: string, key = firstKey): Promise<{ status: number; body: DomainSearchOutput }> {
  const response = await fetch(origin + path, { headers: { 'x-api-key': key } })
  return { status: response.status, body: (await response.json()) as DomainSearchOutput }
}

const search = async (domain: string): Promise<string[]> =>
  (await ask(`/v2/domain-search?domain=${domain}&limit=100`)).body.data.emails.map(({ value }) => value)

describe.concurrent('quarry next to a running server', () => {
  test('keys are created, listed masked and revoked, and the server notices', async () => {
    const created = await quarry('keys', 'create', '--name', 'For the script', '--read-only')
    expect(created).toMatchObject({ code: 0, err: '' })
    const [key = ''] = KEY.exec(created.out) ?? []
    expect((await ask('/v2/account', key)).status).toBe(200)

    const mute = await quarry('keys', 'create', '--name', 'Without mail', '--no-send')
    const all = (await json('keys', 'list')) as ListedKey[]
    const listed = all.filter(({ accountId }) => accountId === 1)
    expect(listed.map(({ name, scopes }) => [name, scopes])).toEqual([
      ['First key', ['read', 'write', 'send']],
      ['For the script', ['read']],
      ['Without mail', ['read', 'write']],
    ])
    expect(mute.code).toBe(0)
    const { id, token } = listed[1] ?? { id: 0, token: '' }
    expect(token).toBe(`********${key.slice(-4)}`)

    expect(await quarry('keys', 'revoke', String(id))).toMatchObject({ code: 0, out: expect.stringMatching(/revoked/) })
    const table = await quarry('keys', 'list')
    expect(table.out).toContain('LAST USED (UTC)')
    expect(table.out).toMatch(/^ID +NAME +KEY/)
    expect(table.out).not.toContain('For the script')
    expect(await quarry('keys', 'revoke', String(id))).toEqual({
      code: 1,
      out: '',
      err: `quarry: There is no key with id ${id}.\n`,
    })
  })

  test('accounts are created with a key, listed and moved to another plan', async () => {
    const created = (await json('accounts', 'create', '--plan', 'free')) as { accountId: number; key: string }
    expect(await planOf(created.key)).toBe('Free')
    const changed = await quarry('accounts', 'plan', String(created.accountId), '--plan', 'growth')
    expect(changed).toEqual({ code: 0, err: '', out: `Account ${created.accountId} is now on the growth plan.\n` })
    expect(await json('accounts', 'list')).toMatchObject([{ plan: 'unlimited' }, { plan: 'growth', suspended: false }])
    const id = String(created.accountId)
    const person = ['--first-name', 'Ana', '--email', 'Ana@Tiles.example']
    expect((await quarry('accounts', 'rename', id, 'Tiles', ...person)).out).toBe(`Account ${id} renamed.\n`)
    expect(await json('accounts', 'list')).toMatchObject([
      { name: null, email: null },
      { name: 'Tiles', email: 'ana@tiles.example' },
    ])
    expect((await quarry('accounts', 'rename', id, '--email', 'nobody')).err).toBe(
      'quarry: nobody is not a valid email address.\n',
    )
    expect((await quarry('accounts', 'suspend', id)).out).toBe(`Account ${id} suspended.\n`)
    expect(await json('accounts', 'list')).toMatchObject([{ suspended: false }, { suspended: true }])
    expect((await quarry('accounts', 'resume', id)).out).toBe(`Account ${id} resumed.\n`)
    expect((await quarry('accounts', 'delete', id)).out).toBe(
      `Deleting account ${id} (Tiles) would remove: 0 leads, 0 campaigns (0 under way), 0 mailboxes, 0 people, 1 key, 0 apps.\nTo delete it, add --name "Tiles".\n`,
    )
    expect(await quarry('accounts', 'delete', '1')).toEqual({
      code: 1,
      out: 'This account runs the installation and cannot be deleted.\n',
      err: '',
    })
    expect((await quarry('accounts', 'suspend', '999999')).err).toBe('quarry: There is no account with id 999999.\n')
    expect((await quarry('accounts', 'create')).out).toMatch(
      /^Account \d+ \(free\)\. Its key, shown only once:\n {2}qry_/,
    )
    expect((await quarry('accounts', 'list')).out.split('\n').filter((line) => / free /.test(line))).toHaveLength(1)
  })

  test('a crawl finishes at once and the server finds its results; a search shows people with their source', async () => {
    const crawl = await quarry('crawl', 'https://www.lumenworks.test/about')
    expect(crawl).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^lumenworks\.test: done, \d+ pages/) })
    expect(await search('lumenworks.test')).toContain('mara.ellison@lumenworks.test')

    const found = await quarry('search', 'lumenworks.test', '--department', 'executive', '--limit', '5')
    expect(found.code).toBe(0)
    expect(found.out).toMatch(/mara\.ellison@lumenworks\.test +\d+ +Mara Ellison +Chief Executive Officer +http:/)
    const asJson = (await json('search', 'lumenworks.test', '--type', 'generic')) as DomainSearchOutput
    expect(asJson.data.emails.every(({ type }) => type === 'generic')).toBe(true)
  })

  test('a crawl that finds no site says so and fails', async () => {
    const { code, out } = await quarry('crawl', 'nowhere.test', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ domain: 'nowhere.test', status: 'failed', pages: 0, addresses: 0 })
  })
})

async function planOf(key: string): Promise<string> {
  const { body } = await ask('/v2/account', key)
  return (body as unknown as { data: { plan_name: string } }).data.plan_name
}

describe('opt-outs', () => {
  test('an opted-out address is gone immediately, everywhere, and no crawl brings it back', async () => {
    const before = await search('fjordwerk.test')
    const [claimed = '', ...others] = before
    expect(others.length).toBeGreaterThan(2)
    const counted = async () => (await ask('/v2/email-count?domain=fjordwerk.test')).body as unknown as Counted
    const { total } = (await counted()).data

    const added = await quarry('claims', 'add', ` ${claimed.toUpperCase()} `, '--reason', 'asked by mail')
    expect(added).toEqual({
      code: 0,
      err: '',
      out: 'Opt-out 1 (email) added. What was stored about it has been deleted; campaigns only keep that they wrote to it.\n',
    })
    expect(await search('fjordwerk.test')).toEqual(others)
    expect((await counted()).data.total).toBe(total - 1)
    expect((await quarry('crawl', 'fjordwerk.test')).code).toBe(0)
    expect(await search('fjordwerk.test')).toEqual(others)

    const list = await quarry('claims', 'list')
    expect(list.out).toMatch(/1 +email +\(hash only\) +\d{4}-\d\d-\d\d +asked by mail/)
    expect(list.out).not.toContain(claimed)
    expect(await json('claims', 'remove', claimed)).toEqual({ removed: true })
    expect(await quarry('claims', 'remove', claimed)).toEqual({ code: 1, out: 'No such opt-out.\n', err: '' })
    await quarry('crawl', 'fjordwerk.test')
    expect(await search('fjordwerk.test')).toContain(claimed)
  })

  test('an opted-out domain returns nothing and is not crawled again', async () => {
    await quarry('claims', 'add', 'lumenworks.test')
    const visits = internet.requests.length
    expect(await search('lumenworks.test')).toEqual([])
    expect(await search('www.lumenworks.test')).toEqual([])
    const crawl = await quarry('crawl', 'lumenworks.test')
    expect([crawl.code, crawl.out.split('\n')[0]]).toEqual([
      1,
      'lumenworks.test: blocked (claimed), 0 pages, 0 addresses.',
    ])
    expect(internet.requests.length).toBe(visits)
    expect(await json('claims', 'list')).toMatchObject([{ kind: 'domain', domain: 'lumenworks.test', reason: null }])
  })
})

interface Counted {
  data: { total: number }
}

describe.concurrent('quarry', () => {
  test('refreshing lists fails if one that has a URL could not be downloaded, not for those without', async () => {
    expect((await quarry('lists', 'refresh')).code).toBe(0)
    const there = openShell({ ...env, QUARRY_LIST_URL_WEBMAIL: 'http://nowhere.test/webmail.txt' })
    const refreshed = await there.quarry('lists', 'refresh')
    expect([refreshed.code, refreshed.err]).toEqual([1, ''])
    expect(refreshed.out).toMatch(/^webmail .*The download failed/m)
  })

  test('doctor reports on each part, and fails when one does not work', async () => {
    const { code, out } = await quarry('doctor')
    const findings = out.split('\n').slice(0, -1)
    expect(code).toBe(findings.some((line) => line.startsWith('fail')) ? 1 : 0)
    expect(findings.map((line) => line.slice(0, 14))).toEqual([
      'ok    database',
      expect.stringMatching(/^(?:ok|fail) {2,4}secret k$/),
      'ok    dns     ',
      'warn  port 25 ',
      'warn  mail nam',
      'warn  ptr     ',
      'warn  spf     ',
      'ok    disk    ',
      'ok    clock   ',
    ])
    expect(findings.every((line) => line.endsWith('.'))).toBe(true)
  })

  test('doctor says when there is no database, and checks the rest', async () => {
    const broken = { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/quarry' }
    await using doctor = startChild('cli.ts', ['doctor', '--json'], broken)
    expect(await doctor.end()).toBe(1)
    expect(JSON.parse(doctor.output())).toMatchObject([{ name: 'database', state: 'problem' }, { name: 'disk' }])
  })

  test('serve and worker start what npm start does', async () => {
    await using serving = startChild('cli.ts', ['serve'], env)
    await using working = startChild('cli.ts', ['worker'], env)
    await Promise.all([serving.until(/Quarry listens on/), working.until(/Quarry runs as a worker/)])
    expect(await Promise.all([serving.end('SIGTERM'), working.end('SIGTERM')])).toEqual([0, 0])
  })

  test('--help lists every command with what it does', async () => {
    const [top, keys] = await Promise.all([quarry('--help'), quarry('keys', '--help')])
    expect(top.code).toBe(0)
    for (const name of ['serve', 'worker', 'search', 'crawl', 'keys', 'accounts', 'optouts', 'doctor'])
      expect(top.out).toMatch(new RegExp(`^  ${name}\\b.* {2}\\S`, 'm'))
    for (const name of ['create', 'list', 'revoke']) expect(keys.out).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
  })

  test('says the same in its own process as in a shell', async () => {
    const lines = [['keys', 'list'], ['crawl'], ['keys', 'revoke', '4711'], ['--version']]
    const outcomes = await Promise.all(lines.map((args) => started(...args)))
    for (const [place, args] of lines.entries()) expect(outcomes[place]).toEqual(await quarry(...args))
  })

  test('wrong arguments are refused in one sentence, with exit code 1', async () => {
    const wrong = [
      ['nonsense'],
      ['keys', 'revoke', 'abc'],
      ['keys', 'create', '--account', '99'],
      ['accounts', 'plan', '1', '--plan', 'golden'],
      ['crawl', 'not a domain'],
      ['crawl'],
      ['search', 'lumenworks.test', '--type', 'robot', '--limit', '1000'],
      ['claims', 'add', 'nobody@'],
    ]
    for (const { code, out, err } of await Promise.all(wrong.map((args) => quarry(...args)))) {
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(/^(?:quarry|error): [^\n]+\n/)
      expect(err).not.toMatch(/\.ts:|Error:/)
    }
  })
})
