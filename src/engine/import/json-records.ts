import type { TextRow } from './row-splitter.ts'
import { createEntityReader } from './wikidata-entity.ts'

/** Longer records are none. */
const MAX_RECORD_LENGTH = 1_048_576
/** Columns are those of the first records: sets of companies have the same keys throughout. */
const HEADER_RECORDS = 200
const MAX_COLUMNS = 500
const MAX_DEPTH = 4

/** Rows of records: what they are called, and what stands in them. */
export interface RecordRows {
  header: string[]
  batches: AsyncIterable<FileRow[]>
}

export interface FileRow extends Omit<TextRow, 'problem'> {
  problem: TextRow['problem'] | 'bad_json' | 'cell_count'
}

/**
 * JSON lines, or an array of objects: as rows whose columns are the keys, nested ones joined by dots. Entities of Wikidata have
 * columns of their own.
 */
export async function readRecords(text: AsyncIterable<string>): Promise<RecordRows> {
  const records = recordsIn(text)
  const head: FlatRecord[] = []
  while (head.length < HEADER_RECORDS) {
    const next = await records.next()
    if (next.done === true) break
    head.push(...next.value)
  }
  const names = new Set(head.flatMap(({ values }) => [...(values?.keys() ?? [])]))
  const header = [...names].slice(0, MAX_COLUMNS)
  const rowOf = ({ line, values }: FlatRecord): FileRow =>
    values === null
      ? { line, cells: [], problem: 'bad_json' }
      : { line, cells: header.map((name) => storable(values.get(name) ?? '')), problem: null }
  async function* batches(): AsyncGenerator<FileRow[]> {
    yield head.map(rowOf)
    for await (const batch of records) yield batch.map(rowOf)
  }
  return { header, batches: batches() }
}

/** Escapes of JSON may stand for what no text is: NUL, and halves of a character. PostgreSQL takes neither. */
const storable = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') ? text : text.replaceAll('\0', '').toWellFormed()

interface FlatRecord {
  line: number
  values: Map<string, string> | null
}

async function* recordsIn(text: AsyncIterable<string>): AsyncGenerator<FlatRecord[]> {
  const cutter = new RecordCutter()
  const readEntity = createEntityReader()
  const flatRecord = ({ line, text: record }: CutRecord): FlatRecord => {
    const parsed = parsedJson(record)
    return { line, values: parsed === undefined ? null : (readEntity(parsed) ?? flattened(parsed)) }
  }
  for await (const piece of text) yield cutter.push(piece).map(flatRecord)
  yield cutter.end().map(flatRecord)
}

interface CutRecord {
  line: number
  text: string
}

const OPEN = 123
const CLOSE = 125

/**
 * Cuts objects out of a text by their braces, in strings or not. A line that begins with `{` where no string is open begins a
 * record anew when the one before never closed: a damaged line of JSON lines costs itself alone.
 */
class RecordCutter {
  #text = ''
  #line = 1
  #scanned = 0
  #start = -1
  #startLine = 1
  #depth = 0
  #inString = false

  push(piece: string): CutRecord[] {
    const kept = this.#start < 0 ? this.#scanned : this.#start
    this.#text = this.#text.slice(kept) + piece
    this.#scanned -= kept
    if (this.#start > 0) this.#start = 0
    const found: CutRecord[] = []
    // The last character may be a backslash whose companion comes later.
    for (const end = this.#text.length - 1; this.#scanned < end; this.#scanned++) this.#look(found)
    return found
  }

  end(): CutRecord[] {
    const found: CutRecord[] = []
    for (; this.#scanned < this.#text.length; this.#scanned++) this.#look(found)
    if (this.#start >= 0) found.push({ line: this.#startLine, text: '' })
    return found
  }

  #look(found: CutRecord[]): void {
    const code = this.#text.charCodeAt(this.#scanned)
    if (code === 10) this.#breakLine(found)
    else if (this.#inString) this.#lookInString(code)
    else if (code === 34) this.#inString = this.#start >= 0
    else if (code === OPEN) this.#open()
    else if (code === CLOSE && this.#depth > 0) this.#close(found)
    if (this.#start >= 0 && this.#scanned - this.#start > MAX_RECORD_LENGTH) this.#drop(found)
  }

  #lookInString(code: number): void {
    if (code === 92) this.#scanned++
    else if (code === 34) this.#inString = false
  }

  /** A string holds no line break (RFC 8259, 7). */
  #breakLine(found: CutRecord[]): void {
    this.#line++
    const isDamaged = this.#inString || (this.#start >= 0 && this.#text.charCodeAt(this.#scanned + 1) === OPEN)
    if (this.#start >= 0 && isDamaged) this.#drop(found)
  }

  #drop(found: CutRecord[]): void {
    found.push({ line: this.#startLine, text: '' })
    this.#start = -1
    this.#depth = 0
    this.#inString = false
  }

  #open(): void {
    if (this.#depth === 0) {
      this.#start = this.#scanned
      this.#startLine = this.#line
    }
    this.#depth++
  }

  #close(found: CutRecord[]): void {
    this.#depth--
    if (this.#depth > 0) return
    found.push({ line: this.#startLine, text: this.#text.slice(this.#start, this.#scanned + 1) })
    this.#start = -1
  }
}

/** Undefined for what is no JSON. */
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

function flatten(value: unknown, path: string, depth: number, values: Map<string, string>): void {
  if (value === null || value === undefined || values.size >= MAX_COLUMNS) return
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    values.set(path, String(value))
    return
  }
  if (Array.isArray(value)) {
    const plain = value.filter((item) => typeof item === 'string' || typeof item === 'number')
    if (plain.length > 0) values.set(path, plain.join(';'))
    return
  }
  if (typeof value !== 'object' || depth >= MAX_DEPTH) return
  for (const [key, inner] of Object.entries(value))
    // GLEIF writes the text of an element as "$".
    flatten(inner, key === '$' ? path : path === '' ? key : `${path}.${key}`, depth + 1, values)
}
