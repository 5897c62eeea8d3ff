import type { SourcePerson } from '../../lib/addresses/address-record.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'
import { partsOfFullName } from '../extract/people/full-name.ts'
import { countryCode, stateOf } from './company-place.ts'
import type { PersonField } from './people-mapping.ts'

/** A person as described by a row of a file. */
export interface PersonRow {
  email: string
  /** Registrable or not, as in the address. */
  domain: string
  person: SourcePerson | null
  /** When they left the company according to the file, `YYYY-MM-DD`. */
  leftOn: string | null
  /** The page where it was found according to the file. */
  sourceUrl: string | null
}

/** Characters of a name, a position or a place. */
const MAX_TEXT = 200
const MAX_URL = 2_000

/** @returns the person, or why the row cannot be used. */
export function readPerson(
  mapping: ReadonlyMap<PersonField, readonly number[]>,
  cells: readonly string[],
): PersonRow | 'no_address' {
  const raw = (field: PersonField): string => {
    const texts = (mapping.get(field) ?? []).map((column) => cells[column]?.trim() ?? '')
    return texts.find((text) => text !== '') ?? ''
  }
  const cell = (field: PersonField): string | null => untrustedText(raw(field), MAX_TEXT).text || null
  const address = parseEmailAddress(raw('email').slice(0, MAX_TEXT))
  if (address === null) return 'no_address'
  const full = partsOfFullName(cell('full_name') ?? '')
  const country = countryCode(cell('country') ?? '')
  const state = cell('state')
  const position = cell('position')
  const person: SourcePerson = {
    firstName: cell('first_name') ?? (full.first || null),
    lastName: cell('last_name') ?? (full.last || null),
    position,
    positionRaw: position,
    phone: cell('phone'),
    linkedin: handleOf(raw('linkedin')),
    twitter: handleOf(raw('twitter')),
    city: cell('city'),
    state: state === null ? null : stateOf(state, country),
    country,
    via: 'record',
  }
  const isKnown = Object.entries(person).some(([field, value]) => field !== 'via' && value !== null)
  return {
    email: address.full,
    domain: address.domain,
    person: isKnown ? person : null,
    leftOn: dayOf(cell('left_on')),
    sourceUrl: urlOf(raw('source_url')),
  }
}

/** `2026-03-14`, whatever follows it; for a month alone, its first day. */
function dayOf(text: string | null): string | null {
  const [, month = '', day = '01'] = /^(\d{4}-\d\d)(?:-(\d\d))?(?!\d)/.exec(text ?? '') ?? []
  const said = `${month}-${day}`
  const time = Date.parse(`${said}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== said ? null : said
}

/** The last part of a profile's URL, or the handle itself, without `@`. */
function handleOf(text: string): string | null {
  if (text.length > MAX_URL) return null
  const path = text.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  return untrustedText(path.slice(path.lastIndexOf('/') + 1).replace(/^@/, ''), MAX_TEXT).text || null
}

function urlOf(text: string): string | null {
  if (text.length > MAX_URL || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  return new URL(text).href
}
