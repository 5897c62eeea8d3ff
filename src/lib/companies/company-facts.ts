/**
 * What one source says about one company, with the names and types of the columns of `companies`. Null, absent or an empty
 * list: the source does not say.
 */
export interface CompanyFacts {
  /** Registrable domain. */
  domain: string
  name?: string | null
  legal_name?: string | null
  description?: string | null
  /** A name from the list of industries; anything else is a tag. */
  industry?: string | null
  tags?: readonly string[] | null
  founded_year?: number | null
  /** One of `HEADCOUNTS`: the band that contains `employees`, if that is known. */
  headcount?: string | null
  employees?: number | null
  company_type?: string | null
  /** ISO 3166-1 alpha-2. */
  country?: string | null
  state?: string | null
  city?: string | null
  postal_code?: string | null
  street_address?: string | null
  lat?: number | null
  lng?: number | null
  phones?: readonly string[] | null
  emails?: readonly string[] | null
  linkedin?: string | null
  twitter?: string | null
  facebook?: string | null
  instagram?: string | null
  crunchbase?: string | null
  email_provider?: string | null
  technologies?: readonly string[] | null
  technology_categories?: readonly string[] | null
  parent_domain?: string | null
  ultimate_parent_domain?: string | null
  ticker?: string | null
  ein?: string | null
  traffic_rank?: string | null
  /** Whole US dollars. */
  raised?: number | null
  market_cap?: number | null
  annual_revenue?: number | null
  /** The latest round; all rounds are in `funding_rounds`. */
  funding_series?: string | null
  funding_amount?: number | null
  /** `YYYY-MM-DD` */
  funding_on?: string | null
  funding_rounds?: readonly unknown[] | null
  /** What a file says became of it. */
  status?: CompanyStatus | null
  /** Where else it is, beside its seat. */
  other_locations?: readonly OtherLocation[] | null
}

/** Written as the seat of a company is: a town, or an area alone. */
export interface OtherLocation {
  country: string | null
  state: string | null
  city: string | null
  postal_code?: string | null | undefined
  street_address?: string | null | undefined
}

/**
 * Fields that are meaningless next to another source's value of the key: when two sources disagree on the key, one source
 * supplies the whole group.
 */
export const FACT_GROUPS: Partial<Record<keyof CompanyFacts, readonly (keyof CompanyFacts)[]>> = {
  country: ['state', 'city', 'postal_code', 'street_address', 'lat', 'lng'],
  city: ['postal_code', 'street_address', 'lat', 'lng'],
  headcount: ['employees'],
  funding_on: ['funding_series', 'funding_amount', 'funding_rounds'],
}

/** The kinds of sources with their ranks. When two sources differ, the higher rank wins, then the newer one. */
export const COMPANY_SOURCE_RANKS = {
  user: 60,
  structured: 50,
  priority_import: 40,
  text: 30,
  import: 20,
  derived: 10,
} as const

export type CompanySourceKind = keyof typeof COMPANY_SOURCE_RANKS

/** A page, an imported file, or a person's edit. */
export interface CompanySource {
  kind: CompanySourceKind
  /** URL of a page, name of an import, or who made the edit. */
  uri: string
  /** `YYYY-MM-DD` */
  seenOn: string
}

/** What became of a company. */
export type CompanyStatus = 'active' | 'acquired' | 'closed'

/** The headcount bands of discover. */
export const HEADCOUNTS = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10001+',
] as const
export type Headcount = (typeof HEADCOUNTS)[number]
