import { BEGAN, BORN, SINCE } from './founding-words.ts'
import { alternation } from '../../lib/text/alternation.ts'

/** What a part of an address can be by its words alone: a street, a unit in a house, a named house, a box. */

/** Says something else than where a house stands. */
const OTHER =
  /@|https?:|www\.|©|\b(?:tel|telephone|phone|fax|facsimile|telefon|telefono|téléphone|call|e-?mail|mobile|toll|copyright|hours?|vat|reg(?:istered)? (?:no|in)|company (?:no|number)|abn|nmls)\b|\(\d{3}\)|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b/iu

export const isOtherText = (text: string): boolean => OTHER.test(text) || text.length > 70

const STREET_WORD = new RegExp(
  alternation`
    \b(?:st|street|ave|avenue|rd|road|dr|drive|blvd|boulevard|la?ne?|way|hwy|highway|court|ct|place|pl|plaza|parkway
      pkwy|pike|circle|cir|terrace|close|square|sq|row|hill|crescent|cres|gardens?|grove|mews|walk|wharf|quay|yard
      park|gate|broadway|loop|trail|turnpike|route|expressway|crossing|bypass|esplanade|parade|rise|embankment
      promenade|approach|marg|nagar)\b`,
  'iu',
)
const BUILDING =
  /\b(?:house|building|estate|centre|center|business park|industrial|ind\.? est|mill|hall|chambers|tower|works|barn|studios?|campus|complex|arcade|exchange)\b/iu
const UNIT = new RegExp(
  alternation`
    ^(?:#|suite|ste\b|unit|apt|flat|floor|level|lvl|room|bldg|building|block|plot|shop|office|p\.?\s?o\.?\s?box
      mail ?stop)
    \b(?:floor|flr)$
    ^(?:ap|app|appt|bl|bloco|sc|et|esc|escalera|escada|piso|planta|pta|puerta|porta|local|bajo|nave|oficina|of
      despacho|int|interno|scala|piano|sala|andar|conj|cj|lok|stiege|tür|top|stg|étage|b[aâ]t|porte|bte|bus|bureau
      daire|kat|dpto|depto)[.:]{0,2}\s[\p{L}\d.ºª-]{1,5}$
    ^\d{1,2}\.?[ºª°](?:\s|$)|^[A-Z]-\d{1,4}[A-Z]?$`,
  'iu',
)
const PO_BOX =
  /\bp\.?\s?o\.?\s?box\b|^(?:postfach|apartado|apdo\.|casella postale|case postale|caixa postal|casilla|postboks|postbus)\b|^b\.?p\.?\s?\d|^(?:box|pl)\.?\s\d|^(?:r\.?\s?r\.?|rural route|h\.?c\.?)\s?#?\d{1,4}\b/iu
const NUMBER_WORDS = /^(?:one|two|three|four|five|six|seven|eight|nine|ten)\s\p{Lu}/iu

/** Whether a word of it says what kind of street it is. */
export const namesStreet = (text: string): boolean => STREET_WORD.test(text)

export const isPoBox = (text: string): boolean => PO_BOX.test(text)
export const isUnit = (text: string): boolean => UNIT.test(text)

