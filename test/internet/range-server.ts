import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RangeServer extends AsyncDisposable {
  /** Ends with a slash. */
  url: string
  /** How many body bytes of archives were sent, and which ranges were requested. */
  sent: { bytes: number; ranges: string[] }
  /** Answers to use instead for the next requests. */
  next: { status: number; headers?: Record<string, string> }[]
  robots: string | null
  /** Answers to use instead for the next requests for robots.txt. */
  nextRobots: { status: number; headers?: Record<string, string> }[]
  /** Archives that are always answered with this status. */
  refused: Map<string, number>
}

/** Serves files as an archive store does: whole, or one range of bytes (RFC 9110 14.2). */
export async function startRangeServer(files: ReadonlyMap<string, Buffer>): Promise<RangeServer> {
  const state: Pick<RangeServer, 'sent' | 'next' | 'robots' | 'nextRobots' | 'refused'> = {
    sent: { bytes: 0, ranges: [] },
    next: [],
    robots: null,
    nextRobots: [],
    refused: new Map(),
  }
  const answer = (response: ServerResponse, path: string, range: string | undefined): void => {
    const forRobots = path === 'robots.txt' ? state.nextRobots.shift() : undefined
    if (forRobots !== undefined) return void response.writeHead(forRobots.status, forRobots.headers).end()
    if (path === 'robots.txt') return void response.writeHead(state.robots === null ? 404 : 200).end(state.robots ?? '')
    const instead = state.next.shift()
    if (instead !== undefined) return void response.writeHead(instead.status, instead.headers).end()
    const refused = state.refused.get(path)
    if (refused !== undefined) return void response.writeHead(refused).end()
    const file = files.get(path)
    if (file === undefined) return void response.writeHead(404).end()
    const asked = /^bytes=(\d+)-(\d+)$/.exec(range ?? '')
    if (asked === null) return void response.writeHead(200).end(file)
    const [from, to] = [Number(asked[1]), Math.min(Number(asked[2]), file.length - 1)]
    if (from >= file.length) return void response.writeHead(416).end()
    state.sent.ranges.push(`${path} ${from}-${to}`)
    state.sent.bytes += to + 1 - from
    response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${file.length}` }).end(file.subarray(from, to + 1))
  }
  const server = createServer((request, response) => {
    answer(response, decodeURIComponent((request.url ?? '/').slice(1)), request.headers.range)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
