import { misspeltNames, readConfig } from '../../config.ts'
import { createContext } from '../../context.ts'
import type { Context } from '../../context.ts'
import { createLog } from '../../log.ts'

/** Runs a command on the installation's storage and closes it again; by default only errors of the log are shown. */
export async function withContext<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const config = readConfig()
  for (const sentence of misspeltNames()) process.stderr.write(`${sentence}\n`)
  const log = createLog({ logLevel: config.logLevel === 'info' ? 'error' : config.logLevel })
  const context = await createContext(config, { log })
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}
