import type { CompanyFacts } from '../../lib/companies/company-facts.ts'
import { otherLocations } from '../../lib/vocabulary/places/other-locations.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { socialProfileOf } from '../extract/people/social-links.ts'
import { readLinkedData, textOfProperty, textsOfProperty } from '../extract/page/json-ld.ts'
import type { LinkedNode } from '../extract/page/json-ld.ts'
import { isOrganizationType } from '../extract/page/organization-types.ts'
import type { FoundOrganization } from '../extract/page/page-facts.ts'
import { countryCode } from '../../lib/vocabulary/places/country-code.ts'
import { named, stateOf } from '../import/company-place.ts'
import { sharesWord } from '../facts/legal-names.ts'
import { foundedYear, headcountOf } from '../import/company-values.ts'
import { industryOfType } from '../../lib/vocabulary/told-industries.ts'

type Properties = LinkedNode['properties']
export type Facts = Omit<CompanyFacts, 'domain'>

/** Types that reveal the kind of organisation. */
const COMPANY_TYPES: readonly [types: RegExp, type: string][] = [
  [
    /^(?:EducationalOrganization|CollegeOrUniversity|School|HighSchool|ElementarySchool|Preschool)$/,
    'educational institution',
  ],
  [/^(?:GovernmentOrganization|GovernmentOffice)$/, 'government agency'],
  [/^NGO$/, 'non profit'],
]
const OTHERS = new Set(
  'author worksFor memberOf sponsor funder itemReviewed provider manufacturer brand seller'.split(' '),
)
const MAX_DESCRIPTION = 500

/**
 * What a page tells machines about its company: the JSON-LD organisation of this site, supplemented by microdata.
 * @param domain registrable domain of the site.
 */
export function structuredCompany(
  jsonLd: readonly string[],
  organization: FoundOrganization | null,
  { domain, year }: { domain: string; year: number },
): Facts {
  const nodes = jsonLd.flatMap((body) => readLinkedData(body)).filter((node) => isCompany(node, domain))
  const named = nodes.filter(({ properties }) => textOfProperty(properties.name) !== null)
  // A page may describe its maker or a customer too.
  const first = named.find(({ properties }) => isSiteOf(textOfProperty(properties.name) ?? '', domain)) ?? named[0]
  const name = first === undefined ? null : textOfProperty(first.properties.name)
  const facts: Facts = {}
  for (const node of nodes) {
    const other = textOfProperty(node.properties.name)
    if (other === null || other === name) fill(facts, factsOf(node, year))
  }
  if (organization !== null && (name === null || organization.name === name)) fill(facts, plainFacts(organization))
  return facts
}

const isSiteOf = (name: string, domain: string): boolean => {
  const [label = ''] = domain.split('.')
  return sharesWord(name, [], label.replaceAll('-', ''))
}

/** Fills gaps; known facts stay. */
export function fill(facts: Facts, more: Facts): void {
  // An address is a unit: parts of two would make a third; parts in one town are of one.
  const hasAddress =
    (isGiven(facts.country) || isGiven(facts.city)) &&
    (isGiven(facts.street_address) || isGiven(facts.postal_code) || !isSameTown(facts, more))
  const { country, state, city, postal_code, street_address, lat, lng, ...rest } = more
  const added = hasAddress ? rest : { country, state, city, postal_code, street_address, lat, lng, ...rest }
  const elsewhere = hasAddress && isGiven(more.other_locations) ? otherOffices(facts, more) : {}
  for (const [key, value] of Object.entries({ ...added, ...elsewhere })) {
    if (!isGiven(facts[key as keyof Facts]) && isGiven(value)) Object.assign(facts, { [key]: value })
  }
}

/** What a page takes for the seat is another office where other pages name the seat. */
function otherOffices(facts: Facts, more: Facts): Facts {
  const { country = null, state = null, city = null, postal_code, street_address } = more
  const seat = city === null ? [] : [{ country, state, city, postal_code, street_address }]
  return { other_locations: otherLocations(facts, [...seat, ...(more.other_locations ?? [])]) }
}

const isSameTown = (one: Facts, other: Facts): boolean =>
  isGiven(one.city) &&
  one.city?.toLowerCase() === other.city?.toLowerCase() &&
  (!isGiven(one.country) || one.country === other.country)

export const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined

function isCompany({ types, role, properties }: LinkedNode, domain: string): boolean {
  if (!types.some(isOrganizationType) || (role !== null && OTHERS.has(role))) return false
  if (role === 'parentOrganization' || role === 'subOrganization' || role === 'department') return false
  const url = textOfProperty(properties.url)
  const host = url === null ? null : URL.parse(url)?.hostname
  return !host || registrableDomain(host) === domain
}

