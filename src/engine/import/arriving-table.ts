import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isNoText, NO_TEXT } from '../../lib/text/no-text.ts'
import { withHead } from '../../lib/text/text-head.ts'
import { decodeText } from './text-decoding.ts'
import { isPacked, openContainer } from './packed/container.ts'
import { UnreadableFile } from './packed/unreadable-file.ts'

/** What is unpacked here is somebody's list, and never as large as a set of companies. */
const MAX_UNPACKED_BYTES = 268_435_456

/** Delimited text, of which the beginning is known. */
export interface ArrivingTable {
  /** A label of the WHATWG Encoding standard. */
  encoding: string
  head: string
  all: AsyncIterable<string>
}

/**
 * Reads a file of rows that somebody sends: text in any encoding, a workbook (.xlsx), or one such file in a zip or gzip file.
 * Only the latter are stored, in a temporary file, since their end is needed first; it is gone when `read` ends.
 * @param encoding if it is known
 * @throws UnreadableFile, also while the table is read
 */
export async function withArrivingTable<T>(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  read: (table: ArrivingTable) => Promise<T>,
): Promise<T> {
  const source = unpacked(bytes)
  try {
    const decoded = await decodeText(source, encoding)
    const { head, all } = await withHead(decoded.text)
    if (isNoText(head)) throw new UnreadableFile(NO_TEXT)
    return await read({ encoding: decoded.encoding, head, all })
  } finally {
    await source.return()
  }
}

/** Enough to tell what kind of file it is. */
const MAGIC_BYTES = 4

async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const source = bytes[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  while (first.length < MAGIC_BYTES) {
    const next = await source.next()
    if (next.done === true) break
    first = Buffer.concat([first, next.value])
  }
  const all = startingWith(first, source)
  yield* isPacked(first) ? stored(all) : all
}

/** Does not end the source: a request that is not read to its end can still be answered. */
async function* startingWith(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
}

async function* stored(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-file-'))
  try {
    const path = join(folder, 'file')
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    let total = 0
    for await (const chunk of await openContainer(path)) {
      total += chunk.length
      if (total > MAX_UNPACKED_BYTES) throw new UnreadableFile('The file is too large once it is unpacked.')
      yield chunk
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
