import { isRecord } from '../../../lib/text/json-record.ts'
import type { JsonRecord } from '../../../lib/text/json-record.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { parseJsonPath } from './json-paths.ts'
import { lineCounter, memberPlaces, placeAt } from './json-positions.ts'

/** One record of a document. */
export interface DocumentRecord {
  line: number
  value: unknown
}

export interface DocumentRecords {
  /** The keys that lead to the records; empty for the document itself. */
  path: readonly string[]
  /** In document order. */
  records: DocumentRecord[]
}

/** The column for the key of a record in an object of objects. */
const KEY_COLUMN = '$key'

const MAX_DEPTH = 4
/** A document with one of these keys is a single record, however many lists it has. */
const OF_ONE = ['name', 'domain', 'website', 'email', 'company_name', 'companyName']
const NAMES_OF_FIELDS = ['fields', 'columns', 'header', 'headers']
const NAMES_OF_ROWS = ['data', 'rows', 'records', 'values', 'items']

type Shape =
  | { kind: 'items' }
  | { kind: 'members' }
  | { kind: 'columns'; names: string[] }
  | { kind: 'table'; names: string[]; rows: string }

interface Candidate {
  path: string[]
  shape: Shape
  count: number
}

/**
 * The records of one JSON document: of its longest list of objects, of an object of objects, of lists that are columns, or of a
 * list of fields beside a list of rows; null for a document that is a single record.
 * @param wanted keys that lead to the records, such as `data.items`
 * @throws RangeError with a sentence if there are no records there.
 */
export function documentRecords(text: string, root: JsonRecord, wanted?: string): DocumentRecords | null {
  const found = wanted === undefined ? longest(root) : at(root, wanted)
  return found === null ? null : { path: found.path, records: recordsOf(text, root, found) }
}

function longest(root: JsonRecord): Candidate | null {
  const best = longestIn(root)
  const isOne = OF_ONE.some((name) => typeof ownValue(root, name) === 'string')
  return best === null || (isOne && !isNamedList(root, best)) ? null : best
}

/** Fewer may be the offices or products of one company. */
const LEAST_LISTED = 5

/**
 * `{"name": "Breweries", "features": […]}`: the name of a list rather than of a company, as programs for maps write it. A
 * company with a website or an address of its own is no list.
 */
function isNamedList(root: JsonRecord, { path, shape, count }: Candidate): boolean {
  if (OF_ONE.some((name) => name !== 'name' && typeof ownValue(root, name) === 'string')) return false
  if (ownValue(root, 'type') === 'FeatureCollection') return path.join() === 'features'
  if (shape.kind !== 'items' || path.length !== 1 || count < LEAST_LISTED) return false
  const items = ownValue(root, path[0] ?? '') as unknown[]
  const isSited = (item: unknown): boolean =>
    isRecord(item) && OF_ONE.some((name) => name !== 'name' && typeof ownValue(item, name) === 'string')
  return items.filter(isSited).length * 2 > items.length
}

function longestIn(root: JsonRecord): Candidate | null {
  let best: Candidate | null = null
  let level: { value: unknown; path: string[] }[] = [{ value: root, path: [] }]
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    for (const { value, path } of level) {
      const shape = shapeOf(value)
      if (shape !== null && (best === null || shape.count > best.count)) best = { path, ...shape }
    }
    level = level.flatMap(({ value, path }) =>
      isRecord(value) ? Object.entries(value).map(([key, inner]) => ({ value: inner, path: [...path, key] })) : [],
    )
  }
  return best
}

function at(root: JsonRecord, wanted: string): Candidate {
  const steps = parseJsonPath(wanted)
  const path = (steps ?? []).flatMap((step) => (typeof step === 'object' && 'key' in step ? [step.key] : []))
  let value: unknown = root
  for (const key of path) value = isRecord(value) ? ownValue(value, key) : undefined
  const shape = steps === null || path.length < steps.length ? null : shapeOf(value)
  if (shape === null) throw new RangeError(`There are no records at ${JSON.stringify(wanted)}.`)
  return { path, ...shape }
}

