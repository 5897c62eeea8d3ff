import type { Pool } from 'pg'
import type { CompanyFacts, CompanySource } from '../../lib/companies/company-facts.ts'
import { deriveIndustries } from './derived-industries.ts'
import { mergeCompanies, openCompanySource } from './companies-merge-store.ts'
import { inTransaction } from '../database.ts'

/** What one source says of a company. */
export interface CompanyEvidence {
  source: CompanySource
  facts: CompanyFacts
}

/** Keeps what a visit found out of the company behind a site. */
export const createCompanyEvidenceStore = (pool: Pool, isDistributed: boolean) => ({
  record: (evidence: readonly CompanyEvidence[], now: Date): Promise<void> =>
    inTransaction(pool, async (client) => {
      for (const { source, facts } of evidence)
        await mergeCompanies(client, await openCompanySource(client, source), [facts], { now, isDistributed })
      const tagged = evidence.filter(({ facts }) => (facts.tags ?? []).length > 0).map(({ facts }) => facts.domain)
      await deriveIndustries(client, tagged, { now, isDistributed })
    }),
})
