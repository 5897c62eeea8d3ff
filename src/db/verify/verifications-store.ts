import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { isoDate, MINUTE_MS } from '../../lib/process/clock.ts'
import { createTtlMap } from '../../lib/process/ttl-map.ts'
import type { FoundSourceRow } from '../search/search-store.ts'

/** A verdict as stored; `outcome` is the engine's result, as JSON. */
export interface NewVerification {
  domain: string
  value: string
  status: string
  outcome: object
  checkedAt: Date
  freshUntil: Date
}

export interface AddressKey {
  domain: string
  value: string
}

/** A verification in progress. */
export interface VerificationRun {
  state: 'running' | 'waiting'
  startedAt: Date
  /** Attempts started, including the running one. */
  tries: number
  dueAt: Date
  /** The result of the previous attempt, as JSON; null before the first has ended. */
  outcome: unknown
}

const INSERT = `insert into verifications (domain, value, status, outcome, checked_at, fresh_until)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::timestamptz[])
  on conflict (domain, value) do update set status = excluded.status, outcome = excluded.outcome,
    checked_at = excluded.checked_at, fresh_until = excluded.fresh_until
  where verifications.checked_at <= excluded.checked_at returning value, status, checked_at`

/** A lead shows the latest verdict on its address. */
const noteOn = (kept: string): string => `update leads l
  set verification_status = kept.status, verified_at = kept.checked_at
  from ${kept} where l.email = kept.value and (l.verified_at is null or l.verified_at <= kept.checked_at)`

/** Over several nodes, where leads and verdicts cannot be joined, the statements run one after the other. */
const KEEP = {
  one: `with kept as (${INSERT}) ${noteOn('kept')}`,
  nodes: INSERT,
  leads: noteOn('unnest($1::text[], $2::text[], $3::timestamptz[]) as kept (value, status, checked_at)'),
}

const FORGOTTEN_AT_ONCE = 10_000
/** Domains of some old verdicts, and the deletion of those verdicts. */
const OLD = 'select distinct domain from (select domain from verifications where checked_at < $1 limit $2) old'
const FORGET = 'delete from verifications where checked_at < $1 and domain = any($2)'

/** What a search shows of the verdicts; returns the addresses it has. */
const show = (near: string): string => `update addresses a
  set verification_status = k.status, verified_on = k.verified_on
  from unnest($1::text[], $2::text[], $3::text[], $4::date[]) as k (domain, value, status, verified_on)
  where a.domain = k.domain and a.value = k.value${near} returning a.domain, a.value`
/** Over several nodes, the domains are repeated so that only their shards are queried. */
const SHOW = { one: show(''), nodes: show(' and a.domain = any($1::text[])') }

/**
 * Takes the right to run: if no caller has it, its owner has died, or the next attempt is due. A run from before $5 starts
 * over.
 */
const BEGIN = `insert into verification_runs (domain, value, state, started_at, due_at)
  select domain, value, 'running', $3::timestamptz, $4::timestamptz from unnest($1::text[], $2::text[]) as k (domain, value)
  on conflict (domain, value) do update set state = 'running', due_at = $4,
    tries = case when verification_runs.started_at < $5 then 1 else verification_runs.tries + 1 end,
    started_at = case when verification_runs.started_at < $5 then $3 else verification_runs.started_at end
  where verification_runs.due_at <= $3
  returning value, state, started_at as "startedAt", tries, due_at as "dueAt", outcome`

const FIND_RUNS = `select value, state, started_at as "startedAt", tries, due_at as "dueAt", outcome
  from verification_runs where (domain, value) in (select * from unnest($1::text[], $2::text[]))`

const RENEW = `update verification_runs set due_at = $3
  where state = 'running' and (domain, value) in (select * from unnest($1::text[], $2::text[]))`

const END = 'delete from verification_runs where (domain, value) in (select * from unnest($1::text[], $2::text[]))'

const WAIT = `update verification_runs set state = 'waiting', due_at = $3, outcome = $4 where domain = $1 and value = $2`

const KEEP_CATCH_ALL = `insert into catch_all_domains (domain, answer, checked_at, fresh_until) values ($1, $2, $3, $4)
  on conflict (domain) do update set answer = $2, checked_at = $3, fresh_until = $4`

const SHOW_CATCH_ALL = `update domains set accept_all = $2, accept_all_on = $3 where domain = $1`

