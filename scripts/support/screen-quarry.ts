import { rm } from 'node:fs/promises'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { startQuarry } from '../../src/quarry.ts'
import type { Quarry } from '../../src/quarry.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A Quarry to look at, with its own database; it does not reach the internet. */
export interface ScreenQuarry extends AsyncDisposable, Pick<Quarry, 'context'> {
  origin: string
  /** The key of the first account. */
  key: string
}

export async function startScreenQuarry(): Promise<ScreenQuarry> {
  const dataDir = await temporaryFolder('quarry-screens-')
  const config = readConfig({
    PORT: String(await freePort()),
    QUARRY_DATA_DIR: dataDir,
    QUARRY_LOG_LEVEL: 'error',
    QUARRY_CRAWL: 'off',
    QUARRY_DNS_SERVERS: '127.0.0.1:9',
    QUARRY_RATE_LIMIT_FACTOR: '0',
  })
  const quarry = await startQuarry(config, { log: createLog(config) })
  const origin = (quarry.url ?? '').replace('127.0.0.1', 'localhost')
  return {
    context: quarry.context,
    origin,
    key: quarry.firstKey ?? '',
    async [Symbol.asyncDispose]() {
      await quarry.stop({ atOnce: true })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
