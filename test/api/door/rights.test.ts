import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../../src/api/routes.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { createKey } from '../../../src/core/accounts/issue-keys.ts'
import { TEST_KEY } from '../../../src/core/capability/test-key.ts'
import { toolsets } from '../../../tools/index.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { ask } from '../../support/ask.ts'
import type { Answered } from '../../support/ask.ts'
import { kindOf, oneOfEach } from '../../support/records/one-of-each.ts'
import {
  EXCEPTIONS,
  KEYLESS_ROUTES,
  routeRight,
  TEST_KEY_ROUTES,
  TEST_KEY_TOOLS,
  toolRight,
} from '../../support/doors/rights.ts'

/** Every kind of caller, and the scopes of its key. */
const CALLERS = {
  nobody: null,
  stranger: null,
  reader: ['read'],
  writer: ['read', 'write'],
  sender: ['read', 'write', 'send'],
  operator: ['read', 'write', 'send', 'operator'],
  tester: null,
} as const
type Caller = keyof typeof CALLERS

const routeName = ({ method, path }: (typeof ROUTES)[number]): string => `${method} ${path}`
const tools = toolsets.flatMap((toolset) => toolset.tools)

let app: TestApp
let keys: Record<Caller, string | null>
let other: string
let ids: Record<string, number>
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_TEST_KEY: 'on' } })
  const { accountId, key } = await createAccount(app.context, 'unlimited')
  const make = async (wanted: { readOnly: boolean; send?: boolean; operator?: boolean }) =>
    (await createKey(app.context, { name: 'One of many', account: accountId, ...wanted })).key
  ids = await oneOfEach(app, { accountId, key })
  other = (await createAccount(app.context, 'unlimited')).key
  keys = {
    nobody: null,
    stranger: 'qry_nobody',
    reader: await make({ readOnly: true }),
    writer: await make({ readOnly: false, send: false }),
    sender: key,
    operator: await make({ readOnly: false, operator: true }),
    tester: TEST_KEY,
  }
})
afterAll(() => app[Symbol.asyncDispose]())

function knock(method: string, path: string, key: string | null, body?: object): Promise<Answered> {
  return ask(app.origin + path, {
    method: method.toUpperCase(),
    headers: {
      ...(key !== null && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json', accept: 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Ids that do not exist: an allowed call changes nothing. */
const emptyPath = (path: string): string => `/v2${path.replaceAll(/:\w+/g, '999999')}`

function wanted(caller: Caller, right: string, answersTestKey: boolean): 'allowed' | 401 | 403 {
  const scopes: readonly string[] | null = CALLERS[caller]
  if (scopes !== null) return scopes.includes(right) ? 'allowed' : 403
  return caller === 'tester' && answersTestKey ? 'allowed' : 401
}

describe('rights', () => {
  test('have exceptions only for existing routes and tools', () => {
    const known = new Set([...ROUTES.map(routeName), ...tools.map(({ name }) => name)])
    expect(EXCEPTIONS.filter((name) => !known.has(name))).toEqual([])
  })

  test.each(ROUTES.map((route) => [routeName(route), route] as const))('are enforced at %s', async (name, route) => {
    const right = routeRight(name)
    for (const caller of Object.keys(CALLERS) as Caller[]) {
      const { status } = await knock(route.method, emptyPath(route.path), keys[caller])
      const seen = status === 401 || status === 403 ? status : 'allowed'
      const isOpen = caller === 'nobody' && KEYLESS_ROUTES.has(name)
      expect([caller, seen]).toEqual([caller, isOpen ? 'allowed' : wanted(caller, right, TEST_KEY_ROUTES.has(name))])
    }
  })

  test.each(ROUTES.filter(({ path }) => path.includes('/:id')).map((route) => [routeName(route), route] as const))(
    "of another account's key reach nothing at %s",
    async (_name, { method, path }) => {
      const target = path.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[kindOf(name, path)] ?? 1))
      // Parameters are validated before records are looked up.
      expect((await knock(method, `/v2${target}`, other)).status).toBeOneOf([400, 404, 422])
    },
  )

  test.each(tools.map((tool) => [tool.name, tool] as const))('are enforced at the tool %s', async (name, tool) => {
    const right = toolRight(tool)
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }
    for (const caller of Object.keys(CALLERS) as Caller[]) {
      const { status, text } = await knock('post', '/mcp', keys[caller], call)
      const seen = status === 401 ? 401 : text.includes('forbidden') ? 403 : 'allowed'
      const forTester = TEST_KEY_TOOLS.has(name) ? 'allowed' : 403
      expect([caller, seen]).toEqual([caller, caller === 'tester' ? forTester : wanted(caller, right, false)])
    }
  })

  test('of a read-only key can cancel only verifications it started', async () => {
    const start = async (key: string | null): Promise<string> => {
      const answer = await knock('post', '/v2/email-verifier/bulk', key, { emails: ['a@b.example', 'c@b.example'] })
      const { data } = JSON.parse(answer.text) as { data: { id: number } }
      return `/v2/email-verifier/bulk/${data.id}`
    }
    expect((await knock('delete', await start(keys.reader), keys.reader)).status).toBe(200)
    expect((await knock('delete', await start(keys.sender), keys.reader)).status).toBe(403)
    expect((await knock('delete', await start(keys.reader), keys.writer)).status).toBe(200)
    expect((await knock('delete', await start(keys.reader), other)).status).toBe(404)
  })

  test('protect a key from those that may do less: they can neither end nor limit it', async () => {
    const made = await knock('post', '/v2/api-keys', keys.sender, { name: 'Strong' })
    const { id } = (JSON.parse(made.text) as { data: { id: number } }).data
    const path = `/v2/api-keys/${id}`
    expect((await knock('delete', path, keys.writer)).status).toBe(403)
    expect((await knock('put', path, keys.writer, { daily_credits: 1 })).status).toBe(403)
    expect((await knock('put', path, keys.writer, { name: 'Renamed' })).status).toBe(200)
    expect((await knock('put', path, keys.sender, { daily_credits: 1 })).status).toBe(200)
    expect((await knock('delete', path, keys.operator)).status).toBe(204)
  })

  test('cannot be widened by creating a new key', async () => {
    const make = async (key: string | null, wanted: object): Promise<string> => {
      const answer = await knock('post', '/v2/api-keys', key, { name: 'New', ...wanted })
      return (JSON.parse(answer.text) as { data: { token: string } }).data.token
    }
    const start = (key: string) => knock('post', '/v2/campaigns/999999/start', key)
    expect((await start(await make(keys.writer, {}))).status).toBe(403)
    expect((await start(await make(keys.sender, { no_send: true }))).status).toBe(403)
    expect((await start(await make(keys.sender, {}))).status).toBe(404)
  })
})
