import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startInternet } from '../internet/internet.ts'
import { htmlPage } from '../internet/test-site.ts'
import type { Internet } from '../internet/internet.ts'
import { fjordwerkSites } from '../internet/sites/fjordwerk.ts'
import { lumenworksSites } from '../internet/sites/lumenworks.ts'
import { crawling, startApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { openShell } from '../support/docs/quarry-shell.ts'
import { startChild } from '../support/process/child-quarry.ts'

let internet: Internet
beforeAll(async () => void (internet = await startInternet({ sites: [...lumenworksSites, ...fjordwerkSites] })))
afterAll(() => internet.stop())

const shellOn = (database: TestDatabase) =>
  openShell({ ...crawling(internet), DATABASE_URL: database.connectionString, QUARRY_LOCAL_SUFFIXES: 'test' })

const waits = (domain: string) =>
  `${domain} has not been crawled yet. Waiting up to 120 seconds for the first crawl …\n`

describe.concurrent('quarry search for a domain that is not known yet', () => {
  test('crawls it, on an empty installation without a server', async () => {
    await using database = await testDatabase()
    const shell = shellOn(database)
    const first = await shell.quarry('search', 'lumenworks.test')
    expect(first).toMatchObject({ code: 0, err: waits('lumenworks.test') })
    expect(first.out).toMatch(/^Lumenworks.*: \d+ addresses/)
    expect(first.out).toMatch(/mara\.ellison@lumenworks\.test +\d+ +Mara Ellison/)
    const { rows } = await database.pool.query('select status from crawls')
    expect(rows).toEqual([{ status: 'done' }])

    const visits = internet.requests.filter(({ host }) => host.endsWith('lumenworks.test')).length
    expect(await shell.quarry('search', 'lumenworks.test')).toMatchObject({ code: 0, err: '' })
    expect(internet.requests.filter(({ host }) => host.endsWith('lumenworks.test')).length).toBe(visits)
  })

  test('says which setting keeps addresses under a suffix that is not public', async () => {
    await using database = await testDatabase()
    const shell = openShell({
      ...crawling(internet),
      DATABASE_URL: database.connectionString,
      QUARRY_LOCAL_SUFFIXES: '',
    })
    const hint = /\.test is not a public suffix, .+ set QUARRY_LOCAL_SUFFIXES=test and crawl again\.\n$/
    expect(await shell.quarry('search', 'fjordwerk.test')).toMatchObject({
      out: expect.stringMatching(hint) as string,
    })
    expect(await shell.quarry('crawl', 'fjordwerk.test')).toMatchObject({ out: expect.stringMatching(hint) as string })
    expect((await shellOn(database).quarry('crawl', 'fjordwerk.test')).out).not.toContain('suffix')
  })

  test('crawls it next to a running server, which returns what was found', async () => {
    await using database = await testDatabase()
    await using server = await startApp({ database, internet })
    const shell = shellOn(database)
    const found = await shell.quarry('search', 'fjordwerk.test', '--json')
    expect(found).toMatchObject({ code: 0, err: '' })
    const { data } = JSON.parse(found.out) as { data: { emails: { value: string }[] } }
    expect(data.emails.length).toBeGreaterThan(2)
    const { body } = await server.get('/v2/domain-search?domain=fjordwerk.test&limit=25')
    expect((body.data as typeof data).emails.map(({ value }) => value)).toEqual(data.emails.map(({ value }) => value))
    expect(body.meta).not.toHaveProperty('crawl')
  })

  test('says that no names resolve, and ends without waiting out the time of a visit', async () => {
    await using database = await testDatabase()
    await using child = startChild('cli.ts', ['search', 'nowhere.test'], {
      DATABASE_URL: database.connectionString,
      QUARRY_CRAWL_MAX_SECONDS: '3600',
    })
    expect(await child.end()).toBe(1)
    expect(child.errors()).toBe(
      `${waits('nowhere.test')}quarry: nowhere.test was not crawled: even names that certainly exist do not resolve here. Run quarry doctor for details.\n`,
    )
  })

  test.each([
    ['crawl', 'SIGTERM'],
    ['search', 'SIGHUP'],
    ['search', 'SIGINT'],
  ] as const)('when asked to end, %s breaks off its visit (%s)', async (command, signal) => {
    await using world = await startInternet({ sites: [{ hosts: ['slow.test'], handle: () => true }] })
    await using database = await testDatabase()
    await using child = startChild('cli.ts', [command, 'slow.test'], {
      ...crawling(world),
      DATABASE_URL: database.connectionString,
      QUARRY_LOCAL_SUFFIXES: 'test',
    })
    await expect.poll(() => world.requests.length).toBeGreaterThan(0)
    expect(await child.end(signal)).toBe(1)
    expect(child.errors()).toMatch(/quarry: Interrupted\. What was found so far is stored\.\n$/)
    const { rows } = await database.pool.query('select status, reason from crawls')
    expect(rows).toEqual([{ status: 'failed', reason: 'interrupted' }])
  })

  test('says why there is no site to crawl, and leaves nothing queued', async () => {
    await using database = await testDatabase()
    const shell = shellOn(database)
    const { code, out, err } = await shell.quarry('search', 'nowhere.test')
    expect([code, err]).toEqual([0, waits('nowhere.test')])
    expect(out).toMatch(
      /^nowhere\.test: 0 addresses\nThe crawl failed \(\w+\), 0 pages read\. To try again: quarry crawl nowhere\.test\n$/,
    )
    const { rows } = await database.pool.query('select status from crawls')
    expect(rows).toEqual([{ status: 'failed' }])
  })

  test('shows what its pages say, and passes no control characters to the terminal', async () => {
    const person = {
      '@type': 'Person',
      name: 'Ada Birch',
      jobTitle: 'Tuner\u001b[2J\u009b1m\u202e',
      email: 'ada@odd.test',
    }
    const pages = { '/': htmlPage('Odd', `<script type="application/ld+json">${JSON.stringify(person)}</script>`) }
    await using world = await startInternet({ sites: [{ hosts: ['odd.test'], pages }] })
    await using database = await testDatabase()
    const shell = openShell({
      ...crawling(world),
      DATABASE_URL: database.connectionString,
      QUARRY_LOCAL_SUFFIXES: 'test',
    })
    const { code, out } = await shell.quarry('search', 'odd.test')
    expect([code, out]).toEqual([0, expect.stringContaining('ada@odd.test')])
    expect(out).toContain('Tuner')
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  test('aligns its columns in every script', async () => {
    await using database = await testDatabase()
    const { out } = await shellOn(database).quarry('search', 'fjordwerk.test')
    const rows = out.split('\n').filter((line) => line.includes('@fjordwerk.test'))
    expect(rows.join('\n')).toMatch(/佐藤[^]*Schäfer|Schäfer[^]*佐藤/)
    // On a terminal, a Chinese character is as wide as two letters.
    const columns = rows.map((line) => line.replace(/[一-鿿]/g, '__').indexOf('http://'))
    expect(new Set(columns).size).toBe(1)
  })

  test('speaks of one page and one address', async () => {
    const pages = { '/': htmlPage('Small', '<p>ada@small.test</p>') }
    await using world = await startInternet({ sites: [{ hosts: ['small.test'], pages }] })
    await using database = await testDatabase()
    const shell = openShell({
      ...crawling(world),
      DATABASE_URL: database.connectionString,
      QUARRY_LOCAL_SUFFIXES: 'test',
    })
    expect((await shell.quarry('crawl', 'small.test')).out).toMatch(
      /^small\.test: done, 1 page, 1 address\.\nNext visit \S+ To see the addresses: quarry search small\.test\n$/,
    )
    expect((await shell.quarry('search', 'small.test')).out).toMatch(/^Small: 1 address\n/)
  })

  test('does not crawl for an invalid request', async () => {
    await using database = await testDatabase()
    const shell = shellOn(database)
    expect(await shell.quarry('search', 'lumenworks.test', '--type', 'robot')).toMatchObject({ code: 1, out: '' })
    expect((await database.pool.query('select 1 from crawls')).rowCount).toBe(0)
  })
})

test('the first start of a server shows a key even if a command has created the account', async () => {
  await using database = await testDatabase()
  const shell = shellOn(database)
  expect((await shell.quarry('mailbox', 'list')).code).toBe(0)
  await using first = await startApp({ database })
  expect(first.firstKey).toMatch(/^qry_/)
  await using second = await startApp({ database, key: first.key })
  expect(second.firstKey).toBeNull()
  expect((await second.get('/v2/account')).body.data).toMatchObject({ plan_name: 'Unlimited' })
})
