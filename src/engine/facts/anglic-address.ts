import type { AddressSegment } from './address-segments.ts'
import { isNamedHouse, isOtherText, isStreet, isUnit } from './street.ts'
import { codeLastPlace } from './code-last-address.ts'
import { auState, caProvince, isUsCode, usStateAtEnd, withoutProvince } from './post-codes.ts'
import type { AddressContext, CodePlace } from './code-place.ts'

type Reader = (segments: readonly AddressSegment[], index: number, context: AddressContext) => CodePlace | null

/** A reader, and what every code that it reads holds: sought first, as expressions anchored at the end are dear. */
interface CodeReader {
  sign: RegExp | null
  read: Reader
}

/** The code behind the town: North America, Britain and Ireland, Australia, New Zealand, India. */
export function anglicPlace(
  segments: readonly AddressSegment[],
  index: number,
  context: AddressContext,
): CodePlace | null {
  const text = textAt(segments, index)
  for (const { sign, read } of READERS) {
    const place = sign === null || sign.test(text) ? read(segments, index, context) : null
    if (place !== null) return place
  }
  return null
}

const textAt = (segments: readonly AddressSegment[], index: number): string => segments[index]?.text ?? ''

const american: Reader = (segments, index, context) => {
  const [, head = '', code = ''] =
    /^(.{0,90}?)\s?(\d{5})(?:-\d{4})?(?:\s(?:U\.?S\.?A?\.?|United States.{0,12}))?$/u.exec(textAt(segments, index)) ??
    []
  if (code === '') return null
  // The state may be a segment of its own.
  const own = head.trim() !== ''
  const at = own ? index : index - 1
  const found = usStateAtEnd(own ? head.trim() : textAt(segments, at))
  if (found === null || !isUsCode(code, found.state)) return null
  const place = townBefore(
    segments,
    at,
    found.before,
    { code, country: 'US', state: found.state, named: false },
    context,
  )
  return place?.city === 'NY' ? { ...place, city: 'New York' } : place
}

const canadian: Reader = (segments, index, context) => {
  const [, head = '', front = '', back = ''] =
    /^(.{0,90}?)\s?\b([ABCEGHJ-NPR-TVXY]\d[A-Z])[ -]?([O\d][A-Z]\d)\b(?:,? (?:canada|B\.?C\.?|ON|AB|QC))?$/iu.exec(
      textAt(segments, index),
    ) ?? []
  const state = caProvince(front)
  if (front === '' || state === null) return null
  const code = `${front} ${back.replace(/^O/i, '0')}`.toUpperCase()
  const said = withoutProvince(
    head
      .trim()
      .replace(/\.$/, '')
      .replace(/\bcanada$/iu, '')
      .trim(),
  )
  if (said !== '' && !/^canada$/iu.test(said))
    return townBefore(segments, index, said, { code, country: 'CA', state, named: false }, context)
  // `Brampton, Ontario / Canada L6T 5P5`: the province before is passed by.
  let at = index - 1
  while (at > index - 3 && withoutProvince(textAt(segments, at)) === '') at--
  const town = withoutProvince(textAt(segments, at))
  return town === '' ? null : townBefore(segments, at, town, { code, country: 'CA', state, named: false }, context)
}

const british: Reader = (segments, index, context) => {
  const [, head = '', front = '', back = ''] =
    /^(.{0,90}?)\s?\b([A-Z]{1,2}\d[A-Z\d]?)\s?(\d[ABD-HJLNP-UW-Z]{2})\b(?:,?\s(?:UK|England|United Kingdom|Great Britain|Scotland|Wales))?\.?$/u.exec(
      textAt(segments, index),
    ) ?? []
  if (front === '') return null
  const fixed = { code: `${front} ${back}`, country: 'GB', state: null, named: true }
  const said = head.trim().replace(/^(?:UK|England)$/u, '')
  if (context.isCity(said, 'GB', null)) return placeAt(said, index, fixed)
  // County lines and named quarters stand between street and code: the nearest known town is it.
  for (let at = index - 1; at >= Math.max(0, index - 4); at--) {
    const town = textAt(segments, at)
    if (isOtherText(town) || isStreet(town)) break
    if (context.isCity(town, 'GB', null)) return placeAt(town, at, fixed)
  }
  const town = said === '' || isCounty(said) ? townAmong(segments, index) : { city: said, at: index }
  // A village that no list has, and no line for it: the code says where.
  return town === null
    ? placeAt('', isCounty(textAt(segments, index - 1)) ? index - 1 : index, fixed)
    : townBefore(segments, town.at, town.city, fixed, context)
}

