import { placeNames } from '../../../src/engine/discover/words/place-names.ts'
import { singular } from '../../../src/engine/discover/words/singular.ts'
import { dropMarks } from '../../../src/lib/text/fold-text.ts'
import type { Place } from '../../../src/lib/companies/company-filters.ts'
import { listLines } from '../../../src/lib/vocabulary/list-lines.ts'
import { placeFile } from '../../../src/lib/vocabulary/places/place-file.ts'
import { subdivisions } from '../../../src/lib/vocabulary/places/subdivisions.ts'

export type Language = 'en' | 'de' | 'fr' | 'es'

/** A place as people write it in a language after the word for "in". */
export interface AskedPlace {
  words: string
  place: Place
}

/** Countries whose cities and subdivisions people ask for in a language. */
const COUNTRIES_OF: Record<Language, readonly string[]> = {
  en: ['US', 'GB', 'IE', 'AU', 'CA', 'DE', 'IN', 'NL', 'SE'],
  de: ['DE', 'AT', 'CH'],
  fr: ['FR', 'BE', 'CA', 'CH'],
  es: ['ES', 'MX', 'AR', 'CO'],
}
const ABROAD = ['DE', 'FR', 'ES', 'IT', 'PT', 'PL', 'SE', 'NO', 'AT', 'BE', 'GR', 'FI', 'IE', 'CZ', 'BR', 'MX']
/** The preposition before the name of a country where it is not the usual one. */
const IN_COUNTRY: Record<Language, { usual: string } & Record<string, string>> = {
  en: { usual: 'in', CZ: 'in' },
  de: { usual: 'in' },
  fr: { usual: 'en', PT: 'au', BR: 'au', MX: 'au' },
  es: { usual: 'en' },
}
const IN_CITY: Record<Language, string> = { en: 'in', de: 'in', fr: 'à', es: 'en' }
const LARGE_THOUSANDS = 250

const cityLines = listLines(placeFile('cities')).map((line) => {
  const [name = '', country = '', part = '', thousands = ''] = line.split('|')
  return { name, country, part, thousands: Number(thousands) }
})
/** Whether everything with this name is of one kind: a name of two kinds asks for more than one thing. */
const isOnly = (kind: 'city' | 'state', name: string): boolean =>
  (placeNames().values.get(dropMarks(name).split(/[ -]/).map(singular).join(' ')) ?? []).every(
    (place) => place.kind === kind,
  )
/** The largest city of each name, if no other is nearly as large. */
const plainCities = [...Map.groupBy(cityLines, ({ name }) => dropMarks(name)).values()].flatMap(([first, second]) =>
  first !== undefined && (second?.thousands ?? 0) < first.thousands / 5 && isOnly('city', first.name) ? first : [],
)

export function citiesOf(language: Language): AskedPlace[] {
  return plainCities
    .filter(({ country, thousands }) => COUNTRIES_OF[language].includes(country) && thousands >= LARGE_THOUSANDS)
    .map(({ name, country, part }) => ({
      words: `${IN_CITY[language]} ${name}`,
      place: country === 'US' ? { country, state: part, city: name } : { country, city: name },
    }))
}

export function countriesOf(language: Language): AskedPlace[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return ABROAD.map((country) => ({
    words: `${IN_COUNTRY[language][country] ?? IN_COUNTRY[language].usual} ${names.of(country) ?? country}`,
    place: { country },
  }))
}

/**
 * Subdivisions that share no name with a city: in the first country of the language under their own names, elsewhere in
 * English.
 */
export function partsOf(language: Language): AskedPlace[] {
  return [...subdivisions().values()].flatMap(({ code, country, names }) => {
    if (!COUNTRIES_OF[language].includes(country)) return []
    const name = names.find((each) => each.length > 4)
    if (name === undefined || !names.every((each) => isOnly('state', each))) return []
    const place = country === 'US' ? { country, state: code.slice(3) } : { country, subdivision: code }
    return [{ words: `${language === 'fr' || language === 'es' ? 'en' : 'in'} ${name}`, place }]
  })
}
