import type { Pool } from 'pg'
import type { CompanyFacts, CompanySource } from '../../lib/companies/company-facts.ts'
import { deriveIndustries } from './derived-industries.ts'
import { mergeCompanies, openCompanySource } from './companies-merge-store.ts'
import { inTransaction } from '../database.ts'
import { optedOutDomains } from '../opted-out-domains.ts'

/** What one source says of a company. */
export interface CompanyEvidence {
  source: CompanySource
  facts: CompanyFacts
}

/** Keeps what visits found out of the companies behind sites; one after the other in the order of domains do not wait for each other. */
export const createCompanyEvidenceStore = (pool: Pool, isDistributed: boolean) => ({
  record: (evidence: readonly CompanyEvidence[], now: Date): Promise<void> =>
    inTransaction(pool, async (client) => {
      const optedOut = await optedOutDomains(client, [...new Set(evidence.map(({ facts }) => facts.domain))])
      const merging = { now, isDistributed, optedOut }
      for (const { source, facts } of evidence)
        await mergeCompanies(client, await openCompanySource(client, source), [facts], merging)
      const tagged = evidence.filter(({ facts }) => (facts.tags ?? []).length > 0).map(({ facts }) => facts.domain)
      await deriveIndustries(client, tagged, merging)
    }),
})