/** The last segment before the code that is no county, no street and no house. */
function townAmong(segments: readonly AddressSegment[], index: number): { city: string; at: number } | null {
  for (let at = index - 1; at >= Math.max(0, index - 3); at--) {
    const text = textAt(segments, at)
    if (isOtherText(text) || isStreet(text) || (isNamedHouse(text) && !/ (?:upon|under|on|in) /i.test(text)))
      return null
    if (!isCounty(text)) return { city: text, at }
  }
  return null
}

const COUNTIES = new Set(
  'england,wales,scotland,northern ireland,united kingdom,uk,kent,essex,surrey,cheshire,lancashire,gloucestershire,hampshire,hertfordshire,berkshire,buckinghamshire,oxfordshire,cambridgeshire,bedfordshire,norfolk,suffolk,devon,cornwall,dorset,somerset,wiltshire,warwickshire,worcestershire,shropshire,staffordshire,derbyshire,nottinghamshire,leicestershire,lincolnshire,northamptonshire,rutland,herefordshire,yorkshire,north yorkshire,south yorkshire,west yorkshire,east yorkshire,west midlands,east sussex,west sussex,sussex,middlesex,cumbria,northumberland,durham,county durham,tyne and wear,merseyside,greater manchester,greater london,isle of wight,avon,cleveland,humberside,fife,gwent,dyfed,powys,gwynedd,clwyd,glamorgan,lanarkshire,ayrshire,aberdeenshire,argyll,argyll and bute,angus,banffshire,caithness,clackmannanshire,dumfriesshire,dunbartonshire,east lothian,midlothian,west lothian,inverness-shire,kincardineshire,kinross-shire,moray,morayshire,nairnshire,orkney,peeblesshire,perthshire,renfrewshire,ross-shire,roxburghshire,scottish borders,selkirkshire,shetland,stirlingshire,sutherland,wigtownshire,anglesey,isle of anglesey,carmarthenshire,ceredigion,conwy,denbighshire,flintshire,monmouthshire,pembrokeshire,mid glamorgan,south glamorgan,west glamorgan,vale of glamorgan,rhondda cynon taf,co antrim,co armagh,co down,co fermanagh,co londonderry,co tyrone,county antrim,county armagh,county down,county fermanagh,county londonderry,county tyrone,co durham,beds,berks,bucks,cambs,derbys,glos,hants,herts,lancs,leics,lincs,middx,northants,northumbs,notts,oxon,salop,staffs,warks,wilts,worcs,yorks,n yorks,s yorks,w yorks,e yorks'.split(
    ',',
  ),
)
const isCounty = (text: string): boolean => COUNTIES.has(text.toLowerCase().replaceAll('.', ''))

const irish: Reader = (segments, index, context) => {
  const text = textAt(segments, index)
  const [, head = '', own = ''] = EIRCODE.exec(text) ?? []
  const isIrish = context.suffix === 'ie' || (own !== '' && context.language === 'en-ie')
  if (
    own !== '' &&
    (context.isCity(head, 'IE', null) || (isIrish && isTownLike(head) && !/^(?:co\.?|county)\s/iu.test(head)))
  )
    return placeAt(head, index, { code: own, country: 'IE', state: null, named: true })
  if (!isIrish || (own === '' && !IRISH_COUNTY.test(text))) return null
  // The county is before the code, if it is named.
  const [, inHead] = IRISH_COUNTY.exec(own === '' ? text : head) ?? []
  const [, alone] = (own !== '' && inHead === undefined && IRISH_COUNTY.exec(textAt(segments, index - 1))) || []
  const code = own === '' ? (EIRCODE.exec(textAt(segments, index + 1))?.[2] ?? '') : own
  const at = alone === undefined ? index - 1 : index - 2
  const town = textAt(segments, at)
  return town === '' || (isStreet(town) && !DUBLIN.test(town)) || isOtherText(town)
    ? null
    : placeAt(town, at, { code, country: 'IE', state: inHead ?? alone ?? null, named: true })
}
/** `D02 XE80`, alone or behind a town. */
const EIRCODE = /^(?:(.{1,40}?)\s)?([AC-FHKNPRTV-Y]\d[\dW] ?[\dA-FHKNPRTV-Y]{4})(?:\sIreland)?$/u
/** The districts of a town are numbered. */
const DUBLIN = /^Dublin \d{1,2}W?$/
const IRISH_COUNTY = /^(?:co\.?|county)\s(\p{L}+)$/iu

