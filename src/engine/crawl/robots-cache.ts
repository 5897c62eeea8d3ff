import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { createTtlMap } from '../../lib/process/ttl-map.ts'
import type { ByteBudget, ByteShare } from '../../lib/process/byte-budget.ts'
import { redirectTarget } from '../../net/http/page-url.ts'
import type { FetchOptions, FetchResult, RefusedReason } from '../../net/http/http-exchange.ts'
import { type Robots, ROBOTS_MAX_BYTES } from './robots.ts'
import type { RobotsReader } from './robots-reader.ts'

/** What a host allows us to fetch (RFC 9309 2.3.1). */
export type RobotsAnswer =
  | { outcome: 'rules'; robots: Robots }
  /** 4xx: there are no rules. */
  | { outcome: 'allow_all' }
  /** 5xx, a host that breaks off, rules that take too long to read: nothing may be fetched until it answers. */
  | { outcome: 'deny_all' }
  /** No connection at all: nothing to obey and nothing to fetch. */
  | { outcome: 'no_host' }
  /** Our own network is down. */
  | { outcome: 'no_network' }

/** How requests reach a host politely, and how much memory their bodies may take. */
export interface PoliteRequests {
  /**
   * One exchange, without following redirects, when it is this host's turn; repeated while the host answers 429 or 503. Null:
   * the host was given up, or the caller left.
   */
  exchange: (url: URL, options: FetchOptions & { signal: AbortSignal }) => Promise<FetchResult | null>
  /** Memory for bodies that arrive or wait to be read, in all visits. */
  bodies: ByteBudget
}

export interface RobotsCache {
  answerFor: (url: URL, signal: AbortSignal) => Promise<RobotsAnswer>
}

/** robots.txt as fetched by a process. */
export interface RobotsFile {
  outcome: 'rules' | 'allow_all' | 'deny_all'
  /** Only for `rules`. */
  body: Buffer | null
  fetchedAt: Date
  keptUntil: Date
}

/** Where processes share hosts' answers. */
export interface RobotsFiles {
  /** The files that exist. */
  find: (origins: readonly string[]) => Promise<(RobotsFile & { origin: string })[]>
  keep: (origin: string, file: RobotsFile) => Promise<void>
}

interface Entry {
  answer: RobotsAnswer
  /** Approximate size in bytes. */
  size: number
  fetchedAt: number
  keptUntil: number
}

/** RFC 9309 2.4: no longer than a day. */
const KEPT_MS = DAY_MS
/** A failing host is asked again sooner. */
const FAILURE_KEPT_MS = 10 * MINUTE_MS
/** RFC 9309 2.3.1.4: an older copy may be used while the host does not answer. */
const STALE_KEPT_MS = 30 * DAY_MS
/** RFC 9309 2.3.1.2: at least five redirects are followed, to any host. */
const MAX_REDIRECTS = 5
const DEADLINE_MS = 15_000
const MAX_ENTRIES = 10_000
/** For all entries. A hostile robots.txt is half a megabyte of rules. */
const MAX_KEPT_BYTES = 16_000_000
const ENTRY_BYTES = 200
/** Refusals that mean that there is no host, rather than one that does not answer properly. */
const NO_HOST = new Set<RefusedReason>(['unreachable', 'unknown_host', 'tls', 'private_address', 'bad_url'])

const ASKED_MS = 10 * SECOND_MS
const MAX_ASKED = 2_000
/** Larger files are fetched by each process. */
const MAX_SHARED_BYTES = 65_536

/** @param files shared with other processes */
export function createRobotsCache(
  polite: PoliteRequests,
  clock: Clock,
  read: RobotsReader,
  files: RobotsFiles | null = null,
): RobotsCache {
  const entries = new Map<string, Entry>()
  /** Recent answers of the database: a visit tries several ways in, one after the other. */
  const asked = createTtlMap<RobotsFile | null>(ASKED_MS, MAX_ASKED)
  let keptBytes = 0
  return {
    answerFor: async (url, signal) => {
      const now = clock.now().getTime()
      const kept = entries.get(url.origin)
      if (kept !== undefined && kept.keptUntil > now) return kept.answer
      const shared = files === null ? null : await sharedEntry(await findFile(files, url), { read, signal })
      if (shared !== null && shared.keptUntil > now) {
        keep(url.origin, shared)
        return shared.answer
      }
      const bytes: Bytes = { body: null }
      const answer = await fetchRobots(new URL('/robots.txt', url), { ...polite, read: keeping(bytes), signal })
      // A caller who leaves says nothing about the host.
      if (signal.aborted) return { outcome: 'no_host' }
      if (answer.outcome === 'no_network') return answer
      const entry = entryFor(answer, kept ?? shared ?? undefined, now)
      keep(url.origin, entry)
      if (files !== null) await share(files, url.origin, { answer, bytes, entry })
      return entry.answer
    },
  }

  async function findFile(files: RobotsFiles, url: URL): Promise<RobotsFile | null> {
    const known = asked.get(url.origin)
    if (known !== undefined) return known
    const origins = waysIn(url)
    const found = await files.find(origins).catch(() => null)
    if (found === null) return null
    for (const origin of origins) asked.set(origin, found.find((file) => file.origin === origin) ?? null)
    return asked.get(url.origin) ?? null
  }

  /** Reads, and keeps a copy of what may be shared, because the reader takes the bytes away. */
  function keeping(bytes: Bytes): RobotsReader {
    if (files === null) return read
    return (body, signal) => {
      bytes.body = body.length <= MAX_SHARED_BYTES ? Buffer.from(body) : null
      return read(body, signal)
    }
  }

  function keep(origin: string, entry: Entry): void {
    forget(origin)
    entries.set(origin, entry)
    keptBytes += entry.size
    for (const oldest of entries.keys()) {
      if (entries.size <= MAX_ENTRIES && keptBytes <= MAX_KEPT_BYTES) return
      forget(oldest)
    }
  }

  function forget(origin: string): void {
    keptBytes -= entries.get(origin)?.size ?? 0
    entries.delete(origin)
  }
}

