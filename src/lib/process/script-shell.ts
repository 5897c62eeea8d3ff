const LOOK_MS = 1_000

/**
 * npm passes the signal that ends it to the shell of a script; the shell ends and tells its program nothing. What `npm start`
 * started would continue, with its port and its data directory, and nobody would be left to end it: so it ends itself.
 */
export function endWithScriptShell(): void {
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS).unref()
}
