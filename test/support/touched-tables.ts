import type { Pool } from 'pg'

/** What a statement depends on once it is parsed. */
export interface Touched {
  /** Including those behind views and functions, and those that a plan would leave out. */
  tables: string[]
  /** The statement as PostgreSQL writes it, without texts. */
  parsed: string
}

const TYPES = `select parameter_types::text[] as types from pg_prepared_statements where name = 'touched'`

/** Tables that an object needs, through as many views and functions as there are; other functions are read as text. */
const TABLES = `with recursive needed (class, id) as (
    select 'pg_proc'::regclass::oid, 'pg_temp.touched'::regproc::oid
    union select of.class, of.id from needed n cross join lateral (
      select refclassid, refobjid from pg_depend d where d.classid = n.class and d.objid = n.id
        and d.refclassid in ('pg_class'::regclass, 'pg_proc'::regclass)
      union all select 'pg_rewrite'::regclass, r.oid from pg_rewrite r
        where n.class = 'pg_class'::regclass and r.ev_class = n.id
    ) of (class, id)
  )
  select c.relname as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and (exists (select from needed n where n.class = 'pg_class'::regclass and n.id = c.oid)
      or exists (select from needed n join pg_proc p on n.class = 'pg_proc'::regclass and p.oid = n.id
        where p.prosrc ~ ('\\m' || c.relname || '\\M')))`

/** @throws PostgreSQL's error for a statement that it does not understand */
export async function touchedBy(pool: Pool, text: string): Promise<Touched> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`prepare touched as ${text}`)
    const types = (await client.query<{ types: string[] }>(TYPES)).rows[0]?.types ?? []
    await client.query('deallocate touched')
    await client.query(`create function pg_temp.touched(${types.join(', ')}) returns void begin atomic ${text}; end`)
    const tables = (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name)
    const { rows } = await client.query<{ body: string }>(
      `select pg_get_function_sqlbody('pg_temp.touched'::regproc) as body`,
    )
    const parsed = (rows[0]?.body ?? '').replaceAll(/'[^']*'/g, "''")
    return { tables: tables.filter((name) => !isOnlyType(name, parsed)), parsed }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Whether only the type of a table's rows is named: `null::companies`. */
const isOnlyType = (name: string, parsed: string): boolean =>
  parsed.includes(`::${name}`) && !new RegExp(String.raw`(?<!::)\b${name}\b`).test(parsed)
