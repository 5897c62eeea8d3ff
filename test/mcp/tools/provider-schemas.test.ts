import { describe, expect, test } from 'vitest'
import { buildCatalogue } from '../../../src/mcp/tools/catalogue.ts'
import type { Entry } from '../../../src/mcp/tools/catalogue.ts'
import { readArguments } from '../../../src/mcp/tools/read-arguments.ts'
import { toolsets } from '../../../tools/index.ts'

/**
 * What model providers do with the schemas of tools, one rule for each behaviour seen in their libraries
 * (@openai/agents 0.20, @google/genai 2.32, @ai-sdk/google and @ai-sdk/openai 3.0, on 2026-11-22). The libraries
 * themselves are run by `npm run eval:providers`.
 */

interface Schema {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  [keyword: string]: unknown
}

const catalogue = buildCatalogue(toolsets)
const entries = toolsets.flatMap(({ tools }) =>
  tools.map(({ name }): [string, Entry] => [name, catalogue.find(name) as Entry]),
)
const inputOf = ({ published }: Entry) => published.inputSchema as unknown as Schema

/** OpenAI's strict mode: each object lists all its properties as required, and those that were not become nullable. */
function strictly(schema: Schema, place: string): Schema {
  if (schema.type === 'array') {
    if (schema.items === undefined) throw new Error(`${place} has no items.`)
    return { ...schema, items: strictly(schema.items, `${place}[]`) }
  }
  if (schema.type !== 'object') return schema
  const { properties, required } = schema
  if (properties === undefined || schema['additionalProperties'] !== false) throw new Error(`${place} is open.`)
  const inner = Object.entries(properties).map(([name, each]) => {
    const strict = strictly(each, `${place}.${name}`)
    return [name, required?.includes(name) === true ? strict : { ...strict, type: [strict.type, 'null'].flat() }]
  })
  return { ...schema, properties: Object.fromEntries(inner), required: Object.keys(properties) }
}

/** What a model fills in when every property is required and nothing is known: null wherever allowed. */
function filled({ type, items, properties = {}, enum: words, minimum = 1 }: Schema): unknown {
  const types = new Set([type].flat())
  if (types.has('null')) return null
  if (types.has('object'))
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, filled(each)]))
  if (types.has('array')) return items === undefined ? [] : [filled(items)]
  if (types.has('boolean')) return false
  return types.has('string') ? (words?.[0] ?? 'birch') : minimum
}

describe.each(entries)('the schema of %s', (name, entry) => {
  const input = inputOf(entry)

  test('converts for strict mode, where null means absent', () => {
    const strict = strictly(input, name)
    const sent = filled(strict) as Record<string, unknown>
    const required = Object.fromEntries((input.required ?? []).map((each) => [each, sent[each]]))
    expect(Object.keys(sent)).toEqual(Object.keys(input.properties ?? {}))
    expect({ ...readArguments(entry, sent).args }).toEqual({ ...readArguments(entry, required).args })
  })

  test('loses nothing that matters in a converter that knows few keywords', () => {
    const KNOWN = new Set(['type', 'description', 'enum', 'items', 'properties', 'required', 'additionalProperties'])
    /** Dropped by such converters: each number in them must be stated in words. */
    const DROPPED = new Set(['minimum', 'maximum', 'minItems', 'maxItems', 'exclusiveMinimum', 'exclusiveMaximum'])
    const visit = (schema: Schema, said: string): void => {
      const words = `${said} ${schema.description ?? ''}`
      for (const [keyword, value] of Object.entries(schema)) {
        if (KNOWN.has(keyword)) continue
        expect(DROPPED, keyword).toContain(keyword)
        expect(words.match(/\d+/g) ?? [], `${name}: ${words}`).toContain(String(value))
      }
      expect(schema.enum?.every((each) => typeof each === 'string') ?? true).toBe(true)
      for (const each of Object.values(schema.properties ?? {})) visit(each, words)
      if (schema.items !== undefined) visit(schema.items, words)
    }
    visit(input, '')
  })

  test('has an object as its root, a name valid for every provider, and a description that is not cut', () => {
    expect(input.type).toBe('object')
    for (const keyword of ['enum', 'not', 'anyOf', 'oneOf', 'allOf']) expect(input).not.toHaveProperty(keyword)
    expect(name).toMatch(/^[a-z_]{1,64}$/)
    expect(entry.tool.description.length).toBeLessThanOrEqual(600)
  })

  test('can be called without arguments if none is required: some converters drop an empty object', () => {
    if ((input.required ?? []).length === 0) expect({ ...readArguments(entry, {}).args }).toEqual({})
  })
})

test('together all schemas stay within what one request may contain', () => {
  // Tools that still answer but are not listed are in no request.
  const listed = entries.filter(([, { tool }]) => tool.unlisted !== true)
  const sum = listed.reduce((chars, [, { tool }]) => chars + tool.description.length, 0)
  expect(sum).toBeLessThanOrEqual(11_000)
  const words = (schema: Schema): string[] => [
    ...((schema.enum ?? []) as string[]),
    ...[...Object.values(schema.properties ?? {}), ...(schema.items === undefined ? [] : [schema.items])].flatMap(
      words,
    ),
  ]
  // OpenAI: at most 1,000 enum values in a schema, and 15,000 characters in an enum with more than 250 values.
  for (const [name, entry] of entries) expect(words(inputOf(entry)).length, name).toBeLessThanOrEqual(250)
})
