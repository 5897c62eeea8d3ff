/** The invented name of a person: its parts as spelt, without titles. */
export interface StaffName {
  /** Given names and middle initials, `Femi`, `J. R.`. */
  first: string
  /** Family name with its particles, `van der Brool`. */
  last: string
  /** Both in western order. */
  full: string
}

/** One entry of a staff page: a person, or an office (without a name) that has its own address. */
export interface StaffRecord {
  name: StaffName | null
  position: string | null
  /** In lower case; null if the page gives none for this person. */
  address: string | null
  /** How the address is written: `mailto`, `text`, `cfemail` … */
  form: string
  /** What makes the record hard, `a` to `i`; empty for a plain one. */
  classes: string[]
}

/**
 * A generated staff page with its gold. The check half has names as in Italy, the Nordic countries, West Africa, China,
 * Spain and Portugal, and the Low Countries; the tuning half uses others.
 */
export interface StaffPage {
  url: string
  html: string
  /** The layout. */
  kind: string
  records: StaffRecord[]
}
