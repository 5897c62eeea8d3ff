import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import type { Context } from '../../src/context.ts'
import { freePort } from '../../test/support/process/free-port.ts'
import { webVisitor } from '../../test/support/web/web-visitor.ts'
import { openBenchHouse } from '../support/bench-house.ts'
import type { BenchHouse } from '../support/bench-house.ts'
import type { ServerProcess } from '../support/bench-process.ts'

/** A database, servers in separate processes that apps can connect to, and the owner of their first account. */
export interface OauthHouse extends AsyncDisposable {
  bench: BenchHouse
  origin: string
  /** The key of the first account. */
  key: string
  first: ServerProcess
  /** Starts another server on the same database that answers for the same address. */
  startSecond: () => Promise<ServerProcess>
  /** A context on the same database, for checks behind the scenes. */
  context: Context
  /** The cookie of the owner, who is signed in: `quarry_session=…` */
  cookie: string
}

export async function openOauthHouse(): Promise<OauthHouse> {
  const bench = await openBenchHouse()
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const settings = { QUARRY_PUBLIC_URL: origin, QUARRY_OAUTH: 'on', QUARRY_DNS_SERVERS: '127.0.0.1:9' }
  const first = await bench.startQuarry({ ...settings, PORT: port })
  const { connectionString: DATABASE_URL, dataDir: QUARRY_DATA_DIR } = bench
  const config = readConfig({ ...settings, PORT: port, DATABASE_URL, QUARRY_DATA_DIR, QUARRY_CRAWL: 'off' })
  const context = await createContext(config, { log: pino({ level: 'silent' }) })
  const { cookie } = await webVisitor({ context, origin })
  return {
    bench,
    origin,
    key: first.key,
    first,
    startSecond: () => bench.startQuarry(settings),
    context,
    cookie,
    async [Symbol.asyncDispose]() {
      await context.close()
      await bench[Symbol.asyncDispose]()
    },
  }
}
