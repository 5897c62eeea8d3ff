import type { Robots } from './robots.ts'

/** What a host lets us fetch (RFC 9309 2.3.1). */
export type RobotsAnswer =
  | { outcome: 'rules'; robots: Robots }
  /** 4xx: there are no rules. */
  | { outcome: 'allow_all' }
  /** 5xx or a host that breaks off: nothing may be fetched until it answers. */
  | { outcome: 'deny_all' }
  /** No connection at all: there is nothing to obey or to fetch. */
  | { outcome: 'no_host'; reason: string }
