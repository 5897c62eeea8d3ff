import type { SourcePerson } from '../../lib/addresses/address-record.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { parseTypedAddress } from '../../lib/addresses/email-address.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'
import { isAddressAsName } from '../extract/names/address-as-name.ts'
import { withoutFormTitles } from '../extract/names/full-name.ts'
import { countryOfCell } from '../../lib/vocabulary/places/country-code.ts'
import { addressCell } from './columns/address-cells.ts'
import { writtenNumber } from './columns/contact-values.ts'
import { stateOf } from './company-place.ts'
import { websiteDomain } from './company-website.ts'
import type { PersonField } from '../../lib/vocabulary/person-fields.ts'
import { nameInCell } from '../extract/people/name-in-cell.ts'
import { statedDays } from './stated-days.ts'

/** A person as described by a row of a file. */
export interface PersonRow {
  /** Null where the row names a person without one. */
  email: string | null
  /** The domain of the address, registrable or not; otherwise null. */
  domain: string | null
  /** The company according to the row: the domain of its website, and its name. */
  website: string | null
  company: string | null
  person: SourcePerson | null
  /** When they left the company according to the file, `YYYY-MM-DD`: the later day if it can be read as two. */
  leftOn: string | null
  /** Since when they are there, and until when somebody knew that, likewise. */
  startedOn: string | null
  verifiedOn: string | null
  /** The page where it was found according to the file. */
  sourceUrl: string | null
}

/** Characters of a name, a position or a place. */
const MAX_TEXT = 200
const MAX_URL = 2_000

const NO_PARTS = { first: '', last: '' }
/** In the order in which they are written: `van` `Dijk`, `Vega` `Soto`. */
const LAST_NAME_FIELDS = ['last_name_prefix', 'last_name', 'second_last_name'] as const

/** The first cell of a field that is not empty, trimmed. */
type RawCell = (field: PersonField) => string

/** What is known of a file beside its columns. */
interface MoreOfPeople {
  /** Field → its value in rows that tell none: where everybody of a list of members works. */
  usual?: Readonly<Record<string, string>>
  /** The company that has addresses at a domain; null if anybody may have one there. */
  companyAt?: (domain: string) => string | null
}

/**
 * @param withoutAddresses whether a person without an address is wanted as well
 * @returns the person, or why the row cannot be used.
 */
export function readPerson(
  mapping: ReadonlyMap<PersonField, readonly number[]>,
  cells: readonly string[],
  withoutAddresses = false,
  { usual = {}, companyAt = registrableDomain }: MoreOfPeople = {},
): PersonRow | 'no_address' | 'no_person' | 'no_company' {
  const raw: RawCell = (field) => {
    const texts = (mapping.get(field) ?? []).map((column) => cells[column]?.trim() ?? '')
    return texts.find((text) => text !== '') ?? ownValue(usual, field) ?? ''
  }
  const found = addressCell(raw('email'))
  const address = found.kind === 'address' ? found.address : null
  if (address === null && !(withoutAddresses && found.kind !== 'wrong')) return 'no_address'
  const person = personOf(raw, address)
  const masked = found.kind === 'masked' ? companyAt(found.domain) : null
  const website = websiteDomain(raw('website').slice(0, MAX_URL)) ?? masked
  const company = textOfCell(raw, 'company')
  if (address === null) {
    if (person.firstName === null || person.lastName === null) return 'no_person'
    if (website === null && company === null) return 'no_company'
  }
  const isKnown = Object.entries(person).some(([field, value]) => field !== 'via' && value !== null)
  return {
    email: address?.full ?? null,
    domain: address?.domain ?? null,
    website,
    company,
    person: isKnown ? person : null,
    leftOn: statedDays(raw('left_on'))?.latest ?? null,
    startedOn: statedDays(raw('start_date'))?.latest ?? null,
    verifiedOn: statedDays(raw('last_verified'))?.earliest ?? null,
    sourceUrl: urlOf(raw('source_url')),
  }
}

const textOfCell = (raw: RawCell, field: PersonField): string | null => untrustedText(raw(field), MAX_TEXT).text || null

