/**
 * What a server, database or role may be set to for others, and would make statements fail, wait or mean something else here:
 * PostgreSQL 18, chapter 19.11 (Client Connection Defaults). A pooler takes none of it; see `missingSettings`.
 */
export const SESSION_SETTINGS = {
  default_transaction_isolation: 'read committed',
  lock_timeout: '0',
  idle_session_timeout: '0',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
} as const

/** Work that may take its time, or waits for another process. */
const NO_LIMITS = { statement_timeout: '0', idle_in_transaction_session_timeout: '0' } as const

/** Settings as the `options` of a connection, in which a backslash precedes a space (chapter 54.2.1). */
const asOptions = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ')

/** How to connect with these settings, beside those that the operator put into the address; of one set twice, ours counts. */
export function connectionWith(
  connectionString: string,
  settings: Readonly<Record<string, string>>,
): { connectionString: string; options: string } {
  const [place = '', query = ''] = connectionString.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const options = [...parameters.getAll('options'), asOptions(settings)].join(' ')
  // The driver would take the address's options instead of ours.
  parameters.delete('options')
  return { connectionString: parameters.size === 0 ? place : `${place}?${parameters.toString()}`, options }
}

/** The same for connections outside of the pool: migrations, backups, locks and what is listened to, the job queue. */
export const unhurried = (connectionString: string): { connectionString: string; options: string } =>
  connectionWith(connectionString, { ...SESSION_SETTINGS, ...NO_LIMITS })
