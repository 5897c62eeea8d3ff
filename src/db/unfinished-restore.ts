import type { Client } from 'pg'
import { StorageError } from './storage-error.ts'

/** A table that exists in a database from the start of a restore to its end. */
export const RESTORING = 'quarry_restoring'

/** @throws StorageError while a restore is in progress, or after an interrupted one, of which nothing was kept. */
export async function checkNotRestoring(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [RESTORING])
  if (rows[0]?.found !== true) return
  throw new StorageError(
    `A restore into this database is in progress or was interrupted, and none of it was kept: run quarry restore again, or drop the table ${RESTORING} to start with an empty database.`,
  )
}
