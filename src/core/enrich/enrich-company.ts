/** What is known about a person or a company, with the source of each fact, and logos. */

import type { Call } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { capability } from '../capability/capability.ts'
import type { Answer } from '../capability/capability.ts'
import { clearbitCompany } from './clearbit-format.ts'
import { companyProfile } from './company-profile.ts'
import { companySources } from './company-sources.ts'
import { charging } from '../billing/credits.ts'
import { EnrichCompanyInput } from './enrich-input.ts'
import { ENRICHMENT_PRICE, enrichmentPurchase, knownCompany } from './enrich-lookups.ts'
import { EnrichCompanyOutput } from './enrich-output.ts'
import { missing } from '../../lib/input/input-fields.ts'

export const EnrichCompany = capability({
  name: 'enrich_company',
  group: 'companies',
  scope: 'read',
  input: EnrichCompanyInput,
  output: EnrichCompanyOutput,
  check: ({ domain }) => missing('domain', domain),
  run: async (
    call: Call,
    { domain = '', clearbit_format: clearbit, include },
  ): Promise<EnrichCompanyOutput & Answer> => {
    const known = await knownCompany(call, domain)
    if (known === null) throw new AppError('not_found', `No company found for ${domain}.`)
    const { credits } = await charging(call, enrichmentPurchase('companies', known.domain), async () => ({
      result: null,
      price: ENRICHMENT_PRICE,
    }))
    const shown = { logoUrl: call.config.logoUrl, now: call.clock.now(), include }
    const data = companyProfile(known, { domain, ...shown })
    const root = clearbit ? clearbitCompany(data, known.row?.facts.employees ?? null, call.lists.inUse) : undefined
    const meta = { domain, sources: companySources(data, known) }
    return { data, meta, credits, ...(root !== undefined && { root }) }
  },
})
