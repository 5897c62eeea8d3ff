import { z } from 'zod'
import type { Tool } from './define-tool.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'

/**
 * zod → the JSON Schema of a tool's answers as clients see it. Converted once at start, never during a request. It is open and
 * nullable, because clients refuse a result that does not match its schema.
 */

export type PublishedSchema = { [keyword: string]: unknown }
export type ObjectSchema = PublishedSchema & { type: 'object'; properties: Record<string, PublishedSchema> }

/** Most bytes of one published output schema: the list of all tools must leave an agent enough context. */
const MAX_OUTPUT_SCHEMA_BYTES = 400

/** Facts that the MCP door adds to `meta`; those common to all tools are in the instructions. */
const ROWS_META: Record<string, PublishedSchema> = {
  next_offset: { type: ['integer', 'null'] },
  truncated: { type: 'boolean' },
}
const CONFIRMATION_META: Record<string, PublishedSchema> = {
  confirmed: { type: 'boolean' },
  effect: { type: 'object' },
}
const RIGHTS_META: Record<string, PublishedSchema> = {
  scopes: { type: 'array', items: { type: 'string' } },
  toolsets: { type: 'array', items: { type: 'string' } },
}

export function publishOutput(tool: Tool): PublishedSchema {
  const { data = {}, meta = {} } = propertiesOf(open(convertedOutput(tool)))
  const added = {
    ...(tool.rows === undefined ? {} : ROWS_META),
    ...(tool.preview === undefined ? {} : CONFIRMATION_META),
    ...(tool.showsRights === true ? RIGHTS_META : {}),
  }
  const withDoor = { type: 'object', properties: { ...propertiesOf(meta), ...added } }
  const isNullable = tool.preview !== undefined || tool.spends !== undefined
  const shown = isNullable ? { ...data, type: [data['type'], 'null'] } : data
  return shrink({ type: 'object', properties: { data: shown, meta: withDoor }, required: ['data', 'meta'] })
}

/** Names that `fields` selects from, of a row or of the records, according to the output schema. */
export function selectableFields({ rows, records = [], output }: Tool): string[] {
  const data = propertiesOf(open(convertedOutput({ output })))['data'] ?? {}
  const at = (key: string): PublishedSchema => (key === '' ? data : (ownValue(propertiesOf(data), key) ?? {}))
  const described = rows === undefined ? records.map(at) : [(at(rows.at)['items'] ?? {}) as PublishedSchema]
  return [...new Set(described.flatMap((schema) => Object.keys(propertiesOf(schema))))]
}

/** Names of all fields of an answer, at any depth. */
export function answerFieldsOf(tool: Tool): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (schema: PublishedSchema): void => {
    for (const name of Object.keys(propertiesOf(schema))) names.add(name)
    inner(schema).forEach(visit)
  }
  visit(open(convertedOutput(tool)))
  return names
}

const convertedOutput = ({ output }: Pick<Tool, 'output'>): PublishedSchema =>
  z.toJSONSchema(output, { io: 'output', reused: 'inline', unrepresentable: 'any' })

const propertiesOf = (schema: PublishedSchema): Record<string, PublishedSchema> =>
  (schema['properties'] ?? {}) as Record<string, PublishedSchema>

/** Keywords that only narrow or repeat, and cost an agent tokens in every schema. */
const DROPPED = new Set([
  '$schema', '$id', 'id', 'title', 'description', 'examples', 'default', 'format', 'pattern', 'required',
  'additionalProperties', 'propertyNames', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum',
  'minLength', 'maxLength', 'minItems', 'maxItems', 'const', 'deprecated',
]) // prettier-ignore

/** Removes what narrows; a nullable value becomes a pair of types. */
function open(schema: PublishedSchema): PublishedSchema {
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return openUnion(choices as PublishedSchema[])
  const opened = bareRecord<unknown>()
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED.has(keyword)) continue
    if (keyword === 'properties') opened[keyword] = mapValues(value as Record<string, PublishedSchema>, open)
    else opened[keyword] = keyword === 'items' ? open(value as PublishedSchema) : value
  }
  return opened
}

/** `X | null` becomes X with null as an additional type; other unions are left open. */
function openUnion(choices: readonly PublishedSchema[]): PublishedSchema {
  const [only, ...others] = choices.filter((choice) => choice['type'] !== 'null')
  if (only === undefined || others.length > 0) return {}
  const opened = open(only)
  if (typeof opened['type'] !== 'string') return {}
  const nullable: PublishedSchema = { ...opened, type: [opened['type'], 'null'] }
  if (Array.isArray(opened['enum'])) nullable['enum'] = [...(opened['enum'] as unknown[]), null]
  return nullable
}

/** Strips the deepest objects, level by level, until the schema is small enough. */
function shrink(schema: PublishedSchema): PublishedSchema {
  let small = schema
  for (let depth = depthOf(schema); depth > 2 && bytesOf(small) > MAX_OUTPUT_SCHEMA_BYTES; depth -= 1)
    small = bareBelow(small, depth)
  return small
}

const bytesOf = (schema: PublishedSchema): number => Buffer.byteLength(JSON.stringify(schema))

const inner = (schema: PublishedSchema): PublishedSchema[] => [
  ...Object.values(propertiesOf(schema)),
  ...(schema['items'] === undefined ? [] : [schema['items'] as PublishedSchema]),
]

const depthOf = (schema: PublishedSchema): number => 1 + Math.max(0, ...inner(schema).map(depthOf))

/** Drops descriptions of content at `depth` and below (the root has depth 1). */
function bareBelow(schema: PublishedSchema, depth: number): PublishedSchema {
  if (depth > 2) {
    const cut: PublishedSchema = { ...schema }
    if (cut['properties'] !== undefined)
      cut['properties'] = mapValues(propertiesOf(cut), (property) => bareBelow(property, depth - 1))
    if (cut['items'] !== undefined) cut['items'] = bareBelow(cut['items'] as PublishedSchema, depth - 1)
    return cut
  }
  const { properties: _properties, items: _items, ...bare } = schema
  return bare
}

const mapValues = <From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
