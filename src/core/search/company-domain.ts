import type { Part } from '../../context.ts'
import { companyKey } from '../../engine/classify/company-name.ts'

/** The domain of the company of this name (whole name or alias, ignoring case and legal form), or null. */
export async function domainOfCompany(call: Part<never, 'search'>, company: string): Promise<string | null> {
  const key = companyKey(company)
  return key === '' ? null : call.store.search.domainOfCompany(key)
}
