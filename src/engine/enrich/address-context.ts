import type { AddressContext } from '../facts/code-place.ts'
import { cityPlace } from '../../lib/vocabulary/places/city-places.ts'

/** The context in which addresses on a page of a site of this domain are judged. @param language as the markup of the page says */
export const addressContext = (domain: string, language: string | null): AddressContext => ({
  language,
  suffix: domain.slice(domain.lastIndexOf('.') + 1),
  isCity: (city, country, state) => cityPlace(city, country, state) !== null,
})
