import { createServer } from 'node:http'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { limitBodyTime } from '../lib/body-deadline.ts'
import { answerLate, answerUnreadable } from './unreadable-request.ts'

/** The server below the app: where it listens, its limits in time, and how it goes. */
export interface HttpServer {
  /** `http://ADDRESS:PORT` to reach it by from this machine. */
  url: string
  /** Stops listening without dropping a request; those that take too long are cut off. */
  close: (options?: Closing) => Promise<void>
}

export interface Closing {
  /** Waits for nobody who may be on the way with a new request: tests know that there is none. */
  atOnce?: boolean
}

/** A body that is not an upload has to be there by then. */
const BODY_MS = 60_000
/** Clients on open connections learn from their next answer that it is the last there. */
const DRAIN_MS = 300
/** Longer than most answers take, so that who waits for one is not on the way with a new connection. */
const HOLD_MS = 100
/** Requests under way get so long to end. */
const FINISH_REQUESTS_MS = 4_000

/**
 * @param port 0 takes any free one.
 * @param bodyMs how long a body may take that is not an upload.
 * @throws Error with one sentence for the operator when it cannot listen.
 */
export async function startHttpServer(
  app: RequestListener,
  host: string,
  port: number,
  bodyMs = BODY_MS,
): Promise<HttpServer> {
  const released = Promise.withResolvers<void>()
  const open = new Set<ServerResponse>()
  let phase: 'open' | 'draining' | 'holding' = 'open'
  const server = createServer(async (request, response) => {
    open.add(response)
    limitBodyTime(request, bodyMs, () => answerLate(request.socket))
    response.once('close', () => open.delete(response))
    if (phase !== 'open') endConnection(response)
    if (phase === 'holding') await released.promise
    request.url = withoutTrailingSlashes(originForm(request.url ?? '/'))
    app(request, response)
  })
  // A slow client may not hold a connection for ever. Node's own limit for whole requests knows no exceptions.
  server.headersTimeout = 20_000
  server.requestTimeout = 0
  server.keepAliveTimeout = 65_000
  server.on('clientError', answerUnreadable)
  await listen(server, host, port)
  const close = async ({ atOnce = false }: Closing = {}): Promise<void> => {
    phase = 'draining'
    open.forEach(endConnection)
    if (!atOnce) await sleep(DRAIN_MS)
    // The kernel resets connections that nobody accepted before the end: there are none while everybody waits.
    phase = 'holding'
    if (!atOnce) await sleep(HOLD_MS)
    // A process that got no time ends its wait before it accepts who came during it.
    await nextTurn()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    released.resolve()
    const late = sleep(FINISH_REQUESTS_MS, 'late', { ref: false })
    if ((await Promise.race([closed, late])) === 'late') server.closeAllConnections()
    await closed
  }
  return { url: `http://${nameOf(host)}:${(server.address() as AddressInfo).port}`, close }
}

const endConnection = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenProblem(error, host, port)))
    server.listen(port, host, resolve)
  })
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Set PORT to a free one, or stop what listens there.`)
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be used by this user. Set PORT to one above 1023.`)
  return new Error(`Quarry cannot listen on ${host}:${port} (${error.code ?? error.message}).`, { cause: error })
}

const nameOf = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** RFC 9112 3.2: a client may send a whole URL; what is neither that nor a path leads nowhere. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const url = URL.parse(target)
  return url === null ? `/${target}` : url.pathname + url.search
}

/** `/v2/account/?x` is `/v2/account?x`: some clients always send one. */
function withoutTrailingSlashes(target: string): string {
  const query = target.indexOf('?')
  const end = query < 0 ? target.length : query
  let kept = end
  while (kept > 1 && target[kept - 1] === '/') kept--
  return kept === end ? target : target.slice(0, kept) + target.slice(end)
}
