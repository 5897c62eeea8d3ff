import type { Company, FieldSources } from './enrich-output.ts'
import type { KnownCompany } from './company-profile.ts'
import type { CompanyFacts } from '../../lib/companies/company-facts.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'
import type { Bare } from '../../lib/text/own-value.ts'

type Column = keyof CompanyFacts

/** Path of a value in the answer → the stored facts that it is derived from. */
const MADE_OF: Readonly<Record<string, readonly Column[]>> = {
  name: ['name'],
  legalName: ['legal_name'],
  'site.phoneNumbers': ['phones'],
  'site.emailAddresses': ['emails'],
  'category.industry': ['industry'],
  tags: ['tags'],
  description: ['description'],
  foundedYear: ['founded_year'],
  location: ['city', 'state', 'country'],
  timeZone: ['lat', 'city', 'country'],
  utcOffset: ['lat', 'city', 'country'],
  'geo.streetNumber': ['street_address'],
  'geo.streetName': ['street_address'],
  'geo.subPremise': ['street_address'],
  'geo.streetAddress': ['street_address'],
  'geo.city': ['city'],
  'geo.postalCode': ['postal_code'],
  'geo.state': ['state'],
  'geo.stateCode': ['state'],
  'geo.country': ['country'],
  'geo.countryCode': ['country'],
  'geo.lat': ['lat', 'city', 'country'],
  'geo.lng': ['lng', 'city', 'country'],
  other_locations: ['other_locations'],
  'facebook.handle': ['facebook'],
  'linkedin.handle': ['linkedin'],
  'twitter.handle': ['twitter'],
  'crunchbase.handle': ['crunchbase'],
  'instagram.handle': ['instagram'],
  emailProvider: ['email_provider'],
  type: ['company_type'],
  company_type: ['company_type'],
  ticker: ['ticker'],
  'identifiers.usEIN': ['ein'],
  phone: ['phones'],
  'metrics.trafficRank': ['traffic_rank'],
  'metrics.employees': ['headcount'],
  'metrics.marketCap': ['market_cap'],
  'metrics.raised': ['raised'],
  'metrics.annualRevenue': ['annual_revenue'],
  tech: ['technologies'],
  techCategories: ['technology_categories'],
  fundingRounds: ['funding_rounds'],
  'parent.domain': ['parent_domain'],
  'ultimateParent.domain': ['ultimate_parent_domain'],
}

const isSaid = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Where each value of the answer comes from. `id`, `domain`, `logo` and `indexedAt` are Quarry's own. */
export function companySources(company: Company, { row, surroundings }: KnownCompany): FieldSources {
  const told: Bare<FieldSources[string]> = bareRecord()
  for (const [path, columns] of Object.entries(MADE_OF)) {
    if (row === null || !isSaid(valueAt(company, path))) continue
    const said = columns.filter((column) => isSaid(row.facts[column]))
    const sources = said.flatMap((column) => row.sources[column] ?? row.sources['*'] ?? [])
    if (sources.length > 0) told[path] = [...new Map(sources.map((source) => [source.uri, source])).values()]
  }
  const emails = surroundings.emails.map(({ uri, seen_on }) => ({ uri, seen_on, kind: 'text' }))
  if (emails.length > 0) told['site.emailAddresses'] = [...(told['site.emailAddresses'] ?? []), ...emails]
  const aliases = surroundings.aliases.map((alias) => ({
    uri: `http://${alias.domain}/`,
    seen_on: alias.seen_on,
    kind: 'text',
  }))
  if (aliases.length > 0) told['domainAliases'] = aliases
  return told
}

const valueAt = (company: Company, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, key) => ownValue(inner as Record<string, unknown> | null, key) ?? null, company)
