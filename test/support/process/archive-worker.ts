/** `node archive-worker.ts NOW FILE…`: imports archives as if it were this time, until it is done or killed. */
import { readConfig } from '../../../src/config.ts'
import { createContext } from '../../../src/context.ts'
import { importArchives } from '../../../src/core/data/import-archives.ts'
import { silentLog } from './silent-log.ts'

const [now = '', ...sources] = process.argv.slice(2)
const context = await createContext(readConfig(), { log: silentLog, clock: { now: () => new Date(now) } })
process.stdout.write('Quarry is ready.\n')
await importArchives(context, {
  sources,
  prefix: '',
  addressesOnly: false,
  signal: new AbortController().signal,
  onProgress: () => undefined,
})
await context.close()
