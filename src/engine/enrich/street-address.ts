/** The parts of `4 Wharf Road, Unit 2`; null for a part that is not clearly identifiable. */
export interface StreetParts {
  number: string | null
  name: string | null
  unit: string | null
}

const NUMBER_FIRST = /^(\d{1,5}(?:[-/]\d{1,5})?[a-z]?),? +(\D.{0,100})$/i
const NUMBER_LAST = /^(\D{2,100}?),? +(\d{1,5} ?[a-z]?(?:[-/] ?\d{1,5} ?[a-z]?)?)$/i
const UNIT = /^(?:suite|ste|unit|apt|flat|floor|room|#)\b.{0,30}$|^\d{1,3}(?:st|nd|rd|th) floor$/i

export function splitStreet(address: string): StreetParts {
  const [street = '', ...others] = address.split(',').map((part) => part.trim())
  const unit = others.find((part) => UNIT.test(part)) ?? null
  const first = NUMBER_FIRST.exec(street)
  if (first !== null) return { number: first[1] ?? null, name: first[2] ?? null, unit }
  const last = NUMBER_LAST.exec(street)
  return { number: last?.[2] ?? null, name: last?.[1] ?? null, unit }
}