function shapeOf(value: unknown): Omit<Candidate, 'path'> | null {
  if (Array.isArray(value)) {
    const objects = (value as unknown[]).filter(isRecord).length
    return objects > 0 && objects * 2 > value.length ? { shape: { kind: 'items' }, count: value.length } : null
  }
  return isRecord(value) ? (tableShape(value) ?? columnsShape(value) ?? membersShape(value)) : null
}

/** `{"fields": ["name", "site"], "data": [["Acme", "acme.example"]]}` */
function tableShape(value: JsonRecord): Omit<Candidate, 'path'> | null {
  const fields = NAMES_OF_FIELDS.map((name) => ownValue(value, name)).find(Array.isArray)
  const rows = NAMES_OF_ROWS.find((name) => isListOfLists(ownValue(value, name)))
  if (fields === undefined || rows === undefined) return null
  const names = (fields as unknown[]).map((field) => (isRecord(field) ? field['name'] : field))
  if (!names.every((name) => typeof name === 'string')) return null
  return { shape: { kind: 'table', names, rows }, count: (ownValue(value, rows) as unknown[]).length }
}

const isListOfLists = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && (value as unknown[]).every((row) => Array.isArray(row))

/** `{"name": ["Acme"], "site": ["acme.example"]}` */
function columnsShape(value: JsonRecord): Omit<Candidate, 'path'> | null {
  const lists = Object.entries(value).filter(([, list]) => Array.isArray(list)) as [string, unknown[]][]
  const count = lists[0]?.[1].length ?? 0
  const isColumn = ([, list]: [string, unknown[]]): boolean => list.length === count && !list.some(isRecord)
  if (lists.length < 2 || lists.length < Object.keys(value).length || count === 0 || !lists.every(isColumn)) return null
  return { shape: { kind: 'columns', names: lists.map(([name]) => name) }, count }
}

/** `{"acme.example": {"name": "Acme"}, "lumen.example": {"name": "Lumen"}}` */
function membersShape(value: JsonRecord): Omit<Candidate, 'path'> | null {
  const members = Object.values(value)
  const [first, second] = members
  if (members.length < 2 || !members.every(isRecord) || !isRecord(first) || !isRecord(second)) return null
  const keys = Object.keys(first)
  const shared = keys.filter((key) => Object.hasOwn(second, key)).length
  return shared > 0 && shared * 2 >= keys.length ? { shape: { kind: 'members' }, count: members.length } : null
}

function recordsOf(text: string, root: JsonRecord, { path, shape }: Candidate): DocumentRecord[] {
  const holder = path.reduce<unknown>((value, key) => (isRecord(value) ? ownValue(value, key) : undefined), root)
  const lineAt = lineCounter(text)
  const linesOf = (keys: readonly string[]): number[] => {
    const start = placeAt(text, keys)
    return start < 0 ? [] : Array.from(memberPlaces(text, start), (member) => lineAt(member.at))
  }
  if (shape.kind === 'items') return withLines(holder as unknown[], linesOf(path))
  if (shape.kind === 'members') {
    const members = Object.entries(holder as JsonRecord)
    return withLines(
      members.map(([key, value]) => ({ [KEY_COLUMN]: key, ...(value as JsonRecord) })),
      linesOf(path),
    )
  }
  if (shape.kind === 'table') {
    const rows = ownValue(holder as JsonRecord, shape.rows) as unknown[][]
    return withLines(
      rows.map((row) => named(shape.names, row)),
      linesOf([...path, shape.rows]),
    )
  }
  const columns = shape.names.map((name) => ownValue(holder as JsonRecord, name) as unknown[])
  return (columns[0] ?? []).map((_, row) => ({
    line: 1,
    value: named(
      shape.names,
      columns.map((column) => column[row]),
    ),
  }))
}

const withLines = (values: readonly unknown[], lines: readonly number[]): DocumentRecord[] =>
  values.map((value, at) => ({ line: lines[at] ?? 1, value }))

const named = (names: readonly string[], row: readonly unknown[]): JsonRecord =>
  Object.fromEntries(names.map((name, at) => [name, row[at]]))
