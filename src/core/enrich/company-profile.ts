import type { CompanyProfileRow, CompanySurroundings } from '../../db/companies/profiles-store.ts'
import { addressPlace } from '../../engine/enrich/address-place.ts'
import { splitStreet } from '../../engine/enrich/street-address.ts'
import type { CompanyFacts } from '../../lib/companies/company-facts.ts'
import { otherLocations } from '../../lib/vocabulary/places/other-locations.ts'
import { uuidOf } from '../../lib/secrets/uuid-v5.ts'
import type { Company } from './enrich-output.ts'
import { ownValue } from '../../lib/text/own-value.ts'

type Facts = CompanyProfileRow['facts']

export interface KnownCompany {
  domain: string
  /** Null if only addresses at the domain are known. */
  row: CompanyProfileRow | null
  surroundings: CompanySurroundings
}

/** Company types of discover → those of enrichment. */
const TYPES: Readonly<Record<string, string>> = {
  educational: 'education',
  'educational institution': 'education',
  'government agency': 'government',
  'non profit': 'nonprofit',
  'public company': 'public',
  'privately held': 'private',
  partnership: 'private',
  'sole proprietorship': 'private',
  'self owned': 'private',
  'self employed': 'personal',
}

/** The seat, or another place. */
type PlaceFacts = {
  [Part in 'country' | 'state' | 'city' | 'postal_code' | 'street_address' | 'lat' | 'lng']?: Facts[Part] | undefined
}

interface ShownWith {
  /** Shown for a company that is not known. */
  domain: string | null
  logoUrl: string
  now: Date
  /** Keys beside the documented ones. */
  include?: readonly 'locations'[] | undefined
}

/** A company as enrichment shows it; null stands for a company of which only the domain is known, if that. */
export function companyProfile(
  known: KnownCompany | null,
  { domain: asked, logoUrl, now, include = [] }: ShownWith,
): Company {
  const domain = known?.domain ?? asked
  const facts: Partial<Facts> = known?.row?.facts ?? {}
  const emails = known?.surroundings.emails ?? []
  return {
    id: known === null || domain === null ? null : uuidOf('dns', domain),
    name: facts.name ?? null,
    legalName: facts.legal_name ?? null,
    domain,
    domainAliases: known?.surroundings.aliases.map((alias) => alias.domain) ?? [],
    site: {
      phoneNumbers: [...(facts.phones ?? [])],
      emailAddresses: [...new Set([...(facts.emails ?? []), ...emails.map(({ value }) => value)])],
    },
    category: categoryOf(facts),
    tags: [...(facts.tags ?? [])],
    description: facts.description ?? null,
    foundedYear: facts.founded_year ?? null,
    ...placeOf(facts, now),
    ...(include.includes('locations') && { other_locations: elsewhere(facts, now) }),
    logo: known === null || domain === null ? null : `${logoUrl}/${domain}`,
    ...profilesOf(facts),
    emailProvider: facts.email_provider ?? null,
    type: ownValue(TYPES, facts.company_type ?? '') ?? null,
    company_type: facts.company_type ?? null,
    ticker: facts.ticker ?? null,
    identifiers: { usEIN: facts.ein ?? null },
    phone: facts.phones?.[0] ?? null,
    metrics: metricsOf(facts),
    indexedAt: facts.indexed_on ?? newest(emails),
    tech: [...(facts.technologies ?? [])],
    techCategories: [...(facts.technology_categories ?? [])],
    fundingRounds: (facts.funding_rounds ?? []).map(roundOf),
    parent: { domain: facts.parent_domain ?? null },
    ultimateParent: { domain: facts.ultimate_parent_domain ?? null },
  }
}

const newest = (emails: CompanySurroundings['emails']): string | null =>
  emails
    .map(({ seen_on }) => seen_on)
    .sort()
    .at(-1) ?? null

/** Codes and sectors are filled in if a source states them; none does yet. */
const categoryOf = (facts: Partial<Facts>): Company['category'] => ({
  sector: null,
  industryGroup: null,
  industry: facts.industry ?? null,
  subIndustry: null,
  gicsCode: null,
  sicCode: null,
  sic4Codes: [],
  naicsCode: null,
  naics6Codes: [],
  naics6Codes2022: [],
})

function placeOf(facts: PlaceFacts, now: Date): Pick<Company, 'location' | 'timeZone' | 'utcOffset' | 'geo'> {
  const { city = null, state = null, country = null, lat = null, lng = null } = facts
  const { geo, ...place } = addressPlace({ city, state, country, lat, lng }, now)
  const streetAddress = facts.street_address ?? null
  const { number: streetNumber, name: streetName, unit: subPremise } = splitStreet(streetAddress ?? '')
  const { city: town, ...region } = geo
  const postalCode = facts.postal_code ?? null
  return { ...place, geo: { streetNumber, streetName, subPremise, streetAddress, city: town, postalCode, ...region } }
}

/** The seat may be from one source, and where else the company is from another. */
const elsewhere = (facts: Partial<Facts>, now: Date): NonNullable<Company['other_locations']> =>
  otherLocations(
    { country: facts.country ?? null, state: facts.state ?? null, city: facts.city ?? null },
    facts.other_locations ?? [],
  ).map((place) => placeOf(place, now))

const profilesOf = (
  facts: Partial<Facts>,
): Pick<Company, 'facebook' | 'linkedin' | 'twitter' | 'crunchbase' | 'instagram'> => ({
  facebook: { handle: facts.facebook?.split('/').at(-1) ?? null, likes: null },
  linkedin: { handle: facts.linkedin ?? null },
  twitter: {
    handle: facts.twitter ?? null,
    id: null,
    bio: null,
    followers: null,
    following: null,
    location: null,
    site: null,
    avatar: null,
  },
  crunchbase: { handle: facts.crunchbase ?? null },
  instagram: { handle: facts.instagram ?? null },
})

const metricsOf = (facts: Partial<Facts>): Company['metrics'] => ({
  alexaUsRank: null,
  alexaGlobalRank: null,
  trafficRank: facts.traffic_rank ?? null,
  employees: facts.headcount ?? null,
  marketCap: facts.market_cap ?? null,
  raised: facts.raised ?? null,
  annualRevenue: facts.annual_revenue ?? null,
  estimatedAnnualRevenue: null,
  fiscalYearEnd: null,
})

/** Rounds are stored as `{ series, amount, date }`, amounts in US dollars; a value of another type counts as unknown. */
function roundOf(round: NonNullable<CompanyFacts['funding_rounds']>[number]): Company['fundingRounds'][number] {
  const given = (round ?? {}) as Record<string, unknown>
  const text = (name: string): string | null => {
    const value = ownValue(given, name)
    return typeof value === 'string' ? value : null
  }
  const amount = ownValue(given, 'amount')
  const raised = typeof amount === 'number' ? amount : null
  const announced = text('date') ?? ''
  return {
    series: text('series'),
    announcedDate: /^\d{4}-\d\d-\d\d$/.test(announced) ? announced : null,
    raisedAmount: raised,
    raisedAmountUsd: raised,
    sourceUrl: null,
  }
}
