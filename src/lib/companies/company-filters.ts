/** Which companies are wanted: the body of discover in its canonical spelling. An absent key filters nothing. */
export interface CompanyFilters {
  /** A union: companies with one of these domains or one of these names. */
  organization?: { domain?: string[]; name?: string[] }
  /** The domain wins. */
  similar_to?: { domain?: string; name?: string }
  headquarters_location?: Sides<Place>
  /** All must match. A value of `industry` or `keywords` that a topic already covers is not applied again. */
  topics?: CompanyTopic[]
  industry?: Sides<string>
  headcount?: string[]
  company_type?: Sides<string>
  /** Years, or a range. */
  year_founded?: Sides<number> & Range<number>
  keywords?: Sides<string> & Matching
  technology?: Sides<string> & Matching
  /** The latest known round: its series, amount in US dollars, and day (`YYYY-MM-DD`). */
  funding?: { series?: string[]; amount?: Range<number>; date?: Range<string> }
}

/** One subject of a company as a single condition: any of the industries or any of the words. */
export interface CompanyTopic {
  /** As worded in the question. */
  said: string
  industries?: string[]
  /** Words and phrases that indicate it in a name, a description, a tag or an industry, in singular or plural. */
  keywords?: string[]
  /** Words that indicate it as a tag or in a name; in a description only if the company has no industry. */
  tags?: string[]
  /** False when no list contains the words. */
  known?: false
}

export interface Sides<Item> {
  include?: Item[]
  exclude?: Item[]
}

/** Both bounds are inclusive. */
export interface Range<Bound> {
  from?: Bound
  to?: Bound
}

export interface Matching {
  /** How many of the included values a company must have; all if absent. */
  match?: 'any' | 'all'
}

/** One of continent, business region or country; a state, subdivision or city narrows a country. */
export interface Place {
  continent?: string
  business_region?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** In the United States. */
  state?: string
  /** In other countries: ISO 3166-2. */
  subdivision?: string
  city?: string
}

/** The types of companies that discover knows. */
export const COMPANY_TYPES = [
  'educational',
  'educational institution',
  'government agency',
  'non profit',
  'partnership',
  'privately held',
  'public company',
  'self employed',
  'self owned',
  'sole proprietorship',
] as const

/** The kinds of funding rounds. */
export const FUNDING_SERIES = [
  'pre_seed',
  'seed',
  'pre_series_a',
  'series_a',
  'pre_series_b',
  'series_b',
  'pre_series_c',
  'series_c+',
  'other',
] as const
export type FundingSeries = (typeof FUNDING_SERIES)[number]
