import type { Client } from 'pg'
import { giveSchema } from './give-schema.ts'
import { StorageError } from './storage-error.ts'
import { errorCode } from '../lib/text/error-code.ts'

/** What the owner may grant rights on: others may have tables in the same schema. */
const OWN = `relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'usage')
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Whether the role lacks rights on any of Quarry's tables; partitions and views count, sequences are granted along with them. */
const LACKS = `select exists (select from pg_class c
    where ${OWN} and relkind in ('r', 'p', 'v') and not has_table_privilege($1, c.oid, 'delete'))
  or exists (select from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = 'pgboss' and relkind in ('r', 'p') and pg_get_userbyid(relowner) <> $1)
  or not has_schema_privilege($1, 'pgboss', 'create') as lacks`

const PLACES = `select format('%I', current_schema()) as schema,
    string_agg(c.oid::regclass::text, ', ') filter (where relkind in ('r', 'p', 'v')) as tables,
    'sequence ' || string_agg(c.oid::regclass::text, ', ') filter (where relkind = 'S') as sequences
  from pg_class c where ${OWN} and relkind in ('r', 'p', 'v', 'S')`

/**
 * Grants a role what a running Quarry needs on tables that another role owns: rows, but never their structure. The role owns
 * the queue's schema, because pg-boss keeps it up to date itself.
 * @param client of the owner.
 * @param version the server's major version.
 */
export async function grantPoolRights(client: Client, role: string, version: number): Promise<void> {
  const { rows } = await client.query<{ lacks: boolean }>(LACKS, [role])
  if (rows[0]?.lacks !== true) return
  const name = client.escapeIdentifier(role)
  // Updating statistics (ANALYZE) is a separate right since PostgreSQL 17; before, it is skipped without that right.
  const { rows: places } = await client.query<{ schema: string; tables: string; sequences: string }>(PLACES)
  const { schema = 'public', tables = '', sequences = '' } = places[0] ?? {}
  const rights = `select, insert, update, delete, truncate, references${version >= 17 ? ', maintain' : ''}`
  await client.query('begin')
  for (const statement of [
    `grant usage on schema ${schema} to ${name}`,
    `grant ${rights} on ${tables} to ${name}`,
    `grant usage, select, update on ${sequences} to ${name}`,
    `alter default privileges in schema ${schema} grant ${rights} on tables to ${name}`,
    `alter default privileges in schema ${schema} grant usage, select, update on sequences to ${name}`,
    `grant usage, create on schema pgboss to ${name}`,
  ])
    await client.query(statement)
  await giveSchema(client, 'pgboss', role).catch((cause: unknown) => {
    if (errorCode(cause) !== '42501') throw cause
    throw new StorageError(
      `The job queue's tables cannot be given to ${role}: grant ${name} to the role of QUARRY_DATABASE_OWNER_URL and start again.`,
      { cause },
    )
  })
  await client.query('commit')
}
