import type { Pool } from 'pg'

/** Addresses at the large domain, and at each of the others. */
const LARGE = 50_000
const SMALL = 50

const SOURCES = `(select jsonb_agg(jsonb_build_object('domain', d.domain, 'uri', 'https://' || d.domain || '/' || page,
    'extracted_on', current_date, 'last_seen_on', current_date, 'still_on_page', true)) from (values ('team'), ('about')) p (page))`

const ADDRESS = `select d.domain, 'person' || i || '@' || d.domain as value, 'personal' as type, 95 - i % 60 as confidence, 2 as sources_count, ${SOURCES} as sources,
    true as visible, 'First' || i as first_name, 'Last' || i as last_name, 'Software Engineer' as position,
    'Software Engineer' as position_raw, array['software', 'engin'] as title_tokens, 'it' as department, current_date as found_on,
    current_date as last_seen_on from`

const COLUMNS = `domain, value, type, confidence, sources_count, sources, visible, first_name, last_name, position, position_raw, title_tokens,
    department, found_on, last_seen_on`

/**
 * Fills the index with invented addresses, two sources each, by set-based statements: `large.example` with 50,000,
 * `small.example` and numbered domains with 50 each, until `total` is reached.
 */
export async function seedIndex(pool: Pool, total: number): Promise<void> {
  const domains = Math.floor((total - LARGE) / SMALL)
  await pool.query(`insert into domains (domain, organization, pattern, personal_count)
    select 'large.example', 'Large', '{first}', ${LARGE} union all
    select 'small.example', 'Small', '{first}', ${SMALL} union all
    select 'site' || n || '.example', 'Site ' || n, '{first}', ${SMALL} from generate_series(2, ${domains}) n`)
  const slice = 2_000
  await fill(pool, `domains d cross join generate_series(1, ${LARGE}) i where d.domain = 'large.example'`)
  for (let from = 0; from < domains; from += slice) {
    const some = `(select domain from domains where domain <> 'large.example' order by domain offset ${from} limit ${slice})`
    await fill(pool, `${some} d cross join generate_series(1, ${SMALL}) i`)
  }
  await pool.query(`insert into address_counts (domain, type, seniority, department, decision_maker, total)
    select domain, 'personal', '', 'it', false, personal_count from domains`)
  await pool.query('vacuum analyze')
}

async function fill(pool: Pool, from: string): Promise<void> {
  await pool.query(`with made as (insert into addresses (${COLUMNS}) ${ADDRESS} ${from} returning domain, value)
    insert into sources (domain, value, uri, source_domain, extracted_at, last_seen_at, still_on_page, quality)
    select domain, value, 'https://' || domain || '/' || page, domain, now(), now(), true, 'high'
    from made cross join (values ('team'), ('about')) pages (page)`)
}
