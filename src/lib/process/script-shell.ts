const LOOK_MS = 1_000

/**
 * npm passes a terminating signal to the shell of a script, and the shell ends without forwarding it. The program that `npm
 * start` started would go on, with its port and data directory, and nothing would end it; so it ends itself.
 */
export function endWithScriptShell(): void {
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS).unref()
}
