import countries from 'i18n-iso-countries/index.js'

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  /** The usual English name. */
  name: string
}

const english = new Intl.DisplayNames(['en'], { type: 'region' })

/** Every country the location filter knows, in order of name. */
export const COUNTRIES: readonly Country[] = Object.keys(countries.getAlpha2Codes())
  .map((code) => ({ code, name: english.of(code) ?? code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))
