import { Readable } from 'node:stream'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { WARCParser } from 'warcio'
import { UnreadableArchive } from '../../../src/engine/import/archive-bytes.ts'
import { readArchive } from '../../../src/engine/import/archive-reader.ts'
import type { Checkpoint } from '../../../src/engine/import/archive-reader.ts'
import { newFigures } from '../../../src/engine/import/archive-record.ts'
import type { ArchiveFigures, ArchiveRecord } from '../../../src/engine/import/archive-record.ts'
import { readArchivedResponse } from '../../../src/engine/import/archived-response.ts'
import { httpPage, inChunks, inMembers, warcRecord } from '../../support/records/made-archive.ts'

interface Reading {
  records: ArchiveRecord[]
  checkpoints: Checkpoint[]
  figures: ArchiveFigures
}

async function readAll(bytes: Buffer, from?: Checkpoint, chunkSize = 65_536): Promise<Reading> {
  const figures = newFigures()
  const records: ArchiveRecord[] = []
  const checkpoints: Checkpoint[] = []
  const chunks = inChunks(bytes.subarray(from?.offset ?? 0), chunkSize)
  for await (const { record, next } of readArchive(chunks, figures, from)) {
    records.push(record)
    checkpoints.push(next)
  }
  return { records, checkpoints, figures }
}

const uris = ({ records }: Reading) => records.map(({ uri }) => uri)

const pages = Array.from({ length: 12 }, (_, n) =>
  warcRecord({ uri: `https://site${n}.example/team`, block: httpPage(`<p>Page ${n} of jo${n}@site${n}.example</p>`) }),
)
const all = pages.map((_, n) => `https://site${n}.example/team`)

describe('an archive in any kind of compression', () => {
  test.each([
    ['many members', inMembers(pages)],
    ['one member', gzipSync(Buffer.concat(pages))],
    ['no compression', Buffer.concat(pages)],
    [
      'members with several records each',
      Buffer.concat([gzipSync(Buffer.concat(pages.slice(0, 5))), gzipSync(Buffer.concat(pages.slice(5)))]),
    ],
  ])('is read: %s', async (_, bytes) => {
    for (const chunkSize of [1, 7, 100, 1_000_000]) {
      const reading = await readAll(bytes, undefined, chunkSize)
      expect(uris(reading)).toEqual(all)
      expect(reading.figures).toEqual({ records: 12, oversized: 0, garbage: 0, damaged: 0, truncated: false })
    }
  })

  test.each([
    ['many members', inMembers(pages)],
    ['one member', gzipSync(Buffer.concat(pages))],
    ['no compression', Buffer.concat(pages)],
  ])('gives the rest from any checkpoint on: %s', async (_, bytes) => {
    const { checkpoints } = await readAll(bytes)
    for (const [n, checkpoint] of checkpoints.entries())
      expect(uris(await readAll(bytes, checkpoint))).toEqual(all.slice(n + 1))
  })

  test('contains the same records for another parser', async () => {
    const parser = new WARCParser(Readable.toWeb(Readable.from([inMembers(pages)])) as never, { parseHttp: false })
    const found: (string | null | undefined)[] = []
    for await (const record of parser) found.push(record.warcTargetURI)
    expect(found).toEqual(all)
  })

  test.each([
    ['zstd', '28b52ffd00000000', 'unpack the file (zstd -d)'],
    ['zstd with its dictionary first', '5d2a4d180400000000000000', 'unpack the file (zstd -d)'],
    ['zip', '504b030414000000', 'unpack the file and import the WARC files'],
  ])('in %s is refused with a sentence that says what to do', async (_, head, says) => {
    await expect(readAll(Buffer.from(head, 'hex'))).rejects.toThrow(UnreadableArchive)
    await expect(readAll(Buffer.from(head, 'hex'))).rejects.toThrow(says)
  })
})

