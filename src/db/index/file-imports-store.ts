import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { isGone } from '../worker-presence.ts'

export type FileImportKind = 'companies' | 'people'

/** Counts of rows; `unchanged` companies or addresses were already known in this form. */
export interface ImportFigures {
  rows: number
  created: number
  changed: number
  unchanged: number
  /** Companies without a web site, which wait for one. */
  waiting: number
  /** Rows that repeat an earlier one. */
  repeated: number
  rejected: number
}

export interface FileImport {
  id: number
  name: string
  status: 'open' | 'done' | 'failed'
  rowsDone: number
  figures: Partial<ImportFigures>
}

export interface RejectedRow {
  line: number
  /** Its number among the rows, from 1: one line may contain several. */
  record?: number
  reason: string
}

export interface ImportProgress {
  id: number
  holder: string
  rowsDone: number
  figures: ImportFigures
  rejected: readonly RejectedRow[]
  now: Date
  heldUntil: Date
}

const IMPORT = 'id, name, status, rows_done as "rowsDone", figures'

/** An import that is done or has failed starts over. */
const OPEN = `insert into file_imports as f (kind, name, fingerprint, mapping, started_at) values ($1, $2, $3, $4, $5)
  on conflict (kind, fingerprint, mapping) do update set name = excluded.name, problem = null, finished_at = null,
    status = 'open', started_at = case when f.status = 'open' then f.started_at else excluded.started_at end,
    rows_done = case when f.status = 'open' then f.rows_done else 0 end,
    figures = case when f.status = 'open' then f.figures else '{}' end
    where f.held_until is null or f.held_until < $5 or ${isGone('f.holder')}
  returning ${IMPORT}`

const HOLD = `update file_imports set holder = $2, held_until = $3
  where id = $1 and (held_until is null or held_until < $4 or ${isGone('holder')}) returning id`

const SAVE = `update file_imports set rows_done = $3, figures = $4, held_until = $5 where id = $1 and holder = $2`
const REJECT = `insert into rejected_rows (import_id, line, reason, rejected_at, record)
  select $1, line, reason, $4, record from unnest($2::bigint[], $3::text[], $5::bigint[]) as row (line, reason, record)
  on conflict (import_id, record) do update set line = excluded.line, reason = excluded.reason, rejected_at = excluded.rejected_at`

const END = `update file_imports set status = $3, problem = $4, finished_at = $5, holder = null, held_until = null
  where id = $1 and holder = $2`

/** The imported files, and their rejected rows. */
export const createFileImportsStore = (pool: Pool) => ({
  /** The import of this content, new or where it was left; null while another process is running it. */
  open: async (
    wanted: { kind: FileImportKind; name: string; fingerprint: string; mapping: string },
    now: Date,
  ): Promise<FileImport | null> => {
    const { kind, name, fingerprint, mapping } = wanted
    return (await pool.query<FileImport>(OPEN, [kind, name, fingerprint, mapping, now])).rows[0] ?? null
  },

  /** @returns false if another process was faster. */
  hold: async (id: number, holder: string, until: Date, now: Date): Promise<boolean> =>
    (await pool.query(HOLD, [id, holder, until, now])).rowCount === 1,

  end: async (
    { id, holder }: { id: number; holder: string },
    status: 'open' | 'done' | 'failed',
    problem: string | null,
    now: Date,
  ): Promise<void> => {
    await pool.query(END, [id, holder, status, problem, status === 'open' ? null : now])
  },

  /** Stores the progress of an import whose rows are stored separately. */
  save: (progress: ImportProgress): Promise<void> => inTransaction(pool, (client) => saveProgress(client, progress)),

  /** The first rejected rows. */
  rejectedRows: async (id: number, limit: number): Promise<RejectedRow[]> => {
    const text = 'select line, record, reason from rejected_rows where import_id = $1 order by record limit $2'
    return (await pool.query<RejectedRow>(text, [id, limit])).rows
  },

  forgetRejected: async (before: Date): Promise<void> => {
    await pool.query('delete from rejected_rows where rejected_at < $1', [before])
  },
})

/** Another process has taken over the import: this one must not continue. */
export class ImportLost extends Error {
  override readonly name = 'ImportLost'
}

/**
 * Stores the progress of the import, in the transaction of a slice.
 * @throws ImportLost
 */
export async function saveProgress(client: PoolClient, progress: ImportProgress): Promise<void> {
  const { id, holder, rowsDone, figures, rejected, now, heldUntil } = progress
  if (rejected.length > 0)
    await client.query(REJECT, [
      id,
      rejected.map(({ line }) => line),
      rejected.map(({ reason }) => reason),
      now,
      rejected.map(({ line, record }) => record ?? line),
    ])
  const { rowCount } = await client.query(SAVE, [id, holder, rowsDone, JSON.stringify(figures), heldUntil])
  if (rowCount === 0) throw new ImportLost('Another process is continuing this import.')
}
