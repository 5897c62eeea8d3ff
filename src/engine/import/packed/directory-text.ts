import { decodeText } from '../text/text-decoding.ts'
import { unfolded } from './card-text.ts'
import { csvLine } from './csv-line.ts'

/** In which column each attribute of an entry is (RFC 4519, RFC 2798, and those of address books), the best first. */
const COLUMNS: readonly (readonly [column: string, attributes: string])[] = [
  ['Full name', 'cn displayname'],
  ['First name', 'givenname gn'],
  ['Last name', 'sn surname'],
  ['Email', 'mail'],
  ['Company', 'o organizationname company'],
  ['Job title', 'title'],
  ['Phone', 'telephonenumber mobile cellphone'],
  ['Website', 'mozillaworkurl workurl labeleduri wwwhomepage'],
  ['City', 'l mozillaworklocalityname'],
  ['Country', 'c co countryname'],
  ['Notes', 'description'],
  ['Email 2', 'mozillasecondemail'],
]
const ATTRIBUTES = COLUMNS.map(([, names]) => names.split(' '))
const KNOWN = new Set(ATTRIBUTES.flat())
/** Longer values are pictures. */
const MAX_VALUE = 1_000

/** `telephoneNumber: +44 …`, `cn:: QWRh` in base64, `mail;lang-de: …`; anything else says nothing. */
const LINE = /^([a-z][\w.-]{0,60})(?:;[^:]{0,60})?:(:?) *(.*)$/i

/**
 * Entries of a directory or an address book in LDIF (RFC 2849) as CSV in UTF-8; the row of an entry is in the line where it
 * ends.
 */
export async function* directoryText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { text } = await decodeText(bytes)
  yield Buffer.from(
    `\uFEFF${csvLine(
      COLUMNS.map(([column]) => column),
      0,
    )}`,
  )
  let entry = new Map<string, string>()
  let next = 2
  const row = (number: number): Buffer => {
    const cells = ATTRIBUTES.map((names) => names.map((name) => entry.get(name)).find(Boolean) ?? '')
    const line = `${'\n'.repeat(Math.max(0, number - next))}${csvLine(cells, 0)}`
    next = Math.max(next, number) + 1
    entry = new Map()
    return Buffer.from(line)
  }
  let last = 0
  for await (const { number, line } of unfolded(text)) {
    last = number
    if (line.trim() === '' && entry.size > 0) yield row(number)
    const [, attribute = '', isCoded, value = ''] = LINE.exec(line) ?? []
    const name = attribute.toLowerCase()
    if (!KNOWN.has(name) || entry.has(name) || value.length > MAX_VALUE) continue
    const told = isCoded === ':' ? Buffer.from(value, 'base64').toString('utf8') : value
    entry.set(name, told.replaceAll(/\s+/g, ' ').trim())
  }
  if (entry.size > 0) yield row(last)
}
