import type { Part } from '../../context.ts'
import { companyOfAddress } from '../../engine/classify/domain-kinds.ts'
import type { Lead } from '../leads/lead-output.ts'

/** Where the company is located to which a lead's address belongs. */
interface LeadCompanyPlace {
  /** ISO 3166-1 alpha-2. */
  company_country: string | null
  company_city: string | null
}

/** Columns of a file, in addition to those of a lead. */
export const COMPANY_PLACE_COLUMNS = ['company_country', 'company_city'] as const

/**
 * Looks up, in one query, where the companies of many leads are located according to the index.
 * @returns the place of a lead's company; null at webmail and if the place is unknown; companies that opted out have no leads
 */
export async function companyPlacesOf(
  call: Part<'lists', 'leadsExports'>,
  leads: readonly { email: string }[],
): Promise<(lead: Pick<Lead, 'email'>) => LeadCompanyPlace | null> {
  const domainOf = ({ email }: { email: string }): string | null => companyOfAddress(call.lists.inUse, email)
  const domains = [...new Set(leads.flatMap((lead) => domainOf(lead) ?? []))]
  const places = new Map(
    (await call.store.leadsExports.companyPlaces(domains)).map(({ domain, country, city }) => [
      domain,
      { company_country: country, company_city: city },
    ]),
  )
  return (lead) => places.get(domainOf(lead) ?? '') ?? null
}
