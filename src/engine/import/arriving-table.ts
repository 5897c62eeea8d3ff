import { isNoText, NO_TEXT } from '../../lib/text/no-text.ts'
import { withHead } from '../../lib/text/text-head.ts'
import { decodeText } from './text/text-decoding.ts'
import { UnreadableFile } from './packed/unreadable-file.ts'

/** Delimited text, of which the beginning is known. */
export interface ArrivingTable {
  /** A label of the WHATWG Encoding standard. */
  encoding: string
  head: string
  all: AsyncIterable<string>
}

/**
 * Begins to read a file of rows.
 * @param given its encoding, if it is known
 * @throws UnreadableFile if it is no text, and what `bytes` throws
 */
export async function arrivingTable(bytes: AsyncIterable<Uint8Array>, given?: string): Promise<ArrivingTable> {
  const { encoding, text } = await decodeText(bytes, given)
  const { head, all } = await withHead(text)
  if (isNoText(head)) throw new UnreadableFile(NO_TEXT)
  return { encoding, head, all }
}
