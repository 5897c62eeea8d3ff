import { citiesNamed, cityPlace, countriesWithCity, isCityName } from '../../../lib/vocabulary/places/city-places.ts'

/** In which country the towns of a file are whose rows tell none. */

type Rows = readonly (readonly string[])[]

/** Reads where a company is. @param cells its country, its place in one text, its city and its state */
export type SeatOf = (cells: readonly string[]) => { country: string | null; city: string | null }

/** Fewer towns may have namesakes everywhere. */
const LEAST_TOWNS = 8
/** The share of the towns that the country has, and the most of that which another may have. */
const [MOST, LESS] = [0.85, 0.6]
/** The share of names that are in the list of towns: villages are not. */
const LEAST_KNOWN = 0.5

/** The different towns of rows that tell no country. @param columns by field */
export function townsAlone(columns: ReadonlyMap<string, readonly number[]>, rows: Rows, seatOf: SeatOf): string[] {
  const towns = new Set<string>()
  const fields = ['country', 'location', 'city', 'state'].map((field) => columns.get(field)?.[0] ?? -1)
  if (fields[1] === -1 && fields[2] === -1) return []
  for (const cells of rows) {
    const { country, city } = seatOf(fields.map((at) => cells[at]?.trim() ?? ''))
    if (country === null && city !== null) towns.add(city)
  }
  return [...towns]
}

/** The only country that has nearly all of the towns; null where another has most of them too. */
export function townsIn(names: readonly string[]): string | null {
  const towns = names.length < LEAST_TOWNS ? [] : names.filter(isCityName)
  if (towns.length < LEAST_TOWNS || towns.length < LEAST_KNOWN * names.length) return null
  const asked = new Set(towns.flatMap((town) => countriesWithCity(town, () => true)))
  const counts = [...asked].map((country): [string, number] => [
    country,
    towns.filter((town) => hasTown(country, town)).length,
  ])
  const [[best, most] = ['', 0], [, second] = ['', 0]] = counts.toSorted(([, a], [, b]) => b - a)
  return most < MOST * towns.length || second > LESS * most ? null : best
}

/** Whether the country has a town of this name. */
export const hasTown = (country: string, town: string): boolean =>
  citiesNamed(town, country).length > 0 || cityPlace(town, country, null) !== null
