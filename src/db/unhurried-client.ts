import { Client } from 'pg'
import { UNHURRIED } from './session-settings.ts'
import { errorText, StorageError } from './storage-error.ts'

const CONNECT_TIMEOUT_MS = 10_000

/**
 * A connection outside of the pool, for one piece of work that may take its time. The caller ends it.
 * @param name shown in `pg_stat_activity`
 * @throws StorageError with one sentence for the operator.
 */
export async function unhurriedClient(connectionString: string, name: string): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    options: UNHURRIED,
  })
  client.on('error', () => {}) // the statement in progress fails as well
  await client.connect().catch((cause: unknown) => {
    throw new StorageError(`The database does not answer (${errorText(cause)}): check DATABASE_URL.`, { cause })
  })
  return client
}
