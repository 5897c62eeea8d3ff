import { readFileSync } from 'node:fs'
import { dropMarks } from '../../lib/text/fold-text.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { lazily } from '../../lib/process/lazily.ts'

/** Where a city lies, in degrees. */
export interface CityPlace {
  latitude: number
  longitude: number
  /** US state code; empty elsewhere. */
  state: string
}

/** What cities call themselves, where the list has the English name. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  munchen: 'munich', wien: 'vienna', cologne: 'koln', nuremberg: 'nurnberg', hanover: 'hannover', roma: 'rome', milano: 'milan',
  torino: 'turin', napoli: 'naples', firenze: 'florence', venezia: 'venice', genova: 'genoa', padova: 'padua', lisboa: 'lisbon',
  sevilla: 'seville', zaragoza: 'saragossa', bruxelles: 'brussels', brussel: 'brussels', antwerpen: 'antwerp', gent: 'ghent',
  brugge: 'brugge', 'den haag': 'the hague', "'s-gravenhage": 'the hague', kobenhavn: 'copenhagen', goteborg: 'goteborg',
  warszawa: 'warsaw', krakow: 'krakow', praha: 'prague', bucuresti: 'bucharest', beograd: 'belgrade', athina: 'athens',
  moskva: 'moscow', kyiv: 'kyiv', geneve: 'geneva', genf: 'geneva', luzern: 'luzern', basle: 'basel', strassburg: 'strasbourg',
  'frankfurt am main': 'frankfurt', frankfurt: 'frankfurt am main', 'new york': 'new york city', 'ciudad de mexico': 'mexico city',
} // prettier-ignore

const places = lazily(() => readPlaces(readFileSync(new URL('./lists/city-places.txt', import.meta.url), 'utf8')))

/** The place of a city by its name and country (alpha-2); of two of one name in the USA the state decides, else the larger. */
export function cityPlace(city: string, country: string, state: string | null): CityPlace | null {
  const known = places()
  const name = dropMarks(city).trim()
  for (const spelling of [name, ownValue(OWN_NAMES, name) ?? '']) {
    const place = known.get(`${country}/${state ?? ''}/${spelling}`) ?? known.get(`${country}//${spelling}`)
    if (place !== undefined && (state === null || place.state === '' || place.state === state)) return place
  }
  return null
}

/** Each city under its state and without it; the list has the largest first. */
function readPlaces(text: string): Map<string, CityPlace> {
  const places = new Map<string, CityPlace>()
  let country = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) country = line.slice(1, 3)
    const [name = '', state = '', latitude, longitude] = line.split('|')
    if (longitude === undefined || line.startsWith('#')) continue
    const place = { latitude: Number(latitude), longitude: Number(longitude), state }
    const folded = dropMarks(name)
    for (const key of new Set([`${country}/${state}/${folded}`, `${country}//${folded}`]))
      if (!places.has(key)) places.set(key, place)
  }
  return places
}
