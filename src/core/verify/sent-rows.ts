import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { resumed } from '../../lib/text/resumed.ts'
import { OffThreadError, threadTask } from '../../lib/process/off-thread.ts'
import type { OffThread } from '../../lib/process/off-thread.ts'
import { KIND_BYTES } from '../../engine/import/packed/container.ts'
import { UnreadableFile } from '../../engine/import/packed/unreadable-file.ts'
import { isNoTable, rowsAsText, rowsInside } from '../../engine/import/uploads/rows-inside.ts'
import type unpackFileTask from '../../engine/import/uploads/unpack-file-task.ts'

export interface Unpacking {
  offThread: OffThread
  /** Whose packed files are unpacked one after the other, in turn with those of others. */
  sender: string
  /** Of what is in the file. */
  maxBytes: number
  /** Called with what removes all traces, for when nobody reads any further. */
  whenOver: (clean: () => void) => void
}

const UNPACK = threadTask<typeof unpackFileTask>(
  new URL('../../engine/import/uploads/unpack-file-task.ts', import.meta.url),
  { timeMs: MINUTE_MS },
)

/**
 * The bytes of a file of rows that somebody sends: as they arrive; of a workbook (.xlsx), its rows as CSV; of a zip or gzip file,
 * what is in it; of a page, an XML spreadsheet, an address book (vCard, LDIF), or a list in JSON, YAML or Markdown, its rows as CSV.
 * All of these are stored first, in a temporary folder: the end of packed ones has to be known, and strangers wrote the others.
 * @throws UnreadableFile while it is read
 */
export async function* sentRows(bytes: AsyncIterable<Uint8Array>, unpacking: Unpacking): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  while (first.length < KIND_BYTES) {
    const next = await source.next()
    if (next.done === true) break
    first = Buffer.concat([first, next.value])
  }
  const all = resumed([first], source)
  yield* isNoTable(first) ? unpacked(all, unpacking) : all
}

/** The same of a file on this machine, which nobody else waits for. */
export const rowsOfFile = (path: string): AsyncGenerator<Uint8Array> => rowsInside(path)

export const rowsOfPipe = (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> => rowsAsText(bytes)

async function* unpacked(
  bytes: AsyncIterable<Uint8Array>,
  { offThread, sender, maxBytes, whenOver }: Unpacking,
): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-file-'))
  const ended = new AbortController()
  whenOver(() => {
    ended.abort()
    void rm(folder, { recursive: true, force: true })
  })
  const [from, to] = [join(folder, 'packed'), join(folder, 'rows')]
  await pipeline(copiesOf(bytes), createWriteStream(from, { mode: 0o600 }), { signal: ended.signal })
  const problem = await offThread.run(UNPACK, { from, to, maxBytes }, { sender, signal: ended.signal }).catch(tooMuch)
  if (problem !== null) throw new UnreadableFile(problem)
  yield* createReadStream(to, { signal: ended.signal }) as AsyncIterable<Buffer>
}

/** A chunk may be freed when the next one is asked for, and the file has not been written by then. */
async function* copiesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) yield Buffer.from(chunk)
}

function tooMuch(error: unknown): string {
  if (error instanceof OffThreadError && error.reason !== 'stopped') return 'The file is too large: save it as CSV.'
  throw error
}
