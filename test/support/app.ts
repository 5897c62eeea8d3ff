import { readConfig } from '../../src/config.ts'
import type { Replacements } from '../../src/context.ts'
import { createPasswords } from '../../src/services/passwords.ts'
import { startQuarry } from '../../src/quarry.ts'
import type { Quarry } from '../../src/quarry.ts'
import type { Internet } from '../internet/internet.ts'
import { ask } from './ask.ts'
import type { Asked } from './ask.ts'
import { testDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { PATIENT, QUARRY_SECRET_KEY, UNGUARDED } from './process/child-quarry.ts'
import { silentLog } from './process/silent-log.ts'
import { QUICK_HASH } from './process/quick-hash.ts'

export interface TestApp extends Quarry, AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  origin: string
  /** The key of the first account (plan unlimited). */
  key: string
  database: TestDatabase
  /** Sends a request with the key, and parses the body. */
  get: (path: string, headers?: Record<string, string>) => Promise<TestAnswer>
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<TestAnswer>
}

export interface TestAnswer {
  status: number
  headers: Headers
  // Bodies are untyped: each test states what it expects.
  body: TestBody
}

export interface TestBody {
  data?: unknown
  meta?: unknown
  errors?: { id: string; code: number; details: string }[]
}

export interface TestAppOptions {
  env?: Record<string, string>
  replace?: Replacements
  internet?: Internet
  /** Shares a database with another app; the caller disposes of it. */
  database?: TestDatabase
  key?: string
}

/** Starts a real Quarry on its own database, reached over loopback: `await using app = await startApp()`. */
export async function startApp({
  env = {},
  replace = {},
  internet,
  database: shared,
  key,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = shared ?? (await testDatabase())
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.connectionString,
    QUARRY_DATABASE_POOL_SIZE: '5',
    QUARRY_LOCAL_SUFFIXES: 'test,example',
    QUARRY_SECRET_KEY,
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_RATE_LIMIT_STORE: 'memory',
    ...UNGUARDED,
    ...PATIENT,
    ...(internet === undefined ? WITHOUT_INTERNET : crawling(internet)),
    ...env,
  })
  const quarry = await startQuarry(config, { log: silentLog, passwords: createPasswords(QUICK_HASH), ...replace })
  const origin = quarry.url ?? ''
  const apiKey = quarry.firstKey ?? key ?? ''
  const send = async (path: string, given: Record<string, string>, init: Asked = {}): Promise<TestAnswer> => {
    const asked = { ...init, headers: { 'x-api-key': apiKey, ...given } }
    const { status, headers, text } = await ask(origin + path, asked)
    return { status, headers, body: text === '' ? {} : (JSON.parse(text) as TestBody) }
  }
  return {
    ...quarry,
    origin,
    key: apiKey,
    database,
    get: (path, headers = {}) => send(path, headers),
    post: (path, body, headers = {}) =>
      send(path, { 'content-type': 'application/json', ...headers }, { method: 'POST', body: JSON.stringify(body) }),
    [Symbol.asyncDispose]: async () => {
      await quarry.stop({ atOnce: true })
      if (shared === undefined) await database[Symbol.asyncDispose]()
    },
  }
}

/** Nothing answers at this resolver: no test reaches the internet. */
const WITHOUT_INTERNET = { QUARRY_CRAWL: 'off', QUARRY_DNS_SERVERS: '127.0.0.1:9' }

/** Returns the variables with which a Quarry uses a small internet. */
export const crawling = (internet: Internet): Record<string, string> => ({
  QUARRY_DNS_SERVERS: internet.dnsServer,
  QUARRY_CRAWL_HTTP_PORT: String(internet.httpPort),
  QUARRY_CRAWL_HTTPS_PORT: String(internet.httpsPort),
  QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
  QUARRY_CRAWL_DELAY_MS: '0',
})
