/** As long as no name of a zone is. */
const MAX_LENGTH = 60
/**
 * A place, or another name of the IANA time zone database that is no abbreviation: those, and offsets such as `+05:30`, mean something
 * else to PostgreSQL (BST is Bangladesh here and Britain there, +05:30 is west of Greenwich there).
 */
const IS_NAME = /^(?:utc|gmt|[a-z][\w+-]*\/[\w+/-]+|[a-z][\w-]{4,})$/i
const ZONES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'))

/** Whether this is a time zone, such as Europe/Lisbon, to this process and to the database. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_LENGTH || !IS_NAME.test(name)) return false
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return timeZone === 'UTC' || timeZone.startsWith('Etc/') || ZONES.has(timeZone)
  } catch {
    return false
  }
}
