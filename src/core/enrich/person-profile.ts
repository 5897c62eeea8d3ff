import type { PersonProfileRow } from '../../db/companies/profiles-store.ts'
import { addressPlace } from '../../engine/enrich/address-place.ts'
import { uuidOf } from '../../lib/secrets/uuid-v5.ts'
import type { FieldSources, Person } from './enrich-output.ts'
import { shownSources } from '../crawl/shown-sources.ts'

const NOWHERE = { city: null, state: null, country: null }

/** A person about whom only the address is known. */
const unknownPerson = (email: string | null): Person => ({
  id: null,
  name: { fullName: null, givenName: null, familyName: null },
  email,
  ...addressPlace(NOWHERE, new Date(0)),
  bio: null,
  site: null,
  avatar: null,
  employment: { domain: null, name: null, title: null, role: null, subRole: null, seniority: null },
  facebook: { handle: null },
  github: { handle: null, id: null, avatar: null, company: null, blog: null, followers: null, following: null },
  twitter: {
    handle: null,
    id: null,
    bio: null,
    followers: null,
    following: null,
    statuses: null,
    favorites: null,
    location: null,
    site: null,
    avatar: null,
  },
  linkedin: { handle: null },
  googleplus: { handle: null },
  gravatar: { handle: null, urls: [], avatar: null, avatars: [] },
  fuzzy: false,
  emailProvider: null,
  indexedAt: null,
  phone: null,
  activeAt: null,
  inactiveAt: null,
})

/** A person as enrichment shows them. */
export function personProfile(row: PersonProfileRow, now: Date): Person {
  const unknown = unknownPerson(row.value)
  const { firstName, lastName, domain, lastSeenOn } = row
  const isThere = row.sources.some((source) => source.still_on_page)
  return {
    ...unknown,
    id: uuidOf('url', `mailto:${row.value}`),
    name: { fullName: [firstName, lastName].filter(Boolean).join(' '), givenName: firstName, familyName: lastName },
    ...addressPlace(row, now),
    employment: {
      domain,
      name: row.company,
      title: row.position,
      role: row.department,
      subRole: null,
      seniority: row.seniority,
    },
    twitter: { ...unknown.twitter, handle: row.twitter },
    linkedin: { handle: row.linkedin },
    emailProvider: row.emailProvider,
    indexedAt: lastSeenOn,
    phone: row.phone,
    activeAt: lastSeenOn,
    inactiveAt: isThere ? null : lastSeenOn,
  }
}

/** A page that shows a person is the source of everything about them: one list for every value. */
export const personSources = ({ sources }: PersonProfileRow): FieldSources => ({
  '*': shownSources(sources).map(({ uri, import: file, last_seen_on: seen_on }) =>
    file === undefined ? { uri: uri ?? '', seen_on, kind: 'text' } : { uri: file, seen_on, kind: 'import' },
  ),
})
