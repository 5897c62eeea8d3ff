import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { openPromise as openZip } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { fileProblem } from '../../lib/process/file-problem.ts'

/** The file cannot be read; the message is a sentence for the operator and contains nothing from the file. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

const READ_BYTES = 1_048_576
/** Company files shrink to a tenth; what expands more than this is made to fill a disk (deflate reaches 1,000). */
const MAX_RATIO = 250
/** Below this size any ratio is harmless: an empty sheet packs well. */
const HARMLESS_BYTES = 67_108_864
/** Larger than any known set of companies. */
const MAX_BYTES = 274_877_906_944
/** The most entries that a zip file may have. */
const MAX_ENTRIES = 1_000

/** Kinds of files by their first bytes. */
const KINDS: readonly [kind: 'gzip' | 'zip' | 'refused', magic: readonly number[], what: string][] = [
  ['gzip', [0x1f, 0x8b], 'gzip'],
  ['zip', [0x50, 0x4b, 0x03, 0x04], 'zip'],
  ['zip', [0x50, 0x4b, 0x05, 0x06], 'zip'],
  ['refused', [0x28, 0xb5, 0x2f, 0xfd], 'a zstd file'],
  ['refused', [0xfd, 0x37, 0x7a, 0x58], 'an xz file'],
  ['refused', [0x42, 0x5a, 0x68], 'a bzip2 file'],
  ['refused', [0x37, 0x7a, 0xbc, 0xaf], 'a 7z file'],
  ['refused', [0x50, 0x41, 0x52, 0x31], 'a Parquet file'],
  ['refused', [0xd0, 0xcf, 0x11, 0xe0], 'an old workbook'],
]

/**
 * The bytes of a file on this machine, unpacked (gzip, or a zip with one data file), at most 256 GiB and not a bomb.
 * @throws UnreadableFile here, or while it is read: if it is incomplete, a bomb, or of an unsupported kind.
 */
export async function openContainer(path: string): Promise<AsyncIterable<Buffer>> {
  const kind = await kindOf(path)
  if (kind === 'plain') return createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>
  return kind === 'zip' ? unzipped(path) : gunzipped(path)
}

async function kindOf(path: string): Promise<'plain' | 'gzip' | 'zip'> {
  const file = await open(path).catch((cause: unknown) => {
    throw new UnreadableFile(`The file ${fileProblem(cause) ?? 'cannot be opened.'}`, { cause })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    const head = buffer.subarray(0, bytesRead)
    const found = KINDS.find(([, magic]) => magic.every((byte, i) => head[i] === byte))
    if (found === undefined) return 'plain'
    if (found[0] === 'refused') throw new UnreadableFile(`This is ${found[2]}: unpack it, or save it as CSV.`)
    return found[0]
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`The file ${fileProblem(error) ?? 'cannot be read.'}`, { cause: error })
  } finally {
    await file.close()
  }
}

async function* gunzipped(path: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(path, { highWaterMark: READ_BYTES })
  const bytes = createGunzip({ chunkSize: READ_BYTES })
  // Errors of both surface where the bytes are read.
  pipeline(packed, bytes, () => undefined)
  yield* guarded(bytes, () => packed.bytesRead)
}

async function* unzipped(path: string): AsyncGenerator<Buffer> {
  const zip = await openZip(path, { autoClose: false, validateEntrySizes: true }).catch(damaged)
  try {
    const entry = await dataEntry(zip)
    if (entry.isEncrypted()) throw new UnreadableFile('The zip file is encrypted.')
    const bytes = await zip.openReadStreamPromise(entry).catch(damaged)
    yield* guarded(bytes, () => entry.compressedSize)
  } finally {
    zip.close()
  }
}

async function dataEntry(zip: ZipFile): Promise<Entry> {
  if (zip.entryCount > MAX_ENTRIES) throw new UnreadableFile('The zip file contains too many files.')
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) if (isData(entry.fileName)) entries.push(entry)
  } catch (error) {
    damaged(error)
  }
  if (entries.some(({ fileName }) => fileName === '[Content_Types].xml'))
    throw new UnreadableFile('This is a workbook: save it as CSV.')
  const [entry, ...others] = entries
  if (entry === undefined) throw new UnreadableFile('The zip file contains no data files.')
  if (others.length > 0)
    throw new UnreadableFile(`The zip file contains ${entries.length} files: unpack it and import them one by one.`)
  return entry
}

/** Excludes folders, leftovers of operating systems, and texts beside the data. */
const isData = (name: string): boolean =>
  !/(?:\/|^__MACOSX\/.*|(?:^|\/)\.[^/]*|(?:^|\/)(?:readme|licen[cs]e)[^/]*|\.(?:md|pdf|html?))$/i.test(name)

async function* guarded(bytes: Readable, packedBytes: () => number): AsyncGenerator<Buffer> {
  let total = 0
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > MAX_BYTES || (total > HARMLESS_BYTES && total > packedBytes() * MAX_RATIO))
        throw new UnreadableFile('The file is refused because it unpacks to far more than real data would.')
      yield chunk
    }
  } catch (error) {
    damaged(error)
  } finally {
    bytes.destroy()
  }
}

function damaged(error: unknown): never {
  if (error instanceof UnreadableFile) throw error
  const isCut = error instanceof Error && /unexpected end|end of central directory/i.test(error.message)
  const sentence = isCut ? 'The file is incomplete: it was not copied in full.' : 'The file is damaged.'
  throw new UnreadableFile(sentence, { cause: error })
}