function personOf(raw: RawCell, address: EmailAddress | null): SourcePerson {
  const cell = (field: PersonField): string | null => textOfCell(raw, field)
  const full = nameInCell(cell('full_name') ?? cell('last_first_name') ?? '', cell('full_name') === null)
  const family = cell('last_name') === null ? [] : LAST_NAME_FIELDS.map((field) => cell(field) ?? '')
  const parts = { first: cell('first_name') ?? '', last: family.join(' ').trim() }
  const own = withoutFormTitles(isAddressAsName(parts, address?.full ?? '') ? NO_PARTS : parts)
  const country = countryOfCell(cell('country') ?? '')
  const state = cell('state')
  const position = cell('position') ?? full.post
  return {
    firstName: own.first || full.first || null,
    lastName: own.last || full.last || null,
    position,
    positionRaw: position,
    phone: writtenNumber(cell('phone') ?? ''),
    linkedin: handleOf(raw('linkedin'), LINKEDIN) ?? profileOn(raw('source_url')) ?? profileOn(raw('website')),
    twitter: handleOf(raw('twitter'), TWITTER),
    city: cell('city'),
    state: state === null ? null : stateOf(state, country),
    country,
    via: 'record',
  }
}

/** Addresses of a row beside the first: in the same cell, or in further columns of addresses. No row has more. */
const [WRITTEN, MAX_OTHERS] = [/[^\s<>,;|"()]{1,64}@[^\s<>,;|"()]{1,255}/g, 10]

/**
 * What a row tells of addresses that `readPerson` leaves out. They are of the same company, but whose they are is not told: they
 * may be those of an office or of somebody else.
 */
export function otherAddresses(
  mapping: ReadonlyMap<PersonField, readonly number[]>,
  cells: readonly string[],
  row: PersonRow,
): PersonRow[] {
  const texts = (mapping.get('email') ?? []).map((column) => cells[column]?.slice(0, 2 * MAX_TEXT) ?? '')
  const written = texts.flatMap((text) => text.match(WRITTEN) ?? [])
  if (row.email === null || written.length < 2) return []
  const addresses = written.flatMap((text) => parseTypedAddress(text.replace(/^mailto:/i, '')) ?? [])
  const others = new Map(addresses.filter(({ full }) => full !== row.email).map((address) => [address.full, address]))
  const nobody = { person: null, leftOn: null, startedOn: null }
  return [...others.values()]
    .slice(0, MAX_OTHERS)
    .map(({ full, domain }) => ({ ...row, ...nobody, email: full, domain }))
}

/** The profile among several links of one person, or the only link. */
const LINKEDIN = /(?:^|[\s;,|]|\/\/(?:\w{2,3}\.)?)linkedin\.com\/(?:in|pub)\/([^/?#;,|\s]+)/i
const TWITTER = /(?:^|[\s;,|]|\/\/(?:www\.|mobile\.)?)(?:twitter|x)\.com\/(?:#!\/)?@?(\w{1,30})(?![\w-])/i
/** A page that is no profile of the network: of a company, or of another network, which columns called `Profile` lead to as well. */
const OTHER_PAGE = /^(?:https?:\/\/|www\.)|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/|[\s;,|]/i

/** The handle of a profile's URL, or the handle itself, without `@`. */
function handleOf(text: string, network: RegExp): string | null {
  if (text.length > MAX_URL) return null
  const [, handle] = network.exec(text) ?? []
  if (handle === undefined && OTHER_PAGE.test(text)) return null
  return untrustedText((handle ?? text).replace(/[?#].*$/s, '').replace(/^[@/]+|\/+$/g, ''), MAX_TEXT).text || null
}

/** LinkedIn's export of connections has the profile in a column called `URL`. */
const profileOn = (page: string): string | null =>
  /^https:\/\/(?:[a-z]{2,3}\.)?linkedin\.com\/in\//i.test(page) ? handleOf(page, LINKEDIN) : null

function urlOf(text: string): string | null {
  if (text.length > MAX_URL || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  return new URL(text).href
}
