import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DomainSearchOutput } from '../../../src/core/search/domain-search-output.ts'
import { instructionsFor } from '../../../src/mcp/prompts/instructions.ts'
import { toolsets } from '../../../tools/index.ts'
import { enormous, nothing } from '../extreme-answers.ts'
import { initialize, JSON_HEADERS, modernRpc, raw, resultOf, rpc } from '../../support/doors/mcp-client.ts'
import type { RawRequest } from '../../support/doors/mcp-client.ts'
import { tokensOf } from '../../support/docs/token-count.ts'
import { startStandIn } from '../stand-in.ts'
import type { StandIn } from '../stand-in.ts'

/** The product's tools on the product's route; calls here go no further than the test key's fixed answers. */
const NO_LIMITS = { QUARRY_RATE_LIMIT_FACTOR: '0' }

let app: StandIn
beforeAll(async () => {
  app = await startStandIn({ toolsets, environment: NO_LIMITS })
})
afterAll(() => app[Symbol.asyncDispose]())

interface Schema {
  type?: unknown
  description?: string
  properties?: Record<string, Schema>
  [keyword: string]: unknown
}

interface Listed {
  name: string
  title: string
  description: string
  inputSchema: Schema
  outputSchema: Schema
  annotations: Record<string, boolean>
}

async function listTools(request: Partial<RawRequest> = {}): Promise<Listed[]> {
  const answer = await raw(app.origin, { headers: JSON_HEADERS, body: rpc('tools/list'), ...request })
  return (resultOf(answer) as { tools: Listed[] }).tools
}

/** They only read outside; what they write stays inside. */
const LOOKS_OUTSIDE = new Set(['find_emails', 'watch_companies'])

/** Hosts do not pass `_meta` on to models. */
const readByModels = (listed: Listed[]): string =>
  JSON.stringify({ tools: listed }, (key, value: unknown) => (key === '_meta' ? undefined : value))

/** Tools that others have replaced still answer, but are not listed. */
const tools = toolsets.flatMap((toolset) => toolset.tools).filter(({ unlisted }) => unlisted !== true)

