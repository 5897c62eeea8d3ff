import { besideVerdicts } from '../beside-verdicts.ts'

/** The SQL for single leads. Every statement is fixed, whatever keys a caller sends: they are passed in one JSON value. */

/** What a caller can set, apart from the address and custom attributes; column → SQL type. */
export const LEAD_COLUMNS = {
  first_name: 'text',
  last_name: 'text',
  position: 'text',
  company: 'text',
  company_industry: 'text',
  company_size: 'text',
  website: 'text',
  country_code: 'text',
  source: 'text',
  linkedin_url: 'text',
  phone_number: 'text',
  twitter: 'text',
  notes: 'text',
  confidence_score: 'smallint',
  company_type: 'text',
} as const
export type LeadColumn = keyof typeof LEAD_COLUMNS

const COLUMNS = Object.keys(LEAD_COLUMNS) as LeadColumn[]
const listed = (write: (column: LeadColumn) => string): string => COLUMNS.map(write).join(', ')

export const RECORD = `(${listed((column) => `${column} ${LEAD_COLUMNS[column]}`)})`

const stamp = (column: string): string => `to_char(l.${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')`

const STORED_MEMBERS = 'leads_list_members'

/**
 * A row of `l` as JSON. `members` is where to read its memberships: in the statement that creates them they are not yet in the
 * table, nor counted; `uncounted` is how many of them the counters do not include.
 */
export const leadJson = ({ members = STORED_MEMBERS, uncounted = '0' } = {}): string => `json_build_object(
    'id', l.id, 'email', l.email, ${listed((column) => `'${column}', l.${column}`)},
    'sync_status', l.sync_status, 'sending_status', l.sending_status,
    'last_activity_at', ${stamp('last_activity_at')}, 'last_contacted_at', ${stamp('last_contacted_at')},
    'verification_status', l.verification_status, 'verified_at', ${stamp('verified_at')},
    'created_at', ${stamp('created_at')}, 'updated_at', ${stamp('updated_at')}, 'custom_attributes', l.custom_attributes,
    'leads_list', (select json_build_object('id', k.id, 'name', k.name, 'leads_count', ${uncounted} + (
        select coalesce(sum(total), 0) from leads_counts c where c.account_id = k.account_id and c.leads_list_id = k.id))
      from ${members} m join leads_lists k on k.account_id = m.account_id and k.id = m.leads_list_id
      where m.account_id = l.account_id and m.lead_id = l.id order by m.joined desc limit 1))`

const listIds = (
  members = STORED_MEMBERS,
): string => `(select coalesce(json_agg(m.leads_list_id order by m.joined), '[]')
    from ${members} m where m.account_id = l.account_id and m.lead_id = l.id)`

export const SLUGS = `(select coalesce(array_agg(slug order by id), '{}') from leads_custom_attributes where account_id = $1)`

export const FIND = `select ${leadJson()} as lead, ${listIds()} as "listIds", ${SLUGS} as slugs
  from leads l where l.account_id = $1 and l.id = $2`

/**
 * Whether the owner of an address has opted out, or asked account $1 to forget them. An opt-out locks the table, so that of an
 * opt-out and a concurrent new lead one always sees the other.
 */
export const askedToStop = (digests: string): string => `(exists (select from optouts where digest = any(${digests}))
    or exists (select from optout_requests where account_id = $1 and subject_hash = any(${digests})))`

const NOT_OPTED_OUT = `not ${askedToStop('$5::bytea[]')}`
const UNKNOWN_LISTS = `unknown as (
    select list from unnest($9::bigint[]) list where not exists (select from leads_lists where account_id = $1 and id = list))`

/**
 * $1 account, $2 address, $3 its domain, $4 now, $5 digests of opt-outs, $6 attributes set, $7 cleared, $8 columns sent, $9
 * lists or null.
 */
const insert = (
  verdicts: string,
): string => `insert into leads (account_id, email, ${listed(String)}, custom_attributes, verification_status, verified_at, created_at, updated_at)
    select $1, $2, ${listed((column) => `r.${column}`)}, $6::jsonb - $7::text[], v.status, v.checked_at, $4, $4
    from jsonb_to_record($8::jsonb) r ${RECORD} left join ${verdicts} on v.domain = $3 and v.value = $2
    where ${NOT_OPTED_OUT} and not exists (select from unknown)`

const CHANGES = `${listed((column) => `${column} = case when $8::jsonb ? '${column}' then excluded.${column} else leads.${column} end`)},
    custom_attributes = (leads.custom_attributes || $6::jsonb) - $7::text[], updated_at = $4`

