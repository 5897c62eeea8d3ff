import type { Pool } from 'pg'

/** How much the account for the benchmark of the web door contains. */
export interface WebSeed {
  leads: number
  lists: number
  campaigns: number
  mails: number
}

/** Invented leads of 2,000 companies: half in one industry, half found valid, half in one list, the others in `lists` lists. */
const LEADS = `insert into leads (account_id, email, first_name, last_name, position, company, company_industry, company_size,
    website, country_code, source, confidence_score, sending_status, verification_status, verified_at, custom_attributes, created_at)
  select 1, 'person' || n || '@site' || n % 2000 || '.example', 'First' || n % 900, 'Last' || n, 'Software Engineer',
    'Works ' || n % 2000, case when n % 2 = 0 then 'Technology' else 'Finance' end, '11-50', 'site' || n % 2000 || '.example',
    'PT', 'Domain search', n % 100, case when n % 3 = 0 then 'sent' end,
    case when n % 4 < 2 then 'valid' when n % 4 = 2 then 'invalid' end, now() - n * interval '1 second',
    case when n % 5 = 0 then jsonb_build_object('met_at', 'Fair ' || n % 7) else '{}' end, now() - n * interval '1 second'
  from generate_series(1, $1) n on conflict do nothing`

const LISTS = `insert into leads_lists (account_id, name, created_at)
  select 1, 'List ' || n, now() - n * interval '1 hour' from generate_series(1, $1) n`

const MEMBERS = `with lists as (select id, row_number() over (order by id) - 1 as place, count(*) over () as all_lists
    from leads_lists where account_id = 1 and name like 'List %')
  insert into leads_list_members (account_id, leads_list_id, lead_id)
  select 1, lists.id, l.id from leads l join lists on lists.place = case when l.id % 2 = 0 then 0 else l.id % all_lists end
  where l.account_id = 1 and l.email like 'person%' on conflict do nothing`

const CAMPAIGNS = `insert into campaigns (account_id, user_id, name, created_at, updated_at)
  select 1, (select min(id) from users where account_id = 1), 'Campaign ' || n, now() - n * interval '1 day', now()
  from generate_series(1, $1) n`

const RECIPIENTS = `insert into campaign_recipients (account_id, campaign_id, email, lead_id, mailbox_id, state, sending_status, added_at)
  select 1, $1, email, id, (select min(id) from mailboxes where account_id = 1), 'scheduled', 'sent', now()
  from leads where account_id = 1 and email like 'person%' order by id limit $2 on conflict do nothing`

const MAILS = `insert into messages (account_id, campaign_id, recipient_id, step, mailbox_id, status, due_at, subject, sent_at, message_id, replied_at)
  select 1, $1, r.id, 0, r.mailbox_id, 'sent', now() - r.id * interval '1 minute', 'A question', now() - r.id * interval '1 minute',
    'bench-' || r.id || '@studio.example', case when r.id % 10 = 0 then now() - r.id * interval '30 seconds' end
  from campaign_recipients r where r.account_id = 1 and r.campaign_id = $1 and r.email like 'person%' on conflict do nothing`

/**
 * Adds this much to the first account, which already contains a little of everything.
 * @param campaign that the emails belong to
 */
export async function seedWeb(
  pool: Pool,
  { leads, lists, campaigns, mails }: WebSeed,
  campaign: number,
): Promise<void> {
  await pool.query(LEADS, [leads])
  await pool.query(LISTS, [lists])
  await pool.query(MEMBERS)
  await pool.query(CAMPAIGNS, [campaigns])
  await pool.query(RECIPIENTS, [campaign, mails])
  await pool.query(MAILS, [campaign])
  await pool.query('update campaigns set recipients_count = $2 where account_id = 1 and id = $1', [campaign, mails])
  await pool.query('vacuum analyze')
}
