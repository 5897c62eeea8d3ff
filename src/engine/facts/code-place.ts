/** What an address is judged by beside its own words. */
export interface AddressContext {
  /** Last label of the domain. */
  suffix: string
  /** Of the page, as `<html lang>` says: `de`, `de-ch`; null where it does not. */
  language: string | null
  /** Whether the list of cities has one of this name there; null where the state does not matter. */
  isCity: (city: string, country: string, state: string | null) => boolean
}

/** Where the code of an address is, and what it says without the street. */
export interface CodePlace {
  /** Empty where only the post code tells it. */
  city: string
  state: string | null
  /** Empty where an address has none. */
  code: string
  country: string
  /** Index of the segment before which the street stands. */
  streetEnd: number
  /** The street where it is in one segment with the town. */
  street: string | null
  /** Houses there may have a name and no number. */
  named: boolean
}
