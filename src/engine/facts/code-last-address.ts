import { countryCode } from '../../lib/vocabulary/places/country-code.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import type { AddressSegment } from './address-segments.ts'
import type { AddressContext, CodePlace } from './code-place.ts'
import { isStreet } from './street.ts'

/** Digits of a code behind its town, where they alone do not tell the country: the domain, the town or what follows does. */
const CODE_LAST: Readonly<Record<string, RegExp>> = {
  NZ: /^\d{4}$/, ZA: /^\d{4}$/, PH: /^\d{4}$/, SG: /^\d{6}$/, LK: /^\d{5}$/, PK: /^\d{5}$/, MY: /^\d{5}$/, TH: /^\d{5}$/, ID: /^\d{5}$/,
  KE: /^\d{5}$/, NG: /^\d{6}$/, CY: /^\d{4}$/, CO: /^\d{6}$/, PE: /^\d{5}$/, EG: /^\d{5}$/, SA: /^\d{5}$/, BD: /^\d{4}$/, CN: /^\d{6}$/, VN: /^\d{5,6}$/, IL: /^\d{7}$/,
} // prettier-ignore

/** `Durban 4001, South Africa`, `Singapore 079999`. */
export function codeLastPlace(
  segments: readonly AddressSegment[],
  index: number,
  context: AddressContext,
): CodePlace | null {
  const [, town = '', code = '', named = ''] =
    /^(?:(\p{Lu}[\p{L} '’-]{2,30}),?\s)?\(?(\d{4,7})\)?(?:\s(\p{Lu}[\p{L} ]{3,20}))?$/u.exec(
      segments[index]?.text ?? '',
    ) ?? []
  if (code === '') return singaporean(segments[index]?.text ?? '')
  const own = town !== ''
  const city = own ? town : (segments[index - 1]?.text ?? '')
  const country =
    [named, segments[index + 1]?.text, segments[index + 2]?.text, city]
      .map(countryNamed)
      .find((said) => said !== null) ?? context.suffix.toUpperCase()
  const digits = ownValue(CODE_LAST, country)
  if (digits?.test(code) !== true || !context.isCity(city, country, null)) return null
  return { city, state: null, code, country, streetEnd: own ? index : index - 1, street: null, named: false }
}

/** `10 Fern Road #20-05 Singapore 079903`: all in one line. */
function singaporean(text: string): CodePlace | null {
  const [, street = '', code = ''] = /^(.{4,110}?)\sSingapore\s\(?(\d{6})\)?$/u.exec(text) ?? []
  if (code === '' || !isStreet(street)) return null
  return { city: 'Singapore', state: null, code, country: 'SG', streetEnd: 0, street, named: false }
}

const countryNamed = (text = ''): string | null => (text.length > 3 && text.length < 25 ? countryCode(text) : null)
