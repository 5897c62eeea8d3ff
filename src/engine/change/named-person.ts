import type { PersonStatement } from './observed-history.ts'

/** Everything that a site said about one person, under any of their names. */
export interface KnownPerson {
  /** Of the newest name. */
  key: string
  name: string
  statements: PersonStatement[]
  /** All looks that showed them, ascending. */
  seen: number[]
}

/** A person who now has another family name. */
export interface Renamed {
  /** Under all names. */
  person: KnownPerson
  before: KnownPerson
  after: KnownPerson
}

/** Statements with one name, and with one address if two people share the name. */
export interface NamedUnit extends KnownPerson {
  /** Like the words, the same however marks are written: `muller`. */
  first: string
  last: string
  /** Of the whole name, unordered. */
  words: readonly string[]
}
