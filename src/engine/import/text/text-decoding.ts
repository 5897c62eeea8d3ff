import { detectEncoding, markedEncoding } from './text-encoding.ts'

/** Bytes of a file examined before its encoding is decided. */
const HEAD_BYTES = 262_144

/** Characters of an unknown label that are repeated. */
const MAX_SHOWN = 40

export interface DecodedText {
  /** A label of the WHATWG Encoding standard. */
  encoding: string
  /** Without byte order mark, and without NUL, which the database cannot store. */
  text: AsyncIterable<string>
}

/**
 * Decodes a text of any length in constant memory.
 * @param encoding if it is known (a label of the WHATWG Encoding standard), for a text without a byte order mark; otherwise it is
 *   detected.
 * @throws RangeError for an unknown label; whatever `bytes` throws, while it is read.
 */
export async function decodeText(bytes: AsyncIterable<Uint8Array>, encoding?: string): Promise<DecodedText> {
  const source = bytes[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  for (let size = 0; size < HEAD_BYTES;) {
    const next = await source.next()
    if (next.done === true) break
    head.push(new Uint8Array(next.value)) // a source may reuse a chunk's memory once the next one is requested
    size += next.value.length
  }
  const start = Buffer.concat(head)
  const decided = markedEncoding(start) ?? encoding ?? detectEncoding(start)
  const decoder = decoderOf(decided)
  return { encoding: decoder.encoding, text: decoded(decoder, head, source) }
}

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding)
  } catch (cause) {
    const label = encoding.length > MAX_SHOWN ? `${encoding.slice(0, MAX_SHOWN)}…` : encoding
    throw new RangeError(`"${label}" is not a known encoding; use a label such as utf-8 or windows-1252.`, { cause })
  }
}

async function* decoded(
  decoder: InstanceType<typeof TextDecoder>,
  head: readonly Uint8Array[],
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<string> {
  for (const chunk of head) yield withoutNul(decoder.decode(chunk, { stream: true }))
  for (let next = await source.next(); next.done !== true; next = await source.next())
    yield withoutNul(decoder.decode(next.value, { stream: true }))
  yield withoutNul(decoder.decode())
}

const withoutNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text)
