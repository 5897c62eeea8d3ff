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
  return { head, all: followed(head, source) }
}

async function* followed(head: string, source: AsyncIterator<string>): AsyncGenerator<string> {
  yield head
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
}
