import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ROUTES } from '../../src/api/routes.ts'
import type { Route } from '../../src/api/route.ts'
import { createKey } from '../../src/core/api-keys.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { anyJson, bracketSoup, HOSTILE_JSON, HOSTILE_TEXTS } from '../support/hostile-values.ts'
import { wrongRefusal } from '../support/refusal-check.ts'
import { seedPeople } from '../support/seed.ts'

let app: TestApp
/** Not the one with the id 1, which requests revoke. */
let key: string
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  key = (await createKey(app.context, { name: 'Hostile', readOnly: false })).key
  await seedPeople(app.context, 'lumen.example', [['Rui', 'Abano', 'Chief Technology Officer']])
})
afterAll(() => app[Symbol.asyncDispose]())

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema }

/** What makes the other parameters of a request right, where it has them. */
const USUAL: Record<string, unknown> = { domain: 'lumen.example' }
/** Parts of an object that others need beside them. */
const BESIDE: Record<string, object> = { state: { country: 'US' }, city: { country: 'US' } }

const parametersOf = ({ capability }: Route): [string, Schema][] => {
  const { properties = {} } = z.toJSONSchema(capability.input, { io: 'input' }) as Schema
  return [['unknown_parameter', {}], ...Object.entries(properties)]
}

/** The value as the parameter, and at every place inside it that its published shape has. */
function placed(schema: Schema, value: unknown): unknown[] {
  const deeper =
    schema.type === 'array'
      ? placed(schema.items ?? {}, value).map((item) => [item])
      : Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
          placed(part, value).map((item) => ({ ...BESIDE[name], [name]: item })),
        )
  return [value, ...deeper]
}

interface Sent {
  route: Route
  query?: string
  body?: string
  type?: string
}

const pathOf = ({ path }: Route): string => `/v2${path.replace(/:\w+/g, '1')}`

const usual = ({ capability }: Route): Record<string, unknown> =>
  Object.fromEntries(Object.entries(USUAL).filter(([name]) => name in capability.input.shape))

interface Answered {
  status: number
  text: string
  query: string
}

/** Sends it and says what is wrong with the answer; empty when nothing is. */
async function complaints({ route, query = '', body, type }: Sent): Promise<string[]> {
  const response = await fetch(`${app.origin}${pathOf(route)}${query === '' ? '' : `?${query}`}`, {
    method: route.method.toUpperCase(),
    headers: { 'x-api-key': key, ...(type !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
  })
  const text = await response.text()
  const found = response.ok
    ? wrongAnswer(route, { status: response.status, text, query })
    : wrongRefusal(response.status, text, query + body)
  return found.map(
    (complaint) => `${route.method} ${route.path} ${query.slice(0, 200)} ${body?.slice(0, 200)}: ${complaint}`,
  )
}

function wrongAnswer({ capability, otherForm, sendsFile = false }: Route, { status, text, query }: Answered): string[] {
  if (status === 204) return text === '' ? [] : ['a body with 204']
  if (sendsFile) return []
  const isOther = otherForm !== undefined && new URLSearchParams(query).has(otherForm.parameter)
  const parsed = (isOther ? otherForm.root : capability.output).safeParse(JSON.parse(text))
  return parsed.success ? [] : [z.prettifyError(parsed.error)]
}

/** Many at once, as fast as the pool of connections allows. */
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

/** Longer queries are refused as a whole, see below. */
const MAX_QUERY = 12_000

const named = (route: Route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const

describe.each(ROUTES.map(named))('%s', (_, route) => {
  test('survives hostile texts and bracket soup in the query', async () => {
    const queries = parametersOf(route).flatMap(([name]) => [
      ...HOSTILE_TEXTS.map((text) => form({ ...usual(route), [name]: text })),
      ...bracketSoup(name).map((soup) => `${form(usual(route))}&${soup}`),
    ])
    const requests = queries.filter(({ length }) => length <= MAX_QUERY).map((query) => ({ route, query }))
    expect(requests.length).toBeGreaterThan(20)
    expect(await complaintsOfAll(requests)).toEqual([])
  })

  test('survives whatever else can be sent for its parameters', async () => {
    const names = parametersOf(route).map(([name]) => name)
    const values = fc.dictionary(fc.constantFrom(...names), anyJson, { maxKeys: 6 })
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const parameters = { ...usual(route), ...given }
        const asJson = { route, body: JSON.stringify(parameters), type: 'application/json' }
        const query = Object.entries(parameters).map(([name, value]): [string, string] => [name, JSON.stringify(value)])
        const asQuery = { route, query: new URLSearchParams(query).toString() }
        expect(await complaints(route.method === 'get' ? asQuery : asJson)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

describe.each(ROUTES.filter(({ method }) => method !== 'get').map(named))('the body of %s', (_, route) => {
  test('survives hostile values in a JSON and in a form body', async () => {
    const requests = parametersOf(route).flatMap(([name, schema]) => [
      ...HOSTILE_JSON.flatMap((value) => placed(schema, value)).map((value) => ({
        route,
        body: JSON.stringify({ ...usual(route), [name]: value }),
        type: 'application/json',
      })),
      ...HOSTILE_TEXTS.map((text) => ({ route, body: form({ ...usual(route), [name]: text }), type: FORM })),
      ...bracketSoup(name).map((soup) => ({ route, body: `${form(usual(route))}&${soup}`, type: FORM })),
    ])
    expect(await complaintsOfAll(requests)).toEqual([])
  })
})

test('no prototype was changed on the way', () => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
