import { setTimeout as sleep } from 'node:timers/promises'
import { crawlDelayFor, isAllowed, parseRobots, ROBOTS_MAX_BYTES } from '../../engine/crawl/robots.ts'
import type { Robots } from '../../engine/crawl/robots.ts'
import type { RangeReading, RangeRequest } from '../../engine/import/ranges/range-archive.ts'
import { DownloadFailed } from '../../lib/input/download-failed.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { plural } from '../../lib/text/plural.ts'
import type { ImportNeeds } from './import-needs.ts'

/** Says in a sentence why nothing can be read from this server now; contains no text from outside. */
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
/** A server that wants more is not asked again in this run. */
const MAX_WAIT_MS = 5 * MINUTE_MS
const MAX_DELAY_MS = 30 * SECOND_MS
/** A response has as long as nothing may arrive at all, and this for its bytes: one that trickles is given up. */
const FIRST_BYTES_MS = MINUTE_MS
const LEAST_BYTES_PER_SECOND = 8_192

type Needs = Pick<ImportNeeds, 'importFiles' | 'config' | 'log'>

/** The server cannot answer now: how long it asks to wait, if it says so. */
interface Busy {
  busyMs: number | null
}
type Permission = { delayMs: number } | Refused
interface Refused {
  /** Why this archive cannot be read, in a sentence. */
  problem: string
}

/**
 * Reads records of archives below one place, a URL or a folder, politely: it obeys robots.txt, sends a few requests at a time
 * with the required pause between them, and none while the server says that it is busy (429, 5xx).
 */
export function rangeReading(
  { importFiles, config, log }: Needs,
  prefix: string,
  figures: RangeFigures,
  signal: AbortSignal,
): Omit<RangeReading, 'setAside'> {
  const rules = new Map<string, Promise<Robots | Busy | null>>()
  let [freeAt, busyUntil] = [0, 0]
  let refusal: RangeProblem | null = null

  /** The server may have become busy in the meantime, and whoever woke up earlier has taken the next turn. */
  async function turn(delayMs: number): Promise<void> {
    for (let wait = 0; wait >= 0;) {
      wait = Math.max(freeAt, busyUntil) - performance.now()
      if (wait > 0) await sleep(wait, undefined, { signal })
      else break
    }
    freeAt = performance.now() + delayMs
  }

  async function permission(url: URL): Promise<Permission | Busy> {
    await turn(0)
    const asked = rules.get(url.origin) ?? robotsOf(importFiles, url)
    rules.set(url.origin, asked)
    const robots = await asked
    if (robots === null) return { delayMs: 0 }
    if ('busyMs' in robots) {
      if (rules.get(url.origin) === asked) rules.delete(url.origin)
      return robots
    }
    if (!isAllowed(robots, config.crawl.userAgent, url))
      return { problem: "The server's robots.txt forbids reading its archives." }
    return {
      delayMs: Math.min(MAX_DELAY_MS, (crawlDelayFor(robots, config.crawl.userAgent) ?? 0) * SECOND_MS),
    }
  }

  async function ask({ file, from, length }: RangeRequest): Promise<Buffer | null | Refused | Busy> {
    const source = prefix + file
    const url = URL.parse(source)
    if (url !== null && /^https?:$/.test(url.protocol)) {
      const permitted = await permission(url)
      if (!('delayMs' in permitted)) return permitted
      await turn(permitted.delayMs)
    }
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
    if (status === 404 || status === 410 || status === 416) return null
    if (status === 200) return { problem: 'The server sends whole files when asked for a part.' }
    return { problem: `The server answered with status ${status}.` }
  }

  return {
    atOnce: AT_ONCE,
    onMissing: () => void figures.missing++,
    fetch: async (request) => {
      for (let attempt = 1; ; attempt++) {
        signal.throwIfAborted()
        if (refusal !== null) throw refusal
        const answer = await ask(request).catch((error: unknown): Busy | Refused => {
          if (signal.aborted) throw error
          if (error instanceof DownloadFailed && error.isFinal) return { problem: error.message }
          log.debug({ err: error }, 'Part of an archive could not be fetched.')
          return { busyMs: null }
        })
        if (answer === null || !('busyMs' in answer)) return answer
        if ((answer.busyMs ?? 0) > MAX_WAIT_MS) throw (refusal ??= asksToWait(answer.busyMs ?? 0))
        if (attempt === ATTEMPTS)
          return { problem: 'The server is busy or not responding: run the command again later.' }
        // All requests wait, not only this one.
        busyUntil = Math.max(busyUntil, performance.now() + (answer.busyMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1)))
      }
    },
  }
}

const asksToWait = (ms: number): RangeProblem =>
  new RangeProblem(
    `The server asks to wait for ${plural('en', Math.ceil(ms / MINUTE_MS), 'minute', 'minutes')}: run the command again later.`,
  )

/** RFC 9309 2.3.1: 4xx forbids nothing; with 5xx or no response, nothing is asked until there is one. */
async function robotsOf(importFiles: Needs['importFiles'], url: URL): Promise<Robots | Busy | null> {
  try {
    const { status, retryAfterMs, body } = await importFiles.range(new URL('/robots.txt', url).href, null)
    if (status === 200) return parseRobots(await gathered(body, ROBOTS_MAX_BYTES))
    await body.cancel()
    return status >= 400 && status < 500 && status !== 429 ? null : { busyMs: retryAfterMs }
  } catch (error) {
    if (error instanceof DownloadFailed && error.isFinal) throw error
    return { busyMs: null }
  }
}

/** At most `most` bytes; the rest is not read. @throws DownloadFailed if they trickle */
async function gathered(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const until = performance.now() + FIRST_BYTES_MS + (most / LEAST_BYTES_PER_SECOND) * SECOND_MS
  const chunks: Buffer[] = []
  let left = most
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, left))
    left -= chunk.length
    if (left <= 0) break
    if (performance.now() > until) throw new DownloadFailed('The server sends too slowly.')
  }
  return Buffer.concat(chunks)
}
