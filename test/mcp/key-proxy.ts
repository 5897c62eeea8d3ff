import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface KeyProxy extends AsyncDisposable {
  origin: string
}

/** A proxy on loopback that adds a key and changes nothing else, not even `Host` and `Origin`. */
export async function startKeyProxy(target: string, key: string): Promise<KeyProxy> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming
    const headers = [...incoming.rawHeaders, 'X-API-KEY', key]
    const forwarded = httpRequest({ hostname, port, method, path, headers, setHost: false, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
