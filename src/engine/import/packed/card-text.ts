import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeText } from '../text/text-decoding.ts'
import { csvLine } from './csv-line.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Longer lines are pictures. */
const MAX_LINE = 10_000
const MAX_REST = 1_000_000
/** In which column each property of a card is (RFC 6350, and 2.1 and 3.0 before it). */
const COLUMNS = ['Full name', 'First name', 'Last name', 'Email', 'Company', 'Job title', 'Phone', 'Website'] as const
const MORE_COLUMNS = ['City', 'Country', 'Notes', 'Email 2'] as const
const HEADER = [...COLUMNS, ...MORE_COLUMNS]
type Column = (typeof HEADER)[number]

/** Properties whose value is one text. */
const PLAIN: ReadonlyMap<string, Column> = new Map([
  ['FN', 'Full name'],
  ['TITLE', 'Job title'],
  ['TEL', 'Phone'],
  ['URL', 'Website'],
  ['NOTE', 'Notes'],
])

/** Of the others, which part of it. */
const PARTS: ReadonlyMap<string, readonly (readonly [Column, number])[]> = new Map([
  ['ORG', [['Company', 0]]],
  [
    'N',
    [
      ['Last name', 0],
      ['First name', 1],
    ],
  ],
  [
    'ADR',
    [
      ['City', 3],
      ['Country', 6],
    ],
  ],
])

/** Address books in vCard format as CSV in UTF-8; the row of a card is in the line where the card ends. */
export async function* cardText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { text } = await decodeText(bytes)
  yield Buffer.from(`\uFEFF${csvLine(HEADER, 0)}`)
  let card: Card = new Map()
  let next = 2
  for await (const { number, line } of unfolded(text)) {
    if (/^BEGIN:VCARD/i.test(line)) card = new Map()
    else if (/^END:VCARD/i.test(line)) {
      const cells = HEADER.map((column) => card.get(column)?.replace(/\s+/g, ' ') ?? '')
      yield Buffer.from(`${'\n'.repeat(Math.max(0, number - next))}${csvLine(cells, 0)}`)
      next = Math.max(next, number) + 1
      card = new Map()
    } else readLine(line, card)
  }
}

type Card = Map<Column, string>

function readLine(line: string, card: Card): void {
  const colon = line.indexOf(':')
  if (colon === -1) return
  const [name = '', ...parameters] = line.slice(0, colon).toUpperCase().split(';')
  const property = name.slice(name.lastIndexOf('.') + 1)
  const parts = valueOf(line.slice(colon + 1), parameters)
    .split(/(?<!\\);/)
    .map((part) => part.replace(/\\([\\,;:nN])/g, (_, sign: string) => (/n/i.test(sign) ? ' ' : sign)).trim())
  const isPreferred = parameters.some((parameter) => /\bPREF\b/.test(parameter))
  const set = (column: Column, value: string | undefined): void => {
    if (value !== undefined && value !== '' && (isPreferred || !card.has(column))) card.set(column, value)
  }
  const plain = PLAIN.get(property)
  if (plain !== undefined) set(plain, parts.join('; '))
  for (const [column, part] of PARTS.get(property) ?? []) set(column, parts[part])
  if (property === 'EMAIL') setAddress(card, parts[0] ?? '', isPreferred)
}

/** The preferred address is the person's, another is told beside it. */
function setAddress(card: Card, address: string, isPreferred: boolean): void {
  const known = card.get('Email')
  if (known === undefined) card.set('Email', address)
  else if (!isPreferred) card.set('Email 2', address)
  else {
    card.set('Email', address)
    card.set('Email 2', known)
  }
}

/** vCard 2.1 writes letters as `=C3=BC`. */
function valueOf(text: string, parameters: readonly string[]): string {
  if (!parameters.some((parameter) => parameter.includes('QUOTED-PRINTABLE'))) return text
  const charset = parameters.find((parameter) => parameter.startsWith('CHARSET='))?.slice('CHARSET='.length)
  const bytes = text.replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return text
  }
}

/** Lines that go on in the next one (RFC 6350, 3.2) as one, with the number of the last; no more of them than a card needs. */
export async function* unfolded(text: AsyncIterable<string>): AsyncGenerator<{ number: number; line: string }> {
  let [number, line] = [0, '']
  for await (const lines of linesOf(text)) {
    for (const next of lines) {
      const isSoft = /^[^:]{0,200}QUOTED-PRINTABLE/i.test(line) && line.endsWith('=')
      if (isSoft || /^[ \t]/.test(next)) line = joined(isSoft ? line.slice(0, -1) : line, isSoft ? next : next.slice(1))
      else {
        if (number > 0) yield { number, line }
        line = next.slice(0, MAX_LINE)
      }
      number++
    }
    await nextTurn()
  }
  yield { number, line }
}

const joined = (line: string, next: string): string => (line.length < MAX_LINE ? line + next.slice(0, MAX_LINE) : line)

/** Characters of a text whose rows are known only at its end. */
const MAX_HELD = 67_108_864

/** The length of a text with one more line. @throws UnreadableFile if it is too long to be held as a whole. */
export function heldText(length: number, line: string): number {
  if (length + line.length < MAX_HELD) return length + line.length + 1
  throw new UnreadableFile('The text is too long to be read as a whole: save it as CSV.')
}

/** Lines of a text, some at a time. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = (lines.pop() ?? '').slice(0, MAX_REST)
    yield lines
  }
  yield [rest.replace(/\r$/, '')]
}
