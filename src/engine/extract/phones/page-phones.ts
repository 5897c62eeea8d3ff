import type { CountryCode } from 'libphonenumber-js/min'
import type { PageTree } from '../page/page-dom.ts'
import { countryOfDomain, guessCountry } from './phone-country.ts'
import type { CountryEvidence } from './phone-country.ts'
import { locatePhones, NO_BORDERS } from './phone.ts'
import type { LocatedPhones } from './phone.ts'

export interface PagePhones extends LocatedPhones {
  /** Numbering plan of the page. */
  country: CountryCode | null
}

const DIGIT = /\d/
const TEL = /^tel:/i

/** All numbers of a page, from its lines and `tel:` links; the country is guessed from the page and from other evidence. */
export function pagePhones({ lines, marked }: PageTree, known: Omit<CountryEvidence, 'telLinks' | 'text'>): PagePhones {
  const telLinks: string[] = []
  for (const { attributes } of marked)
    if (attributes.href !== undefined && TEL.test(attributes.href)) telLinks.push(attributes.href)
  const texts: string[] = []
  const addresses: string[] = []
  const borders: ReadonlySet<number>[] = []
  let isBelowDigit = false
  for (const { text, pieces } of lines) {
    // A postal address has a number on its line, or on the line before its city or country.
    const hasDigit = DIGIT.test(text)
    if (hasDigit || isBelowDigit) addresses.push(text)
    isBelowDigit = hasDigit
    texts.push(text)
    borders.push(hasDigit && pieces.length > 1 ? new Set(pieces.map(({ start }) => start)) : NO_BORDERS)
  }
  const country = guessCountry({ ...known, telLinks, text: addresses.join('\n') })
  const home = countryOfDomain(known.domain ?? '')
  return { ...locatePhones({ lines: texts, borders, telLinks, country, home }), country }
}
