import { isRecord } from '../../lib/text/json-record.ts'
import type { JsonRecord } from '../../lib/text/json-record.ts'
import { documentRecords } from './documents/json-document.ts'
import type { DocumentRecords } from './documents/json-document.ts'
import { parseJsonPath, valuesAt } from './documents/json-paths.ts'
import type { JsonPath } from './documents/json-paths.ts'
import { behindBlanks, valueEnd } from './documents/json-positions.ts'
import { RecordCutter } from './documents/record-cutter.ts'
import type { CutRecord } from './documents/record-cutter.ts'
import type { TextRow } from './row-splitter.ts'
import { createEntityReader } from './wikidata-entity.ts'
import { storableText } from '../../lib/text/storable-text.ts'

/** The columns are those of the first records: data sets of companies have the same keys throughout. */
const HEADER_RECORDS = 200
const MAX_COLUMNS = 500
const MAX_DEPTH = 4
/** The objects in a list from which something is taken. */
const MAX_LISTED = 50

/** Records as rows: the names of their columns, and their cells. */
export interface RecordRows {
  header: string[]
  batches: AsyncIterable<FileRow[]>
  /** The keys that lead to the records, if a document contains them somewhere. */
  records?: string
}

export interface FileRow extends Omit<TextRow, 'problem'> {
  problem: TextRow['problem'] | 'bad_json' | 'cell_count'
}

export interface RecordsWanted {
  /** Keys that lead to the records, such as `data.items`; by default, the longest list of objects is used. */
  records?: string
  /** Columns in addition to the keys: what is at a path in each record (`offices[0].city`). */
  paths?: readonly string[]
}

/** A document that is a single value is read whole, up to this many characters. */
const MAX_DOCUMENT = 67_108_864
const OPEN = 123
const BATCH = 1_000

/**
 * JSON lines, an array of objects, or one document that contains records: as rows whose columns are the keys, nested ones
 * joined by dots. Wikidata entities have their own columns.
 * @throws RangeError with a sentence for an invalid path, or one that leads to no records.
 */
export async function readRecords(text: AsyncIterable<string>, wanted: RecordsWanted = {}): Promise<RecordRows> {
  const paths = (wanted.paths ?? []).map((path) => ({ path, steps: pathOf(path) }))
  const { document, all } = await withDocument(text)
  const found = document === null ? null : documentRecords(document.text, document.root, wanted.records)
  if (wanted.records !== undefined && found === null)
    throw new RangeError(
      'A path to the records is only for a single JSON document of up to 64 MB; this file has one record after another.',
    )
  const records = found === null ? recordsIn(all, paths) : documentBatches(found, paths)
  const head: FlatRecord[] = []
  while (head.length < HEADER_RECORDS) {
    const next = await records.next()
    if (next.done === true) break
    head.push(...next.value)
  }
  const names = new Set(head.flatMap(({ values }) => [...(values?.keys() ?? [])]))
  const header = [...new Set([...paths.map(({ path }) => path), ...names])].slice(0, MAX_COLUMNS)
  const rowOf = ({ line, values }: FlatRecord): FileRow =>
    values === null
      ? { line, cells: [], problem: 'bad_json' }
      : { line, cells: header.map((name) => storableText(values.get(name) ?? '')), problem: null }
  async function* batches(): AsyncGenerator<FileRow[]> {
    yield head.map(rowOf)
    for await (const batch of records) yield batch.map(rowOf)
  }
  const at = found === null || found.path.length === 0 ? {} : { records: found.path.join('.') }
  return { header, batches: batches(), ...at }
}

function pathOf(text: string): JsonPath {
  const path = parseJsonPath(text)
  if (path === null) throw new RangeError(`${JSON.stringify(text)} is not a path: write it as offices[0].city.`)
  return path
}

interface PathColumn {
  path: string
  steps: JsonPath
}

/** The text as one document, if it is one; in any case also the whole text again. */
async function withDocument(
  text: AsyncIterable<string>,
): Promise<{ document: { text: string; root: JsonRecord } | null; all: AsyncIterable<string> }> {
  const pieces = text[Symbol.asyncIterator]()
  let read = ''
  let looked = 0
  let end = -1
  for (;;) {
    const next = read.length > MAX_DOCUMENT ? { done: true as const, value: undefined } : await pieces.next()
    if (next.done !== true) read += next.value
    const start = behindBlanks(read, read.startsWith('\uFEFF') ? 1 : 0)
    if (read.length > 0 && start < read.length && read.charCodeAt(start) !== OPEN) break
    // An unfinished value is examined again only when the text has doubled in length.
    if (end < 0 && (read.length >= 2 * looked || next.done === true)) {
      end = valueEnd(read, start)
      looked = read.length
    }
    if (end >= 0 && behindBlanks(read, end) < read.length) break
    if (next.done !== true) continue
    const root = end < 0 ? undefined : parsedJson(read.slice(start))
    return { document: isRecord(root) ? { text: read, root } : null, all: withRest(read, pieces) }
  }
  return { document: null, all: withRest(read, pieces) }
}

async function* withRest(read: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield read
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value
}

async function* documentBatches(
  { records }: DocumentRecords,
  paths: readonly PathColumn[],
): AsyncGenerator<FlatRecord[]> {
  const readEntity = createEntityReader()
  for (let at = 0; at < records.length; at += BATCH)
    yield await Promise.resolve(
      records.slice(at, at + BATCH).map(({ line, value }) => flatRecord(line, value, readEntity, paths)),
    )
}

function flatRecord(
  line: number,
  value: unknown,
  readEntity: ReturnType<typeof createEntityReader>,
  paths: readonly PathColumn[],
): FlatRecord {
  if (!isRecord(value)) return { line, values: null }
  const values = readEntity(value) ?? flattened(value)
  for (const { path, steps } of paths) {
    const found = valuesAt(value, steps).filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    if (found.length > 0) values.set(path, found.join(';'))
  }
  return { line, values }
}

interface FlatRecord {
  line: number
  values: Map<string, string> | null
}

async function* recordsIn(text: AsyncIterable<string>, paths: readonly PathColumn[]): AsyncGenerator<FlatRecord[]> {
  const cutter = new RecordCutter()
  const readEntity = createEntityReader()
  const read = ({ line, text: record }: CutRecord): FlatRecord =>
    flatRecord(line, parsedJson(record), readEntity, paths)
  for await (const piece of text) yield cutter.push(piece).map(read)
  yield cutter.end().map(read)
}

/** Undefined if it is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function flattened(record: unknown): Map<string, string> {
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
