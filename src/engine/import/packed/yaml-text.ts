import { parse } from 'yaml'
import { decodeText } from '../text/text-decoding.ts'
import { flattened, MAX_COLUMNS } from '../documents/flat-record.ts'
import { heldText, linesOf } from './card-text.ts'
import { numberedLines } from './csv-line.ts'
import type { NumberedRow } from './csv-line.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Longer values are texts, of which the beginning is enough. */
const MAX_VALUE = 2_000
/** Characters of one record, which the library reads at once: of hostile ones, in time that grows with their square. */
const MAX_RECORD = 20_000

/** The beginning of a list of records, at the top or below one key, behind remarks and `---`. */
export const YAML_LIST =
  /^(?:[ \t]*(?:#[^\r\n]*|---[^\r\n]*)?\r?\n){0,40}(?:[\w-]{1,40}:[ \t]*\r?\n(?:[ \t]*#[^\r\n]*\r?\n){0,5} *)?-\s+["']?\w[\w .-]{0,40}["']?:(?:[ \t][^\r\n]*)?\r?\n(?:[ \t]*#[^\r\n]*\r?\n){0,5}(?: +(?:- )?|- +)["']?\w[^\r\n]{0,60}/

const ITEM = /^( *)- +\S/
const KEY = /^["']?([\w .-]{1,80}?)["']? *:/
const EMPTY = /^(?:~|null|)$/i
const KEY_COLUMN = '$key'

/**
 * A list of records in YAML as CSV in UTF-8, with the columns that the same list has in JSON. Only the list is cut into its records
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

  add(line: string): void {
    this.#number++
    this.#size = heldText(this.#size, line)
    const item = ITEM.exec(line)?.[1]?.length
    const isRecord = item !== undefined && item === (this.#indent ?? item)
    if (isRecord) this.#begin(item, line)
    else if (this.#open !== null && isWithin(line, this.#indent ?? 0)) this.#goOn(line)
    else if (/^\S/.test(line) && !/^(?:#|---|\.\.\.)/.test(line)) this.#head(line)
  }

  ended(): readonly NumberedRow[] {
    this.#end()
    return this.#records
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
    if (this.#open.text.length > MAX_RECORD)
      throw new UnreadableFile(`The record in line ${this.#open.number} is too long: save the list as JSON or CSV.`)
  }

  #head(line: string): void {
    this.#end()
    this.#section = KEY.exec(line)?.[1] ?? ''
  }

  #end(): void {
    if (this.#open === null) return
    const { number, text } = this.#open
    const cells = new Map(this.#section === '' ? [] : [[KEY_COLUMN, this.#section]])
    for (const [column, value] of flattened(recordIn(text, number)))
      if (!EMPTY.test(value)) cells.set(column, value.trim().slice(0, MAX_VALUE))
    this.#records.push({ number, cells })
    this.#open = null
  }
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
