import { scanPage } from '../../../src/engine/extract/page-scan.ts'
import type { FoundAddress, PageScan } from '../../../src/engine/extract/page/page-facts.ts'

/** Reserved names count as real ones here, as they would on an intranet. */
const LOCAL = { localSuffixes: new Set(['example', 'test']) }

export const scan = (html: string, url = 'https://www.acme.example/about/'): PageScan =>
  scanPage({ url, html, domain: 'acme.example' }, LOCAL)

export const addressesOf = (html: string): string[] => scan(html).addresses.map((one) => one.value)

/** Returns the only address of a page; throws if there is not exactly one. */
export function onlyAddress(html: string): FoundAddress {
  const { addresses } = scan(html)
  const [address] = addresses
  if (address === undefined || addresses.length > 1)
    throw new Error(`found ${addresses.map((one) => one.value).join(' ')}`)
  return address
}