function entryFor(answer: RobotsAnswer, stale: Entry | undefined, now: number): Entry {
  if (answer.outcome === 'rules' || answer.outcome === 'allow_all')
    return { answer, size: sizeOf(answer), fetchedAt: now, keptUntil: now + KEPT_MS }
  const serves = stale?.answer.outcome === 'rules' && now - stale.fetchedAt < STALE_KEPT_MS
  return {
    answer: serves ? stale.answer : answer,
    size: serves ? stale.size : ENTRY_BYTES,
    fetchedAt: serves ? stale.fetchedAt : now,
    keptUntil: now + FAILURE_KEPT_MS,
  }
}

interface Bytes {
  body: Buffer | null
}

/** The origin itself, with the other scheme, and both with or without `www.`. */
function waysIn({ protocol, host, origin }: URL): string[] {
  const other = protocol === 'https:' ? 'http:' : 'https:'
  const sibling = host.startsWith('www.') ? host.slice(4) : `www.${host}`
  return [origin, `${other}//${host}`, `${protocol}//${sibling}`, `${other}//${sibling}`]
}

/** What another process fetched, even if old; null if there is nothing or the database does not answer. */
async function sharedEntry(
  file: RobotsFile | null,
  { read, signal }: { read: RobotsReader; signal: AbortSignal },
): Promise<Entry | null> {
  if (file === null) return null
  const robots = file.body === null ? null : await read(Buffer.from(file.body), signal)
  if (file.outcome === 'rules' && robots === null) return null
  const answer: RobotsAnswer = robots === null ? { outcome: file.outcome as 'allow_all' } : { outcome: 'rules', robots }
  const [fetchedAt, keptUntil] = [file.fetchedAt.getTime(), file.keptUntil.getTime()]
  return { answer, size: sizeOf(answer), fetchedAt, keptUntil }
}

/** An older copy in use is not shared again: the next process asks the host itself. */
async function share(
  files: RobotsFiles,
  origin: string,
  { answer, bytes, entry }: { answer: RobotsAnswer; bytes: Bytes; entry: Entry },
): Promise<void> {
  const { outcome } = answer
  if (outcome === 'no_host' || outcome === 'no_network' || entry.answer !== answer) return
  if (outcome === 'rules' && bytes.body === null) return
  const [fetchedAt, keptUntil] = [new Date(entry.fetchedAt), new Date(entry.keptUntil)]
  const body = outcome === 'rules' ? bytes.body : null
  await files.keep(origin, { outcome, body, fetchedAt, keptUntil }).catch(() => undefined)
}

const RULE_BYTES = 100

function sizeOf(answer: RobotsAnswer): number {
  if (answer.outcome !== 'rules') return ENTRY_BYTES
  const { groups, sitemaps } = answer.robots
  const rules = groups.flatMap((group) => [...group.agents, ...group.rules.map(({ pattern }) => pattern)])
  return [...rules, ...sitemaps].reduce((sum, text) => sum + RULE_BYTES + text.length, ENTRY_BYTES)
}

interface Fetching extends PoliteRequests {
  read: RobotsReader
  signal: AbortSignal
}

async function fetchRobots(start: URL, fetching: Fetching): Promise<RobotsAnswer> {
  const share = fetching.bodies.share()
  try {
    return await followRobots(start, fetching, share)
  } finally {
    share.release()
  }
}

async function followRobots(start: URL, { exchange, read, signal }: Fetching, share: ByteShare): Promise<RobotsAnswer> {
  let url = start
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const result = await exchange(url, {
      signal,
      maxBytes: ROBOTS_MAX_BYTES + 1,
      overflow: 'cut',
      deadlineMs: DEADLINE_MS,
      makeRoom: share.take,
    })
    if (result === null) return { outcome: 'deny_all' }
    const next = result.outcome === 'response' ? redirectTarget(result) : null
    if (next === null) return answerOf(result, hop, (body) => read(body, signal))
    share.release()
    // Redirects that lead nowhere: treated as if there were no file (RFC 9309 2.3.1.2).
    if (next === 'bad_url') break
    url = next
  }
  return { outcome: 'allow_all' }
}

async function answerOf(
  result: FetchResult,
  hop: number,
  read: (body: Buffer) => Promise<Robots | null>,
): Promise<RobotsAnswer> {
  if (result.outcome === 'refused' && result.reason === 'no_network') return { outcome: 'no_network' }
  if (result.outcome === 'refused')
    return hop === 0 && NO_HOST.has(result.reason) ? { outcome: 'no_host' } : { outcome: 'deny_all' }
  if (result.status >= 500) return { outcome: 'deny_all' }
  if (result.status >= 400) return { outcome: 'allow_all' }
  const robots = await read(result.body)
  return robots === null ? { outcome: 'deny_all' } : { outcome: 'rules', robots }
}
