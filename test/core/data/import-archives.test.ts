import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { importArchives } from '../../../src/core/data/import-archives.ts'
import type { ArchivesImportOptions } from '../../../src/core/data/import-archives.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { httpPage, inMembers, warcRecord } from '../../support/records/made-archive.ts'

/** Later than all captures here; the files date from this day too. */
const TODAY = new Date('2026-11-20T10:00:00Z')

let app: TestApp
let folder: string

beforeAll(async () => {
  app = await startApp({
    replace: { clock: { now: () => TODAY } },
    env: { QUARRY_ROLE: 'server', QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8', QUARRY_LOCAL_SUFFIXES: 'example' },
  })
  folder = await mkdtemp(join(tmpdir(), 'quarry-archives-'))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const page = (domain: string, date: string, body: string, path = '/team') =>
  warcRecord({ uri: `https://${domain}${path}`, date, block: httpPage(`<html><body>${body}</body></html>`) })

const person = (domain: string, first = 'Ines', last = 'Calder') =>
  `<table><tr><td>${first} ${last}</td><td>Head of Support</td><td><a href="mailto:${first.toLowerCase()}.${last.toLowerCase()}@${domain}">mail</a></td></tr></table>`

async function file(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  await utimes(path, TODAY, TODAY)
  return path
}

const run = (sources: string[], wanted: Partial<ArchivesImportOptions> = {}) =>
  importArchives(app.context, {
    sources,
    prefix: '',
    addressesOnly: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...wanted,
  })

interface Entry {
  value: string
  first_name: string | null
  position: string | null
  sources: { uri: string; extracted_on: string; last_seen_on: string; still_on_page: boolean }[]
}
const emailsOf = async (domain: string) =>
  ((await app.get(`/v2/domain-search?domain=${domain}`)).body.data as { emails: Entry[] }).emails

test('pages of an archive become sources, dated by their capture', async () => {
  const archive = await file(
    'one.warc.gz',
    inMembers([page('one.example', '2025-03-04T10:00:00Z', person('one.example'))]),
  )
  const { files } = await run([archive])
  expect(files).toMatchObject([
    { status: 'done', problem: null, figures: { records: 1, responses: 1, pages: 1, addresses: 1 } },
  ])
  expect(await emailsOf('one.example')).toMatchObject([
    {
      value: 'ines.calder@one.example',
      first_name: 'Ines',
      position: 'Head of Support',
      sources: [
        {
          uri: 'https://one.example/team',
          extracted_on: '2025-03-04',
          last_seen_on: '2025-03-04',
          still_on_page: true,
        },
      ],
    },
  ])
})

test('whatever order captures come in, a source lives as long as it was on the page', async () => {
  const history = [
    page('two.example', '2026-03-10T10:00:00Z', person('two.example')),
    page('two.example', '2026-06-10T10:00:00Z', person('two.example')),
    page('two.example', '2026-09-10T10:00:00Z', '<p>We have moved on.</p>'),
  ]
  const archive = await file(
    'two.warc.gz',
    inMembers([history[2], history[0], history[1]].map((record) => record ?? Buffer.alloc(0))),
  )
  await run([archive])
  const [entry] = await emailsOf('two.example')
  expect(entry?.sources).toMatchObject([
    { extracted_on: '2026-03-10', last_seen_on: '2026-06-10', still_on_page: false },
  ])
})

test('a file is not read twice, and reading it again would add nothing', async () => {
  const records = [page('three.example', '2025-03-04T10:00:00Z', person('three.example'))]
  const archive = await file('three.warc.gz', inMembers(records))
  await run([archive])
  const before = await emailsOf('three.example')
  let asked = 0
  await run([archive], { onProgress: () => asked++ })
  expect(asked).toBe(0)
  await run([await file('three-again.warc.gz', inMembers(records))])
  expect(await emailsOf('three.example')).toEqual(before)
})

test('an interrupted import continues where it left off', async () => {
  const records = Array.from({ length: 1_200 }, (_, n) =>
    page('four.example', '2025-03-04T10:00:00Z', `<p>desk${n}@four.example</p>`, `/page${n}`),
  )
  const archive = await file('four.warc.gz', inMembers(records))
  const stop = new AbortController()
  const first = await run([archive], { signal: stop.signal, onProgress: () => stop.abort() })
  expect(first.files[0]).toMatchObject({ status: 'queued' })
  const done = first.files[0]?.figures.records ?? 0
  expect([done > 0, done < 1_200]).toEqual([true, true])
  const { files } = await run([archive])
  expect(files[0]).toMatchObject({ status: 'done', figures: { records: 1_200, pages: 1_200, addresses: 1_200 } })
  const counted = await app.get('/v2/email-count?domain=four.example')
  expect(counted.body.data).toMatchObject({ total: 1_200 })
})

test('two processes share a list: each file is read by one of them', async () => {
  const archives = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      file(
        `shared${n}.warc.gz`,
        inMembers([page(`shared${n}.example`, '2025-03-04T10:00:00Z', person(`shared${n}.example`))]),
      ),
    ),
  )
  const readers: string[] = []
  await Promise.all(
    ['a', 'b'].map((name) => run(archives, { onProgress: ({ source }) => void readers.push(`${name} ${source}`) })),
  )
  expect(readers.map((line) => line.slice(2)).sort()).toEqual([...archives].sort())
})

test('the file of a killed process passes to the next one immediately', async () => {
  const archive = await file('killed.warc', page('killed.example', '2025-03-04T10:00:00Z', person('killed.example')))
  const aborted = AbortSignal.abort()
  expect((await run([archive], { signal: aborted })).files).toMatchObject([{ status: 'queued' }])
  // The lease of a process that can no longer release it.
  const { rowCount } = await app.context.database.pool.query(
    `update archive_imports set holder = gen_random_uuid(), held_until = $2 where source = $1`,
    [archive, new Date(TODAY.getTime() + 300_000)],
  )
  expect(rowCount).toBe(1)
  expect((await run([archive])).files).toMatchObject([{ status: 'done', figures: { pages: 1 } }])
})

test('lists name archives, and URLs are read through the network guard, from any byte on', async () => {
  const bytes = inMembers([page('five.example', '2025-03-04T10:00:00Z', person('five.example'))])
  const server = createServer((request, response) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    if (request.url !== '/crawl/five.warc.gz') response.writeHead(404).end()
    else response.writeHead(from > 0 ? 206 : 200).end(bytes.subarray(from))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const list = await file('archives.paths.gz', gzipSync('# a list\ncrawl/five.warc.gz\ncrawl/none.warc.gz\n'))
  const { files } = await run([list], { prefix: `${origin}/` })
  server.close()
  expect(files).toMatchObject([
    { status: 'done' },
    { status: 'failed', problem: 'The server answered with status 404.' },
  ])
  expect(await emailsOf('five.example')).toHaveLength(1)
})

test('what cannot be read is reported, and does not stop the rest', async () => {
  const zstd = await file('six.warc.zst', Buffer.from('28b52ffd00', 'hex'))
  const good = await file(
    'six.warc.gz',
    inMembers([page('six.example', '2025-03-04T10:00:00Z', person('six.example'))]),
  )
  const { files } = await run([join(folder, 'nowhere.warc.gz'), zstd, good])
  expect(files.map(({ problem }) => problem)).toEqual([
    'The file does not exist. Check the path.',
    'zstd archives are not read: unpack the file (zstd -d) and import the result.',
    null,
  ])
})

test('people who opted out are not imported', async () => {
  await addOptout(app.context, 'ines.calder@seven.example', null)
  const archive = await file(
    'seven.warc.gz',
    inMembers([page('seven.example', '2025-03-04T10:00:00Z', person('seven.example'))]),
  )
  await run([archive])
  expect(await emailsOf('seven.example')).toEqual([])
})

test('start, contact and imprint pages describe the company, dated by their capture, in any order', async () => {
  const about = (path: string, date: string, body: string) => page('firm.example', date, body, path)
  const start = `<script type="application/ld+json">{"@type":"Organization","name":"Firm","url":"https://firm.example/","foundingDate":"1998"}</script>`
  const pages = [
    about('/imprint', '2025-03-01T08:00:00Z', '<p>Firm Works GmbH</p>'),
    about('/', '2025-03-01T08:00:00Z', start),
    about('/blog/1', '2025-03-01T08:00:00Z', '<p>Other Firm GmbH</p>'),
  ]
  await run([await file('firm.warc.gz', inMembers(pages))])
  const known = async () =>
    (
      await app.context.database.pool.query(
        `select name, legal_name, founded_year, (select min(seen_on) from company_sources where uri like 'https://firm.example/%') as seen_on
          from companies where domain = 'firm.example'`,
      )
    ).rows
  const told = [{ name: 'Firm', legal_name: 'Firm Works GmbH', founded_year: 1998, seen_on: '2025-03-01' }]
  expect(await known()).toEqual(told)
  const older = about('/', '2024-01-01T08:00:00Z', start.replace('1998', '1997'))
  await run([await file('older.warc.gz', inMembers([older]))])
  expect(await known()).toEqual(told)
})

test('addresses shown alone are found without their owners', async () => {
  const archive = await file(
    'eight.warc.gz',
    inMembers([page('eight.example', '2025-03-04T10:00:00Z', person('eight.example'))]),
  )
  await run([archive], { addressesOnly: true })
  expect(await emailsOf('eight.example')).toMatchObject([{ value: 'ines.calder@eight.example', position: null }])
})

test('the text of a WET record is read too', async () => {
  const record = warcRecord({
    type: 'conversion',
    uri: 'https://nine.example/contact',
    block: 'Write to office@nine.example & wait <b>',
  })
  await run([await file('nine.warc.wet.gz', inMembers([record]))])
  expect(await emailsOf('nine.example')).toMatchObject([{ value: 'office@nine.example' }])
})

test('captures with impossible dates are left out and reported, and delay nothing', async () => {
  const dates = [
    '0000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '9999-12-31T00:00:00Z',
    'soon',
  ]
  const records = [
    page('dated.example', '2026-01-02T00:00:00Z', person('dated.example')),
    ...dates.map((date, n) => page('dated.example', date, `<p>desk${n}@dated.example</p>`, `/page${n}`)),
    page('dated.example', '2026-01-03T00:00:00Z', person('dated.example', 'Rui', 'Birch'), '/people'),
  ]
  const { files } = await run([await file('dated.warc.gz', inMembers(records))])
  expect(files[0]).toMatchObject({ status: 'done', figures: { records: 7, pages: 2, misdated: 5 } })
  expect(files[0]?.figures.named).toEqual([
    'https://dated.example/page0 (0000-01-01T00:00:00.000Z)',
    'https://dated.example/page1 (-000001-01-01T00:00:00.000Z)',
    'https://dated.example/page2 (+275760-09-13T00:00:00.000Z)',
    'https://dated.example/page3 (9999-12-31T00:00:00.000Z)',
    'https://dated.example/page4 (no date that can be read)',
  ])
  expect((await emailsOf('dated.example')).map(({ value }) => value).sort()).toEqual([
    'ines.calder@dated.example',
    'rui.birch@dated.example',
  ])
})

test('a page with an address and a text too long for an index costs no other page of its file', async () => {
  const path = `/careers?${Array.from({ length: 120 }, () => randomUUID().slice(0, 16)).join('')}`
  const title = String.fromCodePoint(...Array.from({ length: 255 }, (_, i) => 0x20000 + ((i * 7_919) % 40_000)))
  const posting = JSON.stringify({ '@context': 'https://schema.org', '@type': 'JobPosting', title })
  const records = [
    page(
      'wide.example',
      '2026-01-02T00:00:00Z',
      `<p>jobs@wide.example</p><script type="application/ld+json">${posting}</script>`,
      path,
    ),
    page('wide.example', '2026-01-03T00:00:00Z', person('wide.example')),
  ]
  const { files } = await run([await file('wide.warc.gz', inMembers(records))])
  expect(files[0]).toMatchObject({ status: 'done', figures: { records: 2, pages: 2 } })
  expect((await emailsOf('wide.example')).map(({ value }) => value)).toContain('ines.calder@wide.example')
})

test('a capture is not later than the file that contains it', async () => {
  const records = [
    page('ten.example', '2026-05-01T00:00:00Z', '<p>before@ten.example</p>', '/a'),
    page('ten.example', '2026-05-04T00:00:00Z', '<p>after@ten.example</p>', '/b'),
  ]
  const archive = await file('ten.warc', Buffer.concat(records))
  const written = new Date('2026-05-02T00:00:00Z')
  await utimes(archive, written, written)
  const { files } = await run([archive])
  expect(files).toMatchObject([
    { status: 'done', figures: { named: ['https://ten.example/b (2026-05-04T00:00:00.000Z)'] } },
  ])
})

test('a file with a record longer than itself is incomplete, each time, until it is whole', async () => {
  const first = page('eleven.example', '2026-05-01T00:00:00Z', person('eleven.example'))
  const swallowed = page('eleven.example', '2026-05-01T00:00:00Z', '<p>late@eleven.example</p>', '/late')
  const huge = (length?: number) =>
    warcRecord({
      type: 'metadata',
      uri: 'https://eleven.example/',
      block: 'x',
      ...(length !== undefined && { length }),
    })
  const archive = await file('eleven.warc', Buffer.concat([first, huge(9_000_000_000), swallowed]))
  for (let again = 0; again < 2; again++) {
    const { files } = await run([archive])
    expect(files).toMatchObject([{ status: 'incomplete', figures: { records: 1, pages: 1, truncated: true } }])
  }
  await file('eleven.warc', Buffer.concat([first, huge(), swallowed]))
  const { files } = await run([archive])
  expect(files).toMatchObject([{ status: 'done', figures: { records: 3, pages: 2, truncated: false } }])
  expect(await emailsOf('eleven.example')).toHaveLength(2)
})

test('a truncated file is incomplete, and continues when the rest is there', async () => {
  const records = [1, 2, 3].map((n) =>
    page(
      'twelve.example',
      '2026-05-01T00:00:00Z',
      `<p>desk${n}@twelve.example</p>${'<i>long</i>'.repeat(40)}`,
      `/${n}`,
    ),
  )
  const whole = inMembers(records)
  const archive = await file('twelve.warc.gz', whole.subarray(0, whole.length - 60))
  const { files } = await run([archive])
  expect(files).toMatchObject([{ status: 'incomplete', figures: { records: 2 } }])
  await file('twelve.warc.gz', whole)
  expect((await run([archive])).files).toMatchObject([{ status: 'done', figures: { records: 3, pages: 3 } }])
  expect(await emailsOf('twelve.example')).toHaveLength(3)
})
