import type { Pool } from 'pg'
import { leadConditions } from './lead-conditions.ts'
import type { LeadFilter } from './lead-conditions.ts'
import { nextLeads, settleAffiliation } from './settle-affiliation.ts'
import { leadJson } from './lead-statements.ts'
import type { LeadRow } from './leads-store.ts'

export interface LeadsExport {
  accountId: number
  id: number
  format: 'csv' | 'xlsx' | 'jsonl'
  /** Filter of leads; instead, `job` is the id of a job whose rows are exported. */
  filter: LeadFilter & { job?: number }
  total: number
  /** Leads added later are not included. */
  lastLeadId: number
  createdAt: Date
}

const EXPORT = `account_id as "accountId", id, format, filters as filter, total, last_lead_id as "lastLeadId",
  created_at as "createdAt"`

const ADD = `insert into leads_exports (account_id, format, filters, total, last_lead_id, created_at)
  values ($1, $2, $3, $4, $5, $6) returning ${EXPORT}`

const PAGE = `select ${leadJson()} as lead from leads l
  where l.account_id = $1 and l.id = any($2::bigint[]) order by l.id desc`

const SEATS = `select domain, country, city from companies
  where domain = any($1::text[]) and (country is not null or city is not null)`

interface CompanySeat {
  domain: string
  country: string | null
  city: string | null
}

/** Exports of leads. The rows themselves are only read when the export is downloaded. */
export const createLeadsExportsStore = (pool: Pool, isDistributed: boolean) => ({
  /** Counts what an export made now would contain, and stores the filter. */
  add: async (
    accountId: number,
    { format, filter, now }: { format: LeadsExport['format']; filter: LeadFilter; now: Date },
  ): Promise<LeadsExport> => {
    const { text, values } = leadConditions(
      accountId,
      await settleAffiliation({ pool, isDistributed }, accountId, filter),
    )
    const count = `select count(*) as total, coalesce(max(l.id), 0) as last from leads l where ${text}`
    const { rows: counted } = await pool.query<{ total: number; last: number }>(count, values)
    const { total = 0, last = 0 } = counted[0] ?? {}
    const kept = [accountId, format, JSON.stringify(filter), total, last, now]
    return (await pool.query<LeadsExport>(ADD, kept)).rows[0] as LeadsExport
  },

  /** Stores which job's rows are to be exported. */
  addJob: async (
    accountId: number,
    { format, job, total, now }: { format: LeadsExport['format']; job: number; total: number; now: Date },
  ): Promise<LeadsExport> => {
    const kept = [accountId, format, JSON.stringify({ job }), total, 0, now]
    return (await pool.query<LeadsExport>(ADD, kept)).rows[0] as LeadsExport
  },

  /** Finds an export of any account, for signed links. */
  findById: async (id: number): Promise<LeadsExport | null> => {
    const text = `select ${EXPORT} from leads_exports where id = $1`
    return (await pool.query<LeadsExport>(text, [id])).rows[0] ?? null
  },

  find: async (accountId: number, id: number): Promise<LeadsExport | null> => {
    const text = `select ${EXPORT} from leads_exports where account_id = $1 and id = $2`
    return (await pool.query<LeadsExport>(text, [accountId, id])).rows[0] ?? null
  },

  /** The next leads below an id, newest first. */
  page: async ({ accountId, filter }: LeadsExport, belowId: number, limit: number): Promise<LeadRow[]> => {
    const ids = await nextLeads({ pool, isDistributed }, { accountId, filter }, belowId, limit)
    const page = { name: 'leads-export-page', text: PAGE, values: [accountId, ids] }
    return (await pool.query<{ lead: LeadRow }>(page)).rows.map(({ lead }) => lead)
  },

  /** Country and city of companies, by registrable domain; companies with neither are left out. */
  companyPlaces: async (domains: readonly string[]): Promise<CompanySeat[]> =>
    domains.length === 0
      ? []
      : (await pool.query<CompanySeat>({ name: 'leads-export-seats', text: SEATS, values: [domains] })).rows,

  /** Drops exports older than the date. */
  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from leads_exports where created_at < $1', [before])
  },
})
