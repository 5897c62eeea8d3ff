import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAPTER_TAGS } from '../../src/api/openapi-chapters.ts'
import { exampleOf } from '../../src/api/operation-examples.ts'
import { ROUTES } from '../../src/api/routes.ts'
import { readInput } from '../../src/core/capability/read-input.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { seedPeople } from '../support/records/seed.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_WEB: 'off' } })
  await seedPeople(app.context, 'lumen.example', [['Rui', 'Abano', 'Head of Sales']])
})
afterAll(() => app[Symbol.asyncDispose]())

const page = async (path: string) => {
  const response = await fetch(app.origin + path)
  return { response, status: response.status, text: await response.text() }
}

describe('/docs', () => {
  test('is one page that fetches nothing, runs nothing, and may load nothing from elsewhere', async () => {
    const { response, text } = await page('/docs')
    const links = Array.from(text.matchAll(/(?:src|href|action)="([^"]+)"/g), ([, link = '']) => link)
    expect(links.length).toBeGreaterThan(2)
    expect(links.filter((link) => !/^(?:#|\/[^/])/.test(link))).toEqual([])
    expect(text).not.toMatch(/<(?:script|link|img|iframe)|@import|url\(/i)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self'")
    // It would send the browser to https, which an installation at home does not have.
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(response.headers.get('strict-transport-security')).toBeNull()
  })

  test('shows each operation in its group with an example, the errors, limits and pages', async () => {
    const { text } = await page('/docs')
    for (const { name } of CHAPTER_TAGS) expect(text).toContain(`<h2 id="${name}">`)
    for (const { path, summary } of ROUTES) {
      expect(text).toContain(`<code>/v2${path}</code>`)
      expect(text).toContain(summary)
    }
    expect(text.match(/<pre>curl /g)).toHaveLength(ROUTES.length)
    expect(text).toMatch(/pagination_error[^]*rate_limit_exceeded[^]*Idempotency-Key[^]*id="errors"[^]*<td>429<\/td>/)
  })

  test('has examples with valid parameters', () => {
    const wrong = ROUTES.flatMap((route) => {
      const { inPath, sent } = exampleOf(route)
      const given = { ...sent, ...inPath }
      const unknown = Object.keys(given).filter((name) => !Object.hasOwn(route.capability.input.shape, name))
      const problem = problemOf(() => readInput(route.capability, given))
      return unknown.length === 0 && problem === null ? [] : [[route.method, route.path, unknown, problem]]
    })
    expect(wrong).toEqual([])
  })

  test('has examples of emails that can be written as they are shown', async () => {
    const draft = await app.post('/v2/campaigns/draft', exampleFor('post', '/campaigns/draft'))
    expect([draft.status, draft.body.errors]).toEqual([201, undefined])
    const { id } = draft.body.data as { id: number }
    const step = await app.post(`/v2/sequences/${id}/follow-ups`, exampleFor('post', '/sequences/:id/follow-ups'))
    expect([step.status, step.body.errors]).toEqual([201, undefined])
    expect(step.body.meta).not.toHaveProperty('warnings')
  })

  test('works in its own folder too, and the start page links to it', async () => {
    expect((await page('/docs/')).status).toBe(200)
    expect((await page('/')).text).toContain('/docs')
    const start = await fetch(app.origin, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([start.headers.get('content-type'), await start.text()]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining(`curl -H "X-API-KEY: $QUARRY_KEY" "${app.context.config.origin}/v2/domain-search`),
    ])
  })
})

interface Schema {
  description?: string
  properties?: Record<string, Schema>
}
interface Operation {
  operationId: string
  summary: string
  tags: string[]
  parameters?: { name: string; in: string; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object; schemas: Record<string, Schema> }
  security: Record<string, string[]>[]
}

describe('/v2/openapi.json', () => {
  let document: Document
  let operations: [string, Operation][]
  beforeAll(async () => {
    const { response, text } = await page('/v2/openapi.json')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    document = JSON.parse(text) as Document
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
    )
  })

  test('is OpenAPI 3.1 and names every route in the table, and nothing else', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info.title).toBe('Quarry')
    const groups = new Set<string>(CHAPTER_TAGS.map((tag) => tag.name))
    expect(operations.filter(([, { tags }]) => tags.length !== 1 || !groups.has(tags[0] ?? ''))).toEqual([])
    expect(operations.map(([name]) => name).sort()).toEqual(
      ROUTES.map(({ method, path }) => `${method} /v2${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    )
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const schemes = new Set(Object.keys(document.components.securitySchemes))
    expect(document.security.flatMap(Object.keys).filter((name) => !schemes.has(name))).toEqual([])
  })

  test('describes every parameter, in queries and in bodies', () => {
    const silent = operations.flatMap(([name, { summary, parameters = [], requestBody }]) => {
      const body = requestBody?.content['application/json']?.schema.properties ?? {}
      const all = [...parameters.map((each) => [each.name, each.description] as const), ...described(body)]
      const path = parameters.filter((each) => each.in === 'path').map((each) => `{${each.name}}`)
      expect(name.match(/\{\w+\}/g) ?? []).toEqual(path)
      return [[name, summary] as const, ...all].filter(([, text]) => !/\w{3}/.test(text ?? ''))
    })
    expect(silent).toEqual([])
  })

  test('has valid schemas, none of them empty, and answers match theirs', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const [name, { parameters = [], requestBody, responses }] of operations) {
      for (const { schema } of parameters) expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true)
      if (requestBody) expect(() => ajv.compile(requestBody.content['application/json']?.schema ?? false)).not.toThrow()
      const answer = (responses['200'] ?? responses['201'] ?? responses['202'])?.content['application/json']?.schema
      expect(
        Object.keys(answer?.properties ?? {}).filter((key) => key !== 'status'),
        name,
      ).toEqual(['data', 'meta'])
      expect(ajv.validateSchema(answer ?? false), ajv.errorsText()).toBe(true)
      expect(JSON.stringify(responses)).not.toContain('"schema":{}')
    }
    const search = document.paths['/v2/domain-search']?.['get']?.responses['200']?.content['application/json']?.schema
    const fits = ajv.compile(search ?? false)
    const { body } = await app.get('/v2/domain-search?domain=lumen.example')
    expect(fits(body), ajv.errorsText(fits.errors)).toBe(true)
    expect(fits({ data: {}, meta: {} })).toBe(false)
  })
})

const exampleFor = (method: string, path: string) => {
  const route = ROUTES.find((each) => each.method === method && each.path === path)
  return route === undefined ? {} : exampleOf(route).sent
}

const described = (properties: Record<string, Schema>) =>
  Object.entries(properties).map(([name, { description }]) => [name, description] as const)

function problemOf(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    return String(error)
  }
}
