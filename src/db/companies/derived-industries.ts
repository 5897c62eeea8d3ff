import type { PoolClient } from 'pg'
import { isoDate } from '../../lib/process/clock.ts'
import { industryOfTags } from '../../lib/vocabulary/told-industries.ts'
import { mergeCompanies, openCompanySource } from './companies-merge-store.ts'

/** Where an industry comes from that no source names: the tags of the company. */
const SOURCE = { kind: 'derived', uri: 'quarry:tags' } as const

/** Of some companies those that have tags, and no industry or one that was told by tags. */
const UNTOLD = `select c.domain, c.tags from companies c where c.domain = any($1::text[]) and c.tags <> '{}' and (c.industry is null
  or coalesce(c.provenance ->> 'industry', c.provenance ->> '*')::bigint in
    (select id from company_sources where kind = '${SOURCE.kind}' and uri = '${SOURCE.uri}'))`

/**
 * Gives companies without an industry that of their tags, where these leave no doubt: a fact of the lowest rank, which every source
 * that names an industry replaces.
 * @param domains companies whose facts have just been stored in the same transaction
 */
export async function deriveIndustries(client: PoolClient, domains: readonly string[], now: Date): Promise<void> {
  if (domains.length === 0) return
  const { rows } = await client.query<{ domain: string; tags: string[] }>(UNTOLD, [domains])
  const told = rows.flatMap(({ domain, tags }) => {
    const industry = industryOfTags(tags)
    return industry === null ? [] : [{ domain, industry }]
  })
  if (told.length === 0) return
  await mergeCompanies(client, await openCompanySource(client, { ...SOURCE, seenOn: isoDate(now) }), told, now)
}
