import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { DownloadFailed } from '../../lib/input/download-failed.ts'
import type { DnsClient } from '../dns-client.ts'
import { downloadFailed } from './download-problem.ts'
import { guardedConnector } from './http-connector.ts'
import { createAddressGuard } from '../public-address.ts'

/** Files to be imported: on this machine, or at an http(s) URL. */
export interface ImportFiles {
  /**
   * The bytes from `offset` on. A download that breaks off is continued where it stopped, if the server says that the file is
   * still the same.
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
  /** Size of the complete file in bytes; null if the answer does not say. */
  size: number | null
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
/** How often a download that brings nothing new is continued. */
const MAX_RETRIES = 3
const RETRY_AFTER_MS = 1_000
const REDIRECT = new Set([301, 302, 303, 307, 308])

export const isUrl = (source: string): boolean => /^https?:\/\//i.test(source)

export function createImportFiles({ userAgent, dns, allowedNetworks }: ImportFilesOptions): ImportFiles {
  const connect = guardedConnector({ dns, guard: createAddressGuard(allowedNetworks), maxAnswerBytes: Infinity })
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
    throw new DownloadFailed('The URL is not valid, redirects too often, or redirects to an invalid one.', {
      isFinal: true,
    })
  }

  async function download(source: string, offset: number): Promise<AsyncIterable<Buffer>> {
    const { statusCode, headers, body } = await request(source, 'GET', offset === 0 ? {} : from(offset))
    const whole = validatorOf(headers)
    const more = whole === null ? null : (at: number) => rest(source, at, whole)
    if (statusCode === 206) return continued(body, { offset, skip: 0, more })
    if (statusCode === 200) return continued(body, { offset: 0, skip: offset, more })
    await body.dump()
    throw new DownloadFailed(`The server answered with status ${statusCode}.`)
  }

  /** The same file from `offset` on; null if the server has another one by now, or does not send parts. */
  async function rest(source: string, offset: number, validator: string): Promise<AsyncIterable<Buffer> | null> {
    const { statusCode, headers, body } = await request(source, 'GET', { ...from(offset), 'if-range': validator })
    if (statusCode === 206 && beginOf(headers) === offset) return body
    body.on('error', () => undefined).destroy()
    return null
  }

  async function rangeOfUrl(source: string, part: { from: number; length: number } | null): Promise<FileAnswer> {
    const range = part === null ? {} : { range: `bytes=${part.from}-${part.from + part.length - 1}` }
    const { statusCode, headers, body } = await request(source, 'GET', range)
    // A server that answers with a different part does not support ranges.
    const isOther = statusCode === 206 && part !== null && beginOf(headers) !== part.from
    const cancel = async (): Promise<void> => void body.destroy()
    body.on('error', () => undefined)
    return {
      status: isOther ? 200 : statusCode,
      retryAfterMs: retryAfter(headers['retry-after']),
      size: statusCode === 206 ? wholeOf(headers) : null,
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

type Headers = Readonly<Record<string, string | string[] | undefined>>

const from = (offset: number): Record<string, string> => ({ range: `bytes=${offset}-` })

/** The first byte of the part that an answer contains. */
const beginOf = (headers: Headers): number | null => {
  const begin = /^bytes (\d+)-/.exec(String(headers['content-range'] ?? ''))?.[1]
  return begin === undefined ? null : Number(begin)
}

/** The size of the file that an answer contains a part of. */
const wholeOf = (headers: Headers): number | null => {
  const whole = /^bytes \d+-\d+\/(\d{1,15})$/.exec(String(headers['content-range'] ?? ''))?.[1]
  return whole === undefined ? null : Number(whole)
}

/** By which a server knows whether its file is still the same, byte by byte (RFC 9110 13.1.5). */
function validatorOf({ etag, 'last-modified': modified }: Headers): string | null {
  if (typeof etag === 'string' && etag.startsWith('"')) return etag
  return typeof etag !== 'string' && typeof modified === 'string' ? modified : null
}

interface Continuing {
  /** Of the first byte of the body in the file. */
  offset: number
  /** Bytes to leave out at the front, for servers that do not send parts. */
  skip: number
  /** The rest of the file; null if it cannot be continued. */
  more: ((offset: number) => Promise<AsyncIterable<Buffer> | null>) | null
}

async function* continued(body: AsyncIterable<Buffer>, { offset, skip, more }: Continuing): AsyncGenerator<Buffer> {
  let [chunks, at, left, retries] = [body, offset, skip, 0]
  for (;;) {
    try {
      for await (const chunk of chunks) {
        at += chunk.length
        retries = 0
        if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left)
        left = Math.max(0, left - chunk.length)
      }
      return
    } catch (cause) {
      if (more === null || retries++ === MAX_RETRIES) throw downloadFailed(cause)
      await sleep(RETRY_AFTER_MS)
      const rest = await more(at).catch(brokenOff)
      if (rest === null) throw downloadFailed(cause)
      chunks = rest
    }
  }
}

/** A download that breaks off at once. */
async function* brokenOff(cause: unknown): AsyncGenerator<Buffer> {
  yield* [] as Buffer[]
  throw cause
}

async function rangeOfFile(path: string, part: { from: number; length: number } | null): Promise<FileAnswer> {
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  )
  const from = part?.from ?? 0
  const status = size === null ? 404 : part === null ? 200 : from < size ? 206 : 416
  const to = part === null ? Infinity : from + part.length - 1
  const bytes = status < 300 ? createReadStream(path, { start: from, end: to }) : Readable.from([])
  return { status, retryAfterMs: null, size, body: Object.assign(bytes, { cancel: async () => void bytes.destroy() }) }
}

/** The value is in seconds, or a date. */
function retryAfter(value: string | string[] | undefined): number | null {
  if (typeof value !== 'string') return null
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
