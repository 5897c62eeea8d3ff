import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ROUTES } from '../../../src/api/routes.ts'
import type { Route } from '../../../src/api/route.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { ask } from '../../support/ask.ts'
import { anyJson, bracketSoup, HOSTILE_JSON, HOSTILE_TEXTS } from '../../support/doors/hostile-values.ts'
import { kindOf, oneOfEach } from '../../support/records/one-of-each.ts'
import { wrongRefusal } from '../../support/doors/refusal-check.ts'
import { rightBody, usual } from '../../support/doors/right-bodies.ts'
import { seedPeople } from '../../support/records/seed.ts'

let app: TestApp
/** Each route that changes a record has its own account: other routes may have removed what it needs. */
let key: string
let ids: Record<string, number>
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await newAccount()
  await seedPeople(app.context, 'lumen.example', [['Rui', 'Abano', 'Chief Technology Officer']])
})
afterAll(() => app[Symbol.asyncDispose]())

async function newAccount(): Promise<void> {
  const account = await createAccount(app.context, 'unlimited')
  key = account.key
  ids = await oneOfEach(app, account)
}

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema }

/** Parts of an object that require others beside them. */
const BESIDE: Record<string, object> = { state: { country: 'US' }, city: { country: 'US' } }

const parametersOf = ({ capability }: Route): [string, Schema][] => {
  const { properties = {} } = z.toJSONSchema(capability.input, { io: 'input' }) as Schema
  return [['unknown_parameter', {}], ...Object.entries(properties)]
}

/** The value as the parameter itself, and at every place inside it that the published schema has. */
function placed(schema: Schema, value: unknown): unknown[] {
  const deeper =
    schema.type === 'array'
      ? placed(schema.items ?? {}, value).map((item) => [item])
      : Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
          placed(part, value).map((item) => ({ ...BESIDE[name], [name]: item })),
        )
  return [value, ...deeper]
}

/**
 * Each parameter gets a share of the values, and the next one another share: all of them are sent, but not everywhere.
 * With EVERY_HOSTILE_VALUE=1 in the environment every parameter gets all of them, which takes sixty times as long.
 */
const SHARE = process.env['EVERY_HOSTILE_VALUE'] === '1' ? 1 : 60
let turn = 0
function share<T>(values: readonly T[]): T[] {
  turn++
  const own = values.filter((_, place) => (place + turn) % SHARE === 0)
  return own.length > 0 ? own : values.slice(0, 1)
}

interface Sent {
  route: Route
  query?: string
  body?: string
  type?: string
}

const pathOf = ({ path }: Route): string =>
  `/v2${path.replace(/:(\w+)/g, (_, name: string) => String(ids[kindOf(name, path)] ?? 1))}`

const needsRecord = ({ path }: Route): boolean => path.includes(':')

interface Answered {
  status: number
  text: string
  query: string
}

/** Sends the request and returns what is wrong with the answer; empty if nothing is. */
async function complaints({ route, query = '', body, type }: Sent): Promise<string[]> {
  const { status, text } = await ask(`${app.origin}${pathOf(route)}${query === '' ? '' : `?${query}`}`, {
    method: route.method.toUpperCase(),
    headers: { 'x-api-key': key, ...(type !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
  })
  const found = status < 300 ? wrongAnswer(route, { status, text, query }) : wrongRefusal(status, text, query + body)
  return found.map(
    (complaint) => `${route.method} ${route.path} ${query.slice(0, 200)} ${body?.slice(0, 200)}: ${complaint}`,
  )
}

function wrongAnswer({ capability, otherForm, sendsFile = false }: Route, { status, text, query }: Answered): string[] {
  if (status === 204) return text === '' ? [] : ['a body with 204']
  if (sendsFile) return []
  const isOther = otherForm !== undefined && new URLSearchParams(query).has(otherForm.parameter)
  const usual = capability.documented?.output ?? capability.output
  const parsed = (isOther ? otherForm.root : usual).safeParse(JSON.parse(text))
  return parsed.success ? [] : [z.prettifyError(parsed.error)]
}

/** Sends many at once, as fast as the connection pool allows. */
async function complaintsOfAll(requests: readonly Sent[]): Promise<string[]> {
  const found: string[] = []
  const queue = requests.values()
  const worker = async () => {
    for (const request of queue) found.push(...(await complaints(request)))
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return found
}

const FORM = 'application/x-www-form-urlencoded'
const form = (pairs: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(pairs).map(([name, value]): [string, string] => [name, String(value)])).toString()

/** Longer queries are refused as a whole. */
const MAX_QUERY = 12_000
const TEXTS_OF_QUERIES = HOSTILE_TEXTS.filter((text) => form({ text }).length < MAX_QUERY)

const named = (route: Route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const

describe.each(ROUTES.map(named))('%s', (_, route) => {
  test('survives hostile texts and bracket soup in the query', async () => {
    const queries = parametersOf(route).flatMap(([name]) => [
      ...share(TEXTS_OF_QUERIES).map((text) => form({ ...usual(route), [name]: text })),
      ...share(bracketSoup(name)).map((soup) => `${form(usual(route))}&${soup}`),
    ])
    const requests = queries.filter(({ length }) => length <= MAX_QUERY).map((query) => ({ route, query }))
    expect(requests.length).toBeGreaterThan(0)
    expect(await complaintsOfAll(requests)).toEqual([])
  })

  test('survives any other values of its parameters', async () => {
    const names = parametersOf(route).map(([name]) => name)
    const values = fc.dictionary(fc.constantFrom(...names), anyJson, { maxKeys: 6 })
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const parameters = { ...rightBody(route), ...given }
        const asJson = { route, body: JSON.stringify(parameters), type: 'application/json' }
        const query = Object.entries(parameters).map(([name, value]): [string, string] => [name, JSON.stringify(value)])
        const asQuery = { route, query: new URLSearchParams(query).toString() }
        expect(await complaints(route.method === 'get' ? asQuery : asJson)).toEqual([])
      }),
      { numRuns: Math.ceil(100 / SHARE) },
    )
  })
})

const WRITES = ROUTES.filter(({ method }) => method !== 'get')
/** Those that name no record first: all of them can use the same account. */
const BY_NEED = WRITES.toSorted((one, other) => Number(needsRecord(one)) - Number(needsRecord(other)))

describe.each(BY_NEED.map(named))('the body of %s', (_, route) => {
  beforeAll(() => (needsRecord(route) ? newAccount() : undefined))

  // The form of a body is checked before anything else; values from JSON get further, into the database.
  test('survives hostile values in a JSON and in a form body', async () => {
    const requests = parametersOf(route).flatMap(([name, schema]) => [
      ...share(HOSTILE_JSON.flatMap((value) => placed(schema, value))).map((value) => ({
        route,
        body: JSON.stringify({ ...rightBody(route), [name]: value }),
        type: 'application/json',
      })),
      ...share(HOSTILE_TEXTS).map((text) => ({ route, body: form({ ...usual(route), [name]: text }), type: FORM })),
      ...share(bracketSoup(name)).map((soup) => ({ route, body: `${form(usual(route))}&${soup}`, type: FORM })),
    ])
    expect(await complaintsOfAll(requests)).toEqual([])
  })
})

test('no prototype was changed in the process', () => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
