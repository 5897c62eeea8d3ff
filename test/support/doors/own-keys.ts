import type { Shape } from './documented-bodies.ts'

type Schema = Record<string, unknown>

export interface Compared {
  /** Documented, but missing or of another type. */
  wrong: string[]
  /** Present, but not documented. */
  own: string[]
}

/** Compares a published schema with the documented body. Null is allowed everywhere ("any field may be null when unknown"). */
export function compare(schema: Schema, shape: Shape, path = ''): Compared {
  if (shape === 'any') return { wrong: [], own: [] }
  const kinds = alternatives(schema)
  if (typeof shape === 'string')
    return { wrong: kinds.every((kind) => isOf(kind, shape)) ? [] : [`${path} is no ${shape}`], own: [] }
  if (isList(shape)) {
    const [list] = kinds
    if (list?.['type'] !== 'array') return { wrong: [`${path} is no list`], own: [] }
    return compare((list['items'] ?? {}) as Schema, shape[0], `${path}[]`)
  }
  const properties = Object.assign({}, ...kinds.map((kind) => kind['properties'])) as Record<string, Schema>
  const missing = Object.keys(shape).filter((key) => !Object.hasOwn(properties, key))
  const inner = Object.entries(properties).flatMap(([key, value]) =>
    Object.hasOwn(shape, key) ? [compare(value, shape[key] ?? 'any', under(path, key))] : [],
  )
  const own = Object.keys(properties).filter((key) => !Object.hasOwn(shape, key))
  return {
    wrong: [...missing.map((key) => `${under(path, key)} is missing`), ...inner.flatMap((one) => one.wrong)],
    own: [...own.map((key) => under(path, key)), ...inner.flatMap((one) => one.own)],
  }
}

const under = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)

const alternatives = (schema: Schema): Schema[] =>
  ((schema['anyOf'] as Schema[] | undefined) ?? [schema]).filter((kind) => kind['type'] !== 'null')

/** Whether a schema has a type: an integer is a number, and a constant or enum has the type of its values. */
function isOf(schema: Schema, type: string): boolean {
  const values = 'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined)
  const known = [schema['type'] ?? typeof values?.[0]].flat()
  return known.every((one) => one === 'null' || one === type || (type === 'number' && one === 'integer'))
}
