import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findCitus, startCitus } from './citus-nodes.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/**
 * Starts a coordinator and two workers on loopback, for trying a distributed database; README.md says how to build the
 * extension.
 *
 * node scripts/cluster/start-citus.ts [--dir DIR] [--port 9700] [--pg-config pg_config]
 *
 * Prints the coordinator's URL and runs until it is interrupted. Without `--dir` nothing is kept.
 */
const { values } = parseArgs({
  options: { dir: { type: 'string' }, port: { type: 'string' }, 'pg-config': { type: 'string', default: 'pg_config' } },
})

const installation = await findCitus(values['pg-config'])
if ('missing' in installation) {
  console.error(installation.missing)
  process.exit(1)
}
const dir = values.dir === undefined ? await temporaryFolder('quarry-citus-') : resolve(values.dir)
const port = values.port === undefined ? {} : { port: Number(values.port) }
const cluster = await startCitus({ installation, dir, ...port })
console.log(`${installation.version} with Citus: a coordinator and two workers. Stop it with Ctrl+C.`)
console.log(cluster.url)
let isEnding = false
const end = async (): Promise<void> => {
  if (isEnding) return
  isEnding = true
  await cluster.stop()
  if (values.dir === undefined) await rm(dir, { recursive: true, force: true, maxRetries: 10 })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
