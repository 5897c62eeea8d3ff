import countries from 'i18n-iso-countries/index.js'
import { ownValue } from '../text/own-value.ts'

/** Countries by continent and business region, as ISO 3166-1 alpha-2 codes. */

const codes = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * The seven continents of the documented API. A transcontinental country belongs to the continent of its capital; Russia to
 * Europe.
 */
export const CONTINENTS = {
  Europe:
    codes(`AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME
    MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK`),
  Asia: codes(`AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK
    PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE`),
  'North America':
    codes(`AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV
    SX TC TT US VC VG VI`),
  Africa:
    codes(`AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE
    NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW`),
  Antarctica: codes('AQ BV GS HM TF'),
  'South America': codes('AR BO BR CL CO EC FK GF GY PE PY SR UY VE'),
  Oceania: codes('AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS'),
} as const satisfies Record<string, readonly string[]>

const LATIN_NORTH = codes('BZ CR CU DO GT HN HT MX NI PA PR SV')
const MIDDLE_EAST = codes('AE BH IL IQ IR JO KW LB OM PS QA SA SY TR YE')

/** The four business regions as sales organisations draw them; LATAM is part of AMER. */
export const BUSINESS_REGIONS = {
  AMER: [...CONTINENTS['North America'], ...CONTINENTS['South America']],
  EMEA: [...CONTINENTS.Europe, ...CONTINENTS.Africa, ...MIDDLE_EAST],
  APAC: [...CONTINENTS.Asia.filter((country) => !MIDDLE_EAST.includes(country)), ...CONTINENTS.Oceania],
  LATAM: [...CONTINENTS['South America'], ...LATIN_NORTH],
} as const satisfies Record<string, readonly string[]>

/** The 50 states, DC and the inhabited territories. */
const US_STATES = new Set(
  codes(`AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC
    SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI`),
)

export const isCountryCode = (code: string): boolean => code.length === 2 && countries.isValid(code)
export const isUsState = (code: string): boolean => US_STATES.has(code)

/** Codes that stand for something else beside each other: `it/hr consulting`, `pe/vc firms`, `cd/dvd`. */
const TERMS = new Set(
  codes(`AI ML IT HR PR IR TV PE VC AR VR MR QA BI PM CS IS AV AC DC CD DJ MC GP LP MD DO PA IN OR ME HI OK ID SO NO TO AM SE
    PC BA MA MS BS`),
)

/**
 * What codes that are listed beside each other are, which they tell together: `us/ca` and `fr/be` are countries, `or/wa` states
 * of the United States. Null for codes that may be either or stand for something else.
 * @param listed in capitals; `UK` may stand for GB
 */
export function kindOfCodes(listed: readonly string[]): 'country' | 'state' | null {
  if (listed.length < 2 || listed.every((code) => TERMS.has(code))) return null
  const areCountries = listed.every((code) => code === 'UK' || isCountryCode(code))
  if (listed.includes('US') || listed.includes('UK')) return areCountries ? 'country' : null
  const areStates = listed.every(isUsState)
  return areCountries === areStates ? null : areCountries ? 'country' : 'state'
}

/** The countries of an area given by continent, business region or country. */
export function countriesOf(area: {
  continent?: string
  business_region?: string
  country?: string
}): readonly string[] {
  const { continent, business_region: region, country } = area
  if (continent !== undefined) return ownValue(CONTINENTS as Record<string, readonly string[]>, continent) ?? []
  if (region !== undefined) return ownValue(BUSINESS_REGIONS as Record<string, readonly string[]>, region) ?? []
  return country === undefined ? [] : [country]
}
