/** The made name of a person: parts as they are spelt, without titles. */
export interface StaffName {
  /** Given names and middle initials, `Femi`, `J. R.`. */
  first: string
  /** Family name with its particles, `van der Brool`. */
  last: string
  /** Both in western order. */
  full: string
}

/** One entry of a staff page: a person, or a desk (no name) with an address of its own. */
export interface StaffRecord {
  name: StaffName | null
  position: string | null
  /** In lower case; null where the page gives none for this person. */
  address: string | null
  /** How the address is written: `mailto`, `text`, `cfemail` … */
  form: string
  /** What makes the record hard, `a` to `i`; empty for a plain one. */
  classes: string[]
}

/**
 * A made staff page with its gold. The check half has names as in Italy, the Nordic countries, West Africa, China, Spain and
 * Portugal, and the Low Countries; the half to tune on takes others.
 */
export interface StaffPage {
  url: string
  html: string
  /** The layout. */
  kind: string
  records: StaffRecord[]
}
