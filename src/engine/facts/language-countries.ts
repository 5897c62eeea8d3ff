import { ownValue } from '../../lib/text/own-value.ts'

/** Where a language is written, the largest country first. */
const COUNTRIES: Readonly<Record<string, readonly string[]>> = {
  de: ['DE', 'AT', 'CH'], fr: ['FR', 'BE', 'CH', 'LU'], nl: ['NL', 'BE'], it: ['IT', 'CH'], es: ['ES', 'MX'], ca: ['ES'], eu: ['ES'],
  gl: ['ES'], pt: ['PT'], pl: ['PL'], cs: ['CZ'], sk: ['SK'], sl: ['SI'], hu: ['HU'], ro: ['RO'], el: ['GR'], da: ['DK'], sv: ['SE', 'FI'],
  fi: ['FI'], no: ['NO'], nb: ['NO'], nn: ['NO'], tr: ['TR'], lb: ['LU'],
  hr: ['HR'], bg: ['BG'], et: ['EE'], lv: ['LV'], lt: ['LT'], is: ['IS'], sr: ['RS'], uk: ['UA'],
} // prettier-ignore

/** Countries that a page in this language may be from; the region of the tag says it alone. @param language `de`, `de-ch` or `de_ch`. */
export function languageCountries(language: string | null): readonly string[] {
  const [spoken = '', region = ''] = (language ?? '').toLowerCase().split(/[-_]/)
  const countries = ownValue(COUNTRIES, spoken) ?? []
  const said = region.toUpperCase()
  return countries.includes(said) ? [said] : countries
}
