import type { PageInput } from '../extract/page/page-facts.ts'
import { plainLines } from '../facts/plain-lines.ts'
import { citedLaw } from '../facts/cited-law.ts'
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
  /** As `<html lang>` says, or the law that a notice in another language cites; null where neither does. */
  readonly language: string | null
}

const LANGUAGE = /<html\b[^>]{0,500}?\blang\s{0,3}=\s{0,3}["']?([a-z]{2,3}(?:[-_][a-z]{2,4})?)/i
/** The element stands at the beginning. */
const MAX_BEFORE = 4_000

export function readablePage(page: PageInput): ReadablePage {
  let lines: string[] | null = null
  let found: FoundPostal[] | null = null
  let signals: PageSignals | null = null
  let language: string | null | undefined
  return {
    ...page,
    get lines() {
      return (lines ??= plainLines(page.html))
    },
    get postalAddresses() {
      return (found ??= postalAddresses(this.lines, addressContext(page.domain, this.language)))
    },
    get language() {
      if (language !== undefined) return language
      const said = LANGUAGE.exec(page.html.slice(0, MAX_BEFORE))?.[1]?.toLowerCase() ?? null
      const cited = citedLaw(this.lines)
      // The language of a template is often left as it was.
      return (language = cited === null || said?.slice(0, 2) === cited.slice(0, 2) ? said : cited)
    },
    get signals() {
      return (signals ??= pageSignals(page.html))
    },
  }
}