/** A new lead without lists is added to the newest one. A concurrent deletion of that list waits, or has already happened. */
const JOINED = `joined as (
    insert into leads_list_members (account_id, leads_list_id, lead_id)
    select $1, list, s.id from saved s cross join lateral (
      select list, place from unnest($9::bigint[]) with ordinality given (list, place)
      union all
      select id, 0 from (
        select id from leads_lists where account_id = $1 and $9::bigint[] is null
        order by created_at desc, id desc limit 1 for key share) newest) lists
    where s.created order by place
    returning account_id, leads_list_id, lead_id, joined)`

const MADE = {
  members: '(select account_id, leads_list_id, lead_id, joined from leads_list_members union all select * from joined)',
  uncounted: '(select count(*) from joined j where j.leads_list_id = k.id)',
}

const saving = (conflict: string) =>
  besideVerdicts(
    10,
    (verdicts) => `with ${UNKNOWN_LISTS}, saved as (
    ${insert(verdicts)} on conflict (account_id, email) ${conflict} returning leads.*, xmax = 0 as created), ${JOINED}
  select (select ${leadJson(MADE)} from saved l) as lead, (select ${listIds(MADE.members)} from saved l) as "listIds",
    (select created from saved) as created, not ${NOT_OPTED_OUT} as "optedOut", (select array_agg(list) from unknown) as unknown,
    exists (select from webhooks where account_id = $1 and event = 'lead.created' and disabled_at is null) as heard,
    ${SLUGS} as slugs`,
  )

export const CREATE = saving('do nothing')
export const UPSERT = saving(`do update set ${CHANGES}`)

/** $1 account, $2 new address or null, $3 its domain, $4 … $9 as above, $10 id. */
export const UPDATE = besideVerdicts(
  11,
  (verdicts) => `with ${UNKNOWN_LISTS}, saved as (
    update leads set email = coalesce($2, leads.email), ${CHANGES.replaceAll('excluded.', 'r.')},
      verification_status = case when coalesce($2, leads.email) = leads.email then leads.verification_status else v.status end,
      verified_at = case when coalesce($2, leads.email) = leads.email then leads.verified_at else v.checked_at end
    from jsonb_to_record($8::jsonb) r ${RECORD} left join ${verdicts} on v.domain = $3 and v.value = $2
    where account_id = $1 and id = $10 and ${NOT_OPTED_OUT} and not exists (select from unknown) returning leads.*)
  select (select ${leadJson()} from saved l) as lead, (select ${listIds()} from saved l) as "listIds", false as created,
    not ${NOT_OPTED_OUT} as "optedOut", (select array_agg(list) from unknown) as unknown, false as heard, ${SLUGS} as slugs`,
)

/** By then, the lead's row is locked and earlier writers have committed. */
export const REPLACE_LISTS = [
  `delete from leads_list_members where account_id = $1 and lead_id = $2 and leads_list_id <> all($3::bigint[])`,
  `insert into leads_list_members (account_id, leads_list_id, lead_id)
    select $1, list, $2 from unnest($3::bigint[]) with ordinality given (list, place) order by place on conflict do nothing`,
]

/** Sends no mail to a person who is no longer a lead. */
export const REMOVE = `with gone as (delete from leads where account_id = $1 and id = $2 returning *),
  stopped as (
    update campaign_recipients set state = 'stopped', stopped_by = 'lead_deleted'
    where account_id = $1 and lead_id = $2 and state in ('waiting', 'scheduled') returning id),
  canceled as (
    update messages set status = 'canceled'
    where account_id = $1 and recipient_id in (select id from stopped) and status = 'scheduled' returning 1)
  select ${leadJson()} as lead, ${listIds()} as "listIds", ${SLUGS} as slugs from gone l`

export const SCHEDULED_OF_LEAD = `select count(*) as messages from messages m join campaign_recipients r on r.account_id = m.account_id and r.id = m.recipient_id
  where m.account_id = $1 and r.lead_id = $2 and m.status = 'scheduled'`

export const EXIST = `select l.id, k.id as "listId", k.name as "listName" from leads l
  left join lateral (
    select leads_list_id from leads_list_members m where m.account_id = l.account_id and m.lead_id = l.id
    order by joined desc limit 1) shown on true
  left join leads_lists k on k.account_id = l.account_id and k.id = shown.leads_list_id
  where l.account_id = $1 and l.email = $2`
