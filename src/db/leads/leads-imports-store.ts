import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import type { Page } from './leads-lists-store.ts'
import { settledTotal } from '../../lib/input/settled-total.ts'

export interface LeadsImportOptions {
  name: string | null
  dryRun: boolean
  onExisting: 'update' | 'skip'
  leadsListId: number | null
  listNamed: boolean
  columns: readonly { column: string; field: string }[]
  encoding: string
}

export interface LeadsImport extends Omit<LeadsImportOptions, 'encoding'> {
  encoding: string | null
  accountId: number
  id: number
  status: 'uploading' | 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  total: number
  done: number
  created: number
  updated: number
  unchanged: number
  skipped: number
  failed: number
  problem: string | null
  createdAt: Date
  finishedAt: Date | null
}

/** A row of a file that can become a lead. */
export interface ImportRow {
  line: number
  /** Which of several people in the line, from 0. */
  person?: number
  email: string
  /** By column of `leads`; what the row does not contain has no key. */
  fields: Record<string, string | number>
  customAttributes: Record<string, string>
  optoutDigests: readonly Buffer[]
}

/** A row that cannot become a lead, and why, in Quarry's words. */
export interface BadRow {
  line: number
  person?: number
  column: string | null
  reason: string
}

/** Rows are kept by their line; the other people of a line follow behind all lines, at a multiple of this. */
export const PERSON_STEP = 2 ** 40
const placeOf = ({ line, person = 0 }: Pick<ImportRow, 'line' | 'person'>): number => line + person * PERSON_STEP

export const IMPORT = `account_id as "accountId", id, name, status, dry_run as "dryRun", on_existing as "onExisting",
  leads_list_id as "leadsListId", list_named as "listNamed", columns, encoding, total, done, created, updated, unchanged,
  skipped, failed, problem, created_at as "createdAt", finished_at as "finishedAt"`

const BEGIN = `insert into leads_imports
  (account_id, name, status, dry_run, on_existing, leads_list_id, list_named, columns, encoding, created_at, alive_at)
  values ($1, $2, 'uploading', $3, $4, $5, $6, $7, $8, $9, $9) returning ${IMPORT}`

const COUNT = `update leads_imports set total = total + $3 + $4, done = done + $4, failed = failed + $4
  where account_id = $1 and id = $2 and status = 'uploading' returning 1`

/** Digests are passed as one array literal per row: PostgreSQL arrays cannot be lists of lists of different lengths. */
const STAGE = `insert into leads_import_rows (account_id, import_id, line, email, fields, custom_attributes, optout_digests)
  select $1, $2, line, email, fields, attributes, digests::bytea[]
  from unnest($3::bigint[], $4::text[], $5::jsonb[], $6::jsonb[], $7::text[]) r (line, email, fields, attributes, digests)`

const REPORT = `insert into leads_import_errors (account_id, import_id, line, column_name, reason)
  select $1, $2, * from unnest($3::bigint[], $4::text[], $5::text[]) on conflict do nothing`

/** Ends an import that has not ended, and deletes its remaining rows. */
const END = `with ended as (
    update leads_imports set status = $3, problem = $4, finished_at = $5
    where account_id = $1 and id = $2 and status in ('uploading', 'queued', 'running') returning id)
  delete from leads_import_rows where account_id = $1 and import_id in (select id from ended)`

/**
 * An upload of which nothing is heard any longer; one without signs of life, of an older release, when it takes longer than
 * any may (`request-upload.ts`: six hours). $1 is now.
 */
const INTERRUPTED = `status = 'uploading' and coalesce(alive_at + interval '5 minutes', created_at + interval '7 hours') < $1::timestamptz`

const END_INTERRUPTED = `with ended as (
    update leads_imports set status = 'failed', problem = 'The upload was interrupted.', finished_at = $1
    where ${INTERRUPTED} returning account_id, id)
  delete from leads_import_rows r using ended where r.account_id = ended.account_id and r.import_id = ended.id`

