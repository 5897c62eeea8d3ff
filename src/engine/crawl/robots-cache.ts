import { type Clock, DAY_MS, MINUTE_MS } from '../../lib/clock.ts'
import { redirectTarget } from '../../net/http-client.ts'
import type { FetchResult, RefusedReason } from '../../net/http-exchange.ts'
import type { Politeness } from './politeness.ts'
import { parseRobots, type Robots, ROBOTS_MAX_BYTES } from './robots.ts'

/** What a host lets us fetch (RFC 9309 2.3.1). */
export type RobotsAnswer =
  | { outcome: 'rules'; robots: Robots }
  /** 4xx: there are no rules. */
  | { outcome: 'allow_all' }
  /** 5xx, or a host that breaks off: nothing may be fetched until it answers. */
  | { outcome: 'deny_all' }
  /** No connection at all: nothing to obey and nothing to fetch. */
  | { outcome: 'no_host' }

export interface RobotsCache {
  answerFor: (url: URL, signal: AbortSignal) => Promise<RobotsAnswer>
}

interface Entry {
  answer: RobotsAnswer
  fetchedAt: number
  keptUntil: number
}

/** RFC 9309 2.4: no longer than a day. */
const KEPT_MS = DAY_MS
/** A host that fails is asked again sooner. */
const FAILURE_KEPT_MS = 10 * MINUTE_MS
/** RFC 9309 2.3.1.4: an older copy may serve while the host does not answer. */
const STALE_KEPT_MS = 30 * DAY_MS
/** RFC 9309 2.3.1.2: at least five redirects are followed, to any host. */
const MAX_REDIRECTS = 5
const DEADLINE_MS = 15_000
const MAX_ENTRIES = 10_000
/** Refusals that mean nobody is there, rather than somebody who does not answer properly. */
const NO_HOST = new Set<RefusedReason>(['unreachable', 'unknown_host', 'tls', 'private_address', 'bad_url'])

/** @param exchange how requests reach a host politely */
export function createRobotsCache(exchange: Politeness['exchange'], clock: Clock): RobotsCache {
  const entries = new Map<string, Entry>()
  return {
    answerFor: async (url, signal) => {
      const now = clock.now().getTime()
      const kept = entries.get(url.origin)
      if (kept !== undefined && kept.keptUntil > now) return kept.answer
      const answer = await fetchRobots(new URL('/robots.txt', url), exchange, signal)
      // A caller who leaves says nothing about the host.
      if (signal.aborted) return { outcome: 'no_host' }
      const entry = entryFor(answer, kept, now)
      entries.delete(url.origin)
      entries.set(url.origin, entry)
      if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value ?? '')
      return entry.answer
    },
  }
}

function entryFor(answer: RobotsAnswer, stale: Entry | undefined, now: number): Entry {
  if (answer.outcome === 'rules' || answer.outcome === 'allow_all')
    return { answer, fetchedAt: now, keptUntil: now + KEPT_MS }
  const serves = stale?.answer.outcome === 'rules' && now - stale.fetchedAt < STALE_KEPT_MS
  return {
    answer: serves ? stale.answer : answer,
    fetchedAt: serves ? stale.fetchedAt : now,
    keptUntil: now + FAILURE_KEPT_MS,
  }
}

async function fetchRobots(start: URL, exchange: Politeness['exchange'], signal: AbortSignal): Promise<RobotsAnswer> {
  let url = start
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const result = await exchange(url, {
      signal,
      maxBytes: ROBOTS_MAX_BYTES + 1,
      overflow: 'cut',
      deadlineMs: DEADLINE_MS,
    })
    if (result === null) return { outcome: 'deny_all' }
    const next = result.outcome === 'response' ? redirectTarget(result) : null
    if (next === null) return answerOf(result, hop)
    // Redirects that lead nowhere: as if there were no file (RFC 9309 2.3.1.2).
    if (next === 'bad_url') break
    url = next
  }
  return { outcome: 'allow_all' }
}

function answerOf(result: FetchResult, hop: number): RobotsAnswer {
  if (result.outcome === 'refused')
    return hop === 0 && NO_HOST.has(result.reason) ? { outcome: 'no_host' } : { outcome: 'deny_all' }
  if (result.status >= 500) return { outcome: 'deny_all' }
  if (result.status >= 400) return { outcome: 'allow_all' }
  return { outcome: 'rules', robots: parseRobots(result.body) }
}
