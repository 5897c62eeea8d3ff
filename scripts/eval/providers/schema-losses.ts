import type { Entry } from '../../../src/mcp/tools/catalogue.ts'
import { readArguments } from '../../../src/mcp/tools/read-arguments.ts'

/** A schema as it is published, or as a library converts it. */
export interface Schema {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  [keyword: string]: unknown
}

/** What was checked → what was lost there, null if nothing was. */
export type Losses = Record<(typeof LOOKED_AT)[number], string | null>

export const LOOKED_AT = ['arguments', 'required', 'words', 'bounds', 'null'] as const

/** Returns what a tool loses on the way to a model through a library that made `converted` of its schema. */
export function lossesOf(entry: Entry, converted: Schema): Losses {
  const published = entry.published.inputSchema as unknown as Schema
  const before = placesOf(published)
  const after = new Map(placesOf(converted).map((one) => [one.place, one.schema]))
  const first = (isLost: (place: string, schema: Schema) => boolean): string | null =>
    before.find(({ place, schema }) => isLost(place, schema))?.place ?? null
  return {
    arguments: first((place) => !after.has(place)),
    required: (published.required ?? []).find((name) => converted.required?.includes(name) !== true) ?? null,
    words: first((place, { enum: words = [] }) =>
      words.some((word) => after.get(place)?.enum?.includes(word) !== true),
    ),
    bounds: first(
      (place, { description }) => description !== undefined && after.get(place)?.description !== description,
    ),
    null: nullFault(entry, converted),
  }
}

/** Returns every argument and item, at any depth; a nullable schema is unwrapped. */
function placesOf(schema: Schema, place = ''): { place: string; schema: Schema }[] {
  const plain = plainOf(schema)
  const inner = Object.entries(plain.properties ?? {}).flatMap(([name, each]) => placesOf(each, `${place}.${name}`))
  const items = plain.items === undefined ? [] : placesOf(plain.items, `${place}[]`)
  return [...(place === '' ? [] : [{ place, schema: plain }]), ...inner, ...items]
}

const plainOf = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

const mayBeNull = ({ type, anyOf }: Schema): boolean =>
  [type].flat().includes('null') || anyOf?.some((each) => each.type === 'null') === true

/** Checks that null, wherever it is accepted, means the same as leaving the argument out. */
function nullFault(entry: Entry, converted: Schema): string | null {
  const sent = filled(converted, new Set(entry.tool.required)) as Record<string, unknown>
  const alone = Object.fromEntries(entry.tool.required.map((name) => [name, sent[name]]))
  try {
    const [one, other] = [sent, alone].map((each) => JSON.stringify(readArguments(entry, each).args))
    return one === other ? null : `${one} is not ${other}`
  } catch (error) {
    return String(error)
  }
}

/** Returns what a model fills in that knows nothing but must fill in what is required. */
function filled(schema: Schema, needed: ReadonlySet<string>): unknown {
  if (mayBeNull(schema)) return null
  const { type, items, properties = {}, required = [], enum: words } = schema
  switch ([type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => required.includes(name) || needed.has(name))
          .map(([name, each]) => [name, filled(each, new Set())]),
      )
    case 'array':
      return items === undefined ? [] : [filled(items, new Set())]
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return 1
    default:
      return words?.[0] ?? 'birch'
  }
}
