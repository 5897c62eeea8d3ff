import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { bodySchema, sentBodySchema } from '../../../src/api/openapi.ts'
import { ROUTES } from '../../../src/api/routes.ts'
import type { Route } from '../../../src/api/route.ts'
import { startApp } from '../../support/app.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import { DOCUMENTED } from '../../support/doors/documented-bodies.ts'
import { apiClient } from '../../support/doors/api-client.ts'
import { isIdName, kindOf, oneOfEach } from '../../support/records/one-of-each.ts'
import { compare } from '../../support/doors/own-keys.ts'
import { rightBody } from '../../support/doors/right-bodies.ts'
import { seedCompany } from '../../support/records/seed-company.ts'
import { seedPeople } from '../../support/records/seed.ts'

const DOCS = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

const [, TABLE = ''] = DOCS.split("\n## Quarry's additional keys\n")

/** Maps endpoints to their keys. */
const listed = new Map(
  Array.from(
    (TABLE.split('\n## ')[0] ?? '').matchAll(/^\| `(GET|POST|PUT|DELETE) \/v2(\/\S*)`\s*\| (.*?)\s*\|$/gm),
    ([, method, path, keys]) => [
      `${method?.toLowerCase()} ${path}`,
      Array.from(keys?.matchAll(/`([^`]+)`/g) ?? [], ([, key]) => key ?? ''),
    ],
  ),
)

describe('the bodies of the documented endpoints', () => {
  test.each(Object.keys(DOCUMENTED))('%s has every documented key, and no others than docs/api.md names', (name) => {
    const route = ROUTES.find((one) => nameOf(one) === name)
    if (route === undefined) throw new Error(`There is no ${name}.`)
    const { wrong, own } = compare(bodySchema(route), DOCUMENTED[name] ?? {})
    expect({ wrong, own: own.toSorted() }).toEqual({ wrong: [], own: (listed.get(name) ?? []).toSorted() })
  })
})

/** Parameters with which requests find something. */
const QUESTIONS: Readonly<Record<string, Record<string, unknown>>> = {
  '/discover': { organization: { domain: ['lumen.example'] } },
  '/email-finder': { full_name: 'Tom Birch' },
  '/email-finder/found': { full_name: 'Tom Birch' },
  '/email-verifier': { email: 'double..dot@lumen.example' },
  '/people/find': { email: 'tom.birch@lumen.example' },
  '/combined/find': { email: 'tom.birch@lumen.example' },
  '/domain-finder': { company: 'Lumen Works' },
  '/leads/exist': { email: 'nobody@lumen.example' },
  '/sequences/:id/preview': { recipient: 'zyxomma@example.org' },
}

/** Routes whose answer is more than JSON. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  'get /leads/exports/:id/file': 'answers with a file',
}

describe('every response body', () => {
  test('has the keys and types that the published schema names, and no others', async () => {
    const dns = await startDnsServer(
      new Map([['lumen.example', { mx: [{ exchange: 'mx.lumen.example', preference: 10 }] }]]),
    )
    await using app = await startApp({
      env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server', QUARRY_DNS_SERVERS: dns.address },
    })
    await seedPeople(app.context, 'lumen.example', [['Tom', 'Birch', 'Sales Manager']])
    await seedCompany(app.context, { domain: 'lumen.example', name: 'Lumen Works' })
    const { send } = apiClient(app, app.key)
    const ids = await oneOfEach(app, { accountId: 1, key: app.key })
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const wrong: string[] = []
    const seen = new Set<string>()
    const told = new Set<string>()
    for (const route of ROUTES.toSorted((a, b) => lateness(a) - lateness(b))) {
      if (nameOf(route) in NOT_ASKED) continue
      const { path, body } = requestOf(route, ids)
      const answer = await send(route.method.toUpperCase(), path, body)
      if (answer.status === 204 || answer.status >= 400) continue
      seen.add(nameOf(route))
      const validate = ajv.compile(sentBodySchema(route))
      if (JSON.stringify(answer.body.meta ?? {}).includes('unheard_of')) told.add(route.method)
      if (!validate(answer.body)) wrong.push(`${nameOf(route)}: ${ajv.errorsText(validate.errors)}`)
    }
    await dns.stop()
    expect(wrong).toEqual([])
    expect([...told].toSorted()).toEqual(['delete', 'post', 'put'])
    expect(Object.keys(DOCUMENTED).filter((name) => !seen.has(name))).toEqual(['post /campaigns/:id/start'])
  })
})

/** Deletions come last, and records inside others before those that contain them. */
const lateness = ({ method, path }: Route): number => (method === 'delete' ? 1_000 - path.length : 0)

function requestOf(route: Route, ids: Readonly<Record<string, number>>) {
  const { method, capability } = route
  const parameters = Object.keys(capability.input.shape)
  const named = parameters
    .filter(isIdName)
    .map((name): [string, number | undefined] => [name, ids[kindOf(name, route.path)]])
  const filled = named.reduce((path, [name, id]) => path.replace(`:${name}`, String(id)), route.path)
  const sent = { ...rightBody(route), ...QUESTIONS[route.path] }
  const query = new URLSearchParams(
    Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  if (method === 'get') return { path: `${filled}?${query}`, body: undefined }
  return { path: filled, body: { ...sent, unheard_of: 1 } }
}
