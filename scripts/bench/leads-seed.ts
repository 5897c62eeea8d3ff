import type { Pool } from 'pg'

/** Gives the first account invented leads of 2,000 companies, half of them in a second list. */
export async function seedLeads(pool: Pool, leads: number): Promise<void> {
  await pool.query(`insert into leads_lists (account_id, name) values (1, 'Half')`)
  await pool.query(
    `insert into leads (account_id, email, first_name, last_name, position, company, company_industry, company_size, website,
        country_code, source, confidence_score, sending_status, created_at)
      select 1, 'person' || n || '@site' || n % 2000 || '.example', 'First' || n % 900, 'Last' || n, 'Software Engineer',
        'Works ' || n % 2000, case when n % 2 = 0 then 'Technology' else 'Finance' end, '11-50', 'site' || n % 2000 || '.example',
        'PT', 'Domain search', n % 100, case when n % 3 = 0 then 'sent' end, now() - n * interval '1 second'
      from generate_series(1, $1) n`,
    [leads],
  )
  await pool.query(
    'insert into leads_list_members (account_id, leads_list_id, lead_id) select 1, 1 + id % 2, id from leads order by id',
  )
  await pool.query('vacuum analyze')
}
