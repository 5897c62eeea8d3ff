import type { Client, Pool } from 'pg'

/**
 * Which tables a database on several nodes (Citus) stores in shards, and which of them it has; see docs/scale.md. The database
 * itself is asked: there is no setting for it.
 */

/**
 * Sharded by the hash of a domain, with all of a domain on one node. The first is filled from the others while they are still
 * local.
 */
export const PARTED = {
  page_addresses: 'source_domain',
  addresses: 'domain',
  sources: 'domain',
  address_counts: 'domain',
  pages: 'domain',
  person_observations: 'domain',
  roster_pages: 'domain',
  site_observations: 'domain',
  verifications: 'domain',
  logos: 'domain',
  domains: 'domain',
  crawls: 'domain',
  companies: 'domain',
  company_names: 'domain',
} as const satisfies Record<string, string>

/** Complete on every node: they can be joined with any other table. */
export const WHOLE_EVERYWHERE = ['linked_domains'] as const

export interface PartedTable {
  name: string
  kind: 'parted' | 'whole'
  shards: number
  bytes: number
}

export interface ClusterNode {
  host: string
  port: number
  /** Null if the node does not answer. */
  bytes: number | null
  /** Whether it stores shards. */
  keepsParts: boolean
  isCoordinator: boolean
}

export interface DistributedState {
  /** Version of the extension; null without it. */
  citus: string | null
  nodes: ClusterNode[]
  /** Those of Quarry's tables that are on several nodes. */
  tables: PartedTable[]
  /** Those that should be but are not, while others are. */
  missing: string[]
}

type Asked = Pick<Client, 'query'> | Pool

const EVERY: readonly string[] = [...WHOLE_EVERYWHERE, ...Object.keys(PARTED)]

/** Another program in the database may split tables of its own, and give them the same names. */
const IS_OURS = 'c.relnamespace = current_schema()::regnamespace'

/** Those of Quarry's tables that are on several nodes. */
export async function distributedTables(client: Asked): Promise<Set<string>> {
  const { rows: found } = await client.query<{ has: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as has`,
  )
  if (found[0]?.has !== true) return new Set()
  const text = `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relname = any($1) and ${IS_OURS}`
  return new Set((await client.query<{ name: string }>(text, [EVERY])).rows.map(({ name }) => name))
}

/** Tables that are only local although others are on several nodes: moving them was interrupted or has not begun. */
export async function leftBehind(client: Asked, moved: ReadonlySet<string>): Promise<string[]> {
  const text = `select t.name from unnest($1::text[]) with ordinality t (name, place)
    where exists (select from pg_class c where c.relname = t.name and c.relkind in ('r', 'p') and ${IS_OURS}) order by t.place`
  const { rows } = await client.query<{ name: string }>(text, [EVERY.filter((name) => !moved.has(name))])
  return rows.map(({ name }) => name)
}

/** What `quarry db status` reports. */
export async function distributedState(client: Client): Promise<DistributedState> {
  const { rows: known } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  if (known[0] === undefined) return { citus: null, nodes: [], tables: [], missing: [] }
  const nodes = await client.query<Omit<ClusterNode, 'bytes'>>(
    `select nodename as host, nodeport as port, shouldhaveshards as "keepsParts", groupid = 0 as "isCoordinator"
      from pg_dist_node where noderole = 'primary' and isactive order by groupid`,
  )
  const tables = await client.query<{ name: string; kind: PartedTable['kind']; shards: string; bytes: string }>(
    `select c.relname as name, case p.partmethod when 'h' then 'parted' else 'whole' end as kind,
        (select count(*) from pg_dist_shard s where s.logicalrelid = p.logicalrelid) as shards,
        coalesce(citus_total_relation_size(p.logicalrelid, fail_on_error => false), 0) as bytes
      from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where c.relname = any($1) and ${IS_OURS} order by array_position($1, c.relname::text)`,
    [EVERY],
  )
  const sizes = await client.query<{ host: string; port: number; bytes: string }>(
    `select nodename as host, nodeport as port, sum(shard_size) as bytes from citus_shards
      where table_name::text = any($1) group by 1, 2`,
    [EVERY],
  )
  const sizeOf = new Map(sizes.rows.map(({ host, port, bytes }) => [`${host}:${port}`, Number(bytes)]))
  const moved = new Set(tables.rows.map(({ name }) => name))
  // All that accounts have is on the coordinator as well.
  const whole = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  const bytesOf = ({ host, port, isCoordinator }: Omit<ClusterNode, 'bytes'>): number =>
    isCoordinator ? Number(whole.rows[0]?.bytes ?? 0) : (sizeOf.get(`${host}:${port}`) ?? 0)
  return {
    citus: known[0].version,
    nodes: nodes.rows.map((node) => ({ ...node, bytes: bytesOf(node) })),
    tables: tables.rows.map(({ shards, bytes, ...table }) => ({
      ...table,
      shards: Number(shards),
      bytes: Number(bytes),
    })),
    missing: moved.size === 0 ? [] : await leftBehind(client, moved),
  }
}
