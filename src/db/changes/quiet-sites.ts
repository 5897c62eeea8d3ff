import type { PoolClient } from 'pg'

/** Rows that a look is about to renew are left out; one that comes later waits, and adds the site again. */
const HOLD = 'select domain from unsettled_sites where domain = any($1::text[]) for update skip locked'
const TOLD_BEFORE = `select domain from changes where domain = any($1::text[])
  union all select domain from person_links where domain = any($1::text[])`
/** Sites that name somebody, that have openings or moved, or of which a page was looked at more than once. */
const EVENTFUL = `select domain from person_observations where domain = any($1::text[])
  union all select domain from pages where domain = any($1::text[]) and cardinality(looks) > 1
  union all select domain from site_observations where domain = any($1::text[])
    group by domain, uri having min(first_seen) < max(last_seen) or bool_or(kind in ('opening', 'moved'))`
const CLOSE = 'delete from unsettled_sites where domain = any($1::text[])'

/**
 * Takes from the unsettled sites, of these, those from which nothing can be told: of which each page was seen once and names nobody. Most
 * sites of an archive are such, and to settle one takes eight statements.
 * @returns the others
 */
export async function closeQuietSites(client: PoolClient, domains: readonly string[]): Promise<string[]> {
  const domainsOf = async (text: string, of: readonly string[]): Promise<string[]> =>
    (await client.query<{ domain: string }>(text, [of])).rows.map(({ domain }) => domain)
  const held = await domainsOf(HOLD, domains)
  const eventful = new Set([...(await domainsOf(TOLD_BEFORE, held)), ...(await domainsOf(EVENTFUL, held))])
  const quiet = new Set(held.filter((domain) => !eventful.has(domain)))
  if (quiet.size > 0) await client.query(CLOSE, [[...quiet]])
  return domains.filter((domain) => !quiet.has(domain))
}
