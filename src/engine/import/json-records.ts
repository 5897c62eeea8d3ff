import { isRecord } from '../../lib/text/json-record.ts'
import { documentRecords } from './documents/json-document.ts'
import type { DocumentRecords } from './documents/json-document.ts'
import { flattened, MAX_COLUMNS } from './documents/flat-record.ts'
import { peopleInGroup } from './documents/grouped-people.ts'
import { parseJsonPath, valuesAt } from './documents/json-paths.ts'
import type { JsonPath } from './documents/json-paths.ts'
import { parsedJson, wholeDocument } from './documents/whole-document.ts'
import { RecordCutter } from './documents/record-cutter.ts'
import type { CutRecord } from './documents/record-cutter.ts'
import type { TextRow } from './row-splitter.ts'
import { createEntityReader } from './wikidata-entity.ts'
import { storableText } from '../../lib/text/storable-text.ts'

/** The columns are those of the first records: data sets of companies have the same keys throughout. */
const HEADER_RECORDS = 200

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
  /** Characters of a document that is read whole, if fewer than usual. */
  documentLength?: number
}

const BATCH = 1_000

/**
 * JSON lines, an array of objects, or one document that contains records: as rows whose columns are the keys, nested ones
 * joined by dots. Wikidata entities have their own columns.
 * @throws RangeError with a sentence for an invalid path, or one that leads to no records.
 */
export async function readRecords(text: AsyncIterable<string>, wanted: RecordsWanted = {}): Promise<RecordRows> {
  const paths = (wanted.paths ?? []).map((path) => ({ path, steps: pathOf(path) }))
  const { document, all } = await wholeDocument(text, wanted.documentLength)
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

async function* documentBatches(
  { records }: DocumentRecords,
  paths: readonly PathColumn[],
): AsyncGenerator<FlatRecord[]> {
  const readEntity = createEntityReader()
  for (let at = 0; at < records.length; at += BATCH)
    yield await Promise.resolve(
      records
        .slice(at, at + BATCH)
        .flatMap(({ line, value }) => peopleInGroup(value).map((one) => flatRecord(line, one, readEntity, paths))),
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
  const read = ({ line, text: record }: CutRecord): FlatRecord[] =>
    peopleInGroup(parsedJson(record)).map((one) => flatRecord(line, one, readEntity, paths))
  for await (const piece of text) yield cutter.push(piece).flatMap(read)
  yield cutter.end().flatMap(read)
}
