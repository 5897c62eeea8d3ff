import type { Part } from '../../context.ts'
import { companyOfAddress } from '../../engine/classify/domain-kinds.ts'
import type { Lead } from '../leads/lead-output.ts'

/** Where the company sits at which a lead has the address. */
interface LeadCompanyPlace {
  /** ISO 3166-1 alpha-2. */
  company_country: string | null
  company_city: string | null
}

/** Columns of a file, in addition to those of a lead. */
export const COMPANY_PLACE_COLUMNS = ['company_country', 'company_city'] as const

/**
 * Asks once where the companies of many leads sit, as the index knows it.
 * @returns the place of a lead's company; null at webmail and where neither is known; of a company that opted out there are not leads
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
