import { tellsOfCompany } from './page-company.ts'
import type { ReadablePage } from './readable-page.ts'

/** Every postal address on a page about the company, one line each: `1 Mill Street, YO1 7EX York, GB`. */
export function shownPlaces(page: Pick<ReadablePage, 'url' | 'postalAddresses'>): string[] {
  if (!tellsOfCompany(page.url)) return []
  const places = new Map<string, string>()
  for (const { facts } of page.postalAddresses) {
    const { street_address, postal_code, city, country } = facts
    if (!street_address || !city) continue
    const place = `${street_address}, ${[postal_code, city].filter(Boolean).join(' ')}, ${country ?? ''}`
    // Lines above it are sometimes read as part of the street: the shortest reading is the address.
    const key = `${postal_code ?? ''} ${city}`
    const known = places.get(key)
    if (known === undefined || place.length < known.length) places.set(key, place.replaceAll(/\s+/g, ' '))
  }
  return [...places.values()]
}
