/** What asks a command to end: Ctrl-C, `kill` or a time limit, and a terminal that is closed. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * The first signal that asks the command to end aborts, so that the command can put things in order: what it works on is left to
 * others, and the database is closed. The same signal again ends the process.
 * @returns `end` leaves signals to whoever comes next
 */
export function stoppedBySignal(reason?: Error): { signal: AbortSignal; end: () => void } {
  const asked = new AbortController()
  const stop = () => asked.abort(reason)
  for (const name of ENDINGS) process.once(name, stop)
  const end = () => {
    for (const name of ENDINGS) process.off(name, stop)
  }
  return { signal: asked.signal, end }
}
