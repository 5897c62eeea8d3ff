import { decodeText } from '../text/text-decoding.ts'
import { heldText, linesOf } from './card-text.ts'
import { csvLine } from './csv-line.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Longer lines and values are texts, of which the beginning is enough. */
const [MAX_LINE, MAX_VALUE] = [10_000, 2_000]
const MAX_COLUMNS = 200

/** The beginning of a list of records, at the top or below one key, behind remarks and `---`. */
export const YAML_LIST =
  /^(?:[ \t]*(?:#[^\r\n]*|---[^\r\n]*)?\r?\n){0,40}(?:[\w-]{1,40}:[ \t]*\r?\n(?:[ \t]*#[^\r\n]*\r?\n){0,5} *)?-\s+["']?\w[\w .-]{0,40}["']?:(?:[ \t][^\r\n]*)?\r?\n(?:[ \t]*#[^\r\n]*\r?\n){0,5}(?: +(?:- )?|- +)["']?\w[^\r\n]{0,60}/

/** `- name: Ebbmark`: a record begins, with its first key if that is in the line. */
const ITEM = /^( *)- +(\S.*)$/
const PAIR = /^( *)(?:"([^"]{1,80})"|'([^']{1,80})'|([^\s:#'"[{-][^:#]{0,80}?)) *:(?: +(.*))?$/
const KEY_COLUMN = '$key'

interface YamlRecord {
  number: number
  cells: Map<string, string>
}

/**
 * A list of records in YAML as CSV in UTF-8: keys below others are joined by dots, lists of texts by semicolons; lists of further
 * records within one are left out, and so are anchors and tags. The row of a record is in the line
 * where it begins, but for one in the first line, where the header is.
 * @throws UnreadableFile for other YAML.
 */
export async function* yamlText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { text } = await decodeText(bytes)
  const reader = new YamlRecords()
  for await (const lines of linesOf(text)) for (const line of lines) reader.add(line.slice(0, MAX_LINE))
  const { records } = reader
  if (records.length === 0) throw new UnreadableFile('This YAML is no list of records: save it as JSON or CSV.')
  const columns = [...new Set(records.flatMap(({ cells }) => [...cells.keys()]))].slice(0, MAX_COLUMNS)
  yield Buffer.from(`\uFEFF${csvLine(columns, 0)}`)
  let next = 2
  for (const { number, cells } of records) {
    const line = csvLine(
      columns.map((column) => cells.get(column) ?? ''),
      0,
    )
    yield Buffer.from(`${'\n'.repeat(Math.max(0, number - next))}${line}`)
    next = Math.max(next, number) + 1
  }
}

class YamlRecords {
  readonly records: YamlRecord[] = []
  #number = 0
  #size = 0
  #section = ''
  /** How far the lines of the list are indented; null before the first. */
  #indent: number | null = null
  /** The keys that lead to the value of the line before, each with its indentation. */
  #path: { indent: number; key: string }[] = []
  /** Below this indentation a list of records within a record ends. */
  #within: number | null = null

  add(line: string): void {
    this.#number++
    this.#size = heldText(this.#size, line)
    if (/^\s*(?:#|$)/.test(line) || /^(?:---|\.\.\.)/.test(line)) return
    const indent = line.length - line.trimStart().length
    if (this.#within !== null && indent >= this.#within) return
    this.#within = null
    const [, , inside] = ITEM.exec(line) ?? []
    const isRecord = inside !== undefined && indent === (this.#indent ?? indent)
    if (isRecord) this.#begin(indent, line.replace('-', ' '))
    else if (inside !== undefined) this.#listed(indent, inside)
    else if (this.#indent === null || (indent <= this.#indent && indent === 0)) this.#head(line)
    else this.#pair(indent, line)
  }

  #head(line: string): void {
    this.#section = keyOf(PAIR.exec(line))
    this.#path = []
  }

  #begin(indent: number, line: string): void {
    this.#indent = indent
    this.#path = []
    this.records.push({
      number: this.#number,
      cells: new Map(this.#section === '' ? [] : [[KEY_COLUMN, this.#section]]),
    })
    this.#pair(line.length - line.trimStart().length, line)
  }

  #pair(indent: number, line: string): void {
    const pair = PAIR.exec(line)
    const above = this.#path.findLastIndex((step) => step.indent < indent)
    const isText = pair === null || this.#isText(above)
    if (isText) return this.#put(line.trim(), ' ')
    this.#path = [...this.#path.slice(0, above + 1), { indent, key: keyOf(pair) }]
    const value = scalarOf(pair[5] ?? '')
    if (value !== '') this.#put(value, ' ')
  }

  /** Whether the key above has a value already, which then goes on: `bio: >` and its lines. */
  #isText(above: number): boolean {
    const key = this.#path.slice(0, above + 1).map((step) => step.key)
    return above >= 0 && (this.records.at(-1)?.cells.has(key.join('.')) ?? false)
  }

  #listed(indent: number, inside: string): void {
    // `- name: …` within a record.
    if (PAIR.test(inside) && !/^https?:/.test(inside)) this.#within = indent
    else this.#put(scalarOf(inside), '; ')
  }

  #put(value: string, between: string): void {
    const key = this.#path.map((step) => step.key).join('.')
    const cells = this.records.at(-1)?.cells
    if (key === '' || cells === undefined) return
    const before = cells.get(key) ?? ''
    if (before.length < MAX_VALUE) cells.set(key, before === '' || before === BLOCK ? value : before + between + value)
  }
}

const keyOf = (pair: RegExpExecArray | null): string => (pair?.[2] ?? pair?.[3] ?? pair?.[4] ?? '').trim()

/** A text that begins in the next line. */
const BLOCK = ' '

function scalarOf(said: string): string {
  const text = said.replace(/^[&!]\S{1,60} /, '').trim()
  if (/^[|>][+-]?\d?(?:\s+#.*)?$/.test(text)) return BLOCK
  const [, double, single] = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')(?:\s+#.*)?$/.exec(text) ?? []
  if (double !== undefined) return double.replaceAll(/\\(.)/g, '$1')
  if (single !== undefined) return single.replaceAll("''", "'")
  const bare = text.replace(/\s#.*$/, '').trim()
  if (/^(?:~|null|\{.*|\*\S*|\[\s*\])$/i.test(bare)) return ''
  const [, items] = /^\[(.*)\]$/.exec(bare) ?? []
  return items === undefined
    ? bare
    : items
        .split(/\s*,\s*/)
        .map(scalarOf)
        .join('; ')
}
