import { COUNTRIES } from '../../lib/companies/country-names.ts'
import { BUSINESS_REGIONS, CONTINENTS } from '../../lib/companies/regions.ts'

const named = (names: object, text: string): boolean =>
  Object.keys(names).some((name) => name.toLowerCase() === text.toLowerCase())

/** ISO 3166-1 alpha-2, optionally followed by the rest of an ISO 3166-2 code. */
const CODE = /^([a-z]{2})(-[a-z0-9]{1,3})?$/i

/**
 * Turns a place in one line into a location object, without checking its words: `Europe`, `EMEA`, `FR`, `US-CA`, `Paris, FR`,
 * `Oakland, US-CA`, `Lyon, France`; null for any other form.
 */
export function writtenPlace(line: string): Record<string, string> | null {
  const text = line.trim()
  if (named(CONTINENTS, text)) return { continent: text }
  if (named(BUSINESS_REGIONS, text)) return { business_region: text }
  const comma = text.lastIndexOf(',')
  const last = text.slice(comma + 1).trim()
  const [, code, part] = CODE.exec(last) ?? []
  const country = code ?? COUNTRIES.find(({ name }) => name.toLowerCase() === last.toLowerCase())?.code
  if (country === undefined) return null
  const city = text.slice(0, Math.max(comma, 0)).trim()
  return { country, ...(part !== undefined && { subdivision: `${country}${part}` }), ...(city !== '' && { city }) }
}
