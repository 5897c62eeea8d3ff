import { createContext } from '../../../src/context.ts'
import { readConfig } from '../../../src/config.ts'
import { verifying } from '../../../test/internet/mail-scenarios.ts'
import { toolCaller } from '../../../test/support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../../test/support/doors/mcp-client.ts'
import { startPeopleTown } from '../../../test/support/mails/people-town.ts'
import type { PeopleTown } from '../../../test/support/mails/people-town.ts'
import { QUARRY_SECRET_KEY, startChild } from '../../../test/support/process/child-quarry.ts'
import type { ChildQuarry } from '../../../test/support/process/child-quarry.ts'
import { silentLog } from '../../../test/support/process/silent-log.ts'
import { openBenchHouse } from '../../support/bench-house.ts'

export type Row = Record<string, unknown>

/** A Quarry of two processes beside domains with known people and patterns, and an agent that calls its tools. */
export interface JobsHouse extends AsyncDisposable {
  connectionString: string
  town: PeopleTown
  /** Returns a successful answer; `data` is null where the tool only says what it would do. */
  call: (tool: string, args: Row) => Promise<{ data: Row; meta: Row }>
  /** Kills the worker with -9. */
  killWorker: () => Promise<void>
  startWorker: () => Promise<void>
}

/** How long a reply of a mail server takes to arrive. */
const DELAY_MS = 10

export async function openJobsHouse(domains: number): Promise<JobsHouse> {
  const bench = await openBenchHouse()
  const town = await startPeopleTown(domains, DELAY_MS)
  const env = {
    ...verifying(town),
    DATABASE_URL: bench.connectionString,
    PORT: '0',
    QUARRY_CRAWL: 'off',
    QUARRY_DEFAULT_PLAN: 'unlimited',
    QUARRY_LOCAL_SUFFIXES: 'example',
    QUARRY_LOG_LEVEL: 'info',
    QUARRY_RATE_LIMIT_FACTOR: '0',
  }
  const start = async (role: 'server' | 'worker', said: RegExp): Promise<[ChildQuarry, string]> => {
    const child = startChild('main.ts', [], { ...env, QUARRY_ROLE: role })
    return [child, (await child.until(said))[1] ?? '']
  }
  const [server, origin] = await start('server', /listens on (http:\/\/[\d.]+:\d+)/)
  const startWorker = async () => (await start('worker', /Quarry is ready()/))[0]
  const context = await createContext(readConfig({ ...env, QUARRY_SECRET_KEY }), { log: silentLog })
  await town.seed(context)
  await context.close()
  const caller = await toolCaller<Row>({ origin, key: await server.firstKey() })
  let worker = await startWorker()
  return {
    connectionString: bench.connectionString,
    town,
    call: async (tool, args) => answerOf(tool, await caller.call(tool, args)),
    killWorker: async () => void (await worker.end('SIGKILL')),
    startWorker: async () => void (worker = await startWorker()),
    async [Symbol.asyncDispose]() {
      await caller.close()
      await Promise.all([server.end('SIGTERM'), worker.end('SIGTERM')])
      await town[Symbol.asyncDispose]()
      await bench[Symbol.asyncDispose]()
    },
  }
}

function answerOf(tool: string, { isError, content, structuredContent }: ToolAnswer<Row>): { data: Row; meta: Row } {
  if (isError === true || structuredContent === undefined) throw new Error(`${tool}: ${content[0]?.text}`)
  return structuredContent
}
