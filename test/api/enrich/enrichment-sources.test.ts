import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Company, FieldSources } from '../../../src/core/enrich/enrich-output.ts'
import type { CompanyFacts, CompanySource } from '../../../src/lib/companies/company-facts.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedCompany } from '../../support/records/seed-company.ts'
import { untraced } from '../../support/process/untraced.ts'

const DOMAIN = 'allknown.example'

/** Everything that can be known about a company, by source. A new column must be given a source here. */
const PLACE = {
  country: 'US',
  state: 'TX',
  city: 'Austin',
  postal_code: '78701',
  street_address: '12 Wharf Lane, Suite 4',
  lat: 30.25,
  lng: -97.75,
}
const PAGE = {
  ...PLACE,
  name: 'All Known',
  description: 'Knows it all.',
  phones: ['+15125550100'],
  linkedin: 'company/all-known',
  facebook: 'allknown',
  instagram: 'all.known',
  technologies: ['nginx'],
  technology_categories: ['web-servers'],
}
const FILE = {
  legal_name: 'All Known Inc.',
  industry: 'Software Development',
  tags: ['lamps'],
  headcount: '51-200',
  employees: 64,
  status: 'active' as const,
  other_locations: [{ country: 'PT', state: null, city: 'Porto' }],
  emails: [`desk@${DOMAIN}`],
  twitter: 'allknown',
  crunchbase: 'organization/all-known',
  traffic_rank: 'high',
  annual_revenue: 9_000_000,
  market_cap: 40_000_000,
}
const EDIT = {
  founded_year: 2009,
  company_type: 'public company',
  email_provider: 'google.com',
  parent_domain: 'parent.example',
  ultimate_parent_domain: 'top.example',
  ticker: 'KNWN',
  ein: '12-3456789',
  raised: 12_000_000,
  funding_series: 'series_a',
  funding_amount: 5_000_000,
  funding_on: '2024-03-05',
  funding_rounds: [{ series: 'series_a', amount: 5_000_000, date: '2024-03-05' }],
}
const SAID = [
  [{ kind: 'structured', uri: `https://${DOMAIN}/about`, seenOn: '2026-01-18' }, PAGE],
  [{ kind: 'import', uri: 'companies.csv', seenOn: '2025-11-02' }, FILE],
  [{ kind: 'user', uri: 'operator', seenOn: '2026-01-19' }, EDIT],
] as const satisfies readonly (readonly [CompanySource, Partial<CompanyFacts>])[]
const ALL: Required<Omit<CompanyFacts, 'domain'>> = { ...PAGE, ...FILE, ...EDIT }

/** Fields that no source provides yet, as the documentation lists them. */
const NEVER_KNOWN = `category.sector category.industryGroup category.subIndustry category.gicsCode category.sicCode
  category.sic4Codes category.naicsCode category.naics6Codes category.naics6Codes2022 facebook.likes twitter.id twitter.bio
  twitter.followers twitter.following twitter.location twitter.site twitter.avatar metrics.alexaUsRank metrics.alexaGlobalRank
  metrics.estimatedAnnualRevenue metrics.fiscalYearEnd domainAliases`.split(/\s+/)

const FROM_PAGE =
  `description facebook.handle geo.city geo.country geo.countryCode geo.lat geo.lng geo.postalCode geo.state
  geo.stateCode geo.streetAddress geo.streetName geo.streetNumber geo.subPremise instagram.handle linkedin.handle location name
  phone site.phoneNumbers tech techCategories timeZone utcOffset`.split(/\s+/)
const FROM_FILE =
  `category.industry crunchbase.handle legalName metrics.annualRevenue metrics.employees metrics.marketCap
  metrics.trafficRank other_locations site.emailAddresses tags twitter.handle`.split(/\s+/)
const FROM_EDIT =
  `company_type emailProvider foundedYear fundingRounds identifiers.usEIN metrics.raised parent.domain ticker type
  ultimateParent.domain`.split(/\s+/)

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  for (const [source, facts] of SAID) await seedCompany(app.context, { domain: DOMAIN, ...facts }, source)
})
afterAll(() => app[Symbol.asyncDispose]())

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** Returns the paths of all leaves with their values; a list counts as one leaf. */
function leaves(value: unknown, path: string): [string, unknown][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
}

test('each value of a company can be traced to a stored source that states it', async () => {
  const { body } = await app.get(`/v2/companies/find?domain=${DOMAIN}&include=locations`)
  const data = body.data as Company
  const { sources } = body.meta as { sources: FieldSources }
  expect(Object.values(ALL).filter(isEmpty)).toEqual([])
  const empty = leaves(data, '').flatMap(([path, value]) => (isEmpty(value) ? [path] : []))
  expect(empty.sort()).toEqual([...NEVER_KNOWN].sort())
  expect(untraced(data, sources)).toEqual([])
  const told = new Map<string, string[]>()
  for (const [path, list] of Object.entries(sources)) {
    expect(list.length, path).toBe(1)
    told.set(list[0]?.uri ?? '', [...(told.get(list[0]?.uri ?? '') ?? []), path])
  }
  expect(Object.fromEntries([...told].map(([uri, paths]) => [uri, paths.sort()]))).toEqual({
    [`https://${DOMAIN}/about`]: FROM_PAGE,
    'companies.csv': FROM_FILE,
    operator: FROM_EDIT,
  })
  const { rows } = await app.database.pool.query<{ uri: string; seen_on: string; kind: string }>(
    'select uri, seen_on::text, kind from company_sources',
  )
  for (const one of Object.values(sources).flat()) expect(rows).toContainEqual(one)
})
