import type { CompanyFacts, OtherLocation } from '../../companies/company-facts.ts'
import { dropMarks } from '../../text/fold-text.ts'
import { citySpellings } from './city-spellings.ts'

/** A company in more places than this has branches, which are not what one asks for. */
const MAX_LOCATIONS = 20

type Seat = Pick<CompanyFacts, 'country' | 'state' | 'city'>

/** Each place once, and without the seat. Of two that may be the same, such as a town and its country, the first counts. */
export function otherLocations(seat: Seat, places: readonly OtherLocation[]): OtherLocation[] {
  const known: OtherLocation[] = []
  const taken = seat.country || seat.city ? [seat] : []
  for (const place of places) {
    if (known.length >= MAX_LOCATIONS) break
    if (![...taken, ...known].some((one) => maybeSame(one, place))) known.push(place)
  }
  return known
}

/** Whether nothing says that these are two places. Outside the USA, regions have too many names to tell towns apart by. */
function maybeSame(one: Seat, other: Seat): boolean {
  const country = one.country ?? other.country
  if (one.country && other.country && one.country !== other.country) return false
  const areTowns = Boolean(one.city && other.city)
  if (areTowns && !isSameTown(country ?? undefined, one.city ?? '', other.city ?? '')) return false
  if (!one.state || !other.state || (areTowns && country !== 'US')) return true
  return dropMarks(one.state) === dropMarks(other.state)
}

const isSameTown = (country: string | undefined, one: string, other: string): boolean =>
  dropMarks(one) === dropMarks(other) || citySpellings(country, one).includes(dropMarks(other))
