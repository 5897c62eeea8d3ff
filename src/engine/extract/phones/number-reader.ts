import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min'

/** Reads a text as a number by a country's plan; null if it is not a valid number. */
export type NumberReader = (text: string, country: CountryCode | null) => PhoneNumber | null

/** Only digits and common separators: such texts with the same digits are the same number. */
const PLAIN = /^[+\d(][\d\s().-]*$/
const NORTH_AMERICAN_PLAN = new Set<CountryCode>(['US', 'CA'])
/** Area code and exchange begin with 2 to 9; `011` dials out of the plan. */
const NORTH_AMERICAN_SHAPE = /^(?:1?[2-9]\d{2}[2-9]\d{6}$|011|\+)/

/** The digit that calls to mobiles in Mexico needed until 2019, and that pages still write. */
const MEXICAN_MOBILE = /^\+521(?=\d{10}$)/

/** Reads the numbers of one page, each once: pages repeat their numbers, and the library takes long for each. */
export function numberReader(): NumberReader {
  const known = new Map<string, PhoneNumber | null>()
  return (text, country) => {
    const dialled = PLAIN.test(text) ? text.replace(/[^\d+]/g, '').replace(MEXICAN_MOBILE, '+52') : text
    const key = `${country} ${dialled}`
    let number = known.get(key)
    if (number === undefined) {
      number = mayBeNumber(text, dialled, country) ? parse(dialled, country) : null
      known.set(key, number)
    }
    return number
  }
}

/** The library would compare a text that cannot be a number with the plans of 25 countries. */
const mayBeNumber = (text: string, dialled: string, country: CountryCode | null): boolean =>
  country === null || !NORTH_AMERICAN_PLAN.has(country) || !PLAIN.test(text) || NORTH_AMERICAN_SHAPE.test(dialled)

/** @param text bare digits if there is nothing else: otherwise the library takes half as long again to find them */
function parse(text: string, country: CountryCode | null): PhoneNumber | null {
  const number = parsePhoneNumberFromString(
    text,
    country === null ? { extract: false } : { defaultCountry: country, extract: false },
  )
  return number?.isValid() === true ? number : null
}