function factsOf({ types, properties }: LinkedNode, year: number): Facts {
  const { employees, headcount } = peopleOf(properties.numberOfEmployees)
  const founded = textOfProperty(properties.foundingDate)
  return {
    name: textOfProperty(properties.name),
    legal_name: textOfProperty(properties.legalName),
    description: textOfProperty(properties.description)?.slice(0, MAX_DESCRIPTION) ?? null,
    industry: types.map(industryOfType).find((industry) => industry !== null) ?? null,
    founded_year: founded === null ? null : foundedYear(founded, year),
    employees,
    headcount,
    company_type: COMPANY_TYPES.find(([known]) => types.some((type) => known.test(type)))?.[1] ?? null,
    ...addressOf(properties),
    phones: phonesOf(textsOfProperty(properties.telephone)),
    ...handlesOf(textsOfProperty(properties.sameAs)),
    parent_domain: domainOf(properties.parentOrganization),
    ticker: textOfProperty(properties.tickerSymbol)?.slice(0, 20) ?? null,
  }
}

const plainFacts = ({ name, legalName, location, phones, sameAs }: FoundOrganization): Facts => ({
  name,
  legal_name: legalName,
  country: location?.country ?? null,
  city: location?.city ?? null,
  state: location?.state ?? null,
  phones: phonesOf(phones),
  ...handlesOf(sameAs),
})

/** A number, or an object with `value`, or with `minValue` and `maxValue`. */
function peopleOf(value: unknown): { employees: number | null; headcount: string | null } {
  const given = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Properties) : { value }
  const exact = Number(textOfProperty(given.value) ?? Number.NaN)
  if (Number.isSafeInteger(exact) && exact > 0) return { employees: exact, headcount: headcountOf(exact) }
  const [low, high] = [Number(textOfProperty(given.minValue)), Number(textOfProperty(given.maxValue))]
  return { employees: null, headcount: low > 0 && high >= low ? headcountOf(Math.round((low + high) / 2)) : null }
}

function addressOf({ address, geo }: Properties): Facts {
  const first: unknown = Array.isArray(address) ? address[0] : address
  if (typeof first !== 'object' || first === null) return {}
  const { streetAddress, addressLocality, addressRegion, postalCode, addressCountry } = first as Properties
  const country = countryCode(textOfProperty(addressCountry) ?? '')
  const city = textOfProperty(addressLocality)
  const point = (typeof geo === 'object' && geo !== null ? geo : {}) as Properties
  const [lat, lng] = [coordinate(point.latitude, 90), coordinate(point.longitude, 180)]
  return {
    street_address: textOfProperty(streetAddress),
    city: city === null ? null : named(city),
    state: stateOf(textOfProperty(addressRegion) ?? '', country),
    postal_code: textOfProperty(postalCode)?.slice(0, 20) ?? null,
    country,
    lat: lng === null ? null : lat,
    lng: lat === null ? null : lng,
  }
}

function coordinate(value: unknown, most: number): number | null {
  const degrees = Number(textOfProperty(value) ?? Number.NaN)
  return Math.abs(degrees) <= most && degrees !== 0 ? degrees : null
}

const MAX_PHONES = 5

/** Numbers written in E.164; others need a country, which the page's own reader knows better. */
const phonesOf = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.replace(/[\s().-]/g, '')).filter((text) => /^\+\d{7,15}$/.test(text)))].slice(
    0,
    MAX_PHONES,
  )

/** Profiles of the company on public networks. */
export function handlesOf(urls: readonly string[]): Facts {
  const facts: Facts = {}
  for (const url of urls) {
    const profile = socialProfileOf(url)
    if (profile === null) continue
    const { network, kind, handle, path } = profile
    if (network === 'linkedin' && kind === 'company') facts.linkedin ??= `company/${handle}`
    if (network === 'twitter') facts.twitter ??= handle
    if (network === 'facebook' && kind === 'company') facts.facebook ??= path ?? handle
    if (network === 'instagram') facts.instagram ??= handle
    if (network === 'crunchbase' && kind === 'company') facts.crunchbase ??= `organization/${handle}`
  }
  return facts
}

function domainOf(organization: unknown): string | null {
  const { url } = (typeof organization === 'object' && organization !== null ? organization : {}) as Properties
  const host = URL.parse(textOfProperty(url) ?? '')?.hostname
  return host ? registrableDomain(host) : null
}
