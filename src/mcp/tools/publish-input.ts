import { z } from 'zod'
import { bareRecord } from '../../lib/text/own-value.ts'
import { CLEAR, clearSchema, takesAttributes } from './clear-argument.ts'
import type { Rows, Tool } from './define-tool.ts'
import { MAX_CREDITS, maxCreditsSchema } from './spending.ts'
import type { ObjectSchema, PublishedSchema } from './publish-schema.ts'

/**
 * zod → the JSON Schema of a tool's arguments, in a form that other vendors' strict converters accept: every object lists its
 * properties and allows no others; there are no maps or unions; and bounds are repeated in words, because converters drop them.
 */

/** The arguments of a tool by name, in the form in which they are read; `publishInput` turns this into what clients see. */
export function argumentShape(tool: Tool, selectable: readonly string[]): Record<string, PublishedSchema> {
  const shape = bareRecord<PublishedSchema>()
  for (const [name, field] of Object.entries<z.ZodType>(tool.input.shape)) {
    const { $schema: _schema, listedAs, ...converted } = z.toJSONSchema(field, { io: 'input' }) as PublishedSchema
    shape[name] = (listedAs as PublishedSchema | undefined) ?? converted
  }
  if (tool.rows !== undefined) shape['fields'] = fieldsSchema(tool.rows, selectable)
  if (tool.records !== undefined) shape['fields'] = RECORD_FIELDS_SCHEMA
  if (tool.spends !== undefined) shape[MAX_CREDITS] = maxCreditsSchema(tool.spends)
  if (tool.clears !== undefined) shape[CLEAR] = clearSchema(tool.clears, takesAttributes(tool))
  if (tool.preview !== undefined) shape['confirm'] = CONFIRM_SCHEMA
  return shape
}

export function publishInput(tool: Tool, shape: Readonly<Record<string, PublishedSchema>>): ObjectSchema {
  const properties = bareRecord<PublishedSchema>()
  for (const [name, schema] of Object.entries(shape)) properties[name] = inWords(strict(schema), boundsOf(schema))
  return { type: 'object', properties, required: [...tool.required], additionalProperties: false }
}

/** Whether the schema is an object with arbitrary names. */
export const isMap = (schema: PublishedSchema | undefined): boolean =>
  schema?.['type'] === 'object' && schema['properties'] === undefined

const PAIRS: PublishedSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { slug: { type: 'string' }, value: { type: 'string' } },
    required: ['slug', 'value'],
    additionalProperties: false,
  },
}

/**
 * Omits the maximum length of a text: the core enforces it, honest callers do not reach it, and it costs tokens everywhere. A
 * one-sided bound, such as that of an id, is left to the core too. A default is given in words.
 */
function strict({ maxLength: _length, default: _default, ...schema }: PublishedSchema): PublishedSchema {
  if (isMap(schema)) return { ...PAIRS, description: schema['description'] }
  const closed: PublishedSchema = { ...schema }
  if (closed['maximum'] === undefined) delete closed['minimum']
  if (closed['items'] !== undefined) closed['items'] = strict(closed['items'] as PublishedSchema)
  if (closed['properties'] === undefined) return closed
  const inner = Object.entries(closed['properties'] as Record<string, PublishedSchema>)
  closed['properties'] = Object.fromEntries(inner.map(([name, property]) => [name, strict(property)]))
  return { ...closed, required: closed['required'] ?? [], additionalProperties: false }
}

/** The numbers of the schema as sentences; each is left out if the description already contains them. */
function boundsOf({ minimum, maximum, maxItems, default: fallback }: PublishedSchema): string[] {
  const range = maximum === undefined ? [] : [`${minimum as number} to ${maximum as number}.`]
  const items = maxItems === undefined ? [] : [`At most ${maxItems as number}.`]
  const absent = typeof fallback === 'number' ? [`${fallback} when absent.`] : []
  return [...range, ...items, ...absent]
}

function inWords(schema: PublishedSchema, sentences: readonly string[]): PublishedSchema {
  const description = schema['description'] as string
  const said = new Set(description.match(/\d+/g))
  const missing = sentences.filter((sentence) => !(sentence.match(/\d+/g) ?? []).every((number) => said.has(number)))
  return { ...schema, description: [description, ...missing].join(' ') }
}

const CONFIRM_SCHEMA: PublishedSchema = {
  type: 'boolean',
  description: 'true executes; otherwise meta.effect only says what would happen.',
}

function fieldsSchema(
  { short, ownFields, asked = {}, more = {} }: Rows,
  selectable: readonly string[],
): PublishedSchema {
  const absent = selectable.filter((field) => !short.includes(field))
  const isAsked = absent.every((field) => Object.hasOwn(asked, field))
  const all = ['all', ...absent].join(' but ')
  return {
    type: 'array',
    items: ownFields === undefined ? { type: 'string', enum: ['*', ...selectable] } : { type: 'string' },
    description: [
      isAsked
        ? `Only these fields of each row; ${all} when absent.`
        : `Fields of each row; ["*"] returns all. Default: ${short.join(', ')}.`,
      ...Object.values(more).map(({ says }) => says),
    ].join(' '),
  }
}

const RECORD_FIELDS_SCHEMA: PublishedSchema = {
  type: 'array',
  items: { type: 'string' },
  description: 'Only these fields, such as name, geo; all when absent.',
}