const australian: Reader = (segments, index, context) => {
  const [, head = '', said = '', code = ''] =
    /^(?:(.{0,90}?)\s)?(NSW|VIC|QLD|SA|WA|TAS|NT|ACT|N\.S\.W\.|New South Wales|Victoria|Queensland|South Australia|Western Australia|Tasmania)\.?\s(\d{4})(?:\sAustralia)?$/iu.exec(
      textAt(segments, index),
    ) ?? []
  const state = auState(said, code)
  if (code === '' || state === null) return null
  const fixed = { code, country: 'AU', state, named: false }
  if (head !== '') return townBefore(segments, index, head, fixed, context)
  return townBefore(segments, index - 1, textAt(segments, index - 1), fixed, context)
}

const indian: Reader = (segments, index, context) => {
  const [, said = '', front = '', back = ''] =
    /^(?:(\p{Lu}[\p{L} ]{2,30})\s?[-–]?\s?)?\b(\d{3})\s?(\d{3})\b(?:\s?\(?india\)?)?$/iu.exec(
      textAt(segments, index)
        .replace(/\s?-\s?(?=\d{3})/u, ' ')
        .replace(SHORT_STATE, '')
        .replace(DISTRICT, ''),
    ) ?? []
  if (front === '' || front.startsWith('0')) return null
  const before = isIndianState(said) || /^india$/iu.test(said.trim()) ? '' : said.trim()
  // `Kandi, Telangana, India 502285`
  let at = index
  if (before === '')
    do at--
    while (at > index - 3 && isIndianState(textAt(segments, at)))
  const city = before === '' ? textAt(segments, at) : before
  const isShort = SHORT_STATE.test(textAt(segments, index)) || DISTRICT.test(textAt(segments, index))
  const hasState = isShort || [said, textAt(segments, index - 1), textAt(segments, index + 1)].some(isIndianState)
  const isIndian =
    hasState ||
    context.suffix === 'in' ||
    [-1, 0, 1, 2].some((step) => /\bindia\b/iu.test(textAt(segments, index + step)))
  if (!isIndian || !(context.isCity(city, 'IN', null) || (hasState && isTownLike(city)))) return null
  return placeAt(city, at, {
    code: `${front}${back}`,
    country: 'IN',
    state: null,
    named: true,
  })
}

/** `Hyderabad - 500 039 (T.S.)` */
const SHORT_STATE = /(?<=\d{3})[\s,]*\(?(?:T\.?S|A\.?P|M\.?S|M\.?P|U\.?P|W\.?B|T\.?N|K\.?S|Guj|Mah|Kar)\.?\)?$/u
/** `Dist. Solapur 413002` */
const DISTRICT = /^(?:dist(?:rict|t)?|tal(?:uka|uk)?|tq)\.?[\s:-]+(?=\p{Lu})/iu

const INDIAN_STATES = new Set(
  'andhra pradesh,arunachal pradesh,assam,bihar,chhattisgarh,goa,gujarat,haryana,himachal pradesh,jharkhand,karnataka,kerala,madhya pradesh,maharashtra,manipur,meghalaya,mizoram,nagaland,odisha,orissa,punjab,rajasthan,sikkim,tamil nadu,tamilnadu,telangana,tripura,uttar pradesh,uttarakhand,west bengal,new delhi,delhi'.split(
    ',',
  ),
)
const isIndianState = (text: string): boolean => INDIAN_STATES.has(text.trim().toLowerCase())

