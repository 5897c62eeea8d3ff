import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import type { FetchResult } from '../../net/http/http-exchange.ts'
import { pauseFor } from './pause.ts'
import type { PlacePast, HostPlaces } from './places.ts'

/** Allows one request at a time to each host, with a pause in between, longer if the host asks for it. */
export interface HostGate {
  /** Runs the exchange when it is this host's turn. Null: the host was given up, or the caller left while waiting. */
  run: (host: string, signal: AbortSignal, exchange: () => Promise<FetchResult>) => Promise<FetchResult | null>
  /** Sets the least pause for this host, in ms, if it wants more than the default. */
  slowDown: (host: string, delayMs: number) => void
  /** Whether the host refused often enough to be given up. */
  gaveUp: (host: string) => boolean
}

interface HostState {
  /** The name under which all processes know it. */
  name: string
  /** Settles when the last admitted exchange is over; it does not keep the answer in memory. */
  tail: Promise<void>
  /** Exchanges that run or wait for their turn. */
  users: number
  delayMs: number
  /** `performance.now()` before which nothing is sent. */
  nextAt: number
  /** Consecutive answers with 429 or 503. */
  strikes: number
  /** `performance.now()` until which the host is left alone. */
  leftAloneUntil: number
}

/** Consecutive answers with 429 or 503 after which a host is given up. */
const MAX_STRIKES = 3
/** How long a host that was given up is left alone, unless it asked for longer. */
const LEFT_ALONE_MS = 15 * MINUTE_MS
/** A longer wait is not worth a crawl's time: the host is given up until then. */
const MAX_WAIT_MS = MINUTE_MS
/**
 * First wait after a 429 or 503 without `Retry-After`, as a multiple of the pause between requests; doubled with each further
 * one.
 */
const BACK_OFF_FACTOR = 4
/** From this number on, unused hosts are forgotten. */
const MANY_HOSTS = 2_000

/**
 * @param delayMs least pause between the end of one request to a host and the start of the next
 * @param places set if other processes visit hosts too: the same limits apply to all of them together
 */
export function createHostGate(delayMs: number, places: HostPlaces | null = null): HostGate {
  const hosts = new Map<string, HostState>()
  let forgetAt = MANY_HOSTS
  return {
    run: async (host, signal, exchange) => {
      const state = stateOf(host)
      const turn = state.tail.then(() => inPlace(places, state, signal, exchange))
      state.tail = turn.then(nothing, nothing)
      state.users++
      return turn.finally(() => state.users--)
    },
    slowDown: (host, wantedMs) => {
      const state = stateOf(host)
      state.delayMs = Math.max(delayMs, wantedMs)
    },
    gaveUp: (host) => stateOf(host).leftAloneUntil > performance.now(),
  }

  function stateOf(host: string): HostState {
    const key = serverOf(host)
    const known = hosts.get(key)
    if (known !== undefined) return known
    if (hosts.size >= forgetAt) {
      forgetIdle(hosts)
      forgetAt = Math.max(MANY_HOSTS, 2 * hosts.size)
    }
    const name = `host ${key}`
    const state = { name, tail: Promise.resolve(), users: 0, delayMs, nextAt: 0, strikes: 0, leftAloneUntil: 0 }
    hosts.set(key, state)
    return state
  }
}

const nothing = (): void => undefined

/** `www.acme.example` and `acme.example` are almost always one server. */
const serverOf = (host: string): string => host.replace(/^www\./, '')

async function inPlace(
  places: HostPlaces | null,
  state: HostState,
  signal: AbortSignal,
  exchange: () => Promise<FetchResult>,
): Promise<FetchResult | null> {
  if (places === null) return takeTurn(state, signal, exchange)
  if (state.leftAloneUntil > performance.now()) return null
  const place = await places.hold(state.name, 1, signal)
  if (place === null) return null
  if (place.past !== null) learnOf(state, place.past)
  try {
    return await takeTurn(state, signal, exchange)
  } finally {
    place.free(leftOf(state))
  }
}

/** Takes over what the host has since answered to another process. */
function learnOf(state: HostState, { nextInMs, strikes, leftAloneMs }: PlacePast): void {
  const now = performance.now()
  state.nextAt = Math.max(state.nextAt, now + nextInMs)
  state.strikes = strikes
  if (leftAloneMs > 0) state.leftAloneUntil = Math.max(state.leftAloneUntil, now + leftAloneMs)
}

function leftOf({ nextAt, strikes, leftAloneUntil, delayMs }: HostState): PlacePast {
  const now = performance.now()
  const rest = (at: number): number => Math.max(0, at - now)
  return { nextInMs: rest(nextAt), strikes, leftAloneMs: rest(leftAloneUntil), pauseMs: delayMs }
}

async function takeTurn(
  state: HostState,
  signal: AbortSignal,
  exchange: () => Promise<FetchResult>,
): Promise<FetchResult | null> {
  if (state.leftAloneUntil > performance.now()) return null
  await pauseFor(state.nextAt - performance.now(), signal)
  if (signal.aborted) return null
  const result = await exchange()
  if (reachedHost(result)) state.nextAt = performance.now() + state.delayMs
  const slowed = result.outcome === 'response' && (result.status === 429 || result.status === 503)
  if (slowed) backOff(state, retryAfterMs(result.headers['retry-after']))
  if (result.outcome === 'response' && !slowed) state.strikes = 0
  return result
}

/** A request that reached no server needs no pause after it: on the way from https to http several fail. */
const reachedHost = (result: FetchResult): boolean =>
  result.outcome === 'response' ||
  !['unreachable', 'unknown_host', 'no_network', 'private_address', 'bad_url'].includes(result.reason)

function backOff(state: HostState, askedMs: number | null): void {
  state.strikes++
  const waitMs = askedMs ?? state.delayMs * BACK_OFF_FACTOR * 2 ** (state.strikes - 1)
  state.nextAt = performance.now() + Math.max(waitMs, state.delayMs)
  if (state.strikes < MAX_STRIKES && waitMs <= MAX_WAIT_MS) return
  state.strikes = 0
  state.leftAloneUntil = performance.now() + Math.max(LEFT_ALONE_MS, waitMs)
}

/** Seconds or an HTTP date (RFC 9110 10.2.3) as ms from now; null if it is neither. */
function retryAfterMs(value: string | undefined): number | null {
  if (value === undefined) return null
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * SECOND_MS
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

/** Removes hosts for which nothing waits and which asked for nothing. */
function forgetIdle(hosts: Map<string, HostState>): void {
  const now = performance.now()
  for (const [host, state] of hosts) {
    if (state.users === 0 && state.nextAt < now && state.leftAloneUntil < now) hosts.delete(host)
  }
}
