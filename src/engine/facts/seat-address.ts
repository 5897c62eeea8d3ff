import type { CompanyFacts, OtherLocation } from '../../lib/companies/company-facts.ts'
import { otherLocations } from '../../lib/vocabulary/places/other-locations.ts'
import type { AddressContext } from './code-place.ts'
import type { FoundPostal, PostalFacts } from './postal-address.ts'
import { legalNamesIn } from './legal-names.ts'
import { OF_MAKERS, OF_OTHERS } from './others-labels.ts'
import { hasAddressLabel, postalAddresses } from './postal-address.ts'
import { isPoBox } from './street.ts'
import type { PageRegions } from './page-regions.ts'

/** What kind of page it is, as far as addresses go. */
export interface PageKind {
  isStart: boolean
  isLegal: boolean
  isContact: boolean
  isAbout: boolean
}

/** The seat, and the other offices. */
type SeatFacts = PostalFacts & Pick<CompanyFacts, 'other_locations'>

/** More offices than this are dealers, branches or a directory: no one of them is the seat. */
const MAX_OFFICES = 12
/** Where others are, or where one meets. */
const ELSEWHERE =
  /\b(?:our (?:customer|client)s?|case stud|references?|venue|supplier|authority|event|exhibition|trade ?show|fair|alojamiento|meeting point|where:|stand \d)\b/iu
/** A label of others and what it is of, in one line. */
const LABEL = new RegExp(`^[^:]{0,60}(?:${OF_OTHERS.source})[^:]{0,60}:`, 'iu')
const CONTACT_LINES = 4
const CONTACT = /\b(?:tel|phone|fax|call|e-?mail|contact|telefon|kontakt)\b|@|\(\d{3}\)\s?\d{3}/iu

/**
 * The seat as a page tells it: labelled as such, else the first address of the footer; on legal and contact pages the first of
 * the page, on the start page and those about the house one that is beside a phone or an address for mail. On other pages
 * only what is labelled counts.
 * @param found the addresses in the lines of the page
 * @param isOwn whether a line names the house
 */
export function seatAddress(
  regions: PageRegions,
  found: readonly FoundPostal[],
  kind: PageKind,
  context: AddressContext & { isOwn: (line: string) => boolean },
): SeatFacts | null {
  const names = { isNamedIn: context.isOwn, isLegal: kind.isLegal }
  const shown = ours(regions.footer, postalAddresses(regions.footer, context), names)
  const isHouse = kind.isLegal || kind.isContact
  const isAsked = isHouse || kind.isStart || kind.isAbout || hasAddressLabel(regions.lines)
  const page = isAsked ? ours(regions.lines, found, names) : []
  // The last lines of a page may begin below the label that says whose address it is.
  const others = new Set(isAsked ? found.filter((one) => !page.includes(one)).map(placeOf) : [])
  for (const one of page) others.delete(placeOf(one))
  const footer = shown.filter((one) => !others.has(placeOf(one)))
  const trusted = isHouse ? page : page.filter((one) => isTrusted(regions.lines, one, kind, context.isOwn))
  const open = isHouse || distinct(page) <= MAX_OPEN ? trusted : trusted.filter((one) => one.isSeat)
  const all = isHouse ? [...open, ...footer] : [...footer, ...open]
  const seats = all.filter((one) => one.isSeat)
  if (seats.length === 0 && distinct(all) > MAX_OFFICES) return null
  const named = isHouse || all.length < 2 ? [] : ownAmong(regions.footer, footer, context.isOwn)
  const first = withStreet(seats) ?? withStreet(named) ?? withStreet(all) ?? seats[0] ?? all[0]
  if (first === undefined) return null
  const rest = distinct(all) > MAX_OFFICES ? [] : all.filter((one) => one !== first && withStreet([one]) !== undefined)
  return { ...first.facts, other_locations: otherLocations(first.facts, rest.flatMap(townOf)) }
}
const townOf = ({ facts: { country = null, state = null, city = null, ...address } }: FoundPostal): OtherLocation[] =>
  city === null ? [] : [{ country, state, city, ...address }]

/** A page that is not about where the house is shows more than so many only as a list. */
const MAX_OPEN = 3

