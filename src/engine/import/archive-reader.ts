import { archiveParts } from './archive-bytes.ts'
import type { ArchivePart } from './archive-bytes.ts'
import type { ArchiveFigures, ArchiveRecord } from './archive-record.ts'
import { arcRecords } from './arc-records.ts'
import { ChunkReader } from './chunk-reader.ts'
import { createPauses, untilAborted } from './until-aborted.ts'
import { warcRecords } from './warc-records.ts'

/** Where to continue reading: a byte of the file, and how many records from there on have been read already. */
export interface Checkpoint {
  offset: number
  records: number
}

/**
 * Reads WARC, WET, WAT and ARC in constant memory. A truncated file ends the reading with what it contained; nothing in a file
 * makes it throw, except zstd and zip.
 * @param chunks the file from byte `from.offset` on
 * @param signal ends the reading, even between records; its reason is thrown
 * @throws UnreadableArchive
 */
export async function* readArchive(
  chunks: AsyncIterable<Buffer>,
  figures: ArchiveFigures,
  from: Checkpoint = { offset: 0, records: 0 },
  signal?: AbortSignal,
): AsyncGenerator<{ record: ArchiveRecord; next: Checkpoint }> {
  const places = new Places(from.offset)
  const turn = createPauses(signal)
  const source = signal === undefined ? chunks : untilAborted(chunks, signal)
  const reader = new ChunkReader(places.noted(archiveParts(source, figures, { start: from.offset, turn })), turn)
  const isArc = /^(?:filedesc:|https?:\/\/|dns:)/.test((await reader.peek(16)).toString('latin1'))
  let unread = from.records
  for await (const record of isArc ? arcRecords(reader, figures) : warcRecords(reader, figures)) {
    const next = places.checkpoint(reader.offset)
    if (unread > 0) unread--
    else yield { record, next }
  }
}

/** Translates positions in the inflated stream to positions in the file where reading can resume. */
class Places {
  #parts: { from: number; to: number; part: Omit<ArchivePart, 'bytes'> }[] = []
  #streamed = 0
  #last: Checkpoint

  constructor(offset: number) {
    this.#last = { offset, records: 0 }
  }

  async *noted(parts: AsyncIterable<ArchivePart>): AsyncGenerator<Buffer> {
    for await (const { bytes, ...part } of parts) {
      const from = this.#streamed
      this.#streamed += bytes.length
      this.#parts.push({ from, to: this.#streamed, part })
      yield bytes
    }
  }

  /** The position after a record that ends at byte `streamed` of the inflated stream. */
  checkpoint(streamed: number): Checkpoint {
    const here = this.#parts.filter(({ from, to }) => from <= streamed && streamed <= to)
    const offset = here.map((held) => fileOffset(held, streamed)).find((found) => found !== null) ?? null
    this.#parts = this.#parts.filter(({ to }) => to >= streamed)
    this.#last = offset === null ? { ...this.#last, records: this.#last.records + 1 } : { offset, records: 0 }
    return this.#last
  }
}

function fileOffset(
  { from, to, part }: { from: number; to: number; part: Omit<ArchivePart, 'bytes'> },
  streamed: number,
): number | null {
  if (part.resumable === 'anywhere') return part.offset + (streamed - from)
  if (part.resumable === 'start' && streamed === from) return part.offset
  return streamed === to ? part.end : null
}
