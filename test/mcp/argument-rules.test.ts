import { describe, expect, test } from 'vitest'
import { buildCatalogue } from '../../src/mcp/tools/catalogue.ts'
import type { Entry } from '../../src/mcp/tools/catalogue.ts'
import { readArguments } from '../../src/mcp/tools/read-arguments.ts'
import { toolsets } from '../../tools/index.ts'

/** What applies to the arguments of every tool, checked against its published schema; no tool is named here. */

interface Schema {
  type: string
  description?: string
  enum?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  [keyword: string]: unknown
}

const catalogue = buildCatalogue(toolsets)
const entries: [string, Entry][] = toolsets.flatMap(({ tools }) =>
  tools.map(({ name }): [string, Entry] => [name, catalogue.find(name) ?? never()]),
)
function never(): never {
  throw new Error('A tool that is not in its own catalogue.')
}
const inputOf = ({ published }: Entry) => published.inputSchema as unknown as Schema
const argumentsOf = (entry: Entry) => Object.entries(inputOf(entry).properties ?? {})

/** Returns a value that satisfies a schema, far from its limits. */
function valueFor({ type, enum: words, items, properties, minimum = 1 }: Schema): unknown {
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, inner]) => [name, valueFor(inner)]))
  if (type === 'array') return items === undefined ? [] : [valueFor(items)]
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Number(minimum)
  return words?.[0] ?? 'birch'
}

/** The required arguments of a call, and more. */
const withRequired = (entry: Entry, more: Record<string, unknown> = {}) => ({
  ...Object.fromEntries((inputOf(entry).required ?? []).map((name) => [name, valueFor(argument(entry, name))])),
  ...more,
})
const argument = (entry: Entry, name: string): Schema => inputOf(entry).properties?.[name] ?? never()

const read = (entry: Entry, sent: Record<string, unknown>) => ({ ...readArguments(entry, sent).args })