const SLOTS = 'select version, state from mx_slots where name = $1'
const NEW_SLOTS = `insert into mx_slots (name, state) values ($1, $2) on conflict do nothing`
const CHANGE_SLOTS = 'update mx_slots set version = version + 1, state = $3 where name = $1 and version = $2'

interface SlotRecord<State> {
  version: number
  state: State
  /**
   * Whether another process also changes it: what is remembered is then most likely outdated, and writing based on it would be
   * futile.
   */
  isShared: boolean
}

const SLOTS_REMEMBERED_MS = 10 * MINUTE_MS
const MAX_SLOT_RECORDS = 20_000

/** Verdicts, runs in progress, catch-all domains and slots: what all processes share about verification. */
export const createVerificationsStore = (pool: Pool, isDistributed: boolean) => {
  const slotRecords = createTtlMap<SlotRecord<unknown>>(SLOTS_REMEMBERED_MS, MAX_SLOT_RECORDS)

  async function findSlots<State>(name: string): Promise<Omit<SlotRecord<State>, 'isShared'> | undefined> {
    const query = { name: 'slots-find', text: SLOTS, values: [name] }
    return (await pool.query<Omit<SlotRecord<State>, 'isShared'>>(query)).rows[0]
  }

  /** @returns the new version, or null when another process has changed the record. */
  async function writeSlots(name: string, version: number | null, state: unknown): Promise<number | null> {
    const query =
      version === null
        ? { name: 'slots-new', text: NEW_SLOTS, values: [name, JSON.stringify(state)] }
        : { name: 'slots-change', text: CHANGE_SLOTS, values: [name, version, JSON.stringify(state)] }
    return (await pool.query(query)).rowCount === 1 ? (version ?? 0) + 1 : null
  }

  return {
    /** The latest verdict, if it is still fresh. */
    findFresh: async ({ domain, value }: AddressKey, now: Date): Promise<unknown> => {
      const text = 'select outcome from verifications where domain = $1 and value = $2 and fresh_until > $3'
      const { rows } = await pool.query<{ outcome: unknown }>({
        name: 'verification-fresh',
        text,
        values: [domain, value, now],
      })
      return rows[0]?.outcome ?? null
    },

    /**
     * Stores verdicts, each for a different address, and shows them on the addresses in the index.
     * @returns those addresses.
     */
    keep: async (verdicts: readonly NewVerification[]): Promise<AddressKey[]> => {
      const sorted = [...verdicts].sort((a, b) => (a.value < b.value ? -1 : 1))
      const [domains, values] = columnsOf(sorted)
      const statuses = sorted.map(({ status }) => status)
      const outcomes = sorted.map(({ outcome }) => JSON.stringify(outcome))
      const dates = [sorted.map(({ checkedAt }) => checkedAt), sorted.map(({ freshUntil }) => freshUntil)]
      const kept = [domains, values, statuses, outcomes, ...dates]
      if (isDistributed) await keepAtNodes(pool, kept)
      else await pool.query({ name: 'verification-keep', text: KEEP.one, values: kept })
      const days = sorted.map(({ checkedAt }) => isoDate(checkedAt))
      const shown = { name: 'verification-show', text: isDistributed ? SHOW.nodes : SHOW.one }
      return (await pool.query<AddressKey>({ ...shown, values: [domains, values, statuses, days] })).rows
    },

    /** The newest sources of an address as a search shows them, or none. */
    sourcesOf: async ({ domain, value }: AddressKey): Promise<FoundSourceRow[]> => {
      const text = 'select sources from addresses where domain = $1 and value = $2 and visible'
      const { rows } = await pool.query<{ sources: FoundSourceRow[] }>({
        name: 'verification-sources',
        text,
        values: [domain, value],
      })
      return rows[0]?.sources ?? []
    },

    /**
     * Starts runs. @returns those, by address, that this caller must now carry out; runs of other callers, and those not due,
     * are left out.
     */
    begin: async (
      keys: readonly AddressKey[],
      now: Date,
      { deadAt, forgottenBefore }: { deadAt: Date; forgottenBefore: Date },
    ): Promise<Map<string, VerificationRun>> => {
      const sorted = [...keys].sort((a, b) => (a.value < b.value ? -1 : 1))
      const values = [...columnsOf(sorted), now, deadAt, forgottenBefore]
      return byValue((await pool.query<StoredRun>({ name: 'verification-begin', text: BEGIN, values })).rows)
    },

    /** The runs in progress, by address. */
    findRuns: async (keys: readonly AddressKey[]): Promise<Map<string, VerificationRun>> =>
      byValue(
        (await pool.query<StoredRun>({ name: 'verification-runs', text: FIND_RUNS, values: columnsOf(keys) })).rows,
      ),

    /** Extends runs whose callers are still alive. */
    renew: async (keys: readonly AddressKey[], deadAt: Date): Promise<void> => {
      await pool.query(RENEW, [...columnsOf(keys), deadAt])
    },

    /** Schedules the next attempt of a run for `dueAt`. */
    wait: async ({ domain, value }: AddressKey, dueAt: Date, outcome: unknown): Promise<void> => {
      await pool.query(WAIT, [domain, value, dueAt, JSON.stringify(outcome)])
    },

    end: async (keys: readonly AddressKey[]): Promise<void> => {
      await pool.query({ name: 'verification-end', text: END, values: columnsOf(keys) })
    },

    /** Answers still fresh, for those of these domains that have one. */
    findCatchAll: async (domains: readonly string[], now: Date): Promise<{ domain: string; answer: string }[]> => {
      const text = 'select domain, answer from catch_all_domains where domain = any($1) and fresh_until > $2'
      const query = { name: 'catch-all-find', text, values: [domains, now] }
      return (await pool.query<{ domain: string; answer: string }>(query)).rows
    },

    /** @param acceptAll what a search shows; null leaves it unchanged. */
    keepCatchAll: async (
      domain: string,
      { answer, acceptAll, checkedAt, freshUntil }: CatchAllRecord,
    ): Promise<void> => {
      await pool.query(KEEP_CATCH_ALL, [domain, answer, checkedAt, freshUntil])
      if (acceptAll !== null) await pool.query(SHOW_CATCH_ALL, [domain, acceptAll, isoDate(checkedAt)])
    },

    /**
     * Changes the record of an operator's slots; if another process was faster, `change` is called again. What this process
     * remembers may be outdated: that is detected when writing, and the record is read again before it is left unchanged.
     */
    changeSlots: async <State>(name: string, initial: State, change: (state: State) => State | null): Promise<void> => {
      const remembered = slotRecords.get(name) as SlotRecord<State> | undefined
      const looksFirst = remembered === undefined || remembered.isShared
      let known = looksFirst ? await findSlots<State>(name) : remembered
      for (let hasLooked = looksFirst; ; hasLooked = true) {
        const isShared = remembered !== undefined && known?.version !== remembered.version
        const state = change(known?.state ?? initial)
        if (state === null && hasLooked) {
          if (known !== undefined) slotRecords.set(name, { ...known, isShared })
          return
        }
        const version = state === null ? null : await writeSlots(name, known?.version ?? null, state)
        if (state !== null && version !== null) return slotRecords.set(name, { version, state, isShared })
        known = await findSlots<State>(name)
      }
    },

    /** Forgets verdicts and runs older than the date. */
    forget: async (before: Date): Promise<void> => {
      while (await forgetSome(pool, before)) continue
      await pool.query('delete from verification_runs where started_at < $1', [before])
      await pool.query('delete from catch_all_domains where checked_at < $1', [before])
    },
  }
}

/** @returns whether there were any. */
async function forgetSome(pool: Pool, before: Date): Promise<boolean> {
  const { rows } = await pool.query<{ domain: string }>(OLD, [before, FORGOTTEN_AT_ONCE])
  if (rows.length > 0) await pool.query(FORGET, [before, rows.map(({ domain }) => domain)])
  return rows.length > 0
}

async function keepAtNodes(pool: Pool, verdicts: unknown[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ value: string; status: string; checked_at: Date }>(KEEP.nodes, verdicts)
    const columns = (['value', 'status', 'checked_at'] as const).map((name) => rows.map((row) => row[name]))
    await client.query(KEEP.leads, columns)
  })
}

type StoredRun = VerificationRun & { value: string }

const byValue = (rows: readonly StoredRun[]): Map<string, VerificationRun> =>
  new Map(rows.map(({ value, ...run }) => [value, run]))

const columnsOf = (keys: readonly AddressKey[]): [domains: string[], values: string[]] => [
  keys.map(({ domain }) => domain),
  keys.map(({ value }) => value),
]

interface CatchAllRecord {
  answer: string
  acceptAll: boolean | null
  checkedAt: Date
  freshUntil: Date
}
