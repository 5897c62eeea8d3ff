import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { errorCode } from '../lib/text/error-code.ts'

/** Checks whether the database answers and accepts writes. @returns the reason it does not, in a few words, or null. */
export type StorageCheck = () => Promise<string | null>

/** Probes come more often than a write is worth. */
const WRITE_EVERY_MS = 3_000
const NO_ANSWER = 'the database does not answer'
/** Monitors give up after a few seconds; a connection to a stalled database waits longer. */
const ANSWER_WITHIN_MS = 5_000

/** Writes one row over and over, and commits: needs a server that accepts writes and can write its log. */
const WRITE_ROW = `insert into settings (name, value) values ('written_at', to_jsonb(now()))
  on conflict (name) do update set value = excluded.value`
/** Such a row finds room even on a full disk, as no file grows for it. A sort that exceeds its memory creates a temporary file. */
const SMALL_MEMORY = "set local work_mem = '64kB'"
const WRITE_FILE =
  'select count(*) from (select n from generate_series(1, 8000) n order by md5(n::text) offset 0) sorted'

/** By SQLSTATE; anything else counts as no answer. */
const REASONS = new Map([
  ['53100', 'the disk of the database is full'],
  ['25006', 'the database is read-only'],
  ['53300', 'all connections of the database are in use'],
  ['42501', 'the role of the database may not write'],
  ['58030', 'the disk of the database is failing'],
  ['57014', 'the database does not write in time'],
])

export interface StorageCheckNeeds {
  log: Pick<Logger, 'warn'>
  /** Why the server is not running, if that is known: it cannot say so itself. */
  absence?: () => string | null
}

/**
 * Whether everything that a request needs from the database works right now. Each call checks that it answers within five
 * seconds; writing is tried every three seconds at most, and calls in between share the result.
 * @param pool for light calls, so that expensive ones cannot delay it
 */
export function createStorageCheck(pool: Pool, { log, absence }: StorageCheckNeeds): StorageCheck {
  let tried: { at: number; problem: Promise<string | null> } | null = null
  const problemOf = (work: () => Promise<unknown>): Promise<string | null> =>
    reasonAgainst(work, log).then((reason) => (reason === NO_ANSWER ? (absence?.() ?? reason) : reason))
  const written = (): Promise<string | null> => {
    if (tried === null || performance.now() - tried.at >= WRITE_EVERY_MS)
      tried = { at: performance.now(), problem: problemOf(() => write(pool)) }
    return tried.problem
  }
  const asked = async (): Promise<string | null> => (await problemOf(() => pool.query('select 1'))) ?? (await written())
  return async () => {
    const late = Promise.withResolvers<string>()
    const timer = setTimeout(() => late.resolve(absence?.() ?? NO_ANSWER), ANSWER_WITHIN_MS)
    return Promise.race([asked(), late.promise]).finally(() => clearTimeout(timer))
  }
}

async function write(pool: Pool): Promise<void> {
  const client = await pool.connect()
  let broken = false
  try {
    for (const statement of ['begin', WRITE_ROW, SMALL_MEMORY, WRITE_FILE, 'commit']) await client.query(statement)
  } catch (error) {
    await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client.release(broken)
  }
}

async function reasonAgainst(work: () => Promise<unknown>, log: Pick<Logger, 'warn'>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    const reason = REASONS.get(errorCode(error)) ?? NO_ANSWER
    log.warn({ err: error }, `Not ready: ${reason}.`)
    return reason
  }
}
