import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '../../../src/config.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { initialize, JSON_HEADERS, modernRpc, raw, resultOf } from '../../support/doors/mcp-client.ts'

/** What the published schema (v1) requires of such a card. */
const CARD = {
  type: 'object',
  required: ['$schema', 'description', 'name', 'version'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255 },
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'url'],
        additionalProperties: false,
        properties: {
          type: { const: 'streamable-http' },
          url: { type: 'string', pattern: '^https?://[^\\s]+$' },
          supportedProtocolVersions: { type: 'array', items: { type: 'string' } },
          headers: { type: 'array', items: { type: 'object', required: ['name'] } },
        },
      },
    },
  },
}

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_SERVER_CARD: 'on', QUARRY_PUBLIC_URL: 'https://mail.quarry.example' } })
})
afterAll(() => app[Symbol.asyncDispose]())

test('the card tells every caller what runs here, in accordance with the schema', async () => {
  const answer = await fetch(`${app.origin}/mcp/server-card`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^application\/mcp-server-card\+json/)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  const card = (await answer.json()) as {
    name: string
    version: string
    remotes: { url: string; supportedProtocolVersions: string[]; headers: object[] }[]
  }
  const validate = new Ajv2020().compile(CARD)
  validate(card)
  expect(validate.errors).toBeNull()
  expect(card).toMatchObject({ name: 'example.quarry.mail/quarry', version: VERSION })
  expect(card.remotes).toMatchObject([
    { url: 'https://mail.quarry.example/mcp', headers: [{ name: 'X-API-KEY', isRequired: true, isSecret: true }] },
  ])
  const again = await fetch(`${app.origin}/mcp/server-card`, {
    headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
  })
  expect([again.status, await again.text()]).toEqual([304, ''])

  const versions = card.remotes[0]?.supportedProtocolVersions ?? []
  const key = { 'X-API-KEY': app.key }
  const modern = modernRpc('server/discover')
  const { supportedVersions } = resultOf(
    await raw(app.origin, { ...modern, headers: { ...modern.headers, ...key } }),
  ) as { supportedVersions: string[] }
  expect(versions).toEqual(expect.arrayContaining(supportedVersions))
  for (const version of versions.filter((each) => !supportedVersions.includes(each))) {
    const begun = await raw(app.origin, { headers: { ...JSON_HEADERS, ...key }, body: initialize(version) })
    expect(resultOf(begun)).toMatchObject({ protocolVersion: version })
  }
})

test('the catalog of the host links to it', async () => {
  const answer = await fetch(`${app.origin}/.well-known/ai-catalog.json`)
  expect(answer.headers.get('content-type')).toMatch(/^application\/ai-catalog\+json/)
  expect(await answer.json()).toEqual({
    specVersion: '1.0',
    entries: [
      {
        identifier: 'urn:air:mail.quarry.example:mcp:quarry',
        type: 'application/mcp-server-card+json',
        url: 'https://mail.quarry.example/mcp/server-card',
      },
    ],
  })
})

test('nothing is announced unless the operator enables it', async () => {
  await using silent = await startApp({ database: app.database, key: app.key })
  for (const path of ['/mcp/server-card', '/.well-known/ai-catalog.json'])
    expect((await fetch(silent.origin + path)).status).toBe(404)
})
