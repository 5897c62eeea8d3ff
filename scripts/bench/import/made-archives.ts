import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { loadPages } from '../../eval/labelled-pages.ts'
import { syntheticPages } from '../synthetic-pages.ts'

interface Page {
  url: string
  domain: string
  /** One character per byte. */
  html: string
}

export interface MadeArchives {
  files: string[]
  pages: number
  /** Per file. */
  pagesOf: number[]
  /** Of the pages, before compression. */
  bytes: number
}

/** Returns the pages to repeat: a labelled set if its folder is given, otherwise generated ones. */
export const pagesToRepeat = (folder: string | undefined): Page[] =>
  folder !== undefined && existsSync(folder)
    ? loadPages(folder).map(({ url, domain, html }) => ({ url, domain, html }))
    : syntheticPages()

/**
 * Writes archives of this many bytes by repeating pages, each time under other domains, inside the pages as well, so
 * that nothing in them is repeated.
 */
export async function makeArchives(
  pages: readonly Page[],
  folder: string,
  { bytes: wanted, files: count }: { bytes: number; files: number },
): Promise<MadeArchives> {
  const made: MadeArchives = { files: [], pages: 0, pagesOf: [], bytes: 0 }
  let round = 0
  for (let n = 0; n < count; n++) {
    const path = join(folder, `made-${n}.warc.gz`)
    const before = made.pages
    async function* records(): AsyncGenerator<Buffer> {
      const goal = ((n + 1) * wanted) / count
      while (made.bytes < goal) {
        for (const page of pages) {
          const record = recordOf(page, round)
          made.pages++
          made.bytes += record.length
          yield gzipSync(record, { level: 1 })
        }
        round++
      }
    }
    await pipeline(records(), createWriteStream(path))
    made.files.push(path)
    made.pagesOf.push(made.pages - before)
  }
  return made
}

/** A response record of a page that has moved to another domain. */
function recordOf({ url, domain, html }: Page, round: number): Buffer {
  const dot = domain.indexOf('.')
  const other = `${domain.slice(0, dot)}-${round}${domain.slice(dot)}`
  const body = Buffer.from(html.replaceAll(domain, other))
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n'
  return Buffer.concat([
    Buffer.from(
      `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url.replace(domain, other)}\r\n` +
        'WARC-Date: 2026-01-18T10:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n' +
        `Content-Length: ${head.length + body.length}\r\n\r\n${head}`,
    ),
    body,
    Buffer.from('\r\n\r\n'),
  ])
}
