import { Client } from 'pg'
import { databaseProblem } from '../lib/process/file-problem.ts'
import { unhurried } from './session-settings.ts'
import { errorText, StorageError } from './storage-error.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** PgBouncer's answer to settings that it does not pass on; PostgreSQL knows all that are sent. */
const OF_A_POOLER = /^unsupported startup parameter/

/**
 * A connection outside of the pool, for one piece of work that may take its time. The caller ends it.
 * @param name shown in `pg_stat_activity`
 * @throws StorageError with one sentence for the operator.
 */
export async function unhurriedClient(connectionString: string, name: string): Promise<Client> {
  const client = new Client({
    ...unhurried(connectionString),
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  client.on('error', () => {}) // the statement in progress fails as well
  await client.connect().catch((cause: unknown) => {
    throw new StorageError(databaseProblem(cause) ?? noAnswer(errorText(cause)), { cause })
  })
  return client
}

const noAnswer = (text: string): string =>
  OF_A_POOLER.test(text)
    ? `A pooler answers instead of the database (${text}): name the server itself in QUARRY_DIRECT_DATABASE_URL.`
    : `The database does not answer (${text}): check DATABASE_URL.`
