/** Which companies are wanted, as the body of discover says it in its canonical spelling. An absent key filters nothing. */
export interface CompanyFilters {
  /** A union: companies of these domains or of these names. */
  organization?: { domain?: string[]; name?: string[] }
  /** The domain wins. */
  similar_to?: { domain?: string; name?: string }
  headquarters_location?: Sides<Place>
  /** All of them. A value of `industry` and `keywords` that one of them holds is not applied a second time. */
  topics?: CompanyTopic[]
  industry?: Sides<string>
  headcount?: string[]
  company_type?: Sides<string>
  /** Years, or a range. */
  year_founded?: Sides<number> & Range<number>
  keywords?: Sides<string> & Matching
  technology?: Sides<string> & Matching
  /** Of the latest known round: its kind, US dollars, its day (`YYYY-MM-DD`). */
  funding?: { series?: string[]; amount?: Range<number>; date?: Range<string> }
}

/** One thing that a company is about, as one condition: one of the industries, or one of the words. */
export interface CompanyTopic {
  /** As the question says it. */
  said: string
  industries?: string[]
  /** Words and phrases that tell it in a name, a description, a tag or an industry; whatever their number. */
  keywords?: string[]
  /** Words that tell it as a tag or in a name, and in a description only of a company without an industry. */
  tags?: string[]
  /** No list has the words. */
  known?: false
}

export interface Sides<Item> {
  include?: Item[]
  exclude?: Item[]
}

/** Both bounds belong to it. */
export interface Range<Bound> {
  from?: Bound
  to?: Bound
}

export interface Matching {
  /** How many of the included ones a company has to have; all when absent. */
  match?: 'any' | 'all'
}

/** One of continent, business region and country; a state, a subdivision or a city narrows a country. */
export interface Place {
  continent?: string
  business_region?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** Of the United States. */
  state?: string
  /** Of another country: ISO 3166-2. */
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
