import type { CompanyConditions } from './company-conditions.ts'

/** The two statements of a search. `page` takes limit and offset behind the values. */
export interface CompaniesSearch {
  page: string
  values: unknown[]
  count: string
  countValues: unknown[]
}

export const TOTALS = `count(*) as results, coalesce(sum(c.personal_count), 0)::bigint as personal,
  coalesce(sum(c.generic_count), 0)::bigint as generic`
export const SHOWN = `c.domain, coalesce(c.name, c.legal_name) as organization, c.personal_count as personal,
  c.generic_count as generic`

/**
 * Companies by filters, most addresses first. Filters over words are answered by their index first and sorted then: walking
 * the order would look into each company. All else is read off the index of the order, or found by an index that leaves few.
 * Names are fetched for the companies of the page alone.
 */
export function filterSearch({ text, values, byWords }: CompanyConditions): CompaniesSearch {
  const found = `select c.domain, c.emails_total from companies c where ${text}`
  const bounds = `order by emails_total desc, domain limit $${values.length + 1} offset $${values.length + 2}`
  const page = byWords ? `with found as materialized (${found}) select * from found ${bounds}` : `${found} ${bounds}`
  return {
    page: `select ${SHOWN} from (${page}) page join companies c using (domain) order by c.emails_total desc, c.domain`,
    values,
    count: `select ${TOTALS} from companies c where ${text}`,
    countValues: values,
  }
}
