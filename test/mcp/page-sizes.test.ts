import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Tool } from '../../src/mcp/tools/define-tool.ts'
import { toolsets } from '../../tools/index.ts'
import { tokensOf } from '../support/docs/token-count.ts'
import { JSON_HEADERS, raw, resultOf, rpc } from '../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../support/doors/mcp-client.ts'
import { startStandIn } from './stand-in.ts'
import type { StandIn } from './stand-in.ts'

/**
 * The largest answer that core could give to every tool: all lists full, all texts longer than allowed, in characters
 * that take the most bytes and tokens. What is sent stays within what a client can handle.
 */

const MAX_BYTES = 65_536
const MAX_TOKENS = 25_000
const PAGE = 100
/** For lists inside a row or a record: sources of an address, tags of a company. */
const INNER = 20
const OWN_ATTRIBUTES = 100
/** Where there are no pages, core has its own limits: a hundred attributes, ten people in all their departments. */
const WITHOUT_PAGES: Record<string, number> = { list_custom_attributes: 100, research_company: 4, enrich_company: 300 }

interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  maxItems?: number
  maxLength?: number
}

const ADDRESS = /^(?:value|email)$/
const HOST = /^(?:domain|linked_domains)$/
const LINK = /^(?:uri|url|website|linkedin|linkedin_url|logo)$/

function textOf(field: string): string {
  if (ADDRESS.test(field)) return `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`
  if (HOST.test(field)) return `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`
  if (LINK.test(field)) return `https://example.org/${'q7'.repeat(235)}`
  return '麤鬱'.repeat(400)
}

/** Returns the largest possible instance of a schema. */
function largest(schema: Schema, field: string, room: number): unknown {
  const choice = schema.anyOf?.find(({ type }) => type !== 'null')
  if (choice !== undefined) return largest(choice, field, room)
  if (schema.enum !== undefined) return schema.enum.at(-1)
  if (field === 'offset') return 0
  if (schema.type === 'integer' || schema.type === 'number') return 100
  if (schema.type === 'boolean') return true
  if (schema.format === 'date') return '2026-11-27'
  if (schema.type === 'string') return textOf(field).slice(0, schema.maxLength)
  if (schema.type === 'array')
    return Array.from({ length: Math.min(room, schema.maxItems ?? room) }, () =>
      largest(schema.items ?? {}, field, Math.min(room, INNER)),
    )
  const record: Record<string, unknown> = {}
  const { properties = {}, additionalProperties: more } = schema
  if (typeof more === 'object')
    for (let index = 0; index < OWN_ATTRIBUTES; index++)
      record[`${'attribute_'.repeat(5)}${index}`] = largest(more, '', INNER)
  for (const [name, inner] of Object.entries(properties)) record[name] = largest(inner, name, room)
  return record
}

const answerOf = ({ name, output, rows }: Tool): Awaited<ReturnType<Tool['run']>> => {
  const schema = z.toJSONSchema(output, { io: 'input', reused: 'inline', unrepresentable: 'any' }) as Schema
  return {
    data: largest(schema.properties?.['data'] ?? {}, '', rows === undefined ? (WITHOUT_PAGES[name] ?? INNER) : PAGE),
    meta: largest(schema.properties?.['meta'] ?? {}, '', INNER) as Record<string, unknown>,
    credits: { charged: 10, remaining: 1_000_000 },
  }
}

/** Core observes `maxRows`; nothing else is left to it here. */
const enormous = (tool: Tool): Tool => {
  const { preview: _, ...rest } = tool
  const answer = answerOf(tool)
  const { rows } = tool
  const cut = (most: number): unknown =>
    rows === undefined || rows.at === ''
      ? answer.data
      : { ...(answer.data as object), [rows.at]: (answer.data as Record<string, unknown[]>)[rows.at]?.slice(0, most) }
  return { ...rest, output: z.looseObject({}), run: async ({ maxRows }) => ({ ...answer, data: cut(maxRows ?? PAGE) }) }
}

/** The required arguments of tools. */
const REQUIRED: Readonly<Record<string, unknown>> = {
  action: 'copy',
  campaign_id: 1,
  conversation_id: 1,
  text: 'Thank you.',
  event: 'message.replied',
  target_url: 'https://hooks.example.org/replies',
  domain: 'maker.example',
  email: 'ana@maker.example',
  emails: ['ana@maker.example'],
  id: 1,
  label: 'Region',
  name: 'Makers',
}

const tools = toolsets.flatMap((toolset) => toolset.tools)

let app: StandIn
beforeAll(async () => {
  const large = toolsets.map((toolset) => ({ ...toolset, tools: toolset.tools.map(enormous) }))
  app = await startStandIn({ toolsets: large, environment: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

describe('the largest answer', () => {
  test.each(
    tools.flatMap(
      (tool) =>
        [[tool.name, tool, {}], ...(tool.rows === undefined ? [] : [[tool.name, tool, { fields: ['*'] }]])] as [
          string,
          Tool,
          object,
        ][],
    ),
  )('of %s fits a client, and says how to continue', async (name, tool, more) => {
    const needed = Object.fromEntries(tool.required.map((argument) => [argument, REQUIRED[argument]]))
    // A call that continues a job, rather than one that returns its price first.
    const job = 'job_id' in tool.input.shape ? { job_id: 1 } : {}
    const args = { ...needed, ...job, ...('limit' in tool.input.shape && { limit: PAGE }), ...more }
    const answer = await raw(app.origin, { headers: JSON_HEADERS, body: rpc('tools/call', { name, arguments: args }) })
    const { isError, content, structuredContent } = resultOf(answer) as Required<ToolAnswer>
    expect([isError, content[0]?.text.slice(0, 300)]).toEqual([undefined, expect.any(String)])
    expect(Buffer.byteLength(JSON.stringify(structuredContent))).toBeLessThanOrEqual(MAX_BYTES)
    expect(tokensOf(content[0]?.text ?? '')).toBeLessThanOrEqual(MAX_TOKENS)
    if (tool.rows === undefined) return
    const { data, meta } = structuredContent
    const shown = (tool.rows.at === '' ? data : (data as Record<string, unknown>)[tool.rows.at]) as unknown[]
    expect(shown.length).toBeGreaterThan(0)
    const last = shown.at(-1) as { id?: number }
    const onward = tool.rows.byCursor === true ? { next_cursor: last.id ?? null } : { next_offset: shown.length }
    if (shown.length < PAGE) expect(meta).toMatchObject({ truncated: true, ...onward })
  })
})
