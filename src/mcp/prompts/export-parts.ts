import type { ReadResourceResult } from '@modelcontextprotocol/server'
import type { Call } from '../../context.ts'
import type { ToolFile } from '../tools/define-tool.ts'

/** Exported files as resources, in parts: `quarry://exports/12?offset=65536`. */

const ADDRESS = /^quarry:\/\/exports\/([1-9]\d{0,14})(?:\?offset=(\d{1,15}))?$/
/** Bytes in a part. */
const PART = 65_536

export const EXPORT_TEMPLATE = 'quarry://exports/{id}{?offset}'

/** The id and offset in an address; null for any other address. */
export function exportAddress(uri: string): { id: number; offset: number } | null {
  const found = ADDRESS.exec(uri)
  return found === null ? null : { id: Number(found[1]), offset: Number(found[2] ?? 0) }
}

/**
 * One part of a file. If possible, a text part ends with a whole line; `_meta` has the offset of the next part, or null.
 * @throws AppError not_found.
 */
export async function readExportPart(
  uri: string,
  { id, offset }: { id: number; offset: number },
  open: (call: Call, id: number) => Promise<ToolFile | undefined>,
  call: Call,
): Promise<ReadResourceResult | null> {
  const file = await open(call, id)
  if (file === undefined) return null
  const { type, chunks } = file
  const bytes = await slice(chunks, offset, PART + 1)
  const isText = /^(?:text\/|application\/(?:x-ndjson|jsonl|json))/.test(type)
  const part = bytes.subarray(0, isText && bytes.length > PART ? wholeLines(bytes) : PART)
  const next = bytes.length > part.length ? offset + part.length : null
  const _meta = {
    'quarry/next_offset': next,
    'quarry/next': next === null ? null : `quarry://exports/${id}?offset=${next}`,
  }
  const content = isText ? { text: part.toString('utf8') } : { blob: part.toString('base64') }
  return { contents: [{ uri, mimeType: type, ...content, _meta }] }
}

/** Bytes of the whole lines that fit; a line longer than a part is cut between characters. */
function wholeLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf(0x0a, PART - 1) + 1
  if (end > 0) return end
  let cut = PART
  while (cut > 0 && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut -= 1
  return cut
}

/** The file is regenerated for each part; only the part is kept in memory. */
async function slice(chunks: AsyncIterable<string | Uint8Array>, from: number, length: number): Promise<Buffer> {
  const held: Buffer[] = []
  let place = 0
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk as Uint8Array)
    const end = place + bytes.length
    if (end > from) held.push(bytes.subarray(Math.max(0, from - place), Math.max(0, from + length - place)))
    place = end
    if (place >= from + length) break
  }
  return Buffer.concat(held)
}
