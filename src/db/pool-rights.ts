import type { Client } from 'pg'
import { giveSchema } from './give-schema.ts'
import { StorageError } from './storage-error.ts'
import { errorCode } from '../lib/text/error-code.ts'

/** Whether the role lacks rights on any of Quarry's tables; partitions and views count, sequences are granted along with them. */
const LACKS = `select exists (select from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p', 'v') and not has_table_privilege($1, c.oid, 'delete'))
  or exists (select from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = 'pgboss' and relkind in ('r', 'p') and pg_get_userbyid(relowner) <> $1)
  or not has_schema_privilege($1, 'pgboss', 'create') as lacks`

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
  const rights = `select, insert, update, delete, truncate, references${version >= 17 ? ', maintain' : ''}`
  await client.query('begin')
  for (const statement of [
    `grant usage on schema public to ${name}`,
    `grant ${rights} on all tables in schema public to ${name}`,
    `grant usage, select, update on all sequences in schema public to ${name}`,
    `alter default privileges in schema public grant ${rights} on tables to ${name}`,
    `alter default privileges in schema public grant usage, select, update on sequences to ${name}`,
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
