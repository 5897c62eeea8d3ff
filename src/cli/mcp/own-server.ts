import type { Config } from '../../config.ts'
import { generateApiKey } from '../../lib/secrets/api-key.ts'
import { writeFirstKey, writeSetUpLink } from '../../lib/settings/first-key-file.ts'
import { createLog } from '../../log.ts'
import { startQuarry } from '../../quarry.ts'

export interface OwnServer {
  url: string
  /** A key of the first account; it exists only in this process and is not stored. */
  key: string
  stop: () => Promise<void>
}

/**
 * A server in this process, on loopback and any free port, alongside other processes with the same data.
 * @throws Error with one sentence for the operator.
 */
export async function serverOfOurOwn(config: Config): Promise<OwnServer> {
  const { key, hash } = generateApiKey()
  const log = createLog({ logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel }, process.stderr)
  const quarry = await startQuarry(
    { ...config, host: '127.0.0.1', port: 0, role: config.role === 'worker' ? 'all' : config.role },
    { log, processKeyHash: hash },
  )
  const { url, firstKey, setUp } = quarry
  const kept = [
    ['API key', firstKey === null ? null : writeFirstKey(config.dataDir, firstKey)],
    ['set-up link', setUp === null ? null : writeSetUpLink(config.dataDir, setUp.link)],
  ] as const
  for (const [what, file] of kept) if (file !== null) process.stderr.write(`Your ${what} is in ${file}.\n`)
  return { url: url ?? '', key, stop: () => quarry.stop({ atOnce: true }) }
}
