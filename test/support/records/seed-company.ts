import type { Context } from '../../../src/context.ts'
import { mergeCompanies, openCompanySource } from '../../../src/db/companies/companies-merge-store.ts'
import { inTransaction } from '../../../src/db/database.ts'
import type { CompanyFacts, CompanySource } from '../../../src/lib/companies/company-facts.ts'

/** Stores what one source says about a company, through the same merge as everything else. */
export async function seedCompany(
  { database, clock }: Context,
  facts: CompanyFacts,
  source: CompanySource = { kind: 'structured', uri: `https://${facts.domain}/`, seenOn: '2026-01-18' },
): Promise<void> {
  await inTransaction(database.pool, async (client) => {
    const stored = await openCompanySource(client, source)
    await mergeCompanies(client, stored, [facts], { now: clock.now(), isDistributed: database.isDistributed })
  })
}
