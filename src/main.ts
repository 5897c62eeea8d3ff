import { useCompileCache } from './lib/process/compile-cache.ts'
import type { FirstKey, SetUpPlace } from './greeting.ts'

/** `npm start`: one process with the role that `QUARRY_ROLE` names. What follows is loaded with the cache in place. */
useCompileCache()
const { default: closeWithGrace } = await import('close-with-grace')
const { misspeltNames, readConfig, startedByNpm } = await import('./config.ts')
const { greeting } = await import('./greeting.ts')
const { writeFirstKey, writeSetUpLink } = await import('./lib/settings/first-key-file.ts')
const { endWithScriptShell } = await import('./lib/process/script-shell.ts')
const { startQuarry } = await import('./quarry.ts')

/** Longer than a request may take to end, shorter than process managers wait before they kill. */
const STOP_WITHIN_MS = 9_500

const starting = startQuarry(readConfigOrExit())

closeWithGrace({ delay: STOP_WITHIN_MS, logger: false }, async ({ err }) => {
  const quarry = await starting
  if (err) quarry.context.log.error({ err }, 'Unexpected error.')
  await quarry.stop()
})
// A shell may start a program and go; npm's waits for it.
if (startedByNpm()) endWithScriptShell()

const { url, firstKey, setUp, context, readAhead } = await starting.catch((error: unknown) => exitWith(error))
for (const sentence of misspeltNames()) process.stderr.write(`${sentence}\n`)
process.stdout.write(greeting(url, context.dataPlace, placeOf(firstKey), placeOfLink()))
readAhead()

/** A terminal shows the key; whatever else takes the output keeps it, so there the key goes into a file. */
function placeOf(key: string | null): FirstKey | null {
  if (key === null) return null
  return process.stdout.isTTY ? { shown: key } : { file: writeFirstKey(context.config.dataDir, key) }
}

/** Whoever reads the link becomes the owner: it goes where the key goes. */
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

function exitWith(error: unknown): never {
  process.stderr.write(`Quarry cannot start. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
