import { FACT_GROUPS } from '../../lib/companies/company-facts.ts'
import type { CompanyFacts } from '../../lib/companies/company-facts.ts'

export type FactColumn = Exclude<keyof CompanyFacts, 'domain'>

/** The columns of `companies` that sources fill, with their types, in table order. */
export const FACT_TYPES = {
  name: 'text',
  legal_name: 'text',
  description: 'text',
  industry: 'text',
  tags: 'text[]',
  founded_year: 'smallint',
  headcount: 'text',
  employees: 'integer',
  company_type: 'text',
  country: 'text',
  state: 'text',
  city: 'text',
  postal_code: 'text',
  street_address: 'text',
  lat: 'real',
  lng: 'real',
  phones: 'text[]',
  emails: 'text[]',
  linkedin: 'text',
  twitter: 'text',
  facebook: 'text',
  instagram: 'text',
  crunchbase: 'text',
  email_provider: 'text',
  technologies: 'text[]',
  technology_categories: 'text[]',
  parent_domain: 'text',
  ultimate_parent_domain: 'text',
  ticker: 'text',
  ein: 'text',
  traffic_rank: 'text',
  raised: 'bigint',
  market_cap: 'bigint',
  annual_revenue: 'bigint',
  funding_series: 'text',
  funding_amount: 'bigint',
  funding_on: 'date',
  funding_rounds: 'jsonb',
  status: 'text',
  other_locations: 'jsonb',
} as const satisfies Record<FactColumn, string>

export const FACT_COLUMNS = Object.keys(FACT_TYPES) as FactColumn[]

/** The columns whose value decides about this one, most important first. */
export const leadersOf = (column: FactColumn): FactColumn[] =>
  FACT_COLUMNS.filter((leader) => FACT_GROUPS[leader]?.includes(column))

/** The value in `companies` if nothing is known. */
export const emptyOf = (column: FactColumn): string | null => {
  if (FACT_TYPES[column] === 'text[]') return `'{}'::text[]`
  return FACT_TYPES[column] === 'jsonb' ? `'[]'::jsonb` : null
}
