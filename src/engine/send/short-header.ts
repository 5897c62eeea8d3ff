/** Shortens email headers of excessive length: the relevant part of a header is short. */

/** Per field; of a thread, the nearest emails are kept, which are at its end (RFC 5322 3.6.4). */
const MAX_FIELD_BYTES = 4_096
/** Fields of one name, counted from the top. */
const MAX_OF_A_NAME = 20

const END = /\r?\n\r?\n/
const NAME = /^[^:\r\n]{1,100}(?=:)/
const THREAD = /^(?:references|in-reply-to)$/

/** Where the header of an email ends, including its last line break; the full length if nothing else follows. */
export function headerLength(raw: Uint8Array): number {
  const found = END.exec(latin1(raw))
  return found === null ? raw.length : found.index + (found[0].length >> 1)
}

/**
 * The same email with a header of at most `maxBytes`: long fields are cut, fields beyond the twentieth of a name are dropped,
 * and then the longest ones. An honest email gets that long by its recipients, its thread, or the lines that servers on its way
 * added.
 */
export function withShortHeader(raw: Uint8Array, maxBytes: number): Uint8Array {
  const end = headerLength(raw)
  if (end <= maxBytes) return raw
  const counts = new Map<string, number>()
  const fields = fieldsOf(latin1(raw.subarray(0, end))).flatMap((field, place) => {
    const name = NAME.exec(field)?.[0].trim().toLowerCase() ?? ''
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count > MAX_OF_A_NAME ? [] : [{ place, text: shortField(name, field) }]
  })
  let left = maxBytes
  const kept = fields
    .toSorted((a, b) => a.text.length - b.text.length || a.place - b.place)
    .filter(({ text }) => (left -= text.length) >= 0)
    .toSorted((a, b) => a.place - b.place)
  return Buffer.concat([Buffer.from(kept.map(({ text }) => text).join(''), 'latin1'), raw.subarray(end)])
}

/** A thread is unfolded, so that no Message-ID is cut in the middle (RFC 5322 2.2.3). */
function shortField(name: string, field: string): string {
  if (field.length <= MAX_FIELD_BYTES) return field
  if (!THREAD.test(name)) return `${field.slice(0, MAX_FIELD_BYTES).trimEnd()}\r\n`
  const nearest = field.slice(-MAX_FIELD_BYTES).replaceAll(/\s+/g, ' ').trimEnd()
  return `${name}: ${nearest.slice(Math.max(0, nearest.indexOf('<')))}\r\n`
}

/** Each field with its continuation lines. */
const fieldsOf = (header: string): string[] => header.split(/(?<=\n)(?![ \t])/)

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
