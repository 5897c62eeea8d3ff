import { usStateCode } from '../../../lib/companies/us-states.ts'
import { cityPlace } from '../../../lib/vocabulary/places/city-places.ts'
import { countryCode } from '../../../lib/vocabulary/places/country-code.ts'

/** `12 MILL RD DAYTON OH 45402`: without commas, as licences and directories of the USA write addresses. */
const STATE_AND_ZIP = /^(.*[^,\s])\s+([A-Z]{2})[ ,]+\d{5}(?:-\d{0,4})?$/i
const MAX_ADDRESS = 200
const MAX_WORDS = 4

/**
 * The longest name of a town of a state before the state's code and a ZIP code. Null for any other address: `DE 10115` may be
 * in Germany, unless Delaware has the town.
 */
export function townBeforeZip(address: string): { country: 'US'; state: string; city: string | null } | null {
  const text = address.replaceAll(/\s+/g, ' ').trim()
  const [, before = '', code = ''] = (text.length > MAX_ADDRESS ? null : STATE_AND_ZIP.exec(text)) ?? []
  const state = usStateCode(code)
  if (state === null) return null
  const parts = before.split(/,\s*/)
  const words = (parts.at(-1) ?? '').split(' ')
  // A street is before the town, unless a comma is.
  for (let at = Math.max(parts.length > 1 ? 0 : 1, words.length - MAX_WORDS); at < words.length; at++) {
    const city = words.slice(at).join(' ')
    if (cityPlace(city, 'US', state)?.state === state) return { country: 'US', state, city }
  }
  return countryCode(code) === null ? { country: 'US', state, city: null } : null
}
