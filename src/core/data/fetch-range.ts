import { setTimeout as sleep } from 'node:timers/promises'
import { crawlDelayFor, isAllowed, parseRobots, ROBOTS_MAX_BYTES } from '../../engine/crawl/robots.ts'
import type { Robots } from '../../engine/crawl/robots.ts'
import type { RangeReading, RangeRequest } from '../../engine/import/ranges/range-archive.ts'
import { DownloadFailed } from '../../lib/input/download-failed.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import type { ImportNeeds } from './import-needs.ts'

/** Says in a sentence why an archive cannot be read; contains no text from outside. */
export class RangeProblem extends Error {
  override readonly name = 'RangeProblem'
}

export interface RangeFigures {
  requests: number
  /** Bytes of bodies, including repeated requests. */
  bytes: number
  /** Records missing from their archives. */
  missing: number
}

/** Connections to one server. */
const AT_ONCE = 4
const ATTEMPTS = 6
const FIRST_WAIT_MS = SECOND_MS
const MAX_WAIT_MS = 5 * MINUTE_MS
const MAX_DELAY_MS = 30 * SECOND_MS

type Needs = Pick<ImportNeeds, 'importFiles' | 'config' | 'log'>

/**
 * Reads records of archives below one place, a URL or a folder, politely: it obeys robots.txt, sends a few requests at a time
 * with the required pause between them, and none while the server says that it is busy (429, 5xx).
 */
export function rangeReading(
  { importFiles, config, log }: Needs,
  prefix: string,
  figures: RangeFigures,
  signal: AbortSignal,
): RangeReading {
  const rules = new Map<string, Promise<Robots | null>>()
  let freeAt = 0

  async function pauseFor(delayMs: number): Promise<void> {
    const wait = freeAt - performance.now()
    freeAt = Math.max(freeAt, performance.now()) + delayMs
    if (wait > 0) await sleep(wait, undefined, { signal })
  }

  /** @returns the pause after this request in milliseconds. */
  async function permission(url: URL): Promise<number> {
    const asked = rules.get(url.origin) ?? robotsOf(importFiles, url)
    rules.set(url.origin, asked)
    const robots = await asked
    if (robots === null) return 0
    if (!isAllowed(robots, config.crawl.userAgent, url))
      throw new RangeProblem("The server's robots.txt forbids reading its archives.")
    return Math.min(MAX_DELAY_MS, (crawlDelayFor(robots, config.crawl.userAgent) ?? 0) * SECOND_MS)
  }

  async function ask({ file, from, length }: RangeRequest): Promise<Buffer | 'none' | { busyMs: number | null }> {
    const source = prefix + file
    const url = URL.parse(source)
    if (url !== null && /^https?:$/.test(url.protocol)) await pauseFor(await permission(url))
    figures.requests++
    const { status, retryAfterMs, size, body } = await importFiles.range(source, { from, length })
    if (status === 206) {
      const bytes = await gathered(body, length)
      figures.bytes += bytes.length
      if (bytes.length === length || from + bytes.length === size) return bytes
      return { busyMs: null } // the response broke off
    }
    await body.cancel()
    if (status === 429 || status >= 500) return { busyMs: retryAfterMs }
    if (status === 404 || status === 410 || status === 416) return 'none'
    if (status === 200) throw new RangeProblem('The server sends whole files when asked for a part.')
    throw new RangeProblem(`The server answered with status ${status}.`)
  }

  return {
    atOnce: AT_ONCE,
    onMissing: () => void figures.missing++,
    fetch: async (request) => {
      for (let attempt = 1; ; attempt++) {
        signal.throwIfAborted()
        const answer = await ask(request).catch((error: unknown) => {
          if (error instanceof RangeProblem || signal.aborted) throw error
          if (error instanceof DownloadFailed && error.isFinal) throw new RangeProblem(error.message, { cause: error })
          log.debug({ err: error }, 'Part of an archive could not be fetched.')
          return { busyMs: null }
        })
        if (answer === 'none') return null
        if (Buffer.isBuffer(answer)) return answer
        if (attempt === ATTEMPTS)
          throw new RangeProblem('The server is busy or not responding: run the command again later.')
        // All requests wait, not only this one.
        const wait = Math.min(MAX_WAIT_MS, answer.busyMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1))
        freeAt = Math.max(freeAt, performance.now() + wait)
      }
    },
  }
}

/** RFC 9309 2.3.1: 4xx forbids nothing, 5xx or no response forbids everything. */
async function robotsOf(importFiles: Needs['importFiles'], url: URL): Promise<Robots | null> {
  const { status, body } = await importFiles.range(new URL('/robots.txt', url).href, null).catch((cause: unknown) => {
    throw new RangeProblem('The server does not answer when asked for its robots.txt.', { cause })
  })
  if (status === 200) return parseRobots(await gathered(body, ROBOTS_MAX_BYTES))
  await body.cancel()
  if (status >= 400 && status < 500 && status !== 429) return null
  throw new RangeProblem('The server does not return its robots.txt.')
}

/** At most `most` bytes; the rest is not read. */
async function gathered(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let left = most
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, left))
    left -= chunk.length
    if (left <= 0) break
  }
  return Buffer.concat(chunks)
}