/** `Main Road 12a`, `Straße des 17. Juni 135`, `Long Way No: 45 Apt 3`: the number is behind the name. */
const NUMBER_LAST =
  /^\p{L}[\p{L}\s.'’/-]{2,50}(?:\s\d{1,3}\.?[ºª°]?\s\p{L}[\p{L}\s.'’/-]{1,40})?\s(?:n(?:o|r|[uú]m)?[.:°º]{0,2}\s?|#\s?)?\d{1,5}\s?[a-z]?(?:\s?[-–/]\s?(?:\d{1,5}\s?[a-z]?|(?:top|stiege|stg|tür|haus)\.?\s?\d{1,3}|[a-z]{1,4})){0,3}(?:\s[a-z]\s?\d{1,3}|(?:\s(?:bus|bte|kat|daire|lok|apt|lgh|ap|app|int|bl|sc|piso|of|dpto)[.:]{0,2}\s?[\p{L}\d]{1,5}){1,3})?$/iu
/** `Carrera 7 # 71-21`: the street, and the house between two others. */
const CROSSING =
  /^(?:calle|cl|carrera|cra|kr|avenida|av|ac|ak|diagonal|dg|transversal|tv)\.?\s\w{1,6}(?:\s\p{L}{1,4})?\s?(?:#|n[o°º]?\.?)\s?\d/iu
/** How streets are called where the name is before the number: `Rua Direita`, `Via Alta`. */
const CALLED_STREET = new RegExp(
  alternation`
    ^(?:rua|r\.|av\.|avda?\.?|aven(?:ida|ue)|via|viale|piazza|corso|largo|calle|c/|carrer|plaza|paseo|rue|boulevard
      boul\.|bd\.|travessa|pra[çc]a|alameda|estrada|rodovia|ul\.|al\.|strada|str\.|calea|bulevardul|bvd\.|jalan|jl\.
      chemin|route|impasse|all[ée]e|quai|place|lieu[ -]dit|lugar|carretera|camino|pol[ií]gono|rambla
      loc(?:alit[àa]|\.)|frazione|contrada|vicolo)\s?\p{L}`,
  'iu',
)

export const isCalledStreet = (text: string): boolean => CALLED_STREET.test(text)

const BARE_NUMBER = /^(?:n[o°º]?[.°º]{0,2}\s?)?\d{1,5}(?:\s?[/-]?\s?[a-z]|[/-]\d{1,4})?$|^s\/n$/iu

/** The number of a house alone: `12a`, `n.º 12`, `s/n` (it has none). */
export const isHouseNumber = (text: string): boolean => BARE_NUMBER.test(text)

/** A number before the street, which may itself be a number: `350 5th Avenue`, `12½ Elm St`. */
const NUMBER_FIRST =
  /^(?:no\.?\s)?[NSEW]?\d{1,6}[\p{L}\d/½¼¾-]{0,8}\.?\s+(?:[NSEW]{1,2}\.?\s)?(?:\p{L}|\d{1,3}(?:st|nd|rd|th)\b)/iu

/** A house at a street: a number before it, as English-speaking countries write, or behind it, as others do. */
export function isStreet(text: string): boolean {
  if (isOtherText(text) || isHouseNumber(text)) return false
  if (isPoBox(text)) return true
  if (NUMBER_FIRST.test(text))
    return !/^\d+\s(?:years?|days?|people|employees|reviews?|results|am|pm|hours?)\b/iu.test(text)
  if (NUMBER_LAST.test(text)) return !isUnit(text) && !tellsOfYear(text)
  if (/^\p{L}[\p{L}\s.'’-]{2,50}\skm\.?\s?\d{1,4}(?:\.\d{1,3})?$/iu.test(text) || CROSSING.test(text)) return true
  if (
    /^(?:lvl|level|unit|suite|shop|flat|office)\s?\d{1,4}[a-z]?(?:\s?\/\s?|\s)\d{1,5}(?:-\d{1,5})?\s\p{L}/iu.test(text)
  )
    return true
  return NUMBER_WORDS.test(text) && STREET_WORD.test(text)
}

const COMPANY = /\b(?:ltd|limited|llp|plc|inc|llc)\.?$/iu

/** No number, but a street or a building by its name. */
export const isNamedHouse = (text: string): boolean =>
  !isOtherText(text) &&
  /^\p{Lu}/u.test(text) &&
  text.split(' ').length <= 6 &&
  !COMPANY.test(text) &&
  (BUILDING.test(text) || STREET_WORD.test(text))

const PREMISES =
  /(?<!\p{L})(?:gewerbe|industrie|gebäude|zentrum|edificio|edif|pol[ií]gono|nave|centro|galer[ií]a|parque|immeuble|bâtiment|zone|parc|z\.?[aei]\.?|palazzo|zona|bedrijvenpark|organize|osb)/iu

/** What has a line of its own above a street: a building, a park of them, a unit. */
export const isPremises = (text: string): boolean =>
  !isOtherText(text) && !tellsOfYear(text) && (BUILDING.test(text) || isUnit(text) || PREMISES.test(text))

/** A number at the end that can be a year, and words before one. */
const YEAR_LAST = /\s(?:1[5-9]|20)\d\d$/u
const IN_YEAR = /(?<!\p{L})(?:in|from|en|nel|em|i|w|anno|vuonna|anul)\s\d{4}$/iu
/** Small words of names: `Rua dos Reis e Condes 1842`. */
const PARTICLE =
  /^(?:d[aeoi]s?|del|della|dei|des|du|la|las|le|les|los|el|y|e|et|und|der|den|von|van|zum|zur|am|an|og|och)$/u

/** `Family run since 1911` is no street that is called so, and has no house of that number. */
function tellsOfYear(text: string): boolean {
  if (!YEAR_LAST.test(text)) return false
  const small = text.split(' ').filter((word) => /^\p{Ll}{2,}$/u.test(word) && !PARTICLE.test(word))
  return small.length >= 2 || [IN_YEAR, SINCE, BEGAN, BORN].some((telling) => telling.test(text))
}
