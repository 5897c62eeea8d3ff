import type { Client } from 'pg'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { distributedTables, leftBehind, PARTED, WHOLE_EVERYWHERE } from './distributed-tables.ts'
import { errorText, StorageError } from './storage-error.ts'
import { unhurriedClient } from './unhurried-client.ts'
import { checkNotRestoring } from './unfinished-restore.ts'

export interface MovedTable {
  name: string
  rows: number
  place: number
  of: number
}

type Progress = (table: MovedTable) => void

const NAME = 'quarry distribute'
const PAGE = 'See docs/scale.md for what it needs.'

/** A database whose pooler, if it has one, is bypassed. */
export interface ClusterPlace {
  connectionString: string
  isPooled: boolean
}

/** The application names of servers, workers and commands; only one process has the lock. */
const RUNNING = `select distinct application_name as name, host(client_addr) as host from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^quarry'
    and application_name <> all ($1::text[]) order by 1, 2`
/** A pooler keeps these when the process that used them is gone; every process also has one that bypasses it. */
const OF_POOLS = ['quarry', 'quarry jobs']

/**
 * Spreads the tables that are stored by domain over the nodes of a Citus cluster. Tables move one after the other, each
 * entirely or not at all: after an interruption, the same call continues where it ended. No other process of Quarry may run
 * meanwhile.
 * @throws StorageError with one sentence for the operator.
 */
export const distribute = (
  place: ClusterPlace,
  { shards, progress }: { shards: number; progress: Progress },
): Promise<number> =>
  withCluster(place, async (client) => {
    await checkNodes(client)
    const [obstacle] = await obstaclesToDistribute(client)
    if (obstacle !== undefined) throw new StorageError(obstacle)
    await client.query(`select set_config('citus.shard_count', $1, false)`, [String(shards)])
    const moved = await distributedTables(client)
    const names = await leftBehind(client, moved)
    for (const [index, name] of names.entries()) {
      await moveOut(client, name)
      progress({ name, rows: await rowsOf(client, name), place: index + 1, of: names.length })
    }
    for (const name of await distributedTables(client)) await leaveNothingHere(client, name)
    return names.length
  })

/** Distributes new tables of a database that is already distributed: they contain no more than a migration puts into them. */
export async function distributeNewTables(client: Client, moved: ReadonlySet<string>): Promise<void> {
  for (const name of await leftBehind(client, moved)) {
    await moveOut(client, name)
    await leaveNothingHere(client, name)
  }
}

/**
 * Moves all tables back into one PostgreSQL, one after the other.
 * @throws StorageError with one sentence for the operator.
 */
export const undistribute = (place: ClusterPlace, { progress }: { progress: Progress }): Promise<number> =>
  withCluster(place, async (client) => {
    const names = [...(await distributedTables(client))].toSorted(inReverse)
    for (const [index, name] of names.entries()) {
      await client.query(`select undistribute_table($1::regclass)`, [name])
      if (name === 'page_addresses') await client.query('truncate page_addresses')
      await client.query(`analyze ${name}`)
      progress({ name, rows: await rowsOf(client, name), place: index + 1, of: names.length })
    }
    return names.length
  })

/** What keeps the tables from being moved back into one PostgreSQL, one sentence each. */
export async function obstaclesToUndistribute({ connectionString, isPooled }: ClusterPlace): Promise<string[]> {
  const client = await unhurriedClient(connectionString, NAME)
  try {
    if ((await distributedTables(client)).size === 0) return ['The tables are already in one PostgreSQL.']
    const { rows: ill } = await client.query<{ from: string; to: string }>(
      `select from_nodename || ':' || from_nodeport as from, to_nodename || ':' || to_nodeport as to
        from citus_check_cluster_node_health() where result is not true`,
    )
    const { rows: views } = await client.query<{ name: string; view: string }>(
      `select distinct t.relname as name, v.relname as view from pg_depend d
          join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
          join pg_class v on v.oid = r.ev_class and v.relkind in ('v', 'm') join pg_class t on t.oid = d.refobjid
        where d.refclassid = 'pg_class'::regclass and t.relname = any($1) and t.relnamespace = current_schema()::regnamespace
          and v.relname <> t.relname`,
      [Object.keys(PARTED)],
    )
    return [
      ...(await runningNow(client, isPooled)),
      ...ill.map(({ from, to }) => `The node ${from} cannot reach ${to}.`),
      ...views.map(({ name, view }) => `The view ${view} is on ${name}: drop it first.`),
    ]
  } finally {
    await client.end().catch(() => {})
  }
}

