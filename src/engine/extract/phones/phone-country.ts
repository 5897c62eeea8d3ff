import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'

/** What a page says about where its owner sits; each part may be missing. */
export interface CountryEvidence {
  /** `href` of the `tel:` links. */
  telLinks?: readonly string[]
  /** Text of the record or the contact page, for its postal address. */
  text?: string
  /** `addressCountry` of structured data: a code or an English name. */
  jsonLdCountry?: string | null
  /** Host or domain of the site. */
  domain?: string
  /** `<html lang>`: `de-ch`. */
  language?: string | null
  /** Country of the company, when known from elsewhere. */
  companyCountry?: string | null
}

/** Postal addresses are near the top or the foot; a page of prose needs no more. */
const MAX_TEXT_CHARS = 100_000
/** More say nothing new about the country. */
const MAX_TEL_LINKS = 100

/** Codes that are sold to the whole world and say nothing about the owner's country. */
const WORLDWIDE = new Set(
  'ac ag ai am as bz cc cd co cx dj eu fm gd gg gl gs io is ki la li ly me ms mu nu pw sc sh st sx tk to tv vc vg vu ws'.split(
    ' ',
  ),
)

/** Postal codes as each country writes them in a line of address: no digits of a telephone number, which may be grouped alike. */
const ADDRESS_FORMS: readonly (readonly [CountryCode, RegExp])[] = [
  [
    'US',
    /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])[.,]?\s{1,3}\d{5}(?:-\d{4})?\b/g,
  ],
  ['CA', /\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d\b/g],
  ['GB', /\b[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}\b/g],
  ['AU', /\b(?:NSW|VIC|QLD|TAS|ACT|WA|SA|NT),?\s{1,3}\d{4}\b/g],
  // Not the year of a notice: `© 2024 SC Acme SRL`.
  ['NL', /(?<!(?:©|\([cC]\)|[cC]opyright|\d[-–—]) {0,2})\b[1-9]\d{3} ?(?!S[ADS])[A-Z]{2} {1,3}(?=[A-Z][a-z]|'s-)/g],
  ['DE', /\bD[- ]\d{5}\b/g],
  ['AT', /\bA-\d{4}\b/g],
  ['CH', /\bCH-\d{4}\b/g],
  ['FR', /\bF-\d{5}\b|\bCEDEX\b/g],
  ['SE', /\bS(?:E)?-\d{3} ?\d{2}\b/g],
  ['DK', /\bDK-\d{4}\b/g],
  ['PL', /(?<!\d[ ./-]?)\b\d{2}-\d{3} {1,3}(?=\p{Lu}\p{Ll})/gu],
  ['PT', /(?<!\d[ ./-]?)\b\d{4}-\d{3} {1,3}(?=\p{Lu})/gu],
  ['BR', /(?<!\d[ ./-]?)\b\d{5}-\d{3}\b(?!-)/g],
  ['IT', /(?<!\d[ ./-]?)\b\d{5} \p{Lu}[\p{L} '’]{1,30} ?\([A-Z]{2}\)/gu],
  [
    'IE',
    /\b(?:Dublin \d{1,2}|Co\. (?:Cork|Dublin|Galway|Kildare|Kerry|Mayo|Wicklow|Limerick|Meath)|[AC-FHKNPRTV-Y]\d[\dW] (?=\d{0,3}[AC-Y])[\dAC-FHKNPRTV-Y]{4})\b/g,
  ],
  [
    'IN',
    /\b(?:Mumbai|Delhi|Chennai|Bangalore|Bengaluru|Kolkata|Hyderabad|Pune|Ahmedabad|Gurgaon|Noida)[\s,–-]{1,4}\d{3} ?\d{3}\b/g,
  ],
  [
    'ES',
    /\b(?:0[1-9]|[1-4]\d|5[0-2])\d{3}[\s,–-]{1,4}(?:Madrid|Barcelona|Val[eè]ncia|Sevilla|Zaragoza|Málaga|Murcia|Palma|Bilbao|Alicante|Córdoba|Valladolid|Vigo|Gijón|Granada|Oviedo|Santander|Pamplona|Donostia|San Sebastián|Jaén|Toledo|Burgos|Salamanca|Girona|Lleida|Tarragona|Cádiz|Huelva|Almería|Logroño|Badajoz|Albacete|León|Lugo|Vitoria)(?!\p{L})/gu,
  ],
  ['MX', /\bC\.? ?P\.? ?\d{5}\b/g],
  ['JP', /〒\s?\d{3}-\d{4}/g],
]

/** Names by which people write countries at the end of an address. */
const COUNTRY_NAMES: ReadonlyMap<string, CountryCode> = new Map(
  Object.entries({
    US: ['USA', 'U.S.A.', 'United States'],
    GB: ['United Kingdom', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
    CA: ['Canada', 'Ontario', 'Québec', 'Quebec', 'British Columbia', 'Alberta'],
    AU: ['Australia'],
    NZ: ['New Zealand'],
    IE: ['Ireland'],
    IN: ['India'],
    DE: ['Deutschland', 'Germany'],
    AT: ['Österreich', 'Austria'],
    CH: ['Schweiz', 'Suisse', 'Svizzera', 'Switzerland'],
    FR: ['France'],
    ES: ['España', 'Spain'],
    IT: ['Italia', 'Italy'],
    PT: ['Portugal'],
    NL: ['Nederland', 'The Netherlands'],
    BE: ['België', 'Belgique', 'Belgium'],
    PL: ['Polska', 'Poland'],
    SE: ['Sverige', 'Sweden'],
    NO: ['Norge', 'Norway'],
    DK: ['Danmark', 'Denmark'],
    FI: ['Suomi', 'Finland'],
    MX: ['México', 'Mexico'],
    BR: ['Brasil'],
    ZA: ['South Africa'],
    SG: ['Singapore'],
  } satisfies Partial<Record<CountryCode, string[]>>).flatMap(([country, names]) =>
    names.map((name): [string, CountryCode] => [name, country as CountryCode]),
  ),
)
const COUNTRY_NAME = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...COUNTRY_NAMES.keys()].map((name) => name.replaceAll('.', '\\.')).join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
)

/** Languages spoken officially in one country only, or by far the most pages of which come from one. */
const LANGUAGE_COUNTRY: ReadonlyMap<string, string> = new Map(
  (
    'de-DE fr-FR it-IT nl-NL pl-PL sv-SE da-DK nb-NO no-NO fi-FI cs-CZ sk-SK hu-HU ro-RO bg-BG el-GR hr-HR sl-SI ' +
    'lt-LT lv-LV et-EE tr-TR ja-JP ko-KR he-IL uk-UA is-IS th-TH vi-VN ca-ES eu-ES gl-ES'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 2), pair.slice(3)]),
)

