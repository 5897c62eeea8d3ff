/** `node importing-worker.ts`: a worker that only merges imports of leads, in small slices, until it is killed. */
import { readConfig } from '../../../src/config.ts'
import { createContext } from '../../../src/context.ts'
import { mergeImports } from '../../../src/core/data/merge-imports.ts'
import { silentLog } from './silent-log.ts'

const SLICE = 50

const context = await createContext(readConfig(), { log: silentLog })
process.stdout.write('Quarry is ready.\n')
await context.queue.start()
await mergeImports(context, new AbortController().signal, SLICE)
await context.close()
