import { resumed } from '../../../lib/text/resumed.ts'
import { readRecords } from '../json-records.ts'
import { isPacked, KIND_BYTES, openContainer } from '../packed/container.ts'
import { headerLine, rowsInPlace } from '../packed/csv-line.ts'
import { UnreadableFile } from '../packed/unreadable-file.ts'
import { decodeText } from '../text/text-decoding.ts'

/** Of records that are in memory at once: a megabyte of `{}` would be hundreds of thousands of them, each with all cells. */
const SLICE_CHARACTERS = 16_384
/** Of a document that contains records: it is read whole, which takes many times its length. Lists of records are read one by one. */
const DOCUMENT_LENGTH = 4_194_304
/** JSON lines, an array of objects, or one object; a byte order mark may be before it. */
const RECORDS = /^(?:ï»¿|ÿþ|þÿ)?\s*(?:\[\s*)?\{/

/** Whether a file with this beginning is one of which `rowsInside` makes other bytes. */
export const isNoTable = (head: Uint8Array): boolean => isPacked(head) || isJson(head)

const isJson = (head: Uint8Array): boolean =>
  RECORDS.test(Buffer.from(head.subarray(0, KIND_BYTES)).toString('latin1').replaceAll('\0', ''))

/**
 * The bytes of a file of rows on this machine, unpacked, and as CSV where it is another kind of list: as `openContainer`, and of JSON
 * its records (`readRecords`).
 * @throws UnreadableFile while it is read, also for JSON with something that is no record.
 */
export async function* rowsInside(path: string): AsyncGenerator<Uint8Array> {
  yield* rowsAsText(await openContainer(path))
}

/** The same of bytes that cannot be read twice, such as those of a pipe: they are not unpacked. */
export async function* rowsAsText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) return
  const all = resumed([first.value], chunks)
  yield* isJson(first.value) ? recordLines(all) : all
}

async function* recordLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { text } = await decodeText(bytes)
  const { header, batches } = await readRecords(slicesOf(text), { documentLength: DOCUMENT_LENGTH })
  yield headerLine(header)
  const lineAt = rowsInPlace()
  for await (const rows of batches) {
    const broken = rows.find(({ problem }) => problem !== null)
    if (broken !== undefined)
      throw new UnreadableFile(
        `Line ${broken.line} is no record in JSON, or a very long one: mend it, or save the list as CSV.`,
      )
    yield Buffer.from(rows.map(({ line, cells }) => lineAt(line, cells)).join(''))
  }
}

async function* slicesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of text)
    for (let at = 0; at < piece.length; at += SLICE_CHARACTERS) yield piece.slice(at, at + SLICE_CHARACTERS)
}