describe.each(entries)('%s', (_name, entry) => {
  const { required = [] } = inputOf(entry)

  test('treats null, empty texts, lists and objects as arguments that were not sent', () => {
    const without = read(entry, withRequired(entry))
    for (const [name] of argumentsOf(entry).filter(([known]) => !required.includes(known)))
      for (const nothing of [
        null,
        '',
        '  ',
        'null',
        ' undefined',
        [],
        {},
        [null],
        ['', 'null'],
        { include: null },
        [[null, '']],
      ])
        expect(read(entry, withRequired(entry, { [name]: nothing })), name).toEqual(without)
  })

  test('accepts lists and objects as JSON strings, and says where a string is not JSON', () => {
    for (const [name, schema] of argumentsOf(entry)) {
      if (name === 'clear' || (schema.type !== 'array' && schema.type !== 'object')) continue
      const value = valueFor(schema)
      const asText = read(entry, withRequired(entry, { [name]: JSON.stringify(value) }))
      expect(asText, name).toEqual(read(entry, withRequired(entry, { [name]: value })))
      const broken = () => read(entry, withRequired(entry, { [name]: '[{"cut off' }))
      expect(broken, name).toThrow(`${name} begins like JSON`)
    }
  })

  test('takes a plain value from a list of one, and refuses several instead of choosing', () => {
    for (const [name, schema] of argumentsOf(entry)) {
      if (name === 'confirm' || ['array', 'object'].includes(schema.type)) continue
      const value = valueFor(schema)
      const inList = read(entry, withRequired(entry, { [name]: [null, value] }))
      expect(inList, name).toEqual(read(entry, withRequired(entry, { [name]: value })))
      const several = () => read(entry, withRequired(entry, { [name]: [value, value] }))
      expect(several, name).toThrow(`${name} takes one value; 2 were sent.`)
    }
  })

  test('of a list within a list says where its values belong', () => {
    for (const [name, schema] of argumentsOf(entry)) {
      if (schema.type !== 'array' || schema.items?.type !== 'string') continue
      const nested = () => read(entry, withRequired(entry, { [name]: [['a', 'b']] }))
      expect(nested, name).toThrow(`${name}[0] takes one value; 2 were sent. Put them into the list itself.`)
    }
  })

  test('names each missing required argument, and lets the others be left out', () => {
    for (const name of required) {
      const { [name]: _missing, ...others } = withRequired(entry)
      expect(() => read(entry, others)).toThrow(`The ${name} parameter is missing.`)
      expect(() => read(entry, { ...others, [name]: null })).toThrow(`The ${name} parameter is missing.`)
    }
    expect(() => read(entry, withRequired(entry))).not.toThrow()
  })

  test('refuses what it does not know, at any depth, including fields', () => {
    expect(() => read(entry, withRequired(entry, { unheard_of: 1 }))).toThrow('no parameter unheard_of')
    for (const [name, { properties }] of argumentsOf(entry))
      if (properties !== undefined)
        expect(() => read(entry, withRequired(entry, { [name]: { unheard_of: 1 } }))).toThrow(
          `${name} takes ${Object.keys(properties).join(', ')}, but not unheard_of.`,
        )
  })

  test('reads numbers, booleans and listed words as people write them', () => {
    for (const [name, schema] of argumentsOf(entry)) {
      const one = (sent: unknown) => read(entry, withRequired(entry, { [name]: sent }))[name]
      if (schema.type === 'integer') expect(one('10')).toBe(10)
      if (schema.type === 'boolean' && name !== 'confirm')
        expect([one('true'), one('Yes'), one('0')]).toEqual([true, true, false])
      if (schema.enum !== undefined) expect(one(schema.enum[0]?.toUpperCase())).toBe(schema.enum[0])
    }
  })

  test('publishes schemas that strict converters accept', () => {
    const visit = (schema: Schema, place: string): void => {
      const words = ['$ref', '$defs', 'anyOf', 'oneOf', 'allOf', 'format', 'pattern', 'const', 'default', 'maxLength']
      for (const keyword of words) expect(schema, `${place} ${keyword}`).not.toHaveProperty(keyword)
      expect(typeof schema.type, place).toBe('string')
      expect(schema.enum?.length ?? 0, place).toBeLessThanOrEqual(40)
      if (schema.type === 'array') visit(schema.items ?? never(), `${place}[]`)
      if (schema.type !== 'object') return
      expect(schema, place).toMatchObject({ properties: {}, additionalProperties: false })
      expect(schema.required, place).toBeInstanceOf(Array)
      for (const [name, inner] of Object.entries(schema.properties ?? {})) {
        expect(name).toMatch(/^[a-z][a-z_]{0,31}$/)
        visit(inner, `${place}.${name}`)
      }
    }
    visit(inputOf(entry), entry.tool.name)
    expect(depthOf(inputOf(entry))).toBeLessThanOrEqual(5)
    expect(countOf(inputOf(entry))).toBeLessThanOrEqual(46)
  })

  test('states each limit in words too', () => {
    for (const [name, schema] of argumentsOf(entry)) {
      const said = schema.description?.match(/\d+/g) ?? []
      const bounds = JSON.stringify(schema).matchAll(/"(?:minimum|maximum|minItems|maxItems)":(\d+)/g)
      for (const [, bound] of bounds) expect(said, name).toContain(bound)
      const fallback = entry.shape[name]?.['default']
      if (fallback !== undefined) expect(schema.description, name).toContain(`${fallback as string | number}`)
    }
  })

  test('has no argument that could contain a secret or a sender', () => {
    for (const [name] of argumentsOf(entry))
      expect(name).not.toMatch(/(?:^|_)(?:keys?|password|secret|token|cc|bcc|reply_to|sender|from(?!_time))(?:_|$)/)
  })
})

const inner = ({ properties = {}, items }: Schema): Schema[] => [
  ...Object.values(properties),
  ...(items === undefined ? [] : [items]),
]
/** How deeply objects and lists are nested. */
const depthOf = (schema: Schema): number =>
  inner(schema).length === 0 ? 0 : 1 + Math.max(...inner(schema).map(depthOf))
const countOf = (schema: Schema): number =>
  Object.keys(schema.properties ?? {}).length + inner(schema).reduce((sum, each) => sum + countOf(each), 0)
