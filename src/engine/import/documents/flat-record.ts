import { isRecord } from '../../../lib/text/json-record.ts'
import type { JsonRecord } from '../../../lib/text/json-record.ts'

/** Values of a record, and columns of a file. */
export const MAX_COLUMNS = 500
const MAX_DEPTH = 4
/** The objects in a list from which something is taken. */
const MAX_LISTED = 50

/** The values of a record by their keys, nested ones joined by dots. */
export function flattened(record: unknown): Map<string, string> {
  const values = new Map<string, string>()
  flatten(record, '', 0, values)
  return values
}

/** What the objects in a list say under each key: `offices[].city`. */
function flattenList(items: readonly JsonRecord[], path: string, values: Map<string, string>): void {
  for (const item of items)
    for (const [key, inner] of Object.entries(item)) {
      if ((typeof inner !== 'string' && typeof inner !== 'number') || values.size >= MAX_COLUMNS) continue
      const column = `${path}.${key}`
      const before = values.get(column)
      values.set(column, before === undefined ? String(inner) : `${before};${inner}`)
    }
}

function flatten(value: unknown, path: string, depth: number, values: Map<string, string>): void {
  if (value === null || value === undefined || values.size >= MAX_COLUMNS) return
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    values.set(path, String(value))
    return
  }
  if (Array.isArray(value)) {
    const plain = value.filter((item) => typeof item === 'string' || typeof item === 'number')
    if (plain.length > 0) values.set(path, plain.join(';'))
    else if (depth < MAX_DEPTH) flattenList(value.filter(isRecord).slice(0, MAX_LISTED), `${path}[]`, values)
    return
  }
  if (typeof value !== 'object' || depth >= MAX_DEPTH) return
  for (const [key, inner] of Object.entries(value))
    // GLEIF stores the text of an element under "$".
    flatten(inner, key === '$' ? path : path === '' ? key : `${path}.${key}`, depth + 1, values)
}
