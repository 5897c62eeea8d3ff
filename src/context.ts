import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Clock } from './lib/clock.ts'

/** Every long-lived thing, built once at start and handed down; `replace` in `createContext` is the test-double mechanism. */
export interface Context {
  config: Config
  log: Logger
  clock: Clock
  speedCounter: SpeedCounter
}

/** Counts requests in named windows. */
export interface SpeedCounter {
  /** Adds one to the window `key`, which lives for `lengthMs`, and gives the new count. */
  count: (key: string, lengthMs: number) => Promise<number>
}

/** Who is asking. The test key and keyless callers have a principal too, without an account. */
export interface Principal {
  accountId: number
  userId: number
  keyId: number
  planName: string
  scopes: ReadonlySet<'read' | 'write'>
  testKey: boolean
  suspended: boolean
  /** Under which name speed is counted: the account, or the client address where there is none. */
  speedKey: string
}

/** One call of a capability: the context, who calls, and how the caller waits. */
export interface Call extends Context {
  principal: Principal
  requestId: string
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
  /** How long a search may wait for the first crawl of a domain. */
  crawlWaitMs: number
  /** Told of progress, in Quarry's words, when the caller asked for it. */
  progress: ((step: { done: number; total: number; message: string }) => void) | null
  /** Most rows with their sources that the door can carry; null when it can carry all. */
  maxRows: number | null
}
