import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importArchives } from '../../../src/core/data/import-archives.ts'
import { importCrawl } from '../../../src/core/data/import-crawl.ts'
import type { CrawlImportOptions } from '../../../src/core/data/import-crawl.ts'
import { startRangeServer } from '../../internet/range-server.ts'
import type { RangeServer } from '../../internet/range-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { cdxIndex, columnarIndex, madeCrawl } from '../../support/records/made-crawl.ts'

const TODAY = new Date('2026-11-20T10:00:00Z')

let app: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-crawl-'))
  app = await startApp({
    replace: { clock: { now: () => TODAY } },
    env: {
      QUARRY_ROLE: 'server',
      QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
      QUARRY_LOCAL_SUFFIXES: 'example,test',
      QUARRY_DATA_DIR: join(folder, 'data'),
    },
  })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** A team page and two others per site; the text makes each page as long as real ones. */
const sites = (name: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${name}${place}.example`).flatMap((domain) =>
    ['/team', '/blog/how-we-chose-our-team', '/shop/lamps'].map((path) => ({
      url: `https://${domain}${path}`,
      date: '2026-03-04T10:00:00Z',
      html: `<p>${domain} ${path} ${crypto.randomUUID().repeat(40)}</p><p>Ines Calder, Head of Support, ines@${domain}</p>`,
    })),
  )

const run = (server: RangeServer, indexes: string[], wanted: Partial<CrawlImportOptions> = {}) =>
  importCrawl(app.context, {
    indexes,
    indexPrefix: '',
    prefix: server.url,
    choice: { tlds: [], pages: ['team', 'contact'], languages: [] },
    limit: null,
    addressesOnly: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...wanted,
  })

