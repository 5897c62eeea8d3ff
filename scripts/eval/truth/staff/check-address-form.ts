import type { CheckDice } from './check-dice.ts'

/** What a form may use besides the address. */
export interface CheckFormContext {
  dice: CheckDice
  /** `Send a message`, `E-mail`: the text of a link that does not show the address. */
  label: string
  /** A number on the page, for identifiers. */
  serial: number
}

/** One way in which a page writes an address. */
export interface CheckAddressForm {
  key: string
  classes: readonly string[]
  /** Whether the second argument of `write` is the name, so that the name itself is the link. */
  aroundName?: true
  /** Returns the markup of the address; `text` is what a link shows. */
  write: (address: string, context: CheckFormContext, text: string) => string
}
