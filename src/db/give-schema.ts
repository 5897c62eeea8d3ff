import type { Client } from 'pg'

/** Everything in the schema `$1` that `$2` does not own, except what belongs to an extension or to another object. */
const OWNED = `
  with named as (select oid, nspname from pg_namespace where nspname = $1),
    brought as (select classid, objid, deptype from pg_depend where deptype in ('e', 'a', 'i'))
  select format('alter %s %s owner to %I', case relkind when 'S' then 'sequence' when 'v' then 'view'
      when 'm' then 'materialized view' else 'table' end, c.oid::regclass, $2::text) as statement
    from pg_class c join named n on n.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'S') and pg_get_userbyid(relowner) <> $2
      and not exists (select from brought where classid = 'pg_class'::regclass and objid = c.oid
        and (deptype = 'e' or relkind = 'S'))
  union all
  select format('alter routine %s owner to %I', p.oid::regprocedure, $2::text)
    from pg_proc p join named n on n.oid = pronamespace
    where pg_get_userbyid(proowner) <> $2
      and not exists (select from brought where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all
  select format('alter type %s owner to %I', t.oid::regtype, $2::text)
    from pg_type t join named n on n.oid = typnamespace left join pg_class c on c.oid = typrelid
    where (typtype in ('e', 'd') or c.relkind = 'c') and pg_get_userbyid(typowner) <> $2
      and not exists (select from brought where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e')`

/**
 * Makes a role the owner of everything in a schema, within the transaction in progress. Names come qualified and quoted,
 * because the search path is empty meanwhile.
 * @param client of a superuser, or of the current owner if it is a member of that role.
 */
export async function giveSchema(client: Client, schema: string, role: string): Promise<void> {
  await client.query(`set local search_path = ''`)
  const { rows } = await client.query<{ statement: string }>(OWNED, [schema, role])
  for (const { statement } of rows) await client.query(statement)
  await client.query('set local search_path to default')
}
