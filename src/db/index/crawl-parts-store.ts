import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { PRESENCE_LOCK } from '../worker-presence.ts'
import type { ArchiveImport, ArchiveTotals } from './archives-store.ts'

/** Records by archive: alternating offsets and lengths. */
export type PartRanges = readonly (readonly [file: string, ranges: readonly number[]])[]

/** An index file, from which parts are chosen, or a part: up to a few thousand records. */
export interface CrawlWork extends ArchiveImport {
  ranges: PartRanges | null
}

/** What was chosen from an index file. */
export interface ChosenFigures {
  chosen: number
  bytes: number
}

export interface ChosenParts {
  parts: readonly PartRanges[]
  figures: ChosenFigures
}

export interface IndexState extends Partial<ChosenFigures> {
  source: string
  status: string
  problem: string | null
}

/** Of all parts of a choice. */
export interface PartsState extends Pick<ArchiveTotals, 'records' | 'pages' | 'addresses' | 'damaged'> {
  parts: number
  done: number
  failed: number
  /** Of one that failed. */
  problem: string | null
}

const SOURCE = `$1 || ' ' || source`

const ADD = `insert into archive_imports (crawl, source, added_at) select $1, ${SOURCE}, $3 from unnest($2::text[]) as given (source)
  on conflict (source) do nothing`

const AGAIN = `update archive_imports set status = 'queued', problem = null
  where crawl = $1 and status in ('failed', 'incomplete')`

/**
 * Parts come before index files: what is chosen is read before more is chosen. What failed before comes last, the latest failure
 * at the very end, so that it holds up nothing.
 */
const TAKE = `update archive_imports set holder = $2, held_until = $4
  where id = (select id from archive_imports
    where crawl = $1 and status = 'queued' and (held_until is null or held_until < $3)
    order by finished_at nulls first, ranges is null, id for update skip locked limit 1)
  returning id, substr(source, length($1) + 2) as source, checkpoint_offset as offset, checkpoint_records as records,
    figures, ranges`

/** The files of an index are settled one after the other: there may be a limit to what is chosen from all of them. */
const LOCK_INDEX = `select id from archive_imports where crawl = $1 and ranges is null order by id for update`
const CHOSEN = `select coalesce(sum((figures ->> 'chosen')::bigint), 0)::float8 as chosen from archive_imports
  where crawl = $1 and ranges is null and status = 'done'`
const ADD_PARTS = `insert into archive_imports (crawl, source, ranges, added_at)
  select $1, $1 || ' ' || $2 || ' ' || place, part, $4 from jsonb_array_elements($3::jsonb) with ordinality as p (part, place)
  on conflict (source) do nothing`
/** One per part and archive: after a kill, the same archive may fail in the same part again. */
const SET_ASIDE = `insert into archive_imports (crawl, source, ranges, added_at, status, problem, finished_at)
  select $1, $1 || ' ' || $2 || ' ' || (part -> 0 ->> 0), part, $4, 'failed', problem, $4
    from unnest($3::jsonb[], $5::text[]) as given (part, problem)
  on conflict (source) do nothing`
const SETTLE = `update archive_imports set status = 'done', figures = $3, finished_at = $4, holder = null, held_until = null
  where id = $1 and holder = $2`

const PARTS = `select count(*)::int as parts, count(*) filter (where status = 'done')::int as done,
    count(*) filter (where status in ('failed', 'incomplete'))::int as failed, max(problem) as problem,
    ${['records', 'pages', 'addresses', 'damaged']
      .map((name) => `coalesce(sum((figures ->> '${name}')::bigint), 0)::float8 as ${name}`)
      .join(', ')}
  from archive_imports where crawl = $1 and ranges is not null`

/** Imports from public crawls: which index files were searched, and which records are to be read. */
export const createCrawlPartsStore = (pool: Pool) => ({
  /** Adds index files; those that failed before are tried again. */
  add: async (crawl: string, indexes: readonly string[], now: Date): Promise<void> => {
    await pool.query(ADD, [crawl, [...new Set(indexes)], now])
    await pool.query(AGAIN, [crawl])
  },

  /** Takes the next work that nobody has; null if there is none. */
  take: async (crawl: string, holder: string, now: Date, until: Date): Promise<CrawlWork | null> =>
    (await pool.query<CrawlWork>(TAKE, [crawl, holder, now, until])).rows[0] ?? null,

  /** Releases the work of processes that are gone. @returns whether living processes have some */
  releaseGone: async (crawl: string): Promise<boolean> => {
    const text = `select distinct holder from archive_imports where crawl = $1 and status = 'queued' and holder is not null`
    const { rows } = await pool.query<{ holder: string }>(text, [crawl])
    let gone = 0
    for (const { holder } of rows) if (await inTransaction(pool, (client) => release(client, crawl, holder))) gone++
    return gone < rows.length
  },

  /**
   * Stores what was chosen from an index file, all of it or nothing.
   * @param choose returns what to store, given how much was chosen from other files; may be called again
   */
  settleIndex: async (
    { crawl, id, source, holder }: Pick<CrawlWork, 'id' | 'source'> & { crawl: string; holder: string },
    choose: (chosenBefore: number) => ChosenParts,
    now: Date,
  ): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      await client.query(LOCK_INDEX, [crawl])
      const { rows } = await client.query<{ chosen: number }>(CHOSEN, [crawl])
      const { parts, figures } = choose(rows[0]?.chosen ?? 0)
      const settled = await client.query(SETTLE, [id, holder, figures, now])
      if ((settled.rowCount ?? 0) === 0) return false
      await client.query(ADD_PARTS, [crawl, source, JSON.stringify(parts), now])
      return true
    }),

  /** Makes a part of its own, to be read in a later run, of what could not be read of another. */
  setAside: async (
    { crawl, source }: Pick<CrawlWork, 'source'> & { crawl: string },
    archives: readonly { ranges: PartRanges[number]; problem: string }[],
    now: Date,
  ): Promise<void> => {
    const parts = archives.map(({ ranges }) => JSON.stringify([ranges]))
    await pool.query(SET_ASIDE, [crawl, source, parts, now, archives.map(({ problem }) => problem)])
  },

  indexes: async (crawl: string): Promise<IndexState[]> => {
    const text = `select substr(source, length($1) + 2) as source, status, problem,
        (figures ->> 'chosen')::float8 as chosen, (figures ->> 'bytes')::float8 as bytes
      from archive_imports where crawl = $1 and ranges is null order by id`
    return (await pool.query<IndexState>(text, [crawl])).rows
  },

  parts: async (crawl: string): Promise<PartsState | null> =>
    (await pool.query<PartsState>(PARTS, [crawl])).rows[0] ?? null,
})

async function release(client: PoolClient, crawl: string, holder: string): Promise<boolean> {
  const probe = `select pg_try_advisory_xact_lock(${PRESENCE_LOCK}) as gone`
  const { rows } = await client.query<{ gone: boolean }>(probe, [holder])
  if (rows[0]?.gone !== true) return false
  const text = `update archive_imports set holder = null, held_until = null where crawl = $1 and holder = $2 and status = 'queued'`
  await client.query(text, [crawl, holder])
  return true
}
