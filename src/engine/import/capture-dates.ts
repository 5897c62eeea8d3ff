import { DAY_MS } from '../../lib/process/clock.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import type { ArchiveRecord } from './archive-record.ts'

/** There was no web before this. */
const EARLIEST = Date.UTC(1991, 0, 1)
/** The clocks of crawlers and of this machine may differ. */
const SLACK_MS = DAY_MS

const DATED = new Set(['response', 'resource', 'conversion', 'revisit'])

/**
 * The latest possible date of captures in a file: nothing in it is later than the file, or than today.
 * @param writtenAt date of the file; null, or a date before the web, means nothing.
 */
export function latestCapture(now: Date, writtenAt: Date | null): Date {
  const written = writtenAt?.getTime() ?? 0
  const latest = written < EARLIEST ? now.getTime() : Math.min(now.getTime(), written)
  return new Date(latest + SLACK_MS)
}

/** Names a record whose date is impossible for a capture; null for all others. */
export function misdated({ type, uri, date }: ArchiveRecord, latest: Date): string | null {
  if (!DATED.has(type)) return null
  if (date === null) return `${quoted(uri ?? type)} (no date that can be read)`
  const time = date.getTime()
  return time < EARLIEST || time > latest.getTime() ? `${quoted(uri ?? type)} (${date.toISOString()})` : null
}
