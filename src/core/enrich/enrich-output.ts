import { z } from 'zod'
import { ShownAffiliation } from '../search/affiliation/shown-affiliation.ts'

/** The objects of enrichment, key by key in documented order. Unknown values are null; lists and objects are always present. */

const text = z.string().nullable()
const number = z.number().nullable()
const date = z.iso.date().nullable()
const handle = z.object({ handle: text })

const Geo = z.object({
  city: text,
  state: text,
  stateCode: text,
  country: text,
  countryCode: text,
  lat: number,
  lng: number,
})

export const Person = z.object({
  id: z.uuid().nullable(),
  name: z.object({ fullName: text, givenName: text, familyName: text }),
  email: text,
  location: text,
  timeZone: text,
  utcOffset: number,
  geo: Geo,
  bio: text,
  site: text,
  avatar: text,
  employment: z.object({ domain: text, name: text, title: text, role: text, subRole: text, seniority: text }),
  facebook: handle,
  github: z.object({
    handle: text,
    id: number,
    avatar: text,
    company: text,
    blog: text,
    followers: number,
    following: number,
  }),
  twitter: z.object({
    handle: text,
    id: number,
    bio: text,
    followers: number,
    following: number,
    statuses: number,
    favorites: number,
    location: text,
    site: text,
    avatar: text,
  }),
  linkedin: handle,
  googleplus: handle,
  gravatar: z.object({
    handle: text,
    urls: z.array(z.object({ value: text, title: text })),
    avatar: text,
    avatars: z.array(z.object({ url: text, type: text })),
  }),
  fuzzy: z.boolean(),
  emailProvider: text,
  indexedAt: date,
  phone: text,
  activeAt: date,
  inactiveAt: date,
})

const FundingRound = z.object({
  series: text,
  announcedDate: date,
  raisedAmount: number,
  raisedAmountUsd: number,
  sourceUrl: text,
})

const { city, ...region } = Geo.shape
const CompanyGeo = z.object({
  streetNumber: text,
  streetName: text,
  subPremise: text,
  streetAddress: text,
  city,
  postalCode: text,
  ...region,
})

export const Company = z.object({
  id: z.uuid().nullable(),
  name: text,
  legalName: text,
  domain: text,
  domainAliases: z.array(z.string()),
  site: z.object({ phoneNumbers: z.array(z.string()), emailAddresses: z.array(z.string()) }),
  category: z.object({
    sector: text,
    industryGroup: text,
    industry: text,
    subIndustry: text,
    gicsCode: text,
    sicCode: text,
    sic4Codes: z.array(z.string()),
    naicsCode: text,
    naics6Codes: z.array(z.string()),
    naics6Codes2022: z.array(z.string()),
  }),
  tags: z.array(z.string()),
  description: text,
  foundedYear: z.int().nullable(),
  location: text,
  timeZone: text,
  utcOffset: number,
  geo: CompanyGeo,
  /** Where else it is, without the seat; only on request. */
  other_locations: z.array(z.object({ location: text, timeZone: text, utcOffset: number, geo: CompanyGeo })).optional(),
  logo: text,
  facebook: z.object({ handle: text, likes: number }),
  linkedin: handle,
  twitter: z.object({
    handle: text,
    id: number,
    bio: text,
    followers: number,
    following: number,
    location: text,
    site: text,
    avatar: text,
  }),
  crunchbase: handle,
  instagram: handle,
  emailProvider: text,
  type: text,
  company_type: text,
  ticker: text,
  identifiers: z.object({ usEIN: text }),
  phone: text,
  metrics: z.object({
    alexaUsRank: number,
    alexaGlobalRank: number,
    trafficRank: text,
    employees: text,
    marketCap: number,
    raised: number,
    annualRevenue: number,
    estimatedAnnualRevenue: number,
    fiscalYearEnd: number,
  }),
  indexedAt: date,
  tech: z.array(z.string()),
  techCategories: z.array(z.string()),
  fundingRounds: z.array(FundingRound),
  parent: z.object({ domain: text }),
  ultimateParent: z.object({ domain: text }),
})

export type Person = z.output<typeof Person>
export type Company = z.output<typeof Company>

/** Where a value was found. */
export const FactSource = z.object({ uri: z.string(), seen_on: z.iso.date(), kind: z.string() })

/** Path of a value in the answer, such as `geo.city` → where it comes from. Not shown by every door. */
const Sources = z.record(z.string(), z.array(FactSource))

export const EnrichPersonOutput = z.object({
  /** Whether they are still with their company, on request; null if no page shows the address. */
  data: Person.extend({ affiliation: ShownAffiliation.nullable().optional() }),
  meta: z.object({ email: text, sources: Sources.optional() }),
})
export const EnrichCompanyOutput = z.object({
  data: Company,
  meta: z.object({ domain: text, sources: Sources.optional() }),
})
export const EnrichCombinedOutput = z.object({
  data: z.object({ person: Person, company: Company }),
  meta: z.object({ email: text, sources: Sources.optional() }),
})
export type EnrichPersonOutput = z.output<typeof EnrichPersonOutput>
export type EnrichCompanyOutput = z.output<typeof EnrichCompanyOutput>
export type EnrichCombinedOutput = z.output<typeof EnrichCombinedOutput>
export type FieldSources = z.output<typeof Sources>
