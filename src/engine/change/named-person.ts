import type { PersonStatement } from './observed-history.ts'

/** Everything that a site said of one person, under whichever of their names. */
export interface KnownPerson {
  /** Of the newest name. */
  key: string
  name: string
  statements: PersonStatement[]
  /** All looks that showed them, ascending. */
  seen: number[]
}

/** Somebody who goes by another family name now. */
export interface Renamed {
  /** Under all names. */
  person: KnownPerson
  before: KnownPerson
  after: KnownPerson
}

/** Statements of one name, and of one address where two people go by the name. */
export interface NamedUnit extends KnownPerson {
  first: string
  last: string
  /** Of the whole name, in no order. */
  words: readonly string[]
}
