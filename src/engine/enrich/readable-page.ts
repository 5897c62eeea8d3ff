import type { PageInput } from '../extract/page/page-facts.ts'
import { plainLines } from '../facts/plain-lines.ts'
import { postalAddresses } from '../facts/postal-address.ts'
import type { FoundPostal } from '../facts/postal-address.ts'
import { addressContext } from './address-context.ts'
import { pageSignals } from './page-signals.ts'
import type { PageSignals } from './page-signals.ts'

/** A page with the parts that several readers need; each is computed once, on first use. */
export interface ReadablePage extends PageInput {
  readonly lines: readonly string[]
  /** In its lines. */
  readonly postalAddresses: readonly FoundPostal[]
  readonly signals: PageSignals
}

export function readablePage(page: PageInput): ReadablePage {
  let lines: string[] | null = null
  let found: FoundPostal[] | null = null
  let signals: PageSignals | null = null
  return {
    ...page,
    get lines() {
      return (lines ??= plainLines(page.html))
    },
    get postalAddresses() {
      return (found ??= postalAddresses(this.lines, addressContext(page.domain)))
    },
    get signals() {
      return (signals ??= pageSignals(page.html))
    },
  }
}