describe('damage in an archive affects only the damaged part', () => {
  test('when truncated anywhere, it returns what came before and never throws', async () => {
    for (const bytes of [inMembers(pages), gzipSync(Buffer.concat(pages)), Buffer.concat(pages)])
      for (let length = 0; length < bytes.length; length += 37) {
        const found = (await readAll(bytes.subarray(0, length))).records.filter(({ truncated }) => !truncated)
        expect(found.map(({ uri }) => uri)).toEqual(all.slice(0, found.length))
      }
  })

  test('a damaged member is skipped and counted', async () => {
    const members = pages.map((page) => gzipSync(page))
    members[4]?.fill(0xff, 40, 80)
    const reading = await readAll(Buffer.concat(members))
    expect(uris(reading)).toEqual([...all.slice(0, 4), ...all.slice(5)])
    expect(reading.figures.damaged).toBe(1)
  })

  test('a member too large for memory is read after a damaged one, with everything after it', async () => {
    const large = warcRecord({ uri: 'https://large.example/', block: Buffer.alloc(40 * 1_048_576) })
    const [first, damaged, ...others] = pages.map((page) => gzipSync(page))
    damaged?.fill(0xff, 40, 80)
    const bytes = Buffer.concat(
      [first, damaged, gzipSync(large, { level: 1 }), ...others].filter((each) => each !== undefined),
    )
    const reading = await readAll(bytes)
    expect(uris(reading)).toEqual([all[0], 'https://large.example/', ...all.slice(2)])
    expect(reading.figures).toMatchObject({ damaged: 1, truncated: false })
  })

  test('an endless member without content, after a damaged one, is not the end of the file', async () => {
    const [first = Buffer.alloc(0), damaged = Buffer.alloc(0)] = pages.map((page) => gzipSync(page))
    damaged.fill(0xff, 40, 80)
    const head = gzipSync('WARC/1.0\r\n', { level: 0 }).subarray(0, 25)
    head[10] = 0 // not the last block
    const emptyBlocks = Buffer.alloc(5 * 200_000, Buffer.from('000000ffff', 'hex'))
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.concat([first, damaged, head])
      for (let megabyte = 0; megabyte < 100; megabyte++) yield emptyBlocks
    }
    const figures = newFigures()
    const found: (string | null)[] = []
    for await (const { record } of readArchive(endless(), figures)) found.push(record.uri)
    expect(found).toEqual(all.slice(0, 1))
    expect(figures).toMatchObject({ damaged: 1, truncated: true })
  })

  test('what looks like members inside another one is not tried: the work grows linearly with the file', async () => {
    const magics = Buffer.concat([Buffer.alloc(2_100_000, Buffer.from([0x1f, 0x8b, 0x08])), Buffer.from('\r\n\r\n')])
    const hostile = gzipSync(magics, { level: 0 })
    const cut = hostile.subarray(0, hostile.length - 5)
    const looksWhole = gzipSync(Buffer.concat([Buffer.from('WARC/1.0\r\n'), Buffer.alloc(20_000, 'x')]), { level: 0 })
    const liars = Buffer.concat(Array.from({ length: 100 }, () => looksWhole.subarray(0, looksWhole.length - 8)))
    const [first = Buffer.alloc(0), ...others] = pages.map((page) => gzipSync(page))
    // Trying each magic number to the end took two minutes, longer than any test waits.
    for (const middle of [hostile, cut])
      expect(uris(await readAll(Buffer.concat([first, middle, ...others])))).toEqual(all)
    expect(uris(await readAll(Buffer.concat([first, liars, ...others])))[0]).toBe(all[0])
  })

  test.each([
    ['lines that are no records', () => gzipSync(Buffer.alloc(30_000_000, 'x\n'))],
    ['magics that are no members', () => Buffer.alloc(12_000_000, Buffer.from('1f8b0800000000000003', 'hex'))],
  ])('an abort takes effect while %s are read', async (_, make) => {
    const stop = new AbortController()
    const reading = (async () => {
      const records = readArchive(inChunks(make(), 1_048_576), newFigures(), { offset: 0, records: 0 }, stop.signal)
      for await (const _record of records);
    })()
    setTimeout(() => stop.abort(), 1)
    await expect(reading).rejects.toThrow('aborted')
  })

  test('millions of line ends between records cost next to nothing', async () => {
    const ends = Buffer.alloc(20_000_000, '\r\n')
    const [first = Buffer.alloc(0), ...others] = pages
    expect(uris(await readAll(gzipSync(Buffer.concat([ends, first, ends, ...others]))))).toEqual(all)
  })

  test('an abort ends the wait for a silent source', async () => {
    const stop = new AbortController()
    async function* silent(): AsyncGenerator<Buffer> {
      yield warcRecord({ block: 'x' })
      await new Promise(() => undefined)
    }
    const reading = (async () => {
      for await (const _ of readArchive(silent(), newFigures(), { offset: 0, records: 0 }, stop.signal));
    })()
    setTimeout(() => stop.abort(), 1)
    await expect(reading).rejects.toThrow('aborted')
  })

  test('any bytes at all give a result', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat(2_000), async (noise, at) => {
        const bytes = inMembers(pages)
        bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length - 1) % bytes.length)
        await readAll(bytes.subarray(0, bytes.length)).catch((error: unknown) => {
          if (!(error instanceof UnreadableArchive)) throw error
        })
      }),
      { numRuns: 100 },
    )
  })

  test.each([-4, -1, 1, 4])('a length that is wrong by %i is corrected', async (error) => {
    const block = httpPage('<p>A page.</p>')
    const wrong = warcRecord({ uri: 'https://wrong.example/', block, length: block.length + error })
    const reading = await readAll(Buffer.concat([wrong, ...pages]))
    expect(uris(reading)).toEqual(['https://wrong.example/', ...all])
  })

  test.each(['1e3', '0x3e8', '+1000', '1_000', '-5', ''])('a length of "%s" costs its record only', async (length) => {
    const made = warcRecord({ uri: 'https://wrong.example/', block: 'A page.' }).toString()
    const wrong = Buffer.from(made.replace(/^(Content-Length:).*$/im, `$1 ${length}`))
    const reading = await readAll(Buffer.concat([wrong, ...pages]))
    expect([uris(reading), reading.figures.garbage > 0]).toEqual([all, true])
  })

  test('bare line feeds, folded headers, unusual case and angle brackets are accepted', async () => {
    const odd = Buffer.from(
      'WARC/0.17\nwarc-type:response\nWARC-TARGET-URI: <https://odd.example/>\nX-Note: one\n two\ncontent-length: 2\n\nok\n\n',
    )
    const { records } = await readAll(Buffer.concat([odd, ...pages]))
    expect(records[0]).toMatchObject({ type: 'response', uri: 'https://odd.example/', body: Buffer.from('ok') })
    expect(records).toHaveLength(13)
  })

  test.each([
    ['2026-01-18T10:00:00Z', '2026-01-18T10:00:00.000Z'],
    ['2026-01-18T10:00:00.123456Z', '2026-01-18T10:00:00.123Z'],
    ['2026-01-18T11:00:00+01:00', '2026-01-18T10:00:00.000Z'],
    ['20260118100000', '2026-01-18T10:00:00.000Z'],
    ['yesterday', undefined],
  ])('the date %j of a record is %j', async (date, read) => {
    const { records } = await readAll(warcRecord({ date, block: 'x' }))
    expect(records[0]?.date?.toISOString()).toBe(read)
  })

  test('a date without a zone is in UTC, wherever it is read', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    const { records } = await readAll(warcRecord({ date: '2026-01-18T10:00:00', block: 'x' }))
    vi.unstubAllEnvs()
    expect(records[0]?.date).toEqual(new Date('2026-01-18T10:00:00Z'))
  })

  test.each([60, 5_000_000, 100_000_000])('a length that is %d too long ends with its member', async (more) => {
    const block = httpPage('<p>x</p>')
    const long = warcRecord({ uri: 'https://long.example/', block, length: block.length + more })
    const reading = await readAll(inMembers([...pages.slice(0, 2), long, ...pages.slice(2)]))
    expect(uris(reading)).toEqual([...all.slice(0, 2), 'https://long.example/', ...all.slice(2)])
    expect(reading.figures).toMatchObject({ garbage: 1, truncated: false })
  })

  test('zeros between records are what a writer left when it died', async () => {
    const [one = Buffer.of(), two = Buffer.of()] = pages
    const reading = await readAll(Buffer.concat([one, Buffer.alloc(40_000), two, Buffer.alloc(9)]))
    expect(uris(reading)).toEqual(all.slice(0, 2))
    expect(reading.figures).toMatchObject({ garbage: 0, truncated: false })
  })

  test('a byte order mark before the first record is no part of it', async () => {
    expect(uris(await readAll(Buffer.concat([Buffer.from('\uFEFF'), ...pages])))).toEqual(all)
  })

  test('a record that is too large is skipped by its length, without being kept in memory', async () => {
    const head = 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://big.example/\r\n'
    async function* huge(): AsyncGenerator<Buffer> {
      yield Buffer.from(`${head}Content-Length: ${100 * 1_048_576}\r\n\r\n`)
      for (let megabyte = 0; megabyte < 100; megabyte++) yield Buffer.alloc(1_048_576)
      yield Buffer.concat([Buffer.from('\r\n\r\n'), ...pages])
    }
    const figures = newFigures()
    const bodies: (number | null)[] = []
    for await (const { record } of readArchive(huge(), figures)) bodies.push(record.body?.length ?? null)
    expect([bodies.length, bodies[0], figures.oversized]).toEqual([13, null, 1])
  })

  test('a member that inflates without end is not kept in memory either', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1_048_576), { level: 1 })
    const { records } = await readAll(Buffer.concat([gzipSync(pages[0] ?? ''), bomb]))
    expect(records).toHaveLength(1)
  })
})

