import { usStateAtEnd } from './post-codes.ts'
import type { AddressSegment } from './address-segments.ts'
import type { AddressContext, CodePlace } from './code-place.ts'
import { isCalledStreet, isHouseNumber, isStreet, namesStreet } from './street.ts'

/** Countries in which addresses often go without a code: what stands for one is the state, the province or the county. */
const US_SIGN = /(?:^|[\s,])[A-Z]{2}\.?$/
const TR_SIGN = /\p{L}\s?\/\s?\p{L}{3,}$/u
/** `Sassuolo (MO)`, `Santoña (Cantabria)` */
const PROVINCE_SIGN = /\p{L} ?\(\p{Lu}[\p{L} ]{1,20}\)$/u
const TR_STREET =
  /(?<!\p{L})(?:mah|cad|caddesi|sok|sk|soka[kğ]ı?|bulv|blv|bulvarı|mahallesi)(?![\p{L}])\.?.*\d|\d.*(?<!\p{L})(?:cad|sok|sk)\./iu
const RO_STREET =
  /^(?:str|strada|b-?d(?:ul)?|bulevardul|bdul|calea|[sș]os|[sș]oseaua|aleea|pia[tț]a|splaiul|intrarea)(?!\p{L}).{3,70}\d/iu
const RO_COUNTIES = new Set(
  'alba,arad,argeș,bacău,bihor,bistrița-năsăud,botoșani,brașov,brăila,buzău,caraș-severin,călărași,cluj,constanța,covasna,dâmbovița,dolj,galați,giurgiu,gorj,harghita,hunedoara,ialomița,iași,ilfov,maramureș,mehedinți,mureș,neamț,olt,prahova,satu mare,sălaj,sibiu,suceava,teleorman,timiș,tulcea,vaslui,vâlcea,vrancea'.split(
    ',',
  ),
)
const COUNTY_LEAD = /^jud(?:e[tț]ul)?\.?\s/iu
const isCounty = (text: string): boolean => RO_COUNTIES.has(text.trim().replace(COUNTY_LEAD, '').toLowerCase())
/** Lines and parts above the town that may hold its street. */
const ABOVE = 3

const isOf = ({ suffix, language }: AddressContext, country: string): boolean =>
  suffix === country || language?.split(/[-_]/, 1)[0] === country

/** Whether a line may end an address without a code. */
export const mayEndWithoutCode = (line: string, context: AddressContext): boolean =>
  US_SIGN.test(line) ||
  (PROVINCE_SIGN.test(line) && (isOf(context, 'it') || isOf(context, 'es'))) ||
  (isOf(context, 'tr') && TR_SIGN.test(line)) ||
  (isOf(context, 'ro') && isCounty(line.slice(line.lastIndexOf(',') + 1)))

/** A town that the list has, with its state, province or county behind it and a street right before it; no code is near. */
export function codelessPlace(
  segments: readonly AddressSegment[],
  index: number,
  context: AddressContext,
): CodePlace | null {
  return (
    american(segments, index, context) ??
    provincial(segments, index, context) ??
    turkish(segments, index, context) ??
    romanian(segments, index, context)
  )
}

/** `12 Weir Road, Springfield, IL` */
function american(segments: readonly AddressSegment[], index: number, { isCity }: AddressContext): CodePlace | null {
  const text = segments[index]?.text ?? ''
  if (!US_SIGN.test(text) || /^\d{5}(?:-\d{4})?\b/.test(segments[index + 1]?.text ?? '')) return null
  const found = usStateAtEnd(text)
  if (found === null) return null
  const at = found.before === '' ? index - 1 : index
  const city = found.before === '' ? (segments[at]?.text ?? '') : found.before
  const street = segments[at - 1]
  const isRight = street !== undefined && (segments[index]?.line ?? 0) - street.line <= 1 && namesStreet(street.text)
  return isRight && isStreet(street.text) && isCity(city, 'US', found.state)
    ? { city, state: found.state, code: '', country: 'US', streetEnd: at, street: null, named: false }
    : null
}

/** `Via Alta 5, Sassuolo (MO)`, `Avda. Alta, s/n, Santoña (Cantabria)` */
function provincial(segments: readonly AddressSegment[], index: number, context: AddressContext): CodePlace | null {
  const [, city = '', province = ''] = TOWN_OF_PROVINCE.exec(segments[index]?.text ?? '') ?? []
  const country = isOf(context, 'it') ? 'IT' : isOf(context, 'es') ? 'ES' : null
  if (province === '' || country === null || !context.isCity(city, country, null)) return null
  if (country === 'IT' ? !/^[A-Z]{2}$/.test(province) : !context.isCity(province, country, null)) return null
  const [before, last] = [segments[index - 2]?.text ?? '', segments[index - 1]?.text ?? '']
  const isOne = isCalledStreet(last) && /\d/.test(last)
  const isTwo = isHouseNumber(last) && isCalledStreet(before)
  const street = isOne ? last : isTwo ? `${before}, ${last}` : ''
  return street === '' ? null : { city, state: null, code: '', country, streetEnd: index, street, named: false }
}
const TOWN_OF_PROVINCE = /^(\p{Lu}[\p{L}'’ -]{2,40}?) ?\((\p{Lu}[\p{L} ]{1,20})\)$/u

/** `Duman Sk. No: 20 Arifiye / Sakarya`: the district and its province. */
function turkish(segments: readonly AddressSegment[], index: number, context: AddressContext): CodePlace | null {
  if (!isOf(context, 'tr')) return null
  const [, head = '', district = '', province = ''] = DISTRICT.exec(segments[index]?.text ?? '') ?? []
  if (province === '' || !context.isCity(province, 'TR', null)) return null
  const above = segments.slice(Math.max(0, index - ABOVE), index).findLast(({ text }) => TR_STREET.test(text))
  const street = TR_STREET.test(head) ? head : head === '' ? (above?.text ?? '') : ''
  if (street === '' || street.length > MAX_STREET) return null
  const city = context.isCity(district, 'TR', null) ? district : province
  return { city, state: null, code: '', country: 'TR', streetEnd: index, street, named: false }
}
const DISTRICT = /^(?:(.{6,110})\s)?(\p{L}{3,20})\s?\/\s?(\p{L}{3,20})$/u
const MAX_STREET = 110

/** `Str. Morii 12, Breaza, Prahova` */
function romanian(segments: readonly AddressSegment[], index: number, context: AddressContext): CodePlace | null {
  if (!isOf(context, 'ro') || !isCounty(segments[index]?.text ?? '')) return null
  const [street, town] = [segments[index - 2]?.text ?? '', segments[index - 1]?.text ?? '']
  return RO_STREET.test(street) && context.isCity(town, 'RO', null)
    ? { city: town, state: null, code: '', country: 'RO', streetEnd: index - 1, street, named: false }
    : null
}
