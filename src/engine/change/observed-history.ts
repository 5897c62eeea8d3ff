/**
 * What a site showed at each look, as it is kept. Times are seconds since 1970; lists of times ascend. Nothing here knows
 * in which order the looks arrived, so that nothing that is concluded from it can depend on that.
 */

/** One complete look at one page that answered with a page. */
export interface Look {
  at: number
  /** Of the layout and language, where people were read on the page; see `layoutSignature`. */
  signature: string | null
}

export interface ObservedPage {
  uri: string
  looks: readonly Look[]
}

/** One distinct statement of a page about a person. */
export interface PersonStatement {
  uri: string
  /** Of the name: see `personKey`. */
  key: string
  name: string
  /** As tidied; empty where the page gives none. */
  position: string
  address: string | null
  /** The looks that showed it, complete or not. */
  seen: readonly number[]
}

/** What a page says of the company itself, in words that compare. */
export interface SiteStatement {
  uri: string
  kind: SiteStatementKind
  value: string
  seen: readonly number[]
}

export type SiteStatementKind = 'location' | 'technology' | 'opening' | 'moved'

/** The last word of a mail server about an address. */
export interface AddressCheck {
  address: string
  status: string
  at: number
}

/** A row of a file that says when somebody left. */
export interface StatedEnd {
  key: string
  name: string
  address: string | null
  uri: string
  /** The day they left, and the day the file speaks of. */
  leftOn: number
  saidAt: number
}

/** A list of another company that has somebody of the same full name. */
export interface SeenElsewhere {
  /** Registrable. */
  domain: string
  key: string
  uri: string
  name: string
  position: string
  /** The first look that showed it. */
  first: number
  /** A profile, or a name that hardly anybody has, says that it is the same person. */
  isLinked: boolean
}

export interface ObservedHistory {
  domain: string
  pages: readonly ObservedPage[]
  people: readonly PersonStatement[]
  site: readonly SiteStatement[]
  checks: readonly AddressCheck[]
  ends: readonly StatedEnd[]
  /** Only of companies with which a link of somebody is shared; there, everybody of a name that this site has too. */
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

/** Something that was so before and is otherwise now. */
export interface Change {
  type: ChangeType
  /** The person's full name and key; null for what concerns the company. */
  person: { key: string; name: string } | null
  address: string | null
  field: string
  before: string | null
  after: string | null
  evidence: readonly ChangeEvidence[]
  /** `YYYY-MM-DD`: last seen as before (null when nobody knows), first seen as it is now. */
  happenedBetween: readonly [string | null, string]
  /** 0–1, two places. */
  confidence: number
}

export const DAY = 86_400
/** A visit to all pages of a site takes less. */
export const VISIT = 24 * 3_600

export const lookDay = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10)