describe('ARC', () => {
  const arcRecord = (uri: string, body: string, length = body.length) =>
    `${uri} 192.0.2.1 20260118100000 text/html ${length}\n${body}\n`
  const head = arcRecord('filedesc://made.arc', '1 0 Made\nURL IP-address Archive-date Content-type Archive-length\n')

  test('returns records in WARC terms', async () => {
    const text =
      head + arcRecord('dns:made.example', '192.0.2.1') + arcRecord('http://made.example/', httpPage('<p>x</p>'))
    const { records } = await readAll(gzipSync(text))
    expect(records.map(({ type, uri }) => [type, uri])).toEqual([
      ['filedesc', 'filedesc://made.arc'],
      ['dns', 'dns:made.example'],
      ['response', 'http://made.example/'],
    ])
    expect(records[2]?.date).toEqual(new Date('2026-01-18T10:00:00Z'))
  })

  test('a wrong length costs one record, and the end of the file ends it', async () => {
    const good = arcRecord('http://good.example/', httpPage('<p>x</p>'))
    const { records, figures } = await readAll(
      Buffer.from(
        head +
          arcRecord('http://short.example/', httpPage('<p>x</p>'), 20) +
          good +
          arcRecord('http://long.example/', 'x', 999),
      ),
    )
    expect(records.map(({ uri, truncated }) => [uri, truncated])).toEqual([
      ['filedesc://made.arc', false],
      ['http://short.example/', false],
      ['http://good.example/', false],
      ['http://long.example/', true],
    ])
    expect(figures).toMatchObject({ garbage: 1, truncated: true })
  })
})

