import type { Pool, PoolClient } from 'pg'
import { COMPANY_SOURCE_RANKS } from '../../lib/companies/company-facts.ts'
import type { CompanyFacts, CompanySource } from '../../lib/companies/company-facts.ts'
import { deriveIndustries } from './derived-industries.ts'
import { mergeCompanies, openCompanySource } from './companies-merge-store.ts'
import type { StoredCompanySource } from './companies-merge-store.ts'
import { inTransaction } from '../database.ts'
import { optedOutDomains } from '../opted-out-domains.ts'

/** What one source says of a company. */
export interface CompanyEvidence {
  source: CompanySource
  facts: CompanyFacts
}

const OPEN_NEW = `insert into company_sources (kind, uri, rank, seen_on)
  select kind, uri, rank, seen_on from unnest($1::text[], $2::text[], $3::smallint[], $4::date[])
    with ordinality as opened (kind, uri, rank, seen_on, place) order by place
  on conflict (kind, uri) do nothing returning id, kind, uri, rank, seen_on as "seenOn"`

/** Keeps what visits found out of the companies behind sites; one after the other in the order of domains do not wait for each other. */
export const createCompanyEvidenceStore = (pool: Pool, isDistributed: boolean) => ({
  record: (evidence: readonly CompanyEvidence[], now: Date): Promise<void> =>
    inTransaction(pool, async (client) => {
      const optedOut = await optedOutDomains(client, [...new Set(evidence.map(({ facts }) => facts.domain))])
      const merging = { now, isDistributed, optedOut }
      const opened = await openNewSources(
        client,
        evidence.map(({ source }) => source),
      )
      for (const { source, facts } of evidence) {
        const known = opened.get(keyOf(source))
        const own = known?.seenOn === source.seenOn ? known : await openCompanySource(client, source)
        await mergeCompanies(client, own, [facts], merging)
      }
      const tagged = evidence.filter(({ facts }) => (facts.tags ?? []).length > 0).map(({ facts }) => facts.domain)
      await deriveIndustries(client, tagged, merging)
    }),
})

const keyOf = ({ kind, uri }: Pick<CompanySource, 'kind' | 'uri'>): string => `${kind} ${uri}`

/** Stores those of these sources that are new, all at once. One that is known gets newer only when it is its turn: its older facts count until then. */
async function openNewSources(
  client: PoolClient,
  sources: readonly CompanySource[],
): Promise<Map<string, StoredCompanySource>> {
  const { rows } = await client.query<StoredCompanySource & Pick<CompanySource, 'uri'>>(OPEN_NEW, [
    sources.map(({ kind }) => kind),
    sources.map(({ uri }) => uri),
    sources.map(({ kind }) => COMPANY_SOURCE_RANKS[kind]),
    sources.map(({ seenOn }) => seenOn),
  ])
  return new Map(rows.map(({ uri, ...source }) => [keyOf({ ...source, uri }), source]))
}
