import { isRecord } from '../text/json-record.ts'
import { terminalText } from '../text/terminal-text.ts'

/** JSON log lines in a form for people: time, level unless it is informational, message and details. */

const LEVELS: ReadonlyMap<unknown, string> = new Map([
  [10, 'trace '],
  [20, 'debug '],
  [40, 'warning '],
  [50, 'error '],
  [60, 'fatal '],
])
/** Only useful to machines, or already shown. */
const LEFT_OUT: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])
/** HH:MM:SS of an ISO date. */
const TIME_OF_DAY = [11, 19] as const

/** Formats a pino line for a terminal; other lines are returned unchanged. */
export function terminalLine(json: string): string {
  const entry = parsed(json)
  if (entry === null) return json
  const { level, time, msg, err } = entry
  const at = typeof time === 'number' ? new Date(time).toISOString().slice(...TIME_OF_DAY) : ''
  const details = Object.entries(entry)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const problem = isRecord(err) ? `\n  ${String(err['stack'] ?? err['message'])}` : ''
  const line = [at, `${LEVELS.get(level) ?? ''}${typeof msg === 'string' ? msg : ''}`, ...details].join(' ')
  return terminalText(`${line}${problem}\n`)
}

function parsed(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
