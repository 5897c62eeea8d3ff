import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import type { Context, Principal } from '../../src/context.ts'
import { AppError } from '../../src/errors.ts'
import type { Toolset } from '../../src/mcp/tools/define-tool.ts'
import type { McpDoor } from '../../src/mcp/tools/mcp-door.ts'
import { createMcpRoute } from '../../src/mcp/transport/mcp-route.ts'
import type { NewServer } from '../../src/mcp/transport/mcp-route.ts'
import { wellKnownRoute } from '../../src/mcp/transport/well-known.ts'
import { createRefusalPace } from '../../src/lib/process/refusal-pace.ts'
import { toyToolsets } from './toy-tools.ts'

/**
 * The real route around toy tools, for what is decided by the mount alone. Keys: `full`, `reader` (read only),
 * `test-api-key`. Anything that needs accounts and storage is tested through the whole app instead.
 */
export interface StandIn extends AsyncDisposable {
  origin: string
  url: string
  /** Everything that was logged, one line each. */
  logged: string[]
}

export interface StandInOptions {
  environment?: Record<string, string>
  toolsets?: readonly Toolset[]
  countRequest?: McpDoor['countRequest']
  countRefusal?: McpDoor['countRefusal']
  newServer?: NewServer
  authenticate?: McpDoor['authenticate']
}

const principal = (keyId: number, change: Partial<Principal> = {}): Principal => ({
  accountId: 1,
  userId: 1,
  keyId,
  plan: 'unlimited',
  accountCreatedAt: new Date(0),
  scopes: new Set(['read', 'write', 'send']),
  via: 'key',
  testKey: false,
  suspended: false,
  discover: true,
  rateKey: `account:${keyId}`,
  ...change,
})

const CALLERS: Record<string, Principal> = {
  full: principal(1),
  reader: principal(2, { scopes: new Set(['read']) }),
  'test-api-key': principal(0, { accountId: 0, scopes: new Set(['read']), testKey: true, rateKey: 'client:here' }),
}

async function authenticate({ headers }: IncomingMessage): Promise<Principal> {
  const bearer = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]
  const key = [headers['x-api-key']].flat()[0] ?? bearer
  if (key === undefined) throw new AppError('authentication_failed', 'No API key was sent.')
  const caller = CALLERS[key]
  if (caller === undefined) throw new AppError('authentication_failed', 'No account matches this API key.')
  return caller
}

export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const logged: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const config = readConfig({ QUARRY_ALLOWED_HOSTS: 'quarry.example', ...options.environment })
  const context = { config, log, clock: { now: () => new Date() }, refusalPace: createRefusalPace() } as Context
  const app = express()
  const door: McpDoor = {
    context,
    version: '0.0.0',
    toolsets: options.toolsets ?? toyToolsets,
    authenticate: options.authenticate ?? authenticate,
    countRequest: options.countRequest ?? (async () => undefined),
    countRefusal: options.countRefusal ?? (() => undefined),
  }
  app.all('/mcp', createMcpRoute(door, options.newServer))
  app.use(wellKnownRoute(false))
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    url: `${origin}/mcp`,
    logged,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
