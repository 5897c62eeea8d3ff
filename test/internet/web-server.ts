import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TestCertificate } from './certificate.ts'
import { sendPage, type TestSite } from './test-site.ts'

/** What the server saw of one request; times in ms of `performance.now()`. */
export interface LoggedRequest {
  host: string
  path: string
  method: string
  secure: boolean
  headers: IncomingMessage['headers']
  at: number
  /** When the answer ended or the client left; null until then. */
  endedAt: number | null
}

export interface TestWebServer {
  port: number
  stop: () => Promise<void>
}

/** Serves every site by its Host header, over https too if there is a certificate. */
export async function startWebServer(
  sites: ReadonlyMap<string, TestSite>,
  requests: LoggedRequest[],
  certificate: TestCertificate | null,
): Promise<TestWebServer> {
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    serve(sites, requests, request, response)
  const server: Server =
    certificate === null
      ? createHttpServer(listener)
      : createHttpsServer({ cert: certificate.certPem, key: certificate.keyPem }, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function serve(
  sites: ReadonlyMap<string, TestSite>,
  requests: LoggedRequest[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  const path = request.url ?? '/'
  const method = request.method ?? 'GET'
  const secure = 'encrypted' in request.socket
  const entry: LoggedRequest = {
    host,
    path,
    method,
    secure,
    headers: request.headers,
    at: performance.now(),
    endedAt: null,
  }
  const earlier = requests.filter((seen) => seen.host === host && seen.path === path).length
  requests.push(entry)
  response.once('close', () => (entry.endedAt = performance.now()))
  const site = sites.get(host)
  if (site === undefined) return sendPage(response, { status: 421, body: 'No such site here.' })
  if (
    site.handle !== undefined &&
    site.handle({ host, path, method, secure, headers: request.headers, earlier }, response) !== false
  )
    return
  sendPage(response, site.pages?.[path] ?? { status: 404, body: '<title>Not found</title><p>There is no such page.' })
}