describe('a response in an archive', () => {
  const body = '<p>Übersicht</p>'
  const of = (headers: string, payload: Buffer | string) =>
    readArchivedResponse(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`), Buffer.from(payload)]))

  test.each([
    ['gzip', gzipSync(body)],
    ['br', brotliCompressSync(body)],
    ['deflate', deflateSync(body)],
    ['deflate', deflateRawSync(body)],
    ['zstd', zstdCompressSync(body)],
    ['gzip, br', brotliCompressSync(gzipSync(body))],
    ['gzip, gzip', gzipSync(gzipSync(body))],
    ['', gzipSync(body)],
    ['gzip', Buffer.concat([gzipSync(body), Buffer.from('\r\n\r\n')])],
    ['gzip', Buffer.concat([gzipSync('<p>Über'), gzipSync('sicht</p>')])],
    ['gzip', Buffer.from(body)],
    ['br', Buffer.from(body)],
    ['deflate', Buffer.from(body)],
  ])('in the coding %s is decoded, or left alone if the crawler has decoded it', (coding, payload) => {
    expect(of(`Content-Encoding: ${coding}`, payload)?.body.toString()).toBe(body)
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('in the coding %s that was cut short says what arrived', (coding, pack) => {
    const long = Array.from({ length: 3_000 }, (_, n) => `line ${(n * 7_919) % 10_007}`).join('\n')
    const packed = pack(long)
    const read = of(`Content-Encoding: ${coding}`, packed.subarray(0, packed.length - 10))?.body.toString() ?? ''
    expect(long.startsWith(read) && read.length > 1_000).toBe(true)
  })

  test.each([
    [`Content-Length: ${Buffer.byteLength(body)}`, body, false],
    [`Content-Length: ${Buffer.byteLength(body) + 1}`, body, true],
    ['Content-Length: 900\r\nContent-Encoding: gzip', gzipSync(body), true],
    ['Content-Length: 900\r\nContent-Encoding: gzip', body, false],
    ['Content-Length: 900\r\nTransfer-Encoding: chunked', body, false],
    ['Content-Length: much', body, false],
    ['Content-Length: 900, 900', body, false],
  ])(
    'with the headers %j is short only if the announced length is that of what is stored',
    (headers, payload, isShort) => {
      expect(of(headers, payload)?.isShort).toBe(isShort)
    },
  )

  test('continues its headers on the next line', () => {
    const headers = of('Content-Type: text/html;\r\n\tcharset=koi8-r\r\nX-A: b', body)?.headers
    expect([headers?.get('content-type'), headers?.get('x-a')]).toEqual(['text/html; charset=koi8-r', 'b'])
  })

  test('comes after interim responses, of which there are few', () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'
    expect(readArchivedResponse(Buffer.from(`${hint}HTTP/1.1 200 OK\r\n\r\n${body}`))?.body.toString()).toBe(body)
    expect(readArchivedResponse(Buffer.from(hint.repeat(50_000)))?.status).toBe(103)
  })

  test('in chunks is joined, or left alone if it is not chunked', () => {
    expect(of('Transfer-Encoding: chunked', '3\r\nabc\r\n5;x=y\r\ndefgh\r\n0\r\n\r\n')?.body.toString()).toBe(
      'abcdefgh',
    )
    expect(of('Transfer-Encoding: chunked', body)?.body.toString()).toBe(body)
  })

  test('in more chunks than servers send ends early', () => {
    const read = of('Transfer-Encoding: chunked', '1\r\nx\r\n'.repeat(120_000))
    expect(read?.body).toHaveLength(100_000)
  })

  test('without a blank line has headers only', () => {
    const response = readArchivedResponse(Buffer.from('ICY 200 OK\r\nContent-Type: text/html'))
    expect([response?.status, response?.headers.get('content-type'), response?.body.length]).toEqual([
      200,
      'text/html',
      0,
    ])
  })

  test('that is invalid counts as none', () => {
    expect(readArchivedResponse(Buffer.from('20260118100000\nmade.example. 300 IN A 192.0.2.1'))).toBeNull()
  })
})
