import { estimateOf } from '../../src/core/billing/estimates.ts'
import { ENRICHMENT_PRICE } from '../../src/core/enrich/enrich-lookups.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { EnrichCompany } from '../../src/core/enrich/enrich-company.ts'
import { EnrichCompanyOutput } from '../../src/core/enrich/enrich-output.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { ENRICH_ANNOTATIONS, UNTRUSTED_OF_COMPANY } from './untrusted-facts.ts'

const OutputOfCompany = EnrichCompanyOutput.extend({ meta: EnrichCompanyOutput.shape.meta.omit({ sources: true }) })

export const enrichCompany = defineTool({
  name: 'enrich_company',
  title: 'Enrich a company',
  description:
    'Look up one company: names, description, industry, size, founding year, place, phones, profiles, ' +
    'technologies and mail provider. Use it when the domain is known and facts about the company are wanted. ' +
    'Not for its addresses (domain_search). Costs 0.2 credits when found, 0 otherwise. ' +
    'A new domain is crawled first, which takes a few seconds. Unknown fields are null; an unknown company is an error.',
  input: EnrichCompany.input.omit({ clearbit_format: true, include: true }),
  required: ['domain'],
  output: OutputOfCompany,
  annotations: ENRICH_ANNOTATIONS,
  run: (call, raw) => perform(EnrichCompany, call, { ...(raw as object), include: ['locations'] }),
  records: [''],
  spends: {
    estimate: (call) =>
      estimateOf(call, { kind: 'companies', price: ENRICHMENT_PRICE, most: 1, unit: 'company found' }),
  },
  toolAliases: ['enrich-company', 'Enrich-Company', 'companies_find', 'Company-Enrichment'],
  untrusted: UNTRUSTED_OF_COMPANY,
  hints: { not_found: () => 'Nothing is known about it here; domain_search says whether its site could be read.' },
})
