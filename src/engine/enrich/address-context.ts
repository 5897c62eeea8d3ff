import type { AddressContext } from '../facts/code-place.ts'
import { cityPlace } from '../../lib/vocabulary/places/city-places.ts'

/** The context in which addresses on a site of this domain are judged. */
export const addressContext = (domain: string): AddressContext => ({
  suffix: domain.slice(domain.lastIndexOf('.') + 1),
  isCity: (city, country, state) => cityPlace(city, country, state) !== null,
})