describe('the list of tools', () => {
  test('is short, in a stable order, and narrows with key and selection', async () => {
    const names = async (request?: Partial<RawRequest>) => (await listTools(request)).map(({ name }) => name)
    expect(await names()).toEqual(tools.map(({ name }) => name))
    expect(await names({ path: '/mcp?toolsets=search' })).toEqual([
      'discover_companies',
      'domain_search',
      'email_count',
      'find_email',
      'find_emails',
      'research_company',
      'get_account',
    ])
    expect(await names({ path: '/mcp?toolsets=verify' })).toEqual(['verify_email', 'verify_emails', 'get_account'])
    const research = await names({ path: '/mcp?toolsets=research' })
    expect(research).toEqual(await names({ path: '/mcp?toolsets=search,verify&readonly=true' }))
    expect(research).toContain('find_emails')
    expect(
      await names({ path: '/mcp?toolsets=research', headers: { ...JSON_HEADERS, 'X-MCP-Toolsets': 'verify' } }),
    ).toEqual(['verify_email', 'verify_emails', 'get_account'])
    expect(await names({ path: '/mcp?toolsets=enrich' })).toEqual(['enrich_person', 'enrich_company', 'get_account'])
    expect(await names({ headers: { ...JSON_HEADERS, 'X-API-KEY': 'test-api-key' } })).toEqual([
      'domain_search',
      'find_email',
      'verify_email',
    ])
    expect(tools.length).toBeLessThanOrEqual(32)
  })

  test('leaves an agent most of its context', async () => {
    const listed = await listTools()
    const text = JSON.stringify({ tools: listed })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000)
    expect(tokensOf(readByModels(listed))).toBeLessThanOrEqual(14_000)
    const research = await listTools({ path: '/mcp?toolsets=search,verify&readonly=true' })
    expect(tokensOf(readByModels(research))).toBeLessThanOrEqual(5_000)
    for (const tool of listed) expect(Buffer.byteLength(JSON.stringify(tool))).toBeLessThanOrEqual(5_000)
    const all = toolsets.map((toolset) => toolset.name)
    expect(instructionsFor(all, []).length).toBeLessThanOrEqual(1_400)
  })

  test('says which toolsets are hidden, in either revision', async () => {
    const begun = async (path: string) => {
      const older = await raw(app.origin, { headers: JSON_HEADERS, path, body: initialize('2025-11-25') })
      const modern = await raw(app.origin, { ...modernRpc('server/discover'), path })
      const [one, other] = [resultOf(older), resultOf(modern)] as { instructions: string }[]
      expect(one?.instructions).toBe(other?.instructions)
      return one?.instructions
    }
    expect(await begun('/mcp?toolsets=research')).toContain('Hidden from this connection: enrich, leads, campaigns')
    const whole = await begun('/mcp')
    expect(whole).toContain('max_credits')
    expect(whole).not.toContain('Hidden')
  })

  test.each(tools.map((tool) => [tool.name, tool] as const))('describes %s as required', async (name, tool) => {
    const listed = (await listTools()).find((candidate) => candidate.name === name)
    if (listed === undefined) throw new Error('Not listed.')
    expect(name).toMatch(/^[a-z][a-z_]{2,31}$/)
    expect(listed.title).not.toBe('')
    expect(listed.description.length).toBeLessThanOrEqual(600)
    expect(listed.description).not.toMatch(/\b(?:must|always|never)\b|[*`#<>]/i)
    expect(listed.description).toMatch(/\bUse it\b.*\bNot for\b.*(?:Costs|Free)/s)
    const { readOnlyHint, destructiveHint } = listed.annotations
    expect(Object.values(listed.annotations).map((hint) => typeof hint)).toEqual(Array(4).fill('boolean'))
    expect(readOnlyHint === true && destructiveHint === true).toBe(false)
    const siblings = listed.description.match(/(?<!meta\.)\b[a-z]+_[a-z_]+\b/g) ?? []
    const known = [...tools.map((other) => other.name), ...Object.keys(tool.input.shape), 'max_credits']
    for (const sibling of siblings) expect(known).toContain(sibling)
    const declared = Object.keys(tool.input.shape)
    const choosing = tool.rows !== undefined || tool.records !== undefined
    const added = [
      ...(choosing ? ['fields'] : []),
      ...(tool.spends === undefined || declared.includes('max_credits') ? [] : ['max_credits']),
      ...(tool.clears === undefined ? [] : ['clear']),
      ...(tool.preview === undefined ? [] : ['confirm']),
    ]
    expect(Object.keys(listed.inputSchema.properties ?? {})).toEqual([...declared, ...added])
    // Whatever asks first is destructive, and whatever writes to the outside world asks first.
    if (tool.preview !== undefined) expect(destructiveHint).toBe(true)
    if (listed.annotations['openWorldHint'] === true && readOnlyHint !== true)
      expect(tool.preview !== undefined || LOOKS_OUTSIDE.has(name)).toBe(true)
  })

  test.each(tools.map(({ name }) => [name]))('publishes schemas of %s that hosts understand', async (name) => {
    const listed = (await listTools()).find((candidate) => candidate.name === name)
    const { inputSchema, outputSchema } = listed ?? {}
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    for (const [argument, schema] of Object.entries(inputSchema?.properties ?? {})) {
      expect(schema.type, argument).toBeTruthy()
      expect(schema.description, argument).toBeTruthy()
    }
    expect(outputSchema).toMatchObject({ type: 'object', required: ['data', 'meta'] })
    expect(Buffer.byteLength(JSON.stringify(outputSchema))).toBeLessThanOrEqual(1_200)
    const text = JSON.stringify([inputSchema, outputSchema])
    expect(text).not.toMatch(/\$ref|\$defs|\$schema|x-mcp-header|9007199254740991|"null"[^\]]*"description"/)
    expect(JSON.stringify(outputSchema)).not.toContain('additionalProperties')
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) expect(inputSchema?.[keyword]).toBeUndefined()
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
    expect(() => [ajv.compile(inputSchema ?? {}), ajv.compile(outputSchema ?? {})]).not.toThrow()
  })
})

describe('results validated against the published schemas', () => {
  const search = tools.find(({ name }) => name === 'domain_search')
  if (search === undefined) throw new Error('There is no domain_search.')

  async function searchResult(
    origin: string,
    args: Record<string, unknown>,
    key = 'full',
  ): Promise<{ structuredContent: unknown; content: { text: string }[] }> {
    const body = rpc('tools/call', { name: 'domain_search', arguments: args })
    const answer = await raw(origin, { headers: { ...JSON_HEADERS, 'X-API-KEY': key }, body })
    return resultOf(answer) as { structuredContent: unknown; content: { text: string }[] }
  }

  async function expectValid(structuredContent: unknown): Promise<void> {
    const schema = (await listTools()).find(({ name }) => name === 'domain_search')?.outputSchema
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema ?? {})
    expect(validate(structuredContent), JSON.stringify(validate.errors)).toBe(true)
  }

  test.each([[{}], [{ fields: ['*'] }], [{ fields: ['value', 'sources'] }]])(
    'include the fixed answer of the test key with %j',
    async (more) => {
      const { structuredContent } = await searchResult(app.origin, { domain: 'example.org', ...more }, 'test-api-key')
      await expectValid(structuredContent)
    },
  )

  test.each([
    ['all short fields', {}],
    ['all fields', { fields: ['*'] }],
  ])('include the largest page with %s, which stays within what a client can handle', async (_name, more) => {
    const tool = { ...search, run: async (call: { maxRows: number | null }) => enormous(call.maxRows ?? 100) }
    await using large = await startStandIn({ toolsets: [{ name: 'search', area: 'data', tools: [tool] }] })
    const { structuredContent, content } = await searchResult(large.origin, {
      domain: 'example.org',
      limit: 100,
      ...more,
    })
    const text = JSON.stringify(structuredContent)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536)
    expect(tokensOf(content[0]?.text ?? '')).toBeLessThanOrEqual(25_000)
    const { data, meta } = structuredContent as { data: { emails: unknown[] }; meta: Record<string, unknown> }
    expect(meta).toMatchObject({ truncated: true, next_offset: data.emails.length })
    expect(meta['cut_fields']).toEqual(expect.arrayContaining(['organization', 'first_name', 'position']))
    await expectValid(structuredContent)
  })

  test('include an answer in which nothing is known', async () => {
    const tool = { ...search, run: async () => nothing }
    await using empty = await startStandIn({ toolsets: [{ name: 'search', area: 'data', tools: [tool] }] })
    const { structuredContent } = await searchResult(empty.origin, { company: 'Nobody' })
    expect(structuredContent).toEqual({
      data: nothing.data,
      meta: { ...nothing.meta, next_offset: null, truncated: false },
    })
    await expectValid(structuredContent)
  })

  test('have the rows that the fields argument offers', async () => {
    const fields = (await listTools()).find(({ name }) => name === 'domain_search')?.inputSchema.properties?.['fields']
    expect(fields?.['items']).toMatchObject({
      enum: ['*', ...Object.keys(DomainSearchOutput.shape.data.shape.emails.element.shape)],
    })
  })
})
