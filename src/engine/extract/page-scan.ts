import type { AddressRules } from './addresses/address-rules.ts'
import type { PageFacts, PageInput, PageScan } from './page/page-facts.ts'
import { PageReader } from './page-reader.ts'
import { SkippingTokenizer } from './page/skipping-tokenizer.ts'
import type { TokenTape } from './page/token-tape.ts'

export interface ScanOptions {
  /** Suffixes that count as top-level domains besides the public suffix list (`test` on an intranet), without dot. */
  localSuffixes: ReadonlySet<string>
}

/**
 * One streaming pass over a page: addresses of every channel, links, title, language, robots rules and JSON-LD.
 *
 * It reads the tokens of htmlparser2 as offsets, and cuts out text only where there is a sign of an address or a tag that is
 * needed. There is no tree and no recursion: any input takes linear time, and none throws.
 * @param tape records the tokens for a second pass
 */
export function scanPage(page: PageInput, options: ScanOptions, tape?: TokenTape): PageScan {
  const rules: AddressRules = { localSuffixes: options.localSuffixes, siteDomain: page.domain, answers: new Map() }
  const reader = new PageReader(page, rules, tape)
  const tokenizer = new SkippingTokenizer(reader)
  tokenizer.write(page.html)
  tokenizer.end()
  return reader.result()
}

/** The facts of a page if only this pass is needed: no people, no numbers, no organization. */
export const scannedAlone = (page: PageInput, options: ScanOptions): PageFacts => ({
  scan: scanPage(page, options),
  people: [],
  phones: [],
  organization: null,
})
