import type { PoolClient } from 'pg'
import { isoDate } from '../../lib/process/clock.ts'
import { industryOfTags } from '../../lib/vocabulary/told-industries.ts'
import { mergeCompanies, openCompanySource } from './companies-merge-store.ts'
import type { Merging, StoredCompanySource } from './companies-merge-store.ts'
import type { CompanySliceToStore } from './companies-import-slice.ts'

/** The source of an industry that was derived from the company's tags. */
export const TOLD_BY_TAGS = { kind: 'derived', uri: 'quarry:tags' } as const

/** Of the stored companies, those to which a file gives tags. */
export const taggedOf = ({ sited }: CompanySliceToStore): string[] =>
  sited.flatMap(({ domain, facts }) => (domain === null || (facts.tags ?? []).length === 0 ? [] : [domain]))

const TAGS = `select id from company_sources where kind = '${TOLD_BY_TAGS.kind}' and uri = '${TOLD_BY_TAGS.uri}'`

/** Those companies that have tags, and either no industry or one derived from tags, whose source is $2. */
const UNTOLD = `select c.domain, c.tags from companies c where c.domain = any($1::text[]) and c.tags <> '{}' and (c.industry is null
  or coalesce(c.provenance ->> 'industry', c.provenance ->> '*')::bigint = $2::bigint)`

/**
 * Gives companies without an industry that of their tags, if these leave no doubt: a fact of the lowest rank, which every
 * source that names an industry replaces.
 * @param domains companies whose facts have just been stored in the same transaction
 * @param source as it is stored, if known
 */
export async function deriveIndustries(
  client: PoolClient,
  domains: readonly string[],
  merging: Merging,
  source?: StoredCompanySource,
): Promise<void> {
  if (domains.length === 0) return
  const { rows: tags } = await client.query<{ id: number }>(TAGS)
  const { rows } = await client.query<{ domain: string; tags: string[] }>(UNTOLD, [domains, tags[0]?.id ?? null])
  const told = rows.flatMap(({ domain, tags }) => {
    const industry = industryOfTags(tags)
    return industry === null ? [] : [{ domain, industry }]
  })
  if (told.length === 0) return
  const own = source ?? (await openCompanySource(client, { ...TOLD_BY_TAGS, seenOn: isoDate(merging.now) }))
  await mergeCompanies(client, own, told, merging)
}
