import type { LinkedNode } from '../page/json-ld.ts'
import { readLinkedData, textOfProperty, textsOfProperty } from '../page/json-ld.ts'
import { isOrganizationType } from '../page/organization-types.ts'
import { readMicrodata } from '../page/microdata.ts'
import { parseMailto } from '../addresses/mailto.ts'
import type { AddressRules } from '../addresses/address-rules.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { FoundLocation, FoundOrganization } from '../page/page-facts.ts'
import { parsePersonName } from '../names/person-name.ts'
import type { PersonName } from '../names/name-evidence.ts'
import { socialProfileOf } from './social-links.ts'

/** A person whom the page describes to machines. */
export interface StructuredPerson {
  name: PersonName
  emails: string[]
  position: string | null
  phone: string | null
  linkedin: string | null
  twitter: string | null
  location: FoundLocation | null
}

export interface StructuredData {
  people: StructuredPerson[]
  organization: FoundOrganization | null
}

/** Who wrote an article, reviewed a product or acted in a film is not staff by that. */
const NOT_STAFF = new Set(
  'author publisher creator contributor editor reviewer reviewedBy actor director performer byArtist composer accountablePerson sponsor funder mentions about character translator illustrator copyrightHolder itemReviewed knows'.split(
    ' ',
  ),
)
const STAFF_ROLES = new Set(
  'employee employees member members founder founders alumni department employeeOf contactPoint owner'.split(' '),
)
const MAX_PEOPLE = 1_000

/** People and the organisation of JSON-LD, microdata, RDFa Lite and hCard. Other people's articles and reviews do not count. */
export function readStructuredData(bodies: readonly string[], tree: PageTree, rules: AddressRules): StructuredData {
  const nodes = [...bodies.flatMap((body) => readLinkedData(body)), ...readMicrodata(tree)]
  const people = nodes
    .filter(isStaff)
    .slice(0, MAX_PEOPLE)
    .flatMap((node) => personOf(node, rules) ?? [])
  const organizations = nodes.filter((node) => isOrganization(node)).map((node) => organizationOf(node, rules))
  return { people, organization: mergeOrganizations(organizations) }
}

/** Blogs describe their authors as bare people at the top of the graph: somebody of the staff has a job, a number or a role. */
function isStaff({ types, role, properties }: LinkedNode): boolean {
  if (!types.includes('Person')) return false
  if (types.includes('Organization')) return false
  const { jobTitle, email, telephone, worksFor } = properties
  if (role !== null && NOT_STAFF.has(role)) return jobTitle !== undefined && email !== undefined
  return STAFF_ROLES.has(role ?? '') || [jobTitle, email, telephone, worksFor].some((value) => value !== undefined)
}

/** A publisher names itself as organisation on its own site: that counts. */
const isOrganization = ({ types, role }: LinkedNode): boolean =>
  types.some(isOrganizationType) &&
  (role === null || !NOT_STAFF.has(role) || role === 'publisher') &&
  role !== 'worksFor'

function personOf({ properties }: LinkedNode, rules: AddressRules): StructuredPerson | null {
  const name = nameOf(properties)
  if (!name) return null
  const profiles = [...textsOfProperty(properties.sameAs), ...textsOfProperty(properties.url)].flatMap(
    (url) => socialProfileOf(url) ?? [],
  )
  const handle = (network: 'linkedin' | 'twitter'): string | null =>
    profiles.find((profile) => profile.network === network && profile.kind === 'person')?.handle ?? null
  return {
    name,
    emails: emailsOf(properties, rules),
    position:
      textOfProperty(properties.jobTitle) ?? textOfProperty(properties.title) ?? textOfProperty(properties.role),
    phone: textOfProperty(properties.telephone) ?? textOfProperty(properties.tel),
    linkedin: handle('linkedin'),
    twitter: handle('twitter'),
    location: locationOf(properties.address ?? properties.adr),
  }
}

/** What is marked up as a person's name needs no evidence beside its shape. */
function nameOf(properties: Readonly<Record<string, unknown>>): PersonName | null {
  const given = textOfProperty(properties.givenName)
  const family = textOfProperty(properties.familyName)
  const full = textOfProperty(properties.name) ?? textOfProperty(properties.fn)
  const parsed = full === null ? null : parsePersonName(full)
  if (given === null || family === null) return parsed
  return { first: given, middle: '', last: family, full: full ?? `${given} ${family}`, evidence: 3 }
}

const emailsOf = (properties: Readonly<Record<string, unknown>>, rules: AddressRules): string[] =>
  textsOfProperty(properties.email).flatMap((text) =>
    parseMailto(/^mailto:/i.test(text) ? text : `mailto:${text}`, rules).map(({ address }) => address.full),
  )

function organizationOf({ properties }: LinkedNode, rules: AddressRules): FoundOrganization {
  const contacts = [properties.contactPoint]
    .flat()
    .filter((point) => typeof point === 'object' && point !== null) as Record<string, unknown>[]
  return {
    name: textOfProperty(properties.name) ?? textOfProperty(properties.org),
    legalName: textOfProperty(properties.legalName),
    url: textOfProperty(properties.url),
    phones: unique([properties, ...contacts].flatMap((node) => textsOfProperty(node.telephone ?? node.tel))),
    emails: unique([properties, ...contacts].flatMap((node) => emailsOf(node, rules))),
    sameAs: unique(textsOfProperty(properties.sameAs)),
    location: locationOf(properties.address ?? properties.adr),
  }
}

/** The first that has a name leads; the others fill what it lacks when they share its name. */
function mergeOrganizations(all: readonly FoundOrganization[]): FoundOrganization | null {
  const first = all.find((one) => one.name !== null || one.legalName !== null) ?? all[0]
  if (!first) return null
  const merged = { ...first }
  for (const other of all) {
    if (other === first || (other.name !== null && other.name !== first.name)) continue
    merged.legalName ??= other.legalName
    merged.url ??= other.url
    merged.location ??= other.location
    for (const list of ['phones', 'emails', 'sameAs'] as const) merged[list] = unique([...merged[list], ...other[list]])
  }
  return merged
}

function locationOf(value: unknown): FoundLocation | null {
  const address: unknown = Array.isArray(value) ? value[0] : value
  if (typeof address !== 'object' || address === null) return null
  const {
    addressLocality,
    addressRegion,
    addressCountry,
    locality,
    region,
    'country-name': countryName,
  } = address as Record<string, unknown>
  const country = textOfProperty(addressCountry) ?? textOfProperty(countryName)
  const location = {
    city: textOfProperty(addressLocality) ?? textOfProperty(locality),
    state: textOfProperty(addressRegion) ?? textOfProperty(region),
    country: country !== null && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : null,
  }
  return location.city === null && location.state === null && location.country === null ? null : location
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]
