import { askedToStop, LEAD_COLUMNS, RECORD } from './lead-statements.ts'
import type { LeadColumn } from './lead-statements.ts'
import { besideVerdicts } from '../beside-verdicts.ts'

/** What the index knows about people: it fills what an account has not entered itself. */

const COLUMNS = Object.keys(LEAD_COLUMNS) as LeadColumn[]
const listed = (write: (column: LeadColumn) => string): string => COLUMNS.map(write).join(', ')

/** Taken from an address and its domain `a`, and the company `c`; only people know the other columns. */
const FACTS: Partial<Record<LeadColumn, string>> = {
  first_name: 'left(a.first_name, 255)',
  last_name: 'left(a.last_name, 255)',
  position: 'left(a.position, 255)',
  company: 'left(coalesce(c.name, a.organization), 255)',
  company_industry: 'left(c.industry, 255)',
  company_size: 'left(c.headcount, 255)',
  company_type: 'left(c.company_type, 255)',
  website: 'coalesce(c.domain, a.domain)',
  country_code: `(case when coalesce(a.country, c.country) ~ '^[A-Z]{2}$' then coalesce(a.country, c.country) end)`,
  linkedin_url: `left('https://www.linkedin.com/in/' || a.linkedin, 255)`,
  phone_number: 'left(a.phone_number, 255)',
  twitter: 'left(a.twitter, 255)',
  confidence_score: 'a.confidence',
}
const factOf = (column: LeadColumn): string => FACTS[column] ?? 'null'

/** What the index says about an address it shows; column → SQL type. */
const OF_INDEX = {
  value: 'text',
  first_name: 'text',
  last_name: 'text',
  position: 'text',
  country: 'text',
  linkedin: 'text',
  phone_number: 'text',
  twitter: 'text',
  confidence: 'smallint',
  sources: 'jsonb',
}
const INDEXED = Object.entries(OF_INDEX)

/** $1 domains and $2 addresses: what the index knows about those at known domains, as JSON for the statements below. */
export const PEOPLE_OF_INDEX = `select coalesce(json_agg(person), '[]')::text as people from (
  select k.value as email, d.domain, d.organization, ${INDEXED.map(([column]) => `a.${column}`).join(', ')}
    from unnest($1::text[], $2::text[]) as k (domain, value) join domains d on d.domain = k.domain
    left join addresses a on a.domain = d.domain and a.value = k.value and a.visible) person`

/** $1 domains: their companies, in the same form. */
const OF_COMPANIES = 'domain name industry headcount company_type country'.split(' ')
export const COMPANIES_OF_INDEX = `select coalesce(json_agg(company), '[]')::text as companies from (
  select ${OF_COMPANIES.join(', ')} from companies where domain = any($1::text[])) company`

/** `g` has an address and its domain; the parameters are what the index knows about these addresses and companies. */
const knownOf = (people: string, companies: string): string => `left join jsonb_to_recordset(${people}::jsonb)
      a (email text, domain text, organization text, ${INDEXED.map(([column, type]) => `${column} ${type}`).join(', ')})
      on a.domain = g.domain and a.email = g.email
    left join jsonb_to_recordset(${companies}::jsonb) c (${OF_COMPANIES.map((column) => `${column} text`).join(', ')})
      on c.domain = g.domain`

/** $1 account, $2 lead, $3 domain of its address, $4 now, $5 and $6 from the index: fills only empty columns. */
export const ENRICH = `update leads l set ${listed((column) => `${column} = coalesce(l.${column}, known.${column}${castOf(column)})`)},
    sources = case when l.sources = '[]' then known.sources else l.sources end, updated_at = $4
  from (select ${listed((column) => `${factOf(column)} as ${column}`)}, coalesce(a.sources, '[]') as sources
    from (select email, $3::text as domain from leads where account_id = $1 and id = $2) g ${knownOf('$5', '$6')}
    where a.domain is not null or c.domain is not null) known
  where l.account_id = $1 and l.id = $2`

/**
 * $1 account, $2 leads, $3 now, $4 and $5 from the index: the same for many, in the order of their ids; leads without gaps that
 * can be filled are not written.
 */
export const ENRICH_MANY = `update leads l set ${listed((column) => `${column} = coalesce(l.${column}, known.${column}${castOf(column)})`)},
    sources = case when l.sources = '[]' then known.sources else l.sources end, updated_at = $3
  from (select g.id, ${listed((column) => `${factOf(column)} as ${column}`)}, coalesce(a.sources, '[]') as sources
    from (select id, email, substring(email from '@([^@]+)$') as domain from leads
      where account_id = $1 and id = any($2::bigint[]) order by id for update) g ${knownOf('$4', '$5')}
    where a.domain is not null or c.domain is not null) known
  where l.account_id = $1 and l.id = known.id
    and (${COLUMNS.map((column) => `(l.${column} is null and known.${column} is not null)`).join(' or ')})
  returning l.id`

function castOf(column: LeadColumn): string {
  return column in FACTS ? '' : `::${LEAD_COLUMNS[column]}`
}

/** A score comes from the finder; of an address that is neither in the index nor scored, nobody has said where it was found. */
const SOURCE = `coalesce(g.source, case when a.value is not null then 'Domain search'
      when g.confidence_score is not null then 'Email finder' end)`

/**
 * $1 account, $2 people as JSON [{email, domain, digests, values}], $3 now, $4 and $5 from the index. Only empty columns of an
 * existing lead are filled. In the order of addresses, so that two calls that save the same people never deadlock.
 */
export const SAVE_PEOPLE = besideVerdicts(
  6,
  (verdicts) => `with given as (
    select g.email, g.domain, g.digests, r.* from jsonb_to_recordset($2::jsonb) g (email text, domain text, digests jsonb, "values" jsonb)
    cross join lateral jsonb_to_record(g."values") r ${RECORD})
  insert into leads (account_id, email, ${listed(String)}, sources, verification_status, verified_at, created_at, updated_at)
  select $1, g.email, ${listed((column) => (column === 'source' ? SOURCE : `coalesce(g.${column}, ${factOf(column)})`))},
    coalesce(a.sources, '[]'), v.status, v.checked_at, $3, $3
  from given g ${knownOf('$4', '$5')} left join ${verdicts} on v.domain = g.domain and v.value = g.email
  where not ${askedToStop("array(select decode(hex, 'hex') from jsonb_array_elements_text(g.digests) hex)")}
  order by g.email
  on conflict (account_id, email) do update set
    ${listed((column) => `${column} = coalesce(leads.${column}, excluded.${column})`)},
    sources = case when excluded.sources = '[]' then leads.sources else excluded.sources end, updated_at = $3
  returning id, email, xmax = 0 as created`,
)

/** $1 account, $2 leads in the order in which they join, $3 lists. */
export const JOIN_LISTS = `insert into leads_list_members (account_id, leads_list_id, lead_id)
  select $1, list, lead from unnest($3::bigint[]) list cross join unnest($2::bigint[]) with ordinality given (lead, place)
  order by list, place on conflict do nothing`
