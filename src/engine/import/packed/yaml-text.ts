import { parse } from 'yaml'
import { decodeText } from '../text/text-decoding.ts'
import { flattened, MAX_COLUMNS } from '../documents/flat-record.ts'
import { isRecord } from '../../../lib/text/json-record.ts'
import { peopleInGroup } from '../documents/grouped-people.ts'
import { alternation } from '../../../lib/text/alternation.ts'
import { heldText, linesOf } from './card-text.ts'
import { numberedLines } from './csv-line.ts'
import type { NumberedRow } from './csv-line.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Longer values are texts, of which the beginning is enough. */
const MAX_VALUE = 2_000
/** Characters of one record, which the library reads at once: of hostile ones, in time that grows with their square. */
const MAX_RECORD = 20_000

/** Remarks, `---` and blank lines. */
const ABOVE = String.raw`(?:[ \t]*(?:#[^\r\n]*|---[^\r\n]*)?\r?\n){0,40}`
const REMARKS = String.raw`(?:[ \t]*#[^\r\n]*\r?\n){0,5}`
const PAIR = String.raw`["']?\w[\w .-]{0,40}["']?:(?:[ \t][^\r\n]*)?\r?\n`

/** The beginning of a list of records, at the top or below one key; or of records that have keys. */
export const YAML_RECORDS = new RegExp(
  `^${ABOVE}(?:${alternation`
    (?:[\w-]{1,40}:[ \t]*\r?\n${REMARKS} *)?-(?: +|[ \t]*\r?\n +)${PAIR}${REMARKS}(?: +(?:- )?|- +)["']?\w[^\r\n]{0,60}
    ["']?\w[\w .-]{0,40}["']?:[ \t]*\r?\n${REMARKS} +${PAIR}${REMARKS} +["']?\w[^\r\n]{0,60}
  `})`,
)

const ITEM = /^( *)-(?: +\S|\s*$)/
const KEY = /^["']?([\w .-]{1,80}?)["']? *:/
const EMPTY = /^(?:~|null|)$/i
const KEY_COLUMN = '$key'

/**
 * A list of records in YAML, or records below keys of their own, as CSV in UTF-8, with the columns that the same list has in JSON. Only the list is cut into its records
 * here, so that no file is read at once, and none can refer to itself. The row of a record is in the line where it begins, but for
 * one in the first line, where the header is.
 * @throws UnreadableFile for other YAML.
 */
export async function* yamlText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { text } = await decodeText(bytes)
  const list = new YamlList()
  for await (const lines of linesOf(text)) for (const line of lines) list.add(line)
  const records = list.ended()
  if (records.length === 0) throw new UnreadableFile('This YAML is no list of records: save it as JSON or CSV.')
  yield* numberedLines(records, MAX_COLUMNS)
}

/** Cuts a list into its records, line by line. */
class YamlList {
  readonly #records: NumberedRow[] = []
  #number = 0
  #size = 0
  /** The key that the list is below. */
  #section = ''
  /** How far the list is indented; null before its first record. */
  #indent: number | null = null
  #open: { number: number; text: string } | null = null
  /** What is below each key that has no list: the records of a file without one. */
  readonly #below: { key: string; number: number; text: string }[] = []

  add(line: string): void {
    this.#number++
    this.#size = heldText(this.#size, line)
    const item = ITEM.exec(line)?.[1]?.length
    const isRecord = item !== undefined && item === (this.#indent ?? item)
    if (isRecord) this.#begin(item, line)
    else if (this.#open !== null && isWithin(line, this.#indent ?? 0)) this.#goOn(line)
    else if (/^\S/.test(line) && !/^(?:#|---|\.\.\.)/.test(line)) this.#head(line)
    else if (this.#open === null) this.#addBelow(line)
  }

  ended(): readonly NumberedRow[] {
    this.#end()
    return this.#records.length === 0 ? this.#below.flatMap(keyedRecords) : this.#records
  }

  #begin(indent: number, line: string): void {
    this.#end()
    this.#indent = indent
    this.#open = { number: this.#number, text: '' }
    this.#goOn(line.replace('-', ' '))
  }

  #goOn(line: string): void {
    if (this.#open === null) return
    this.#open.text += `${line}\n`
    if (this.#open.text.length > MAX_RECORD) throw tooLong(this.#open.number)
  }

  #head(line: string): void {
    this.#end()
    this.#section = KEY.exec(line)?.[1] ?? ''
    if (/:\s*(?:#.*)?$/.test(line)) this.#below.push({ key: this.#section, number: this.#number, text: '' })
  }

  #addBelow(line: string): void {
    const last = this.#below.at(-1)
    if (last !== undefined) last.text += `${line}\n`
  }

  #end(): void {
    if (this.#open === null) return
    const { number, text } = this.#open
    this.#open = null
    for (const record of peopleInGroup(recordIn(text, number)))
      this.#records.push({ number, cells: cellsOf(record, this.#section === '' ? [] : [[KEY_COLUMN, this.#section]]) })
  }
}

/** A record below its key, or several below theirs. */
function keyedRecords({ key, number, text }: { key: string; number: number; text: string }): NumberedRow[] {
  if (text.trim() === '') return []
  if (text.length > MAX_RECORD) throw tooLong(number)
  const value = recordIn(text, number)
  if (!isRecord(value)) return []
  const members = Object.entries(value)
  const isHolder = members.length > 1 && members.every(([, member]) => isRecord(member))
  const records = isHolder ? members : [[key, value] as const]
  return records.map(([own, record]) => ({ number, cells: cellsOf(record, [[KEY_COLUMN, own]]) }))
}

const tooLong = (number: number): UnreadableFile =>
  new UnreadableFile(`The record in line ${number} is too long: save the list as JSON or CSV.`)

function cellsOf(record: unknown, first: readonly (readonly [string, string])[]): Map<string, string> {
  const cells = new Map(first)
  for (const [column, value] of flattened(record))
    if (!EMPTY.test(value)) cells.set(column, value.trim().slice(0, MAX_VALUE))
  return cells
}

/** Blank lines belong to whatever they are in. */
const isWithin = (line: string, indent: number): boolean =>
  line.trim() === '' || line.length - line.trimStart().length > indent

/** All values are texts: postal codes keep their zeros. */
function recordIn(text: string, number: number): unknown {
  try {
    return parse(text, { schema: 'failsafe', uniqueKeys: false, maxAliasCount: 0, logLevel: 'error' })
  } catch (cause) {
    throw new UnreadableFile(
      `The record in line ${number} is no YAML that stands alone: mend it, or save the list as JSON or CSV.`,
      { cause },
    )
  }
}
