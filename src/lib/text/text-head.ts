import { resumed } from './resumed.ts'

/** Enough text to determine its delimiter and format. */
const HEAD_LENGTH = 65_536

/** The beginning of a text that arrives in pieces, and the whole text. */
export async function withHead(text: AsyncIterable<string>): Promise<{ head: string; all: AsyncIterable<string> }> {
  const source = text[Symbol.asyncIterator]()
  let head = ''
  while (head.length < HEAD_LENGTH) {
    const next = await source.next()
    if (next.done === true) break
    head += next.value
  }
  return { head, all: resumed([head], source) }
}
