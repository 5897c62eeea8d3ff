import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { startApp } from '../app.ts'
import type { TestApp, TestAppOptions } from '../app.ts'

/** A port that was free a moment ago: addresses of the authorization server are settled before it listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A Quarry to which apps can connect, at its own public address. */
export async function startOauthApp(options: TestAppOptions = {}): Promise<TestApp> {
  const port = await freePort()
  const env = { PORT: String(port), QUARRY_PUBLIC_URL: `http://127.0.0.1:${port}`, QUARRY_OAUTH: 'on', ...options.env }
  return startApp({ ...options, env })
}
