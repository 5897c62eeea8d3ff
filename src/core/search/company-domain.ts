import type { Part } from '../../context.ts'
import { companyKey } from '../../engine/classify/company-name.ts'
import { surelyDomain } from '../../lib/input/question-kind.ts'

/**
 * The domain of the company of this name (whole name or alias, ignoring case and legal form), or else the domain that was given
 * instead of a name; null for neither.
 */
export async function domainOfCompany(call: Part<never, 'search'>, company: string): Promise<string | null> {
  const key = companyKey(company)
  const known = key === '' ? null : await call.store.search.domainOfCompany(key)
  return known ?? surelyDomain(company)
}
