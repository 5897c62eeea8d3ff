import type { Pool } from 'pg'
import { isGone } from '../worker-presence.ts'

/** What an import has read and found so far. */
export interface ArchiveTotals {
  records: number
  responses: number
  /** Pages that were read for addresses. */
  pages: number
  /** Addresses that they show, counted once per page. */
  addresses: number
  oversized: number
  garbage: number
  damaged: number
  /** Captures left out because of an impossible date, and the names of some of them. */
  misdated: number
  named: string[]
  truncated: boolean
  /** Within the file as it is stored; for progress. */
  offset: number
}

export interface ArchiveImport {
  id: number
  source: string
  offset: number
  records: number
  figures: Partial<ArchiveTotals>
}

export interface ArchiveState {
  source: string
  status: string
  problem: string | null
  figures: Partial<ArchiveTotals>
}

const IMPORT = `id, source, checkpoint_offset as offset, checkpoint_records as records, figures`

/** Files that failed, or ended too early, are tried again if they are listed again. */
const ADD = `insert into archive_imports (source, added_at) select source, $2 from unnest($1::text[]) as given (source)
  on conflict (source) do update set status = 'queued', problem = null where archive_imports.status in ('failed', 'incomplete')`

const TAKE = `update archive_imports set holder = $1, held_until = $3
  where id = (select id from archive_imports
    where status = 'queued' and source = any ($4) and (held_until is null or held_until < $2 or ${isGone('holder')})
    order by id for update skip locked limit 1)
  returning ${IMPORT}`

const PROGRESS = `update archive_imports set checkpoint_offset = $3, checkpoint_records = $4, figures = $5, held_until = $6
  where id = $1 and holder = $2`

const FINISH = `update archive_imports set status = $3, problem = $4, finished_at = $5, holder = null, held_until = null
  where id = $1 and holder = $2`

const SHOWN_AT_ONE = `select p.url from unnest($1::text[], $2::text[]) as p (domain, url)
  where exists (select 1 from sources s where s.source_domain = p.domain and s.uri = p.url)`
/** From pages as stored by their own domain; see migration 081. */
const SHOWN_AT_NODES = `select distinct p.url from unnest($1::text[], $2::text[]) as p (domain, url)
  join page_addresses s on s.source_domain = p.domain and s.uri = p.url and s.source_domain = any($1::text[])`

/** The list of web archives to import. */
export const createArchivesStore = (pool: Pool, isDistributed: boolean) => ({
  add: async (sources: readonly string[], now: Date): Promise<void> => {
    await pool.query(ADD, [[...new Set(sources)], now])
  },

  /** Takes the next of these files that no running process is reading; null if none is left. */
  take: async (sources: readonly string[], holder: string, now: Date, until: Date): Promise<ArchiveImport | null> =>
    (await pool.query<ArchiveImport>(TAKE, [holder, now, until, sources])).rows[0] ?? null,

  /** @returns whether the file still belongs to this holder. */
  saveProgress: async (
    id: number,
    holder: string,
    { offset, records, figures }: Pick<ArchiveImport, 'offset' | 'records' | 'figures'>,
    until: Date,
  ): Promise<boolean> =>
    ((await pool.query(PROGRESS, [id, holder, offset, records, figures, until])).rowCount ?? 0) > 0,

  /** Shows that the holder is still there while there is no progress: a server may let it wait. */
  stay: async (id: number, holder: string, until: Date): Promise<void> => {
    await pool.query('update archive_imports set held_until = $3 where id = $1 and holder = $2', [id, holder, until])
  },

  finish: async (
    id: number,
    holder: string,
    status: 'done' | 'failed' | 'incomplete',
    problem: string | null,
    now: Date,
  ): Promise<void> => {
    await pool.query(FINISH, [id, holder, status, problem, now])
  },

  /** Lets another process continue at once. */
  release: async (id: number, holder: string): Promise<void> => {
    await pool.query('update archive_imports set holder = null, held_until = null where id = $1 and holder = $2', [
      id,
      holder,
    ])
  },

  /** The states of these files. */
  states: async (sources: readonly string[]): Promise<ArchiveState[]> => {
    const text = 'select source, status, problem, figures from archive_imports where source = any ($1) order by id'
    return (await pool.query<ArchiveState>(text, [sources])).rows
  },

  /** Those of the pages on which an address was found. */
  pagesWithSources: async (pages: readonly { domain: string; url: string }[]): Promise<Set<string>> => {
    const { rows } = await pool.query<{ url: string }>(isDistributed ? SHOWN_AT_NODES : SHOWN_AT_ONE, [
      pages.map(({ domain }) => domain),
      pages.map(({ url }) => url),
    ])
    return new Set(rows.map(({ url }) => url))
  },
})
