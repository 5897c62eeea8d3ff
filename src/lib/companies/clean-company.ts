import type { CompanyFacts } from './company-facts.ts'
import { untrustedText } from '../text/untrusted-text.ts'

/** Characters the index keeps of each text about a company. */
const MAX_SHORT_TEXT = 255
const MAX_DESCRIPTION = 5_000

const text = (value: string | null | undefined, maxLength = MAX_SHORT_TEXT): string | null => {
  const clean = untrustedText(value ?? '', maxLength).text
  return clean === '' ? null : clean
}

/**
 * Cleans the facts of a company before they enter the index: text by strangers is kept as words, without markup and hidden
 * characters.
 */
export const cleanCompany = (facts: CompanyFacts): CompanyFacts => ({
  ...facts,
  name: text(facts.name),
  legal_name: text(facts.legal_name),
  description: text(facts.description, MAX_DESCRIPTION),
  state: text(facts.state),
  city: text(facts.city),
  street_address: text(facts.street_address),
  other_locations:
    facts.other_locations?.map(({ country, ...place }) => ({
      country,
      state: text(place.state),
      city: text(place.city),
      ...(place.postal_code && { postal_code: text(place.postal_code) }),
      ...(place.street_address && { street_address: text(place.street_address) }),
    })) ?? null,
  tags: facts.tags?.map((tag) => text(tag)).filter((tag) => tag !== null) ?? null,
})
