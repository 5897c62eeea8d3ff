import type { CountryCode } from 'libphonenumber-js/min'
import type { PageTree } from '../page/page-dom.ts'
import { guessCountry } from './phone-country.ts'
import type { CountryEvidence } from './phone-country.ts'
import { locatePhones } from './phone.ts'
import type { LocatedPhones } from './phone.ts'

export interface PagePhones extends LocatedPhones {
  /** Numbering plan of the page. */
  country: CountryCode | null
}

const DIGIT = /\d/

/** All numbers of a page, from its lines and `tel:` links; the country is guessed from the page and from other evidence. */
export function pagePhones({ lines, marked }: PageTree, known: Omit<CountryEvidence, 'telLinks' | 'text'>): PagePhones {
  const texts = lines.map((line) => line.text)
  const telLinks = marked.flatMap(({ attributes }) =>
    attributes.href?.slice(0, 4).toLowerCase() === 'tel:' ? [attributes.href] : [],
  )
  // A postal address has a number on its line, or on the line before its city or country.
  const hasDigit = texts.map((text) => DIGIT.test(text))
  const addresses = texts.filter((_, index) => hasDigit[index] === true || hasDigit[index - 1] === true)
  const country = guessCountry({ ...known, telLinks, text: addresses.join('\n') })
  return { ...locatePhones({ lines: texts, telLinks, country }), country }
}
