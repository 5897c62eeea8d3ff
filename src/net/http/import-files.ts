import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Agent } from 'undici'
import { DownloadFailed } from '../../lib/input/download-failed.ts'
import type { DnsClient } from '../dns-client.ts'
import { downloadFailed } from './download-problem.ts'
import { guardedConnector } from './http-connector.ts'
import { createAddressGuard } from '../public-address.ts'

/** Files to be imported: on this machine, or at an http(s) URL. */
export interface ImportFiles {
  /**
   * The bytes from `offset` on.
   * @throws DownloadFailed, here or while reading, when a URL does not provide them.
   */
  open: (source: string, offset: number) => Promise<AsyncIterable<Buffer>>
  /**
   * Part of a file, or all of it (null), with the status of the answer: 206 for a part, 404 for a missing file.
   * @throws DownloadFailed when there is no answer.
   */
  range: (source: string, part: { from: number; length: number } | null) => Promise<FileAnswer>
  /** Size of the complete file in bytes; null if unknown. */
  size: (source: string) => Promise<number | null>
  /** When a file on this machine was written; null for URLs. */
  writtenAt: (source: string) => Promise<Date | null>
  close: () => Promise<void>
}

export interface FileAnswer {
  status: number
  /** How long the server asks to wait (RFC 9110 10.2.3); null when it does not say. */
  retryAfterMs: number | null
  /** Must be either read or cancelled. */
  body: AsyncIterable<Buffer> & { cancel: () => Promise<void> }
}

export interface ImportFilesOptions {
  userAgent: string
  dns: DnsClient
  allowedNetworks: readonly string[]
}

/** Large enough that an import does not wait for reading. */
const READ_BYTES = 1_048_576
/** A download that receives no byte for this long has failed. */
const SILENCE_MS = 60_000
const MAX_REDIRECTS = 5
const REDIRECT = new Set([301, 302, 303, 307, 308])

export const isUrl = (source: string): boolean => /^https?:\/\//i.test(source)

export function createImportFiles({ userAgent, dns, allowedNetworks }: ImportFilesOptions): ImportFiles {
  const connect = guardedConnector({ dns, guard: createAddressGuard(allowedNetworks) })
  const agent = new Agent({ connect, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS, allowH2: false })
  return {
    open: async (source, offset) =>
      isUrl(source)
        ? download(source, offset)
        : (createReadStream(source, { start: offset, highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>),
    range: (source, part) => (isUrl(source) ? rangeOfUrl(source, part) : rangeOfFile(source, part)),
    size: async (source) => (isUrl(source) ? sizeOfUrl(source) : (await stat(source)).size),
    writtenAt: async (source) => (isUrl(source) ? null : (await stat(source)).mtime),
    close: () => agent.destroy(),
  }

  async function request(source: string, method: 'GET' | 'HEAD', headers: Record<string, string>) {
    let url = URL.parse(source)
    for (let hop = 0; hop <= MAX_REDIRECTS && url !== null && isUrl(url.href); hop++) {
      const { origin, pathname, search } = url
      const answer = await agent
        .request({ origin, path: pathname + search, method, headers: { 'user-agent': userAgent, ...headers } })
        .catch((cause: unknown) => {
          throw downloadFailed(cause)
        })
      const location = answer.headers['location']
      if (!REDIRECT.has(answer.statusCode) || typeof location !== 'string') return answer
      await answer.body.dump()
      url = URL.parse(location, url.href)
    }
    throw new DownloadFailed('The URL is not valid, redirects too often, or redirects to an invalid one.')
  }

  async function download(source: string, offset: number): Promise<AsyncIterable<Buffer>> {
    const { statusCode, body } = await request(source, 'GET', offset === 0 ? {} : { range: `bytes=${offset}-` })
    if (statusCode === 206) return without(body, 0)
    if (statusCode === 200) return without(body, offset)
    await body.dump()
    throw new DownloadFailed(`The server answered with status ${statusCode}.`)
  }

  async function rangeOfUrl(source: string, part: { from: number; length: number } | null): Promise<FileAnswer> {
    const range = part === null ? {} : { range: `bytes=${part.from}-${part.from + part.length - 1}` }
    const { statusCode, headers, body } = await request(source, 'GET', range)
    // A server that answers with a different part does not support ranges.
    const begins = /^bytes (\d+)-/.exec(String(headers['content-range'] ?? ''))?.[1]
    const isOther = statusCode === 206 && part !== null && begins !== String(part.from)
    const cancel = async (): Promise<void> => void body.destroy()
    body.on('error', () => undefined)
    return {
      status: isOther ? 200 : statusCode,
      retryAfterMs: retryAfter(headers['retry-after']),
      body: Object.assign(body, { cancel }),
    }
  }

  async function sizeOfUrl(source: string): Promise<number | null> {
    const { statusCode, headers, body } = await request(source, 'HEAD', {})
    await body.dump()
    const length = Number(headers['content-length'])
    return statusCode === 200 && Number.isSafeInteger(length) ? length : null
  }
}

/** Skips the front part, for servers that do not support ranges. */
async function* without(chunks: AsyncIterable<Buffer>, offset: number): AsyncGenerator<Buffer> {
  let left = offset
  try {
    for await (const chunk of chunks) {
      if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left)
      left = Math.max(0, left - chunk.length)
    }
  } catch (cause) {
    throw downloadFailed(cause)
  }
}

async function rangeOfFile(path: string, part: { from: number; length: number } | null): Promise<FileAnswer> {
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  )
  const from = part?.from ?? 0
  const status = size === null ? 404 : part === null ? 200 : from + part.length <= size ? 206 : 416
  const to = part === null ? Infinity : from + part.length - 1
  const bytes = status < 300 ? createReadStream(path, { start: from, end: to }) : Readable.from([])
  return { status, retryAfterMs: null, body: Object.assign(bytes, { cancel: async () => void bytes.destroy() }) }
}

/** The value is in seconds, or a date. */
function retryAfter(value: string | string[] | undefined): number | null {
  if (typeof value !== 'string') return null
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