/** In Spanish, five digits before a town are of Spain; Mexico says what they are (`C.P. 78000`), others write four or none. */
const SPANISH_CODE = /(?<![\d.] ?)\b(?:0[1-9]|[1-4]\d|5[0-2])\d{3}[ ,–-]{1,4}\p{Lu}\p{Ll}/u

/**
 * The country whose numbering plan numbers without a prefix follow: from `tel:` links with a plus, postal addresses,
 * structured data, the country code of the domain, the region or language of the page, the company; in this order.
 * @returns ISO 3166-1 alpha-2, or null: then only international numbers can be read
 */
export function guessCountry(evidence: CountryEvidence): CountryCode | null {
  const text = (evidence.text ?? '').slice(0, MAX_TEXT_CHARS)
  return (
    countryOfLinks((evidence.telLinks ?? []).slice(0, MAX_TEL_LINKS)) ??
    countryOfAddress(text) ??
    asCountry(evidence.jsonLdCountry) ??
    countryOfDomain(evidence.domain ?? '') ??
    countryOfLanguage(evidence.language ?? '') ??
    (evidence.language?.toLowerCase() === 'es' && SPANISH_CODE.test(text) ? 'ES' : null) ??
    asCountry(evidence.companyCountry)
  )
}

/** The most frequent one; links are read until no other can overtake it. */
function countryOfLinks(links: readonly string[]): CountryCode | null {
  const counts = new Map<CountryCode, number>()
  for (const [at, link] of links.entries()) {
    const country = countryOfTel(link)
    if (!country) continue
    counts.set(country, (counts.get(country) ?? 0) + 1)
    const [first = 0, second = 0] = [...counts.values()].toSorted((a, b) => b - a)
    if (first > second + links.length - at - 1) break
  }
  return best([...counts])
}

function countryOfTel(link: string): CountryCode | undefined {
  const digits = link.replace(/^tel:/i, '').trim()
  return digits.startsWith('+') && digits.length < 40 ? parsePhoneNumberFromString(digits)?.country : undefined
}

function countryOfAddress(text: string): CountryCode | null {
  const hits = ADDRESS_FORMS.map(([country, form]): [CountryCode, number] => [country, text.match(form)?.length ?? 0])
  return best(hits) ?? mostFrequent(countriesNamed(text))
}

const countriesNamed = (text: string): CountryCode[] =>
  (text.match(COUNTRY_NAME) ?? []).flatMap((name) => COUNTRY_NAMES.get(name) ?? [])

/** By the code of the country at its end; null where that says nothing. */
export function countryOfDomain(domain: string): CountryCode | null {
  const tld = domain.slice(domain.lastIndexOf('.') + 1).toLowerCase()
  if (['gov', 'mil', 'edu'].includes(tld)) return 'US'
  return tld.length !== 2 || WORLDWIDE.has(tld) ? null : asCountry(tld === 'uk' ? 'GB' : tld)
}

function countryOfLanguage(language: string): CountryCode | null {
  const [code = '', region] = language.toLowerCase().split(/[-_]/)
  return asCountry(region) ?? asCountry(LANGUAGE_COUNTRY.get(code))
}

function asCountry(text: string | null | undefined): CountryCode | null {
  const name = (text ?? '').trim()
  if (name.length > 2) return mostFrequent(countriesNamed(name))
  const code = name.toUpperCase()
  return isSupportedCountry(code) ? code : null
}

function mostFrequent(countries: readonly CountryCode[]): CountryCode | null {
  return best([...Map.groupBy(countries, (country) => country)].map(([country, all]) => [country, all.length]))
}

function best(counts: readonly (readonly [CountryCode, number])[]): CountryCode | null {
  const [first] = counts.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a)
  return first?.[0] ?? null
}