function isTrusted(
  lines: readonly string[],
  one: FoundPostal,
  kind: PageKind,
  isOwn: (line: string) => boolean,
): boolean {
  if (one.isSeat || one.isLabelled) return true
  if (!kind.isStart && !kind.isAbout) return false
  return isBesideContact(lines, one) || ownAmong(lines, [one], isOwn).length > 0
}

/** Those in whose lines, or right before them, the house is named. */
const ownAmong = (
  lines: readonly string[],
  found: readonly FoundPostal[],
  isOwn: (line: string) => boolean,
): FoundPostal[] =>
  found.filter(({ first, last }) =>
    lines.slice(Math.max(0, first - 2), last + 1).some((line) => line.length < 160 && isOwn(line)),
  )

const withStreet = (found: readonly FoundPostal[]): FoundPostal | undefined =>
  found.find(({ facts }) => !(facts.street_address ?? '').split(', ').every(isPoBox))

const distinct = (found: readonly FoundPostal[]): number => new Set(found.map(placeOf)).size

const placeOf = ({ facts }: FoundPostal): string =>
  `${facts.postal_code} ${facts.street_address?.match(/\d+/)?.[0] ?? ''}`

/**
 * All but those that a label of others is nearer to than the name of the house; so is the name of another house, if an address
 * has that of this one. Above the only address of a page, `Chartered Accountants` says what the house does; legal pages name others.
 */
function ours(
  lines: readonly string[],
  found: readonly FoundPostal[],
  { isNamedIn, isLegal }: { isNamedIn: (line: string) => boolean; isLegal: boolean },
): FoundPostal[] {
  const isElsewhere = (line: string): boolean => ELSEWHERE.test(line) || OF_MAKERS.test(line) || LABEL.test(line)
  const isTrade = !isLegal && found.length === 1
  const isOther = (line: string): boolean => isElsewhere(line) || (!isTrade && OF_OTHERS.test(line))
  // `Tarnmill Insurance` is the house, `Insurance: 2 Mill Street` is not.
  const isOwn = (line: string): boolean => isNamedIn(line) && !isElsewhere(line)
  const tells = (line: string): boolean =>
    line.length < 160 && (isOwn(line) || isOther(line) || legalNamesIn([line]).length > 0)
  // What stands before another address tells of that one.
  const whose = found.map(({ first }, at) => {
    const start = Math.max(0, first - 2, (found[at - 1]?.last ?? -1) + 1)
    const near = lines.slice(start, first + 1).findLast(tells)
    if (near === undefined || isOwn(near) || isOther(near)) return near
    // `Hosted by:`, and below it the name of the host in a legal form.
    return lines.slice(Math.max(start - 1, 0), lines.indexOf(near, start)).findLast(isOther) ?? near
  })
  const isNamed = whose.some((line) => line !== undefined && isOwn(line))
  return found.filter((one, at) => {
    const line = whose[at]
    if (isLegal && isOfProcessor(lines[one.first] ?? '', one, isNamedIn)) return false
    return line === undefined || isOwn(line) || !(isNamed || isOther(line))
  })
}

/** What a notice about data says of services that the site uses. */
const PROCESSOR =
  /(?<!\p{L})(?:plug-?ins?|cookies?|analy(?:tics|se)\p{L}*|web ?fonts?|tracking|newsletter|(?:web)?dienst(?:e|es|s|leister\p{L}*)?|anbieter\p{L}*|social media|soziale\p{L}* netzwerk\p{L}*|(?:service )?provider|processors?|prestataires?|sous-traitants?|fornitor[ei]|proveedor\p{L}*|auftragsverarbeit\p{L}*)(?!\p{L})/iu
const MIN_PROSE = 160

/** Whether an address stands within a sentence of a legal page about a service: that of whoever offers it, unless it names the house. */
function isOfProcessor(text: string, { facts }: FoundPostal, isNamedIn: (line: string) => boolean): boolean {
  if (text.length < MIN_PROSE || !PROCESSOR.test(text)) return false
  const street = text.indexOf(facts.street_address?.split(', ')[0] ?? '')
  return !isNamedIn(text.slice(Math.max(0, street - MIN_PROSE), Math.max(0, street)))
}

const isBesideContact = (lines: readonly string[], { first, last }: FoundPostal): boolean =>
  lines
    .slice(Math.max(0, first - CONTACT_LINES), last + CONTACT_LINES + 1)
    .some((line) => line.length < 200 && CONTACT.test(line))
