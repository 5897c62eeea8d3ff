import type { LocationFilter } from '../db/search-conditions.ts'
import type { ErrorId } from '../errors.ts'
import { asText } from '../lib/field-kinds.ts'
import { field, isAbsent, quoted, read, refuse } from '../lib/input-fields.ts'
import type { JsonSchema, Problem, Reading } from '../lib/input-fields.ts'
import { BUSINESS_REGIONS, CONTINENTS, isCountryCode, isUsState } from '../lib/regions.ts'

export interface LocationInput {
  include: LocationFilter[]
  exclude: LocationFilter[]
}

type Side = 'include' | 'exclude'
type Suffix = 'combination' | 'continent' | 'business_region' | 'country' | 'state' | 'city'

const MAX_LOCATIONS = 100
const MAX_CITY_LENGTH = 100

const LocationSchema: JsonSchema = {
  type: 'object',
  properties: {
    continent: { type: 'string', enum: Object.keys(CONTINENTS) },
    business_region: { type: 'string', enum: Object.keys(BUSINESS_REGIONS) },
    country: { type: 'string', description: 'ISO 3166-1 alpha-2' },
    state: { type: 'string', description: 'US state code; needs country US' },
    city: { type: 'string', maxLength: MAX_CITY_LENGTH, description: 'needs country' },
  },
}

const locations: JsonSchema = { type: 'array', items: LocationSchema, maxItems: MAX_LOCATIONS }

/**
 * A location parameter: `{ include: [...], exclude: [...] }` of location objects, as an object or as JSON text. `name`
 * heads the ids of its errors: `location` → `invalid_location_include_country`.
 */
export const locationField = (name: 'location', description: string) =>
  field<LocationInput>(
    { type: 'object', properties: { include: locations, exclude: locations }, description },
    (raw) => {
      const malformed = refuse(`invalid_${name}`, `${name} must hold include and/or exclude lists of location objects.`)
      const value = typeof raw === 'string' ? parseJson(raw) : raw
      if (!isRecord(value)) return malformed
      const input: LocationInput = { include: [], exclude: [] }
      for (const side of ['include', 'exclude'] as const) {
        const list = listOfObjects(value[side])
        if (list === null) return malformed
        for (const item of list) {
          const reading = readLocation(item, (suffix) => `invalid_${name}_${side}_${suffix}`)
          if (!reading.ok) return reading
          input[side].push(reading.value)
        }
      }
      return isAbsent(value['include']) && isAbsent(value['exclude']) ? malformed : read(input)
    },
  )

type ErrorName = (suffix: Suffix) => `invalid_location_${Side}_${Suffix}` & ErrorId

function readLocation(item: Record<string, unknown>, id: ErrorName): Reading<LocationFilter> {
  const { continent, business_region: region, country, state, city } = item
  const areas = [continent, region, country].filter((area) => !isAbsent(area))
  const detailed = !isAbsent(state) || !isAbsent(city)
  if (areas.length !== 1 || (detailed && isAbsent(country)))
    return refuse(
      id('combination'),
      'Each location needs exactly one of continent, business_region and country; state and city need a country.',
    )
  if (!isAbsent(continent)) return areaOf(CONTINENTS, continent, id('continent'), 'continent')
  if (!isAbsent(region)) return areaOf(BUSINESS_REGIONS, region, id('business_region'), 'business_region')
  return readCountry((asText(country) ?? '').toUpperCase(), state, city, id)
}

function readCountry(country: string, state: unknown, city: unknown, id: ErrorName): Reading<LocationFilter> {
  if (!isCountryCode(country)) return refuse(id('country'), `${quoted(country)} is not a known country.`)
  const filter: LocationFilter = { countries: [country] }
  if (!isAbsent(state)) {
    const code = (asText(state) ?? '').toUpperCase()
    if (country !== 'US' || !isUsState(code))
      return refuse(id('state'), 'state must be a US state code and needs the country US.')
    filter.state = code
  }
  if (isAbsent(city)) return read(filter)
  const name = typeof city === 'string' ? asText(city) : null
  if (name === null || name.length > MAX_CITY_LENGTH) return refuse(id('city'), 'city must be a text.')
  return read(name === '' ? filter : { ...filter, city: name })
}

function areaOf(
  areas: Record<string, readonly string[]>,
  value: unknown,
  id: Problem['id'],
  name: string,
): Reading<LocationFilter> {
  const wanted = (asText(value) ?? '').toLowerCase()
  const known = Object.entries(areas).find(([area]) => area.toLowerCase() === wanted)
  return known === undefined ? refuse(id, `${quoted(value)} is not a known ${name}.`) : read({ countries: known[1] })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An absent list is empty; one object stands for a list of one. */
function listOfObjects(value: unknown): Record<string, unknown>[] | null {
  if (isAbsent(value)) return []
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.length <= MAX_LOCATIONS && items.every(isRecord) ? items : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
