/**
 * What a site showed at each look, as stored. Times are seconds since 1970; lists of times ascend. The order in which looks
 * arrived is not recorded, so that no conclusion can depend on it.
 */

/** One complete look at one page, answered with a page. */
export interface Look {
  at: number
  /** Of layout and language, if people were found on the page; see `layoutSignature`. */
  signature: string | null
}

export interface ObservedPage {
  uri: string
  looks: readonly Look[]
}

/** One distinct statement about a person on a page. */
export interface PersonStatement {
  uri: string
  /** Of the name; see `personKey`. */
  key: string
  name: string
  /** In tidied form; empty if the page gives none. */
  position: string
  address: string | null
  /** The looks that showed it, complete or not. */
  seen: readonly number[]
}

/** What a page says about the company itself, in comparable words. */
export interface SiteStatement {
  uri: string
  kind: SiteStatementKind
  value: string
  seen: readonly number[]
}

export type SiteStatementKind = 'location' | 'technology' | 'opening' | 'moved'

/** The latest report of a mail server about an address. */
export interface AddressCheck {
  address: string
  status: string
  at: number
}

/** A row of a file that says when someone left. */
export interface StatedEnd {
  key: string
  name: string
  address: string | null
  uri: string
  /** The day they left, and the day the file refers to. */
  leftOn: number
  saidAt: number
}

/** A list of another company that contains someone with the same full name. */
export interface SeenElsewhere {
  /** Registrable domain. */
  domain: string
  key: string
  uri: string
  name: string
  position: string
  /** The first look that showed it. */
  first: number
  /** A profile link or a very rare name says that it is the same person. */
  isLinked: boolean
}

export interface ObservedHistory {
  domain: string
  pages: readonly ObservedPage[]
  people: readonly PersonStatement[]
  site: readonly SiteStatement[]
  checks: readonly AddressCheck[]
  ends: readonly StatedEnd[]
  /** Only from companies that share a person's link with this one; from those, everyone whose name this site has too. */
  elsewhere: readonly SeenElsewhere[]
}

export const CHANGE_TYPES = [
  'joined',
  'left',
  'returned',
  'title_changed',
  'address_added',
  'address_changed',
  'name_changed',
  'location_added',
  'location_removed',
  'technology_added',
  'technology_removed',
  'hiring_started',
  'site_moved',
] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

export interface ChangeEvidence {
  uri: string
  /** `YYYY-MM-DD` */
  seen_on: string
  says: string
}

/** Something that was one way before and is different now. */
export interface Change {
  type: ChangeType
  /** The person's full name and key; null if the change concerns the company. */
  person: { key: string; name: string } | null
  address: string | null
  field: string
  before: string | null
  after: string | null
  evidence: readonly ChangeEvidence[]
  /** `YYYY-MM-DD`: last seen in the old state (null if unknown), first seen in the new one. */
  happenedBetween: readonly [string | null, string]
  /** 0–1, two decimal places. */
  confidence: number
}

export const DAY = 86_400
/** A visit to all pages of a site takes less time. */
export const VISIT = 24 * 3_600

export const lookDay = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10)
