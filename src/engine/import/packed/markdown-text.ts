import { decodeText } from '../text/text-decoding.ts'
import { heldText, linesOf } from './card-text.ts'
import { numberedLines } from './csv-line.ts'
import type { NumberedRow } from './csv-line.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Longer lines are no rows of a table. */
const MAX_LINE = 10_000
/** More than a page for people has. */
const MAX_COLUMNS = 60

const HEADING = /^ {0,3}#{1,6}\s+(\S.*)$/
const FENCE = /^\s*(?:```|~~~)/
const ITEM = /^\s{0,12}(?:[-*+]|\d{1,4}[.)])\s+(?:\[[ x]\]\s+)?(\S.*)$/i
/** A link at the beginning, after a picture or emphasis, and what is written behind it. */
const LINKED = /^[^\p{L}\p{N}[]{0,12}\[([^\]]{1,200})\]\(\s?(https?:\/\/[^\s)]{1,900})[^)]{0,200}\)(.*)$/u
const LINK = /\[[^\]]{0,200}\]\(\s?(https?:\/\/[^\s)]{1,900})/
const PICTURES = /!\[[^\]]{0,300}\]\([^)]{0,900}\)/g
/** Columns whose links are what the column is for. */
const OF_SITES = /web|url|site|link|homepage/i

/**
 * Tables or lists of links in Markdown (CommonMark, with the tables of GFM) as CSV in UTF-8; a row is in the line where it was. Of
 * both kinds, that with more rows is taken. A link to the first page of a site is that of whom it names; any other leads to a page
 * about it, an advertisement or an article, and is told apart.
 * @throws UnreadableFile if there is neither.
 */
export async function* markdownText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { text } = await decodeText(bytes)
  const page = new MarkdownPage()
  for await (const lines of linesOf(text)) for (const line of lines) page.add(line.slice(0, MAX_LINE))
  const rows = page.tabled.length >= page.listed.length ? page.tabled : page.listed
  if (rows.length === 0) throw new UnreadableFile('This is no table, nor Markdown with a table or a list of links.')
  yield* numberedLines(rows, MAX_COLUMNS)
}

/** Reads a page line by line. */
class MarkdownPage {
  readonly tabled: NumberedRow[] = []
  readonly listed: NumberedRow[] = []
  #number = 0
  #size = 0
  #section = ''
  #isCode = false
  /** The columns of the table that the line is in. */
  #header: string[] | null = null
  #before: string[] = []

  add(line: string): void {
    this.#number++
    this.#size = heldText(this.#size, line)
    if (FENCE.test(line)) this.#isCode = !this.#isCode
    if (this.#isCode) return
    const cells = line.includes('|') ? cellsOf(line) : []
    const isRule = cells.length > 1 && cells.every((cell) => /^:?-+:?$/.test(cell))
    if (isRule && this.#before.length === cells.length) this.#header = columnsOf(this.#before)
    else if (cells.length === 0) this.#header = null
    else if (this.#header !== null) this.#add(this.tabled, tableRow(this.#header, cells))
    this.#before = cells
    const heading = HEADING.exec(line)?.[1]
    if (heading !== undefined) this.#section = plain(heading)
    const item = this.#header === null ? LINKED.exec(withoutPictures(ITEM.exec(line)?.[1] ?? '')) : null
    if (item !== null) this.#add(this.listed, listRow(item))
  }

  #add(rows: NumberedRow[], cells: Map<string, string>): void {
    if (this.#section !== '') cells.set('Section', this.#section)
    rows.push({ number: this.#number, cells })
  }
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

/** Each column once: a second of the same name is another one. */
function columnsOf(cells: readonly string[]): string[] {
  const names: string[] = []
  for (const [at, cell] of cells.entries()) {
    const name = plain(cell) || `Column ${at + 1}`
    names.push(names.includes(name) ? `${name} ${at + 1}` : name)
  }
  return names
}

function tableRow(header: readonly string[], cells: readonly string[]): Map<string, string> {
  const row = new Map<string, string>()
  const links = cells.map((cell) => LINK.exec(withoutPictures(cell))?.[1])
  const hasSites = header.some((name) => OF_SITES.test(name))
  for (const [at, name] of header.entries()) {
    const link = OF_SITES.test(name) ? links[at] : undefined
    row.set(name, link ?? plain(cells[at] ?? ''))
  }
  // Whom a row is about is named first, as a link where the page has no column of links.
  const first = links.slice(0, MAX_BEFORE_NAME).find((link) => link !== undefined)
  if (first !== undefined && !hasSites) row.set(isFirstPage(first) ? 'Website' : 'Page', first)
  return row
}
/** Before a name there is a number or a picture at most. */
const MAX_BEFORE_NAME = 2

function listRow([, name = '', link = '', behind = '']: readonly string[]): Map<string, string> {
  const row = new Map([['Name', plain(name)]])
  row.set(isFirstPage(link) ? 'Website' : 'Page', link)
  const [said = '', ...parts] = cellsOf(behind).map((part) => plain(part).replace(/^[\s:–—-]+/, ''))
  // What is divided has parts whose order each list decides for itself.
  if (parts.length === 0 && said !== '') row.set('Description', said)
  for (const [at, part] of parts.length === 0 ? [] : [said, ...parts].entries()) row.set(`Part ${at + 1}`, part)
  return row
}

/** `https://ebbmark.example/en/`, and where it looks for people; the pages of others have names of their own. */
function isFirstPage(link: string): boolean {
  if (!URL.canParse(link)) return false
  const parts = new URL(link).pathname.split('/').filter((part) => part !== '')
  return parts.every((part) =>
    /^(?:[a-z]{2}(?:[-_][a-z]{2})?|careers?|jobs?|about(?:-us)?|home|index\.\w{2,5})$/i.test(part),
  )
}

const withoutPictures = (text: string): string =>
  text.replaceAll(/\[!\[[^\]]{0,300}\]\([^)]{0,900}\)\]\([^)]{0,900}\)/g, '').replaceAll(PICTURES, '')

/** What a reader sees, in one line. */
const plain = (text: string): string =>
  withoutPictures(text)
    .replaceAll(/\[([^\]]{0,300})\]\([^)]{0,900}\)/g, '$1')
    .replaceAll(/<(https?:\/\/[^\s<>]{1,900})>/g, '$1')
    .replaceAll(/<br ?\/?>|`\s{1,3}`/gi, '; ')
    .replaceAll(/<\/?[a-z][^<>]{0,300}>/gi, '')
    .replaceAll(/`|\*\*|__|:[a-z][a-z0-9_+-]{1,30}:/g, '')
    .replaceAll(/\\([|*_[\]#`-])/g, '$1')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s;]+|[\s;]+$/g, '')
