import type { Pool } from 'pg'
import { bareRecord } from '../../lib/text/own-value.ts'

export type ExportKind = 'companies' | 'people' | 'addresses'
export type ExportRow = Record<string, unknown>

export interface ExportFilter {
  domain: string | null
  /** Country of the company, ISO 3166-1 alpha-2. */
  country: string | null
}

/** What is exported, in column order. */
const EXPORT_COLUMNS: Readonly<Record<ExportKind, readonly string[]>> = {
  companies:
    `domain name legal_name description industry tags founded_year headcount employees company_type status country state city
    postal_code street_address other_locations phones emails linkedin twitter facebook instagram crunchbase email_provider technologies parent_domain
    ticker raised annual_revenue funding_series funding_amount funding_on personal_count generic_count indexed_on`.split(
      /\s+/,
    ),
  people:
    `domain value first_name last_name position seniority department decision_maker linkedin twitter phone_number city state country
    confidence sources_count verification_status verified_on found_on last_seen_on`.split(/\s+/),
  addresses: `domain value type confidence sources_count verification_status verified_on found_on last_seen_on`.split(
    /\s+/,
  ),
}

const PEOPLE_ALONE = `and a.type = 'personal'`
const COMPANY_IN_COUNTRY = 'and exists (select from companies c where c.domain = a.domain and c.country = $5)'

/** Each takes the same four values, and must also reference those it does not need. */
const PAGES: Readonly<Record<ExportKind, string>> = {
  companies: `select ${EXPORT_COLUMNS.companies.map(companyColumn).join(', ')} from companies where domain > $1
    and $2::text is not null and ($3::text is null or domain = $3) order by domain limit $4`,
  people: pageOfAddresses('people', PEOPLE_ALONE),
  addresses: pageOfAddresses('addresses', ''),
}

/** $5: the country of the company. */
const IN_COUNTRY: Readonly<Record<ExportKind, string>> = {
  companies: PAGES.companies.replace(' order by domain', ' and country = $5 order by domain'),
  people: pageOfAddresses('people', `${PEOPLE_ALONE} ${COMPANY_IN_COUNTRY}`),
  addresses: pageOfAddresses('addresses', COMPANY_IN_COUNTRY),
}

/** Places as text, such as `Austin, TX, US`. */
function companyColumn(column: string): string {
  if (column !== 'other_locations') return column
  return `(select coalesce(array_agg(concat_ws(', ', place ->> 'city', place ->> 'state', place ->> 'country') order by nth), '{}')
    from jsonb_array_elements(other_locations) with ordinality as placed (place, nth)) as other_locations`
}

function pageOfAddresses(kind: ExportKind, condition: string): string {
  return `select ${columnsOf(kind)} from addresses a
    where (a.domain, a.value) > ($1, $2) and a.visible ${condition} and ($3::text is null or a.domain = $3)
    order by a.domain, a.value limit $4`
}

function columnsOf(kind: ExportKind): string {
  return EXPORT_COLUMNS[kind].map((column) => `a.${column}`).join(', ')
}

const NAMED_AS = 'select distinct domain, person_key as key from person_observations where address = $1'

/**
 * Everything stored about the owner of an address, by table; mails and conversations in their order. $1 domain, $2 address:
 * every condition must reference both. Changes and links also take $3, the sites that name the owner, and $4, the keys of the
 * names there.
 */
const PERSON = {
  addresses: 'domain = $1 and value = $2',
  sources: 'domain = $1 and value = $2',
  verifications: 'domain = $1 and value = $2',
  verification_runs: 'domain = $1 and value = $2',
  leads: '$1 <> $2 and email = $2',
  campaign_recipients: '$1 <> $2 and email = $2',
  conversations: '$1 <> $2 and email = $2 order by account_id, id',
  mails: `$1 <> $2 and ($2 in (from_email, to_email) or exists (select 1 from conversations c
    where c.account_id = t.account_id and c.id = t.conversation_id and c.email = $2))
    order by account_id, id`,
  person_observations: `$1 <> $2 and (address = $2 or exists (select from person_observations o
    where o.address = $2 and o.domain = t.domain and o.person_key = t.person_key))`,
  changes: `$1 <> $2 and ($2 in (address, before, after)
    or (domain, person_key) in (select * from unnest($3::text[], $4::text[])))`,
  person_links: '$1 <> $2 and (domain, person_key) in (select * from unnest($3::text[], $4::text[]))',
  bulk_rows: 'domain = $1 and email = $2',
  find_rows: 'domain = $1 and email = $2',
} as const
/** Names in exports of tables and columns that are called differently here: programs read them. */
const KEYS = new Map([
  ['campaign_recipients', 'sequence_recipients'],
  ['campaign_id', 'sequence_id'],
  ['mailbox_id', 'email_account_id'],
])
const exportKeyOf = (name: string): string => KEYS.get(name) ?? name

/** Rows by the name of their table, as translated by `KEYS`. */
export type PersonRecords = Record<string, Record<string, unknown>[]>

/** Reads what is exported from the index. */
export const createExportStore = (pool: Pool) => ({
  columns: (kind: ExportKind): readonly string[] => EXPORT_COLUMNS[kind],

  /** The next rows after a position, ordered by domain and address. */
  page: async (kind: ExportKind, filter: ExportFilter, behind: Place, limit: number): Promise<ExportRow[]> => {
    const { domain, country } = filter
    const values = [behind.domain, behind.value, domain, limit]
    if (country === null) return (await pool.query<ExportRow>(PAGES[kind], values)).rows
    return (await pool.query<ExportRow>(IN_COUNTRY[kind], [...values, country])).rows
  },

  person: async ({ domain, full }: { domain: string; full: string }): Promise<PersonRecords> => {
    const found = bareRecord<PersonRecords[string]>()
    const { rows: names } = await pool.query<{ domain: string; key: string }>(NAMED_AS, [full])
    const seen = [names.map((name) => name.domain), names.map(({ key }) => key)]
    for (const [table, condition] of Object.entries(PERSON)) {
      const text = `select row_to_json(t) as row from ${table} t where ${condition}`
      const values = [domain, full, ...(/[$]4/.test(condition) ? seen : [])]
      const { rows } = await pool.query<{ row: Record<string, unknown> }>(text, values)
      found[exportKeyOf(table)] = rows.map(({ row }) => withKeys(row))
    }
    return found
  },
})

const withKeys = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [exportKeyOf(name), value]))

interface Place {
  domain: string
  value: string
}
