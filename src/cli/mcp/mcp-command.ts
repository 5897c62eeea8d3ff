import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { bridgeAddress } from '../../lib/settings/bridge-address.ts'
import { hostForUrl } from '../../lib/settings/own-host-name.ts'
import { serverOfOurOwn } from './own-server.ts'
import type { OwnServer } from './own-server.ts'
import { messagesOnly, runBridge } from './stdio-bridge.ts'
import type { BridgeTarget } from './stdio-bridge.ts'
import { failureText } from '../../lib/process/file-problem.ts'
import { timeLimit } from '../../lib/process/with-deadline.ts'

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'speak MCP over standard input and output, for hosts that start a program; forwards to a running Quarry',
    )
    .option('--url <url>', 'address of a running Quarry (default: QUARRY_URL, else the one on this machine)')
    .action(async ({ url }: { url?: string }) => {
      const write = messagesOnly()
      const config = readConfig()
      const typed = url === undefined ? config.bridge.url : bridgeAddress(url)
      if (url !== undefined && typed === null)
        throw new AppError(
          'wrong_params',
          '--url must be an http or https address without a password, such as https://quarry.example.',
        )
      const ending = new AbortController()
      const ended = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()))
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort())
      const own = Promise.withResolvers<OwnServer | null>()
      const target =
        typed === null ? atHome(own).catch(cannotStart) : Promise.resolve({ url: typed, key: config.bridge.key })
      if (typed !== null) own.resolve(null)
      await Promise.race([runBridge({ input: process.stdin, write, target, signal: ending.signal }), ended])
      ending.abort()
      const server = await own.promise.catch(() => null)
      await server?.stop()
      process.exit()
    })

  /** The server that answers on this machine's port, otherwise one in this process. */
  async function atHome(own: PromiseWithResolvers<OwnServer | null>): Promise<BridgeTarget> {
    const config = readConfig()
    const { key } = config.bridge
    const running = `http://${hostForUrl(config.host)}:${config.port}`
    if (await isQuarry(running)) {
      own.resolve(null)
      return { url: `${running}/mcp`, key }
    }
    const starting = serverOfOurOwn(config)
    own.resolve(starting)
    const server = await starting
    return { url: `${server.url}/mcp`, key: key ?? server.key }
  }
}

function cannotStart(error: unknown): never {
  const sentence = `Quarry cannot start. ${failureText(error)}`
  process.stderr.write(`${sentence}\n`)
  throw new Error(sentence)
}

const PROBE_MS = 2_000

/** The key is sent only to a server that identifies itself as Quarry. */
async function isQuarry(origin: string): Promise<boolean> {
  using limit = timeLimit(PROBE_MS)
  try {
    const response = await fetch(origin, {
      headers: { Accept: 'text/plain' },
      redirect: 'manual',
      signal: limit.signal,
    })
    return response.ok && (await response.text()).startsWith('Quarry answers ')
  } catch {
    return false
  }
}
