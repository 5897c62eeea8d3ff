import { startApp } from '../app.ts'
import type { TestApp, TestAppOptions } from '../app.ts'
import { freePort } from '../process/free-port.ts'

/** Starts a Quarry that apps can connect to, at its own public address. */
export async function startOauthApp(options: TestAppOptions = {}): Promise<TestApp> {
  const port = await freePort()
  const env = { PORT: String(port), QUARRY_PUBLIC_URL: `http://127.0.0.1:${port}`, QUARRY_OAUTH: 'on', ...options.env }
  return startApp({ ...options, env })
}