const ORDER: readonly string[] = [...WHOLE_EVERYWHERE, ...Object.keys(PARTED)]
const inReverse = (one: string, other: string): number => ORDER.indexOf(other) - ORDER.indexOf(one)

/** Runs alone: servers that start meanwhile wait with their migrations until it has ended. */
async function withCluster<T>(
  { connectionString, isPooled }: ClusterPlace,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await unhurriedClient(connectionString, NAME)
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      ADVISORY_LOCKS.migrating,
    ])
    if (rows[0]?.free !== true)
      throw new StorageError(
        'Another process is migrating this database or moving its tables: wait until it has finished.',
      )
    await checkNotRestoring(client)
    const [running] = await runningNow(client, isPooled)
    if (running !== undefined) throw new StorageError(running)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function runningNow(client: Client, isPooled: boolean): Promise<string[]> {
  const others = ['quarry migrate', NAME, ...(isPooled ? OF_POOLS : [])]
  const { rows } = await client.query<{ name: string; host: string | null }>(RUNNING, [others])
  if (rows.length === 0) return []
  const hosts = [...new Set(rows.map(({ host }) => host ?? 'this machine'))].join(', ')
  return [`Quarry is running on this database (from ${hosts}): stop all servers and workers first.`]
}

async function checkNodes(client: Client): Promise<void> {
  await client.query('create extension if not exists citus').catch((cause: unknown) => {
    throw new StorageError(`The database does not have the extension citus (${errorText(cause)}). ${PAGE}`, { cause })
  })
  const { rows } = await client.query<{ coordinator: boolean; workers: boolean }>(
    `select coalesce(bool_or(groupid = 0), false) as coordinator, coalesce(bool_or(shouldhaveshards), false) as workers
      from pg_dist_node where isactive and noderole = 'primary'`,
  )
  if (rows[0]?.coordinator === true && rows[0].workers) return
  throw new StorageError(
    `The database has no nodes that store parts of tables: set the coordinator with citus_set_coordinator_host and add the others with citus_add_node. ${PAGE}`,
  )
}

/** What Citus would refuse, or what would slow down every statement: things added to Quarry's tables. */
async function obstaclesToDistribute(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; what: string }>(
    `select relname as name, 'the trigger ' || tgname as what from pg_trigger join pg_class c on c.oid = tgrelid
        where not tgisinternal and relname = any($1) and relnamespace = current_schema()::regnamespace
      union all select relname, 'counted numbers in ' || attname from pg_attribute join pg_class c on c.oid = attrelid
        where attidentity <> '' and relname = any($1) and relnamespace = current_schema()::regnamespace
      union all select a.relname, 'the foreign key ' || conname from pg_constraint
        join pg_class a on a.oid = conrelid left join pg_class b on b.oid = confrelid
        where contype = 'f' and (a.relname = any($1) or b.relname = any($1)) and a.relnamespace = current_schema()::regnamespace`,
    [ORDER],
  )
  return rows.map(
    ({ name, what }) => `The table ${name} has ${what}, which cannot be spread over several nodes: drop it first.`,
  )
}

const isWhole = (name: string): boolean => (WHOLE_EVERYWHERE as readonly string[]).includes(name)

/** In one transaction: a table is moved entirely or not at all. */
async function moveOut(client: Client, name: string): Promise<void> {
  await client.query('begin')
  try {
    if (name === 'page_addresses') await collectPageAddresses(client)
    if (isWhole(name)) await client.query('select create_reference_table($1::regclass)', [name])
    else {
      const column = PARTED[name as keyof typeof PARTED]
      const beside = (await distributedTables(client)).has('page_addresses') ? 'page_addresses' : 'none'
      const text = 'select create_distributed_table($1::regclass, $2, colocate_with => $3)'
      await client.query(text, [name, column, beside])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new StorageError(
      `The table ${name} could not be moved (${errorText(error)}): it is unchanged. Run the command again.`,
      {
        cause: error,
      },
    )
  }
  await client.query(`analyze ${name}`)
}

/** Must run while the sources are still local. */
async function collectPageAddresses(client: Client): Promise<void> {
  await client.query('truncate page_addresses')
  await client.query(
    `insert into page_addresses (source_domain, uri, domain, value) select source_domain, uri, domain, value from sources
      on conflict do nothing`,
  )
}

/** Citus leaves a hidden local copy of the rows it has moved. */
const leaveNothingHere = async (client: Client, name: string): Promise<void> =>
  void (await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [name]))

/** Counted, not estimated: nothing is known yet of a table that was filled a moment ago, nor by the coordinator of one on nodes. */
async function rowsOf(client: Client, name: string): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(`select count(*)::float8 as rows from ${name}`)
  return rows[0]?.rows ?? 0
}
