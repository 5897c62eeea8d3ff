import { US_STATE_NAMES } from '../../lib/companies/us-states.ts'
import type { Facts } from './structured-company.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/**
 * A postal address as imprints write it: the street on a line or before a comma, then code and town. Only forms that leave
 * no doubt of the country.
 */

const STREET = String.raw`([\p{L}][\p{L} .'’-]{2,60}\s\d{1,4}\s?[a-z]?(?:\s?[-–/]\s?\d{1,4}[a-z]?)?)`
const TOWN = String.raw`([\p{Lu}][\p{L}.'’-]{1,30}(?:[ -][\p{L}.'’/-]{1,20}){0,3})`
/** Street, then a code of four or five digits and the town: the habit of most of the continent. */
const CONTINENTAL = new RegExp(
  String.raw`^(?:.{0,80}[,|] ?)?${STREET}[ ,|·\n]{1,3}(?:[A-Z]{1,2}[- ])?(\d{4,5}) ${TOWN}`,
  'u',
)
const AMERICAN =
  /^(\d{1,5} [\p{L}\p{N} .'#-]{3,60})[,\n|] ?(?:.{1,30}[,\n] ?)?([\p{Lu}][\p{L} .'-]{2,30}), ([A-Z]{2}) (\d{5})(?:-\d{4})?\b/u
const BRITISH =
  /^(\d{1,4}[a-z]?,? [\p{L} .'-]{3,60})[,\n|] ?(?:[^,\n]{1,40}[,\n] ?)?([\p{Lu}][\p{L} '-]{2,30})[, \n]{1,3}([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})\b/u

/** Digits of a postal code by the country of a domain. */
const BY_SUFFIX: Readonly<Record<string, number>> = {
  de: 5,
  at: 4,
  ch: 4,
  fr: 5,
  it: 5,
  es: 5,
  be: 4,
  dk: 4,
  no: 4,
  fi: 5,
}

export function postalAddressIn(lines: readonly string[], domain: string): Facts {
  const suffix = domain.slice(domain.lastIndexOf('.') + 1)
  for (const index of lines.keys()) {
    const text = lines.slice(index, index + 3).join('\n')
    const found = continental(text, suffix) ?? american(text) ?? british(text)
    if (found !== null) return found
  }
  return {}
}

function continental(text: string, suffix: string): Facts | null {
  const digits = ownValue(BY_SUFFIX, suffix)
  const [, street = '', code = '', town = ''] = digits === undefined ? [] : (CONTINENTAL.exec(text) ?? [])
  if (street === '' || code.length !== digits) return null
  return { street_address: street.trim(), postal_code: code, city: town.trim(), country: suffix.toUpperCase() }
}

function american(text: string): Facts | null {
  const [, street = '', town = '', state = '', code = ''] = AMERICAN.exec(text) ?? []
  if (!Object.hasOwn(US_STATE_NAMES, state)) return null
  return { street_address: street, city: town, state, postal_code: code, country: 'US' }
}

function british(text: string): Facts | null {
  const [, street = '', town = '', code = ''] = BRITISH.exec(text) ?? []
  return street === '' ? null : { street_address: street, city: town.trim(), postal_code: code, country: 'GB' }
}
