import { z } from 'zod'
import type { NamedCompany } from '../../db/companies/companies-search-store.ts'
import { companyKey, withoutLegalForm } from '../../engine/classify/company-name.ts'
import type { ErrorItem } from '../../errors.ts'
import { booleanField, companyField, pageField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { missingParameter } from '../../lib/input/input-fields.ts'

const MIN_COMPANY_LENGTH = 3
const DEFAULT_LIMIT = 5
/** The most companies whose names share a part with the given one; the most similar come first. */
const CANDIDATES = 200

const DomainFinderInput = z.object({
  company: companyField('Company name, at least 3 characters; the legal form is ignored.'),
  limit: pageField({
    name: 'limit',
    min: 1,
    max: 10,
    default: DEFAULT_LIMIT,
    description: 'Maximum number of domains.',
  }),
  perfect_match: booleanField('perfect_match', 'wrong_params', 'true: only companies with exactly this name.'),
})

const text = z.string().nullable()

const DomainFinderOutput = z.object({
  data: z.array(z.object({ domain: z.string(), company_name: z.string(), logo: z.string(), email_count: z.int() })),
  meta: z.object({ results: z.int(), params: z.object({ company: text, limit: text, perfect_match: text }) }),
})

/** Domains of companies with a given or similar name; free. */
export const DomainFinder = capability({
  name: 'domain_finder',
  group: 'others',
  scope: 'read',
  input: DomainFinderInput,
  output: DomainFinderOutput,
  check: ({ company }): ErrorItem[] => {
    if (company === undefined) return [missingParameter('company')]
    if (company.length >= MIN_COMPANY_LENGTH) return []
    const details = `company must have at least ${MIN_COMPANY_LENGTH} characters.`
    return [{ id: 'wrong_params', details, field: 'company' }]
  },
  run: async (call, { company = '', limit = DEFAULT_LIMIT, perfect_match: perfect = false }, received) => {
    const key = companyKey(company)
    const name = withoutLegalForm(company).toLowerCase()
    const found = likestFirst(await call.store.companiesSearch.named(name, key, CANDIDATES), key)
    const wanted = perfect ? found.filter((one) => companyKey(one.name) === key) : found
    const data = wanted.slice(0, limit).map(({ domain, name: company_name, emails }) => ({
      domain,
      company_name,
      logo: `${call.config.logoUrl}/${domain}`,
      email_count: emails,
    }))
    const params = { company: received('company'), limit: received('limit'), perfect_match: received('perfect_match') }
    return { data, meta: { results: data.length, params } }
  },
})

/** First companies of that very name, whatever their legal form, most addresses first; then similar names. Each domain once. */
function likestFirst(found: readonly NamedCompany[], key: string): NamedCompany[] {
  const same = found.filter(({ name }) => companyKey(name) === key)
  same.sort((a, b) => b.emails - a.emails || (a.domain < b.domain ? -1 : 1))
  const byDomain = new Map<string, NamedCompany>()
  for (const one of [...same, ...found]) if (!byDomain.has(one.domain)) byDomain.set(one.domain, one)
  return [...byDomain.values()]
}