/** `Curitiba/PR`, `Curitiba - PR`, and the code behind it, with its label or without. */
const brazilian: Reader = (segments, index) => {
  const [, code = ''] = /^(?:CEP:?\s?)?(\d{5}-\d{3})$/iu.exec(textAt(segments, index)) ?? []
  return code === '' ? null : (brazilianTown(segments, index, -1, code) ?? brazilianTown(segments, index, 1, code))
}

/** @param step whether the town is before the code or behind it */
function brazilianTown(
  segments: readonly AddressSegment[],
  index: number,
  step: 1 | -1,
  code: string,
): CodePlace | null {
  const [near, far] = [textAt(segments, index + step), textAt(segments, index + 2 * step)]
  const [first, second] = step < 0 ? [far, near] : [near, far]
  const isState = /^[A-Z]{2}$/.test(second)
  const [, city = '', behind = ''] = TOWN_AND_STATE.exec(isState ? first : near) ?? []
  const state = isState ? second : behind
  const at = step > 0 ? index : index - (isState ? 2 : 1)
  return city === '' || state === '' ? null : placeAt(city, at, { code, country: 'BR', state, named: false })
}
const TOWN_AND_STATE = /^(\p{Lu}[\p{L} .'-]{2,40}?)(?:\s?\/\s?([A-Z]{2}))?$/u

const READERS: readonly CodeReader[] = [
  { sign: /\d{5}-\d{3}$/, read: brazilian },
  { sign: /\d{5}/, read: american },
  { sign: /\d[A-Z][ -]?[O\d][A-Z]\d/iu, read: canadian },
  { sign: /\d[ABD-HJLNP-UW-Z]{2}/, read: british },
  { sign: null, read: irish },
  { sign: /\d{4}/, read: australian },
  { sign: /\d{4}/, read: codeLastPlace },
  { sign: /\d{3}[\s-]{0,4}\d{3}/, read: indian },
]

type Fixed = Pick<CodePlace, 'code' | 'country' | 'state' | 'named'>

const placeAt = (city: string, at: number, fixed: Fixed): CodePlace => ({ ...fixed, city, streetEnd: at, street: null })

/** The town is what is before the state, or the segment before that; it may share its segment with the street. */
function townBefore(
  segments: readonly AddressSegment[],
  index: number,
  before: string,
  fixed: Fixed,
  context: AddressContext,
): CodePlace | null {
  const at = before === '' ? index - 1 : index
  const town = (before === '' ? textAt(segments, at) : before).replace(/[\s,.]+$/u, '')
  if (town === '' || isOtherText(town)) return null
  if (!/\d/u.test(town)) return isTownLike(town) ? placeAt(town, at, fixed) : null
  const words = town.split(/\s+/)
  // `250 Mercer Street New York`: the longest town that the list has, else what follows the word for a street.
  for (const count of [4, 3, 2, 1]) {
    const city = words.slice(-count).join(' ')
    const street = words
      .slice(0, -count)
      .join(' ')
      .replace(/\s(?:in|at)$/, '')
    if (
      words.length > count &&
      isHouse(street) &&
      context.isCity(city, fixed.country, fixed.country === 'US' ? fixed.state : null)
    )
      return { ...fixed, city, street, streetEnd: at }
  }
  const [, street = '', city = ''] = STREET_THEN_TOWN.exec(town) ?? []
  return city !== '' && isHouse(street) && isTownLike(city) ? { ...fixed, city, street, streetEnd: at } : null
}
const STREET_THEN_TOWN =
  /^(.{4,60}?\b(?:st|street|ave|avenue|rd|road|dr|drive|blvd|boulevard|la?ne?|way|hwy|highway|court|ct|place|pl|parkway|pkwy|circle|terrace|loop|hwy \w|suite \S{1,6}|ste \S{1,6}|#\s?\S{1,6})\.?)\s(\p{Lu}[\p{L} .'-]{2,30})$/iu

const isHouse = (text: string): boolean => isStreet(text) || isUnit(text)
const isTownLike = (text: string): boolean =>
  /^\p{Lu}[\p{L}\s.'’()-]{1,40}$/u.test(text) && text.split(/\s+/).length <= 5
