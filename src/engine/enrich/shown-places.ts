import { tellsOfCompany } from './page-company.ts'
import { plainLines } from './page-signals.ts'
import { postalAddressIn } from './postal-lines.ts'

/** Lines looked at, and places told; a page of branches may have hundreds. */
const MAX_LINES = 3_000
const MAX_PLACES = 50

/** Every postal address that a page about the company shows, one line each: `1 Mill Street, YO1 7EX York, GB`. */
export function shownPlaces({ url, html, domain }: { url: string; html: string; domain: string }): string[] {
  if (!tellsOfCompany(url)) return []
  const lines = plainLines(html).slice(0, MAX_LINES)
  const places = new Map<string, string>()
  for (const index of lines.keys()) {
    const { street_address, postal_code, city, country } = postalAddressIn(lines.slice(index, index + 3), domain)
    if (!street_address || !city) continue
    const place = `${street_address}, ${[postal_code, city].filter(Boolean).join(' ')}, ${country ?? ''}`
    // Lines above it read as part of the street now and then: the shortest reading is the address.
    const key = `${postal_code ?? ''} ${city}`
    const known = places.get(key)
    if (known === undefined || place.length < known.length) places.set(key, place.replaceAll(/\s+/g, ' '))
    if (places.size >= MAX_PLACES) break
  }
  return [...places.values()]
}
