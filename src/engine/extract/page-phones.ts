import type { PageTree } from './page-dom.ts'
import type { FoundPhone } from './page-facts.ts'
import { guessCountry } from './phone-country.ts'
import type { CountryEvidence } from './phone-country.ts'
import { findPhones } from './phone.ts'

/** All numbers of a page, from its lines and `tel:` links; the country is guessed from the page and what else is known. */
export function pagePhones(
  { lines, marked }: PageTree,
  known: Omit<CountryEvidence, 'telLinks' | 'text'>,
): FoundPhone[] {
  const texts = lines.map((line) => line.text)
  const telLinks = marked.flatMap(({ attributes }) =>
    attributes.href?.toLowerCase().startsWith('tel:') ? [attributes.href] : [],
  )
  return findPhones({ lines: texts, telLinks, country: guessCountry({ ...known, telLinks, text: texts.join('\n') }) })
}
