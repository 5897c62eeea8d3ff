import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { limitBodyTime } from '../lib/input/body-deadline.ts'
import { giveBack } from '../lib/input/spent-bytes.ts'
import { clientConnectionLimit, whoLeaves } from './connection-places.ts'
import type { ClientConnection } from './connection-places.ts'
import { answerLate, answerUnreadable } from './unreadable-request.ts'
import { hostForUrl } from '../lib/settings/own-host-name.ts'

/** The server under the app: where it listens, its time limits, and how it stops. */
export interface HttpServer {
  /** `http://ADDRESS:PORT`, reachable from this machine. */
  url: string
  /** Stops listening without dropping a request; those that take too long are cut off. */
  close: (options?: Closing) => Promise<void>
}

export interface Closing {
  /** Does not wait for new requests that may be on their way: tests know that there are none. */
  atOnce?: boolean
}

/** How long a body other than an upload may take to arrive. */
const BODY_MS = 60_000
/** Clients on open connections learn from their next answer that it is the last; one that sends nothing for this long is idle. */
const DRAIN_MS = 1_000
/** No connection for this long and this many turns means that none is on its way. */
const QUIET_MS = 150
const QUIET_TURNS = 10
/** If connections keep coming, the end has to cut one off. */
const HOLD_MS = 4_000
const STEP_MS = 10
/** For all phases: time that draining did not need is left to requests in progress. A process has ten seconds to stop. */
const CLOSE_WITHIN_MS = 8_000

/**
 * @param port 0 takes any free one.
 * @param options how long a body other than an upload may take, and how many connections are kept open
 * @throws Error with one sentence for the operator when it cannot listen.
 */
export async function startHttpServer(
  app: RequestListener,
  host: string,
  port: number,
  { bodyMs = BODY_MS, maxConnections = clientConnectionLimit() }: { bodyMs?: number; maxConnections?: number } = {},
): Promise<HttpServer> {
  const released = Promise.withResolvers<void>()
  /**
   * Open connections, each with the answer it waits for. While draining, each ends with its next answer. Requests never enter a Set of
   * their own: its outgrown tables would keep most of them in memory until a full garbage collection.
   */
  const connections = new Map<Socket, ClientConnection>()
  let arrivals = 0
  let phase: 'open' | 'draining' | 'holding' = 'open'
  const opened = (socket: Socket): ClientConnection => {
    const connection = { response: null, usedAt: performance.now(), address: socket.remoteAddress ?? '' }
    connections.set(socket, connection)
    return connection
  }
  const leave = (socket: Socket): void => {
    connections.delete(socket) // it is closed a moment later, and others may come until then
    socket.destroy()
  }
  const server = createServer(async (request, response) => {
    arrivals++
    const { socket } = request
    if (hostsOf(request) > 1) return answerUnreadable(new Error('Several hosts'), socket)
    const connection = connections.get(socket) ?? opened(socket)
    Object.assign(connection, { response, usedAt: performance.now() })
    limitBodyTime(request, bodyMs, () => answerLate(socket))
    response
      .once('prefinish', () => discardRest(request))
      .once('close', () => {
        if (connection.response === response) connection.response = null
      })
    if (phase !== 'open') endConnection(response)
    if (phase === 'holding') await released.promise
    takeOriginForm(request)
    app(request, response)
  })
  // A slow client must not keep a connection for ever. Node's own limit for whole requests allows no exceptions.
  server.headersTimeout = 20_000
  server.requestTimeout = 0
  server.keepAliveTimeout = 65_000
  server.on('clientError', answerUnreadable)
  server.on('connection', (socket) => {
    arrivals++
    opened(socket)
    socket.once('close', () => connections.delete(socket))
    if (connections.size > maxConnections) leave(whoLeaves(connections, socket))
  })
  await listen(server, host, port)
  const close = async ({ atOnce = false }: Closing = {}): Promise<void> => {
    const endsAt = performance.now() + CLOSE_WITHIN_MS
    phase = 'draining'
    for (const { response } of connections.values()) if (response !== null) endConnection(response)
    if (!atOnce) await until(() => connections.size === 0, DRAIN_MS)
    phase = 'holding'
    if (!atOnce) await untilNobodyComes(() => arrivals)
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    released.resolve()
    const late = sleep(endsAt - performance.now(), 'late', { ref: false })
    if ((await Promise.race([closed, late])) === 'late') server.closeAllConnections()
    await closed
  }
  return { url: `http://${hostForUrl(host)}:${(server.address() as AddressInfo).port}`, close }
}

async function until(isSo: () => boolean, atMostMs: number): Promise<void> {
  const endsAt = performance.now() + atMostMs
  while (!isSo() && performance.now() < endsAt) await sleep(STEP_MS)
}

/**
 * The kernel resets connections that were not accepted before the listener closes. Only one is accepted per turn of the event
 * loop, and a busy process may have many waiting: so silence counts in turns as well as in time.
 */
async function untilNobodyComes(arrivals: () => number): Promise<void> {
  const endsAt = performance.now() + HOLD_MS
  let quietSince = performance.now()
  for (let seen = -1, turns = 0; performance.now() < endsAt; turns++) {
    if (seen !== arrivals()) [quietSince, turns] = [performance.now(), 0]
    else if (turns >= QUIET_TURNS && performance.now() - quietSince >= QUIET_MS) return
    seen = arrivals()
    await sleep(STEP_MS)
    await nextTurn()
  }
}

/**
 * The rest of a body that was answered early precedes the next request of the connection. Node reads and drops it only if
 * reading had not begun, and leaves every byte of it to the garbage collector.
 */
function discardRest(request: IncomingMessage): void {
  if (!request.complete) request.on('data', giveBack).resume()
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
    return new Error(`Port ${port} is in use. Set PORT to a free port, or stop the program that is using it.`)
  if (error.code === 'EACCES')
    return new Error(`This user may not listen on port ${port}. Set PORT to a port above 1023.`)
  const ofOthers = `Quarry cannot listen on ${host}:${port} (${error.code ?? error.message}): set QUARRY_HOST to an address of this machine.`
  return new Error(ofOthers, { cause: error })
}

/** RFC 9112 3.2: a second one is refused, because a proxy in front may have gone by it, and Node by the first. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count++
  return count
}

/**
 * RFC 9112 3.2: a client may send a whole URL, whose host then counts instead of the header's; anything that is neither a URL nor a
 * path leads nowhere.
 */
function takeOriginForm(request: IncomingMessage): void {
  const { url: target = '/' } = request
  const url = target.startsWith('/') ? null : URL.parse(target)
  if (url !== null && url.host !== '') request.headers.host = url.host
  const path = url === null ? (target.startsWith('/') ? target : `/${target}`) : url.pathname + url.search
  request.url = withoutTrailingSlashes(path)
}

/** `/v2/account/?x` is `/v2/account?x`: some clients always send a trailing slash. */
function withoutTrailingSlashes(target: string): string {
  const query = target.indexOf('?')
  const end = query < 0 ? target.length : query
  let kept = end
  while (kept > 1 && target[kept - 1] === '/') kept--
  return kept === end ? target : target.slice(0, kept) + target.slice(end)
}
