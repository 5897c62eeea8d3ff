import closeWithGrace from 'close-with-grace'
import { readConfig } from './config.ts'
import { greeting } from './greeting.ts'
import { startQuarry } from './quarry.ts'

/** `npm start`: one process with the role that `QUARRY_ROLE` names. */
const starting = startQuarry(readConfigOrExit())

/** Longer than a request may take to end, shorter than process managers wait before they kill. */
const STOP_WITHIN_MS = 9_500

closeWithGrace({ delay: STOP_WITHIN_MS, logger: false }, async ({ err }) => {
  const quarry = await starting
  if (err) quarry.context.log.error({ err }, 'Something went wrong that nobody caught.')
  await quarry.stop()
})

const { url, firstKey } = await starting.catch((error: unknown) => exitWith(error))
process.stdout.write(greeting(url, firstKey))

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
