import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { toolsets } from '../tools/index.ts'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import type { Context, Replacements } from './context.ts'
import { createFirstKey } from './core/api-keys.ts'
import { createApp } from './http/app.ts'
import { createHttpServer } from './http/http-server.ts'
import { startWorker } from './jobs/worker.ts'

/** A running Quarry: server, worker or both on one context. */
export interface Quarry {
  context: Context
  /** Where it listens; null for a worker. */
  url: string | null
  /** The first key of a new installation, shown this once; null when there was one before. */
  firstKey: string | null
  /** Stop listening → let requests end → stop workers → close storage. */
  stop: () => Promise<void>
}

/** Clients on open connections learn from their next answer that the connection ends. */
const DRAIN_MS = 300
/** Requests under way get so long to end. */
const FINISH_REQUESTS_MS = 4_000

/** config → context → app and worker → listen. */
export async function startQuarry(config: Config, replace: Replacements = {}): Promise<Quarry> {
  const context = await createContext(config, replace)
  try {
    await context.queue.start()
    if (config.role !== 'server') await startWorker(context)
    const server = config.role === 'worker' ? null : await listen(context)
    // Last of all, so that no start fails after it; and not by a worker, whose output nobody reads.
    const firstKey = server === null ? null : await createFirstKey(context)
    const url = server === null ? null : `http://${hostOf(config.host)}:${(server.address() as AddressInfo).port}`
    context.log.info({ role: config.role, url }, 'Quarry is ready.')
    let stopping: Promise<void> | null = null
    const stop = () => (stopping ??= shutDown(context, server))
    return { context, url, firstKey, stop }
  } catch (error) {
    await context.close()
    throw error
  }
}

async function listen(context: Context): Promise<Server> {
  const { port, host } = context.config
  const server = createHttpServer(createApp(context, toolsets))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenProblem(error, host, port)))
    server.listen(port, host, resolve)
  })
  return server
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Set PORT to a free one, or stop what listens there.`)
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be used by this user. Set PORT to one above 1023.`)
  return new Error(`Quarry cannot listen on ${host}:${port} (${error.code ?? error.message}).`, { cause: error })
}

async function shutDown(context: Context, server: Server | null): Promise<void> {
  context.log.info('Stopping.')
  context.stopping.abort()
  if (server !== null) await closeServer(server)
  await context.close()
  context.log.info('Stopped.')
}

async function closeServer(server: Server): Promise<void> {
  await sleep(DRAIN_MS)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const late = sleep(FINISH_REQUESTS_MS, 'late', { ref: false })
  if ((await Promise.race([closed, late])) === 'late') server.closeAllConnections()
  await closed
}

const hostOf = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
