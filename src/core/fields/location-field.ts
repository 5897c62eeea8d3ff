import type { LocationFilter } from '../../db/search/search-conditions.ts'
import type { ErrorId } from '../../errors.ts'
import type { Place } from '../../lib/companies/company-filters.ts'
import { asText, objectOf } from '../../lib/input/field-kinds.ts'
import { field, isAbsent, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import type { JsonSchema, Reading } from '../../lib/input/input-fields.ts'
import { BUSINESS_REGIONS, CONTINENTS, countriesOf, isCountryCode, isUsState } from '../../lib/companies/regions.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import { writtenPlace } from './written-place.ts'
import { hasSubdivisions, subdivisionNamed } from '../../lib/vocabulary/places/subdivisions.ts'

export interface LocationInput<Item> {
  include: Item[]
  exclude: Item[]
}

type Side = 'include' | 'exclude'
type Suffix = 'combination' | 'continent' | 'business_region' | 'country' | 'state' | 'city'

const MAX_LOCATIONS = 100
const MAX_CITY_LENGTH = 100
/** `Paris, Île-de-France, FR` and every longer line there is. */
const MAX_LINE_LENGTH = 300

const PLACE: Record<string, JsonSchema> = {
  continent: { type: 'string', enum: Object.keys(CONTINENTS) },
  business_region: { type: 'string', enum: Object.keys(BUSINESS_REGIONS) },
  country: { type: 'string' },
  state: { type: 'string' },
  subdivision: { type: 'string' },
  city: { type: 'string', maxLength: MAX_CITY_LENGTH },
}

const LINES = 'exclude: Europe, EMEA, FR, US-CA, or Paris, FR.'

const LocationSchema: JsonSchema = { type: 'object', properties: PLACE }

const locations: JsonSchema = { type: 'array', items: LocationSchema, maxItems: MAX_LOCATIONS }
/** Tool lists must be short: excluded places may be written in one line each. */
const written: JsonSchema = { type: 'array', items: { type: 'string' }, maxItems: MAX_LOCATIONS }
const sides = (exclude: JsonSchema): JsonSchema => ({ type: 'object', properties: { include: locations, exclude } })

/**
 * A location parameter: `{ include: [...], exclude: [...] }` with location objects, in `exclude` also with lines, as an
 * object or as JSON text. Its errors begin with `name`: `location` → `invalid_location_include_country`.
 */
const placesField = <Item>(name: LocationName, description: string, itemOf: (place: Place) => Item) =>
  field<LocationInput<Item>>(
    { ...sides(locations), description, listedAs: { ...sides(written), description: `${description} ${LINES}` } },
    (raw) => {
      const malformed = refuse(
        `invalid_${name}`,
        `${name} must contain include and/or exclude lists of location objects.`,
      )
      const value = objectOf(raw)
      if (value === null) return malformed
      const input: LocationInput<Item> = { include: [], exclude: [] }
      for (const side of ['include', 'exclude'] as const) {
        const list = listOfObjects(side === 'exclude' ? linesRead(value[side]) : value[side])
        if (list === null) return malformed
        for (const item of list) {
          const reading = readLocation(item, (suffix) => `invalid_${name}_${side}_${suffix}`)
          if (!reading.ok) return reading
          input[side].push(itemOf(reading.value))
        }
      }
      return isAbsent(value['include']) && isAbsent(value['exclude']) ? malformed : read(input)
    },
  )

/** Where people are. */
export const locationField = (description: string) => placesField('location', description, locationFilter)

/** Where companies have their headquarters: the places as given. */
export const headquartersField = (description: string) =>
  placesField('headquarters_location', description, (place) => place)

function locationFilter({ state, subdivision, city, ...area }: Place): LocationFilter {
  return {
    countries: countriesOf(area),
    ...(state !== undefined && { state }),
    ...(subdivision !== undefined && { subdivision }),
    ...(city !== undefined && { city }),
  }
}

type LocationName = 'location' | 'headquarters_location'
type ErrorName = (suffix: Suffix) => `invalid_${LocationName}_${Side}_${Suffix}` & ErrorId

function readLocation(item: Record<string, unknown>, id: ErrorName): Reading<Place> {
  const { continent, business_region: region, country, state, subdivision, city } = item
  const areas = [continent, region, country].filter((area) => !isAbsent(area))
  const detailed = ![state, subdivision, city].every(isAbsent)
  if (areas.length !== 1 || (detailed && isAbsent(country)))
    return refuse(
      id('combination'),
      'Each location needs exactly one of continent, business_region and country; state, subdivision and city require a country.',
    )
  if (!isAbsent(country)) return readCountry((asText(country) ?? '').toUpperCase(), item, id)
  const [kind, areaNames, value] = isAbsent(continent)
    ? (['business_region', BUSINESS_REGIONS, region] as const)
    : (['continent', CONTINENTS, continent] as const)
  const wanted = (asText(value) ?? '').toLowerCase()
  const known = Object.keys(areaNames).find((area) => area.toLowerCase() === wanted)
  return known === undefined ? refuse(id(kind), `${quoted(value)} is not a known ${kind}.`) : read({ [kind]: known })
}

function readCountry(
  country: string,
  { state, subdivision, city }: Record<string, unknown>,
  id: ErrorName,
): Reading<Place> {
  if (!isCountryCode(country)) return refuse(id('country'), `${quoted(country)} is not a known country.`)
  const place: Place = { country }
  if (!isAbsent(state)) {
    const code = (asText(state) ?? '').toUpperCase()
    if (country !== 'US' || !isUsState(code))
      return refuse(
        id('state'),
        'state must be a US state code and needs the country US. For parts of other countries send subdivision.',
      )
    place.state = code
  }
  if (!isAbsent(subdivision)) {
    const known = subdivisionNamed(country, (asText(subdivision) ?? '').slice(0, MAX_LINE_LENGTH))
    const part = country === 'US' && known !== null ? known.code.slice(3) : null
    if (known === null || (place.state !== undefined && place.state !== part))
      return refuse(id('state'), notKnown(country, subdivision))
    if (part === null) place.subdivision = known.code
    else place.state = part
  }
  if (isAbsent(city)) return read(place)
  const name = typeof city === 'string' ? asText(city) : null
  if (name === null || name.length > MAX_CITY_LENGTH) return refuse(id('city'), 'city must be a string.')
  return read(name === '' ? place : cityIn(place, name))
}

/** `New York, New York` and `Köln, NRW` also name the part of the country. */
function cityIn(place: Place, name: string): Place {
  const { country = '', state, subdivision } = place
  const [, city = name, behind = ''] = /^([^,]+),([^,]+)$/.exec(name) ?? []
  const part = behind === '' ? undefined : subdivisionNamed(country, behind)?.code
  if (part === undefined) return { ...place, city: name }
  const isOther = part !== (state === undefined ? (subdivision ?? part) : `US-${state}`)
  if (isOther) return { ...place, city: name }
  return { ...place, ...(country === 'US' ? { state: part.slice(3) } : { subdivision: part }), city: city.trim() }
}

const notKnown = (country: string, subdivision: unknown): string =>
  hasSubdivisions(country)
    ? `${quoted(subdivision)} is not a known subdivision of ${country}: send its ISO 3166-2 code or its name.`
    : `The subdivisions of ${country} are not known: omit subdivision.`

/** Reads one more than the maximum, enough to refuse the list. */
const linesRead = (value: unknown): unknown[] =>
  [value]
    .flat()
    .slice(0, MAX_LOCATIONS + 1)
    .map((item: unknown) => (isLine(item) ? (writtenPlace(item) ?? item) : item))

const isLine = (item: unknown): item is string => typeof item === 'string' && item.length <= MAX_LINE_LENGTH

/** An absent list is empty; a single place counts as a list of one. */
function listOfObjects(value: unknown): Record<string, unknown>[] | null {
  if (isAbsent(value)) return []
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.length <= MAX_LOCATIONS && items.every(isRecord) ? items : null
}
