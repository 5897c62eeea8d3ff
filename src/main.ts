import { useCompileCache } from './lib/process/compile-cache.ts'
import type { FirstKey, SetUpPlace } from './greeting.ts'

/** `npm start`: one process in the role set by `QUARRY_ROLE`. The imports below run once the compile cache is on. */
useCompileCache()
const { default: closeWithGrace } = await import('close-with-grace')
const { misspeltNames, readConfig, startedByNpm } = await import('./config.ts')
const { greeting } = await import('./greeting.ts')
const { failureText } = await import('./lib/process/file-problem.ts')
const { writeFirstKey, writeSetUpLink } = await import('./lib/settings/first-key-file.ts')
const { endWithScriptShell } = await import('./lib/process/script-shell.ts')
const { startQuarry } = await import('./quarry.ts')

/** Longer than a request may take to finish, shorter than process managers wait before killing. */
const STOP_WITHIN_MS = 9_500

const ending = new AbortController()
const starting = startQuarry(readConfigOrExit(), {}, ending.signal)

closeWithGrace({ delay: STOP_WITHIN_MS, logger: false }, async ({ err }) => {
  ending.abort()
  const quarry = await starting.catch(() => null)
  if (err) quarry?.context.log.error({ err }, 'Unexpected error.')
  await quarry?.stop()
})
// Other shells may start a program and exit; npm's waits for it.
if (startedByNpm()) endWithScriptShell()

const { url, firstKey, setUp, context, readAhead } = await starting.catch((error: unknown) => {
  // A start that was ended has nothing to say; the process is about to exit.
  return ending.signal.aborted ? new Promise<never>(() => undefined) : exitWith(error)
})
sayMisspeltNames()
process.stdout.write(greeting(url, context.dataPlace, placeOf(firstKey), placeOfLink()))
readAhead()

/** A terminal only shows the key; any other output may be stored, so there the key goes into a file. */
function placeOf(key: string | null): FirstKey | null {
  if (key === null) return null
  return process.stdout.isTTY ? { shown: key } : { file: writeFirstKey(context.config.dataDir, key) }
}

/** Anybody who reads the link can become the owner, so it goes where the key goes. */
function placeOfLink(): SetUpPlace | null {
  if (setUp === null) return null
  return process.stdout.isTTY ? { shown: setUp } : { file: writeSetUpLink(context.config.dataDir, setUp.link) }
}

function readConfigOrExit() {
  try {
    return readConfig()
  } catch (error) {
    return exitWith(error)
  }
}

/** Also when the start fails, which a setting that was not read may be the reason for. */
function sayMisspeltNames(): void {
  for (const sentence of misspeltNames()) process.stderr.write(`${sentence}\n`)
}

function exitWith(error: unknown): never {
  sayMisspeltNames()
  process.stderr.write(`Quarry cannot start. ${failureText(error)}\n`)
  process.exit(1)
}
