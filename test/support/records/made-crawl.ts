import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { httpPage, warcRecord } from './made-archive.ts'

/** A crawl of invented pages: archives, and the index entry of each capture. */

export interface MadePage {
  url: string
  date: string
  html: string
}

export interface MadeCapture {
  url: string
  file: string
  offset: number
  length: number
}

/** Writes one gzip member per record, and this many pages per file. */
export function madeCrawl(pages: readonly MadePage[], pagesPerFile: number) {
  const files = new Map<string, Buffer>()
  const captures: MadeCapture[] = []
  for (let start = 0; start < pages.length; start += pagesPerFile) {
    const file = `crawl-data/part-${start / pagesPerFile}.warc.gz`
    const members: Buffer[] = []
    let offset = 0
    for (const { url, date, html } of pages.slice(start, start + pagesPerFile)) {
      const member = gzipSync(warcRecord({ uri: url, date, block: httpPage(html) }))
      captures.push({ url, file, offset, length: member.length })
      members.push(member)
      offset += member.length
    }
    files.set(file, Buffer.concat(members))
  }
  return { files, captures }
}

/** CDXJ, as in real crawls. */
export const cdxIndex = (captures: readonly MadeCapture[]): Buffer =>
  gzipSync(
    captures
      .map(({ url, file, offset, length }) => {
        const { hostname, pathname } = new URL(url)
        const fields = {
          url,
          mime: 'text/html',
          status: '200',
          length: `${length}`,
          offset: `${offset}`,
          filename: file,
        }
        return `${hostname.split('.').toReversed().join(',')})${pathname} 20260301000000 ${JSON.stringify(fields)}\n`
      })
      .join(''),
  )

type SomeCapture = Omit<MadeCapture, 'offset'> & { offset: number | null }

/** Parquet with the columns of Common Crawl. Not every crawl says what type of file it detected. */
export const columnarIndex = (captures: readonly SomeCapture[], { isDetected = true } = {}): Buffer =>
  Buffer.from(
    parquetWriteBuffer({
      rowGroupSize: 40,
      columnData: [
        { name: 'url', data: captures.map(({ url }) => url), type: 'STRING' },
        {
          name: 'url_host_tld',
          data: captures.map(({ url }) => new URL(url).hostname.split('.').at(-1) ?? ''),
          type: 'STRING',
        },
        { name: 'fetch_status', data: captures.map(() => 200), type: 'INT32' },
        { name: 'content_mime_type', data: captures.map(() => 'text/html'), type: 'STRING' },
        { name: 'content_mime_detected', data: captures.map(() => (isDetected ? 'text/html' : null)), type: 'STRING' },
        { name: 'content_languages', data: captures.map(() => 'eng'), type: 'STRING' },
        { name: 'warc_filename', data: captures.map(({ file }) => file), type: 'STRING' },
        { name: 'warc_record_offset', data: captures.map(({ offset }) => offset), type: 'INT32' },
        { name: 'warc_record_length', data: captures.map(({ length }) => length), type: 'INT32' },
      ],
    }),
  )
