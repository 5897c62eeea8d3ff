import { isRecord } from '../../../lib/text/json-record.ts'
import { resumed } from '../../../lib/text/resumed.ts'
import type { JsonRecord } from '../../../lib/text/json-record.ts'
import { behindBlanks, valueEnd } from './json-positions.ts'

/** A document that is a single value is read whole, up to this many characters. */
const MAX_DOCUMENT = 67_108_864
const OPEN = 123

/** A text as one JSON document of at most so many characters, if it is one; in any case also the whole text again. */
export async function wholeDocument(
  text: AsyncIterable<string>,
  most = MAX_DOCUMENT,
): Promise<{ document: { text: string; root: JsonRecord } | null; all: AsyncIterable<string> }> {
  const pieces = text[Symbol.asyncIterator]()
  let read = ''
  let looked = 0
  let end = -1
  for (;;) {
    const next = read.length > most ? { done: true as const, value: undefined } : await pieces.next()
    if (next.done !== true) read += next.value
    // An unfinished value is examined again only when the text has doubled in length.
    if (next.done !== true && read.length < 2 * looked) continue
    const start = behindBlanks(read, read.startsWith('\uFEFF') ? 1 : 0)
    if (read.length > 0 && start < read.length && read.charCodeAt(start) !== OPEN) break
    if (end < 0) {
      end = valueEnd(read, start)
      looked = read.length
    }
    if (end >= 0 && behindBlanks(read, end) < read.length) break
    if (next.done !== true) continue
    const root = end < 0 ? undefined : parsedJson(read.slice(start))
    return { document: isRecord(root) ? { text: read, root } : null, all: resumed([read], pieces) }
  }
  return { document: null, all: resumed([read], pieces) }
}

/** Undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
