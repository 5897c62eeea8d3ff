import type { Pool } from 'pg'
import { isoDate } from '../lib/clock.ts'

/** A verdict as it is stored; `Outcome` is what the engine gave, as JSON. */
export interface NewVerification {
  domain: string
  value: string
  status: string
  outcome: object
  checkedAt: Date
  freshUntil: Date
}

interface Key {
  domain: string
  value: string
}

/** A verification under way. */
export interface VerificationRun {
  state: 'running' | 'waiting'
  startedAt: Date
  /** Tries begun, the running one included. */
  tries: number
  dueAt: Date
  /** What the try before came to, as JSON; null before the first has ended. */
  outcome: unknown
}

const KEEP = `insert into verifications (domain, value, status, outcome, checked_at, fresh_until) values ($1, $2, $3, $4, $5, $6)
  on conflict (domain, value) do update set status = $3, outcome = $4, checked_at = $5, fresh_until = $6
  where verifications.checked_at <= $5`

/** What a search shows of it; the pair of values says whether anything changed. */
const SHOW = `update addresses set verification_status = $3, verified_on = $4 where domain = $1 and value = $2`

/** Takes the right to run: nobody has it, who had it is dead, or the time to ask again has come. A run from before $5 starts anew. */
const BEGIN = `insert into verification_runs (domain, value, state, started_at, due_at) values ($1, $2, 'running', $3, $4)
  on conflict (domain, value) do update set state = 'running', due_at = $4,
    tries = case when verification_runs.started_at < $5 then 1 else verification_runs.tries + 1 end,
    started_at = case when verification_runs.started_at < $5 then $3 else verification_runs.started_at end
  where verification_runs.due_at <= $3
  returning state, started_at as "startedAt", tries, due_at as "dueAt", outcome`

const FIND_RUN = `select state, started_at as "startedAt", tries, due_at as "dueAt", outcome from verification_runs
  where domain = $1 and value = $2`

const WAIT = `update verification_runs set state = 'waiting', due_at = $3, outcome = $4 where domain = $1 and value = $2`

const KEEP_CATCH_ALL = `insert into catch_all_domains (domain, answer, checked_at, fresh_until) values ($1, $2, $3, $4)
  on conflict (domain) do update set answer = $2, checked_at = $3, fresh_until = $4`

const SHOW_CATCH_ALL = `update domains set accept_all = $2, accept_all_on = $3 where domain = $1`

const LANE = 'select version, state from mx_lanes where name = $1'
const NEW_LANE = `insert into mx_lanes (name, state) values ($1, $2) on conflict do nothing`
const CHANGE_LANE = 'update mx_lanes set version = version + 1, state = $3 where name = $1 and version = $2'

/** Verdicts, runs in progress, catch-all domains and lanes: what all processes know of verifying. */
export const createVerificationsStore = (pool: Pool) => ({
  /** The latest verdict that is still fresh. */
  findFresh: async ({ domain, value }: Key, now: Date): Promise<unknown> => {
    const text = 'select outcome from verifications where domain = $1 and value = $2 and fresh_until > $3'
    const { rows } = await pool.query<{ outcome: unknown }>({
      name: 'verification-fresh',
      text,
      values: [domain, value, now],
    })
    return rows[0]?.outcome ?? null
  },

  /**
   * Stores a verdict, and shows it with the address where the index has that.
   * @returns whether the index has the address.
   */
  keep: async ({ domain, value, status, outcome, checkedAt, freshUntil }: NewVerification): Promise<boolean> => {
    const values = [domain, value, status, JSON.stringify(outcome), checkedAt, freshUntil]
    await pool.query({ name: 'verification-keep', text: KEEP, values })
    const shown = await pool.query({
      name: 'verification-show',
      text: SHOW,
      values: [domain, value, status, isoDate(checkedAt)],
    })
    return shown.rowCount === 1
  },

  /** The newest sources of an address as a search shows them, or none. */
  sourcesOf: async <Source>({ domain, value }: Key): Promise<Source[]> => {
    const text = 'select sources from addresses where domain = $1 and value = $2 and visible'
    const { rows } = await pool.query<{ sources: Source[] }>({
      name: 'verification-sources',
      text,
      values: [domain, value],
    })
    return rows[0]?.sources ?? []
  },

  /** The run that this caller now has to do, or null when another does it or it is not due. */
  begin: async (
    { domain, value }: Key,
    now: Date,
    { deadAt, forgottenBefore }: { deadAt: Date; forgottenBefore: Date },
  ): Promise<VerificationRun | null> => {
    const query = { name: 'verification-begin', text: BEGIN, values: [domain, value, now, deadAt, forgottenBefore] }
    return (await pool.query<VerificationRun>(query)).rows[0] ?? null
  },

  findRun: async ({ domain, value }: Key): Promise<VerificationRun | null> => {
    const query = { name: 'verification-run', text: FIND_RUN, values: [domain, value] }
    return (await pool.query<VerificationRun>(query)).rows[0] ?? null
  },

  /** The run is to be done again at `dueAt`. */
  wait: async ({ domain, value }: Key, dueAt: Date, outcome: unknown): Promise<void> => {
    await pool.query(WAIT, [domain, value, dueAt, JSON.stringify(outcome)])
  },

  end: async ({ domain, value }: Key): Promise<void> => {
    await pool.query({
      name: 'verification-end',
      text: 'delete from verification_runs where domain = $1 and value = $2',
      values: [domain, value],
    })
  },

  /** Answers that still hold, of those of these domains that have one. */
  findCatchAll: async (domains: readonly string[], now: Date): Promise<{ domain: string; answer: string }[]> => {
    const text = 'select domain, answer from catch_all_domains where domain = any($1) and fresh_until > $2'
    const query = { name: 'catch-all-find', text, values: [domains, now] }
    return (await pool.query<{ domain: string; answer: string }>(query)).rows
  },

  /** @param acceptAll what a search shows; null leaves it as it was. */
  keepCatchAll: async (domain: string, { answer, acceptAll, checkedAt, freshUntil }: CatchAllRecord): Promise<void> => {
    await pool.query(KEEP_CATCH_ALL, [domain, answer, checkedAt, freshUntil])
    if (acceptAll !== null) await pool.query(SHOW_CATCH_ALL, [domain, acceptAll, isoDate(checkedAt)])
  },

  /** Changes the record of a lane; when another process was faster, `change` is asked again. */
  changeLane: async <State>(name: string, initial: State, change: (state: State) => State | null): Promise<void> => {
    for (;;) {
      const { rows } = await pool.query<{ version: number; state: State }>({
        name: 'lane-find',
        text: LANE,
        values: [name],
      })
      const [known] = rows
      const next = change(known?.state ?? initial)
      if (next === null) return
      const changed =
        known === undefined
          ? await pool.query(NEW_LANE, [name, JSON.stringify(next)])
          : await pool.query({
              name: 'lane-change',
              text: CHANGE_LANE,
              values: [name, known.version, JSON.stringify(next)],
            })
      if (changed.rowCount === 1) return
    }
  },

  /** Forgets verdicts and runs older than the date. */
  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from verifications where checked_at < $1', [before])
    await pool.query('delete from verification_runs where started_at < $1', [before])
    await pool.query('delete from catch_all_domains where checked_at < $1', [before])
  },
})

interface CatchAllRecord {
  answer: string
  acceptAll: boolean | null
  checkedAt: Date
  freshUntil: Date
}