/** Imports of leads: their options, their progress, and rows that could not be used. */
export const createLeadsImportsStore = (pool: Pool) => ({
  begin: async (accountId: number, options: LeadsImportOptions, now: Date): Promise<LeadsImport> => {
    const { name, dryRun, onExisting, leadsListId, listNamed, columns, encoding } = options
    const given = [name, dryRun, onExisting, leadsListId, listNamed, JSON.stringify(columns), encoding]
    return (await pool.query<LeadsImport>(BEGIN, [accountId, ...given, now])).rows[0] as LeadsImport
  },

  /** Stores rows as read. @returns false when they are no longer wanted. */
  addRows: ({ accountId, id }: LeadsImport, good: readonly ImportRow[], bad: readonly BadRow[]): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(COUNT, [accountId, id, good.length, bad.length])
      if (rowCount === 0) return false
      await client.query(STAGE, [accountId, id, ...columnsOf(good)])
      const reported = [bad.map(placeOf), bad.map(({ column }) => column), bad.map(({ reason }) => reason)]
      if (bad.length > 0) await client.query(REPORT, [accountId, id, ...reported])
      return true
    }),

  /** Queues an import once all rows have arrived. @returns null when it was cancelled meanwhile. */
  enqueue: async ({ accountId, id }: LeadsImport): Promise<LeadsImport | null> => {
    await pool.query('analyze leads_import_rows') // the planner knows nothing about rows that have just arrived
    const text = `update leads_imports set status = 'queued' where account_id = $1 and id = $2 and status = 'uploading' returning ${IMPORT}`
    return (await pool.query<LeadsImport>(text, [accountId, id])).rows[0] ?? null
  },

  /** Does nothing if it has already ended. */
  end: async (
    { accountId, id }: Pick<LeadsImport, 'accountId' | 'id'>,
    how: { status: 'cancelled' | 'failed'; problem: string | null; now: Date },
  ): Promise<void> => {
    await pool.query(END, [accountId, id, how.status, how.problem, how.now])
  },

  find: async (accountId: number, id: number): Promise<LeadsImport | null> => {
    const text = `select ${IMPORT} from leads_imports where account_id = $1 and id = $2`
    return (await pool.query<LeadsImport>(text, [accountId, id])).rows[0] ?? null
  },

  /** Newest first. */
  list: async (accountId: number, { limit, offset }: Page): Promise<{ imports: LeadsImport[]; total: number }> => {
    const page = `select ${IMPORT} from leads_imports where account_id = $1 order by id desc limit $2 offset $3`
    const { rows: imports } = await pool.query<LeadsImport>(page, [accountId, limit, offset])
    const counted = 'select count(*) as total from leads_imports where account_id = $1'
    const { rows } = await pool.query<{ total: number }>(counted, [accountId])
    return { imports, total: settledTotal(rows[0]?.total ?? 0, imports.length, { limit, offset }) }
  },

  /** In file order. */
  errors: async ({ accountId, id }: LeadsImport, { limit, offset }: Page): Promise<BadRow[]> => {
    const text = `select line % ${PERSON_STEP} as line, column_name as column, reason from leads_import_errors
      where account_id = $1 and import_id = $2 order by leads_import_errors.line % ${PERSON_STEP}, leads_import_errors.line limit $3 offset $4`
    return (await pool.query<BadRow>(text, [accountId, id, limit, offset])).rows
  },

  /** A sign of life of the process that reads an upload. */
  sayAlive: async ({ accountId, id }: LeadsImport, now: Date): Promise<void> => {
    const text = `update leads_imports set alive_at = $3 where account_id = $1 and id = $2 and status = 'uploading'`
    await pool.query(text, [accountId, id, now])
  },

  /** Ends uploads whose process is gone, with the rows that arrived. */
  endInterrupted: async (now: Date): Promise<void> => {
    await pool.query(END_INTERRUPTED, [now])
  },

  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from leads_imports where created_at < $1', [before])
  },
})

const columnsOf = (rows: readonly ImportRow[]): unknown[] => [
  rows.map(placeOf),
  rows.map(({ email }) => email),
  rows.map(({ fields }) => JSON.stringify(fields)),
  rows.map(({ customAttributes }) => JSON.stringify(customAttributes)),
  rows.map(({ optoutDigests }) => `{${optoutDigests.map((digest) => `"\\\\x${digest.toString('hex')}"`).join(',')}}`),
]