async function indexFile(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

const sourcesOf = async (domain: string): Promise<unknown> => {
  const { body } = await app.get(`/v2/domain-search?domain=${domain}`)
  return (body.data as { emails: { value: string; sources: unknown }[] }).emails
}

test('only the records of chosen pages are fetched, and the index is as if they had been imported from whole files', async () => {
  const { files, captures } = madeCrawl(sites('ranged', 30), 20)
  await using server = await startRangeServer(files)
  const index = await indexFile('ranged.parquet', columnarIndex(captures))
  const done = await run(server, [index])
  expect(done.indexes).toMatchObject([{ status: 'done', problem: null, chosen: 30 }])
  expect(done.parts).toMatchObject({ parts: 1, done: 1, failed: 0, pages: 30, addresses: 30, damaged: 0 })
  expect(server.sent.bytes).toBeLessThanOrEqual(1.1 * (done.indexes[0]?.bytes ?? 0))
  const before = await sourcesOf('ranged7.example')
  expect(before).toMatchObject([{ value: 'ines@ranged7.example', sources: [{ uri: 'https://ranged7.example/team' }] }])
  // Importing the records of those pages from whole files adds nothing.
  const chosen = sites('ranged', 30).filter(({ url }) => url.endsWith('/team'))
  const [[, bytes] = ['', Buffer.alloc(0)]] = madeCrawl(chosen, 100).files
  await importArchives(app.context, {
    sources: [await indexFile('whole.warc.gz', bytes)],
    prefix: '',
    addressesOnly: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  expect(await sourcesOf('ranged7.example')).toEqual(before)
  // The second time everything is done, and nothing is requested.
  const asked = server.sent.ranges.length
  expect(await run(server, [index])).toMatchObject({ requests: 0, parts: { pages: 30 } })
  expect(server.sent.ranges.length).toBe(asked)
})

test('a CDX index of lines works as well: by URL, with domains and a limit', async () => {
  const { files, captures } = madeCrawl(sites('lined', 8), 100)
  const index = cdxIndex([
    ...captures,
    { url: 'https://other.test/team', file: 'none.warc.gz', offset: 0, length: 900 },
  ])
  await using server = await startRangeServer(new Map([...files, ['cdx-00000.gz', index]]))
  const choice = { tlds: ['example'], pages: ['team' as const], languages: [] }
  // What a process has left that was killed while it downloaded; there is no such process. Another one still runs.
  const downloads = join(app.context.config.dataDir, 'downloads')
  await mkdir(downloads, { recursive: true })
  const [left, running] = [`${'a'.repeat(64)}.4194305`, `${'a'.repeat(64)}.${process.pid}`]
  for (const name of [left, running]) await writeFile(join(downloads, name), 'half')
  const done = await run(server, [`${server.url}cdx-00000.gz`], { choice, limit: 5 })
  expect(done).toMatchObject({ indexes: [{ chosen: 5 }], parts: { pages: 5, damaged: 0 } })
  expect(await readdir(downloads)).toEqual([running])
})

test('missing or corrupt records affect only themselves', async () => {
  const { files, captures } = madeCrawl(sites('holed', 6), 3)
  const name = 'crawl-data/part-2.warc.gz'
  files.delete('crawl-data/part-1.warc.gz')
  files.set(name, Buffer.from(files.get(name) ?? '').fill(7, 30, 300))
  await using server = await startRangeServer(files)
  const done = await run(server, [await indexFile('holed.cdxj', cdxIndex(captures))])
  expect(done).toMatchObject({ missing: 1, parts: { done: 1, pages: 4, damaged: 1 } })
  expect(await sourcesOf('holed5.example')).toMatchObject([{ value: 'ines@holed5.example' }])
})

test('bytes that are not a record count as not found, wherever the server has them from', async () => {
  const { files, captures } = madeCrawl(sites('portal', 4), 6)
  for (const [name, bytes] of files)
    if (name.includes('part-1')) files.set(name, Buffer.alloc(bytes.length, '<p>Log in</p>'))
  await using server = await startRangeServer(files)
  const done = await run(server, [await indexFile('portal.cdxj', cdxIndex(captures))])
  expect(done).toMatchObject({ missing: 2, parts: { done: 1, pages: 2, damaged: 0 } })
})

test('archives that cannot be read keep no other from being read, and are tried again in the next run', async () => {
  const { files, captures } = madeCrawl(sites('partly', 9), 3)
  await using server = await startRangeServer(files)
  for (const place of [0, 3, 4]) server.refused.set(`crawl-data/part-${place}.warc.gz`, 403)
  const index = await indexFile('partly.cdxj', cdxIndex(captures))
  const done = await run(server, [index])
  expect(done).toMatchObject({
    missing: 0,
    parts: { parts: 4, done: 1, failed: 3, pages: 6, problem: 'The server answered with status 403.' },
  })
  // What keeps failing stays; the others do not wait for it.
  server.refused.delete('crawl-data/part-4.warc.gz')
  expect(await run(server, [index])).toMatchObject({ requests: 3, parts: { parts: 4, done: 2, failed: 2, pages: 7 } })
  server.refused.clear()
  expect(await run(server, [index])).toMatchObject({ requests: 2, parts: { parts: 4, done: 4, failed: 0, pages: 9 } })
  expect(await run(server, [index])).toMatchObject({ requests: 0 })
})

test('when many archives in a row cannot be read, the server is left alone', async () => {
  const { files, captures } = madeCrawl(sites('down', 30), 3)
  await using server = await startRangeServer(files)
  for (const name of files.keys()) server.refused.set(name, 403)
  const index = await indexFile('down.cdxj', cdxIndex(captures))
  const done = await run(server, [index])
  expect(done.parts).toMatchObject({ parts: 1, done: 0, failed: 1, problem: 'The server answered with status 403.' })
  expect(done.requests).toBeLessThan(15)
  server.refused.clear()
  expect(await run(server, [index])).toMatchObject({ parts: { parts: 1, done: 1, failed: 0, pages: 30 } })
})

test('what an index says wrongly affects only the records it says it of, by URL and from a folder', async () => {
  const pages = sites('lying', 6).filter(({ url }) => url.endsWith('/team'))
  const { files, captures } = madeCrawl(pages, 10)
  const [first, second, third, fourth, fifth, last] = captures
  if (!first || !second || !third || !fourth || !fifth || !last) throw new Error('There are not enough records.')
  const told = [
    first,
    { ...second, offset: null },
    { ...third, file: '../outside.warc.gz' },
    fourth,
    { ...fifth, file: 'crawl-data/part-7.warc.gz' },
    { ...last, length: last.length + 5_000 },
    { ...last, url: 'https://lying6.example/team', offset: last.offset + last.length + 9_000 },
  ]
  const index = await indexFile('lying.parquet', columnarIndex(told, { isDetected: false }))
  await using server = await startRangeServer(files)
  const done = await run(server, [index])
  expect(done).toMatchObject({
    missing: 2,
    indexes: [{ chosen: 5 }],
    parts: { done: 1, failed: 0, pages: 3, damaged: 0 },
  })
  await mkdir(join(folder, 'lying', 'crawl-data'), { recursive: true })
  for (const [name, bytes] of files) await writeFile(join(folder, 'lying', name), bytes)
  await writeFile(join(folder, 'outside.warc.gz'), Buffer.concat([...files.values()]))
  // A place may be given with its slash or without.
  const local = await run(server, [index], { prefix: join(folder, 'lying') })
  expect(local).toMatchObject({ missing: 2, parts: { done: 1, failed: 0, pages: 3, damaged: 0 } })
  expect(await run(server, [index], { prefix: `${join(folder, 'lying')}/` })).toMatchObject({ requests: 0 })
  await expect(run(server, [index], { prefix: join(folder, 'nowhere') })).rejects.toThrow(
    `"${join(folder, 'nowhere')}" does not exist. Check the path.`,
  )
})

test('lines whose numbers are none are not read', async () => {
  const { files, captures } = madeCrawl(sites('numbered', 4), 20)
  const lines = gunzipSync(cdxIndex(captures.filter(({ url }) => url.endsWith('/team'))))
    .toString()
    .split('\n')
  const wrong = ['null', '"0x10"', '"1e3"'].map((offset, place) =>
    (lines[place] ?? '').replace(/"offset":"\d+"/, `"offset":${offset}`),
  )
  await using server = await startRangeServer(files)
  const index = await indexFile('numbered.cdxj', Buffer.from([...wrong, lines[3]].join('\n')))
  expect(await run(server, [index])).toMatchObject({ indexes: [{ chosen: 1 }], parts: { pages: 1 } })
})

test('archives at a private address are refused at once', async () => {
  const { files, captures } = madeCrawl(sites('private', 1), 10)
  await using server = await startRangeServer(files)
  server.next = [{ status: 302, headers: { location: 'http://10.0.0.1/' } }]
  const done = await run(server, [await indexFile('private.cdxj', cdxIndex(captures))])
  expect(done.parts?.problem).toBe('The URL leads to a private address; QUARRY_ALLOWED_NETWORKS allows these.')
})

test('robots.txt of the archives is obeyed, and a busy server is waited for', async () => {
  const { files, captures } = madeCrawl(sites('asked', 2), 10)
  await using server = await startRangeServer(files)
  server.robots = 'User-agent: *\nDisallow: /crawl-data/'
  const index = await indexFile('asked.cdxj', cdxIndex(captures))
  expect(await run(server, [index])).toMatchObject({
    requests: 0,
    parts: { failed: 1, pages: 0, problem: "The server's robots.txt forbids reading its archives." },
  })
  server.robots = 'User-agent: *\nAllow: /'
  server.next = [
    { status: 503, headers: { 'retry-after': '0' } },
    { status: 429, headers: { 'retry-after': '0' } },
  ]
  expect(await run(server, [index])).toMatchObject({ parts: { done: 1, failed: 0, pages: 2 } })
})

test('a server that asks to wait for longer than a run should is not asked again in it', async () => {
  const { files, captures } = madeCrawl(sites('patient', 30), 3)
  await using server = await startRangeServer(files)
  const index = await indexFile('patient.cdxj', cdxIndex(captures))
  server.next = Array.from({ length: 4 }, () => ({ status: 429, headers: { 'retry-after': '86400' } }))
  const done = await run(server, [index])
  expect(done.requests).toBeLessThanOrEqual(4)
  expect(done.parts?.problem).toBe('The server asks to wait for 1,440 minutes: run the command again later.')
  server.next = []
  expect(await run(server, [index])).toMatchObject({ parts: { done: 1, failed: 0, pages: 30 } })
})

test('a server that is too busy to send its robots.txt is asked for it again', async () => {
  const { files, captures } = madeCrawl(sites('robot', 8), 3)
  await using server = await startRangeServer(files)
  server.nextRobots = [{ status: 503, headers: { 'retry-after': '0' } }, { status: 500 }]
  const done = await run(server, [await indexFile('robot.cdxj', cdxIndex(captures))])
  expect(done).toMatchObject({ requests: 8, parts: { done: 1, failed: 0, pages: 8 } })
})

test('a server that sends whole files is refused before it has sent them', async () => {
  const { files, captures } = madeCrawl(sites('wholly', 1), 10)
  await using server = await startRangeServer(files)
  server.next = [{ status: 200 }]
  const done = await run(server, [await indexFile('wholly.cdxj', cdxIndex(captures))])
  expect(done.parts?.problem).toBe('The server sends whole files when asked for a part.')
})

test('a file that is not an index fails with one sentence, and the others continue', async () => {
  const { files, captures } = madeCrawl(sites('mixed', 1), 10)
  await using server = await startRangeServer(files)
  const broken = await indexFile('broken.parquet', Buffer.from('PAR1, and nothing of the kind PAR1'))
  const { indexes, parts } = await run(server, [broken, await indexFile('mixed.cdxj', cdxIndex(captures))])
  expect(indexes).toMatchObject([{ status: 'failed', problem: 'The index cannot be read.' }, { status: 'done' }])
  expect(parts).toMatchObject({ pages: 1 })
})

test('the work of a killed process passes to the next one immediately', async () => {
  const { files, captures } = madeCrawl(sites('killed', 3), 10)
  await using server = await startRangeServer(files)
  const index = await indexFile('killed.cdxj', cdxIndex(captures))
  const stop = new AbortController()
  const { parts } = await run(server, [index], { signal: stop.signal, onProgress: () => stop.abort() })
  expect(parts).toMatchObject({ parts: 1, done: 0 })
  // The lease of a process that can no longer release it.
  await app.context.database.pool.query(
    `update archive_imports set holder = gen_random_uuid(), held_until = $1 where status = 'queued'`,
    [new Date(TODAY.getTime() + 300_000)],
  )
  expect((await run(server, [index])).parts).toMatchObject({ done: 1, pages: 3 })
})
