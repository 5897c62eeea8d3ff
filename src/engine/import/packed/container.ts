import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { openPromise as openZip } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { fileProblem } from '../../../lib/process/file-problem.ts'
import { cardText } from './card-text.ts'
import { directoryText } from './directory-text.ts'
import { markdownText } from './markdown-text.ts'
import { YAML_RECORDS, yamlText } from './yaml-text.ts'
import { entryBytes, unpackedBytes } from './packed-bytes.ts'
import { tableText } from './table-text.ts'
import { damaged, UnreadableFile } from './unreadable-file.ts'
import { isWorkbook, workbookText } from './workbook-text.ts'

const READ_BYTES = 1_048_576
/** Enough of a file to tell what kind it is. */
export const KIND_BYTES = 1_024
/** The most entries that a zip file may have. */
const MAX_ENTRIES = 1_000

/** Kinds of files by their first bytes. */
const KINDS: readonly { kind: 'gzip' | 'zip' | 'refused'; magic: readonly number[]; what: string }[] = [
  { kind: 'gzip', magic: [0x1f, 0x8b], what: 'another gzip file' },
  { kind: 'zip', magic: [0x50, 0x4b, 0x03, 0x04], what: 'another zip file or a workbook' },
  { kind: 'zip', magic: [0x50, 0x4b, 0x05, 0x06], what: 'another zip file' },
  { kind: 'refused', magic: [0x28, 0xb5, 0x2f, 0xfd], what: 'a zstd file' },
  { kind: 'refused', magic: [0xfd, 0x37, 0x7a, 0x58], what: 'an xz file' },
  { kind: 'refused', magic: [0x42, 0x5a, 0x68], what: 'a bzip2 file' },
  { kind: 'refused', magic: [0x37, 0x7a, 0xbc, 0xaf], what: 'a 7z file' },
  { kind: 'refused', magic: [0x50, 0x41, 0x52, 0x31], what: 'a Parquet file' },
  { kind: 'refused', magic: [0xd0, 0xcf, 0x11, 0xe0], what: 'an old workbook, or one with a password' },
]

/**
 * The bytes of a file on this machine, unpacked (gzip, or a zip with one data file), at most 256 GiB and not a bomb; of a workbook
 * (.xlsx) the rows as CSV.
 * @throws UnreadableFile here, or while it is read: if it is incomplete, a bomb, or of an unsupported kind.
 */
export async function openContainer(path: string): Promise<AsyncIterable<Buffer>> {
  const kind = await kindOf(path)
  const plain = (): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: READ_BYTES })
  if (kind === 'plain') return plain()
  if (kind === 'table') return tableText(plain())
  if (kind === 'cards') return cardText(plain())
  if (kind === 'entries') return directoryText(plain())
  if (kind === 'markdown') return markdownText(plain())
  if (kind === 'yaml') return yamlText(plain())
  return unpackedOnce(kind === 'zip' ? unzipped(path) : gunzipped(path))
}

/** Passes the bytes on, unless they are packed again. */
async function* unpackedOnce(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of bytes) {
    const inside = isFirst ? kindOfBytes(chunk) : undefined
    if (inside !== undefined)
      throw new UnreadableFile(`It contains ${inside.what}: unpack it, or save what is in it as .xlsx or CSV.`)
    isFirst = false
    yield chunk
  }
}

/** Whether a file with this beginning is one that `openContainer` unpacks, or makes rows of. */
export const isPacked = (head: Uint8Array): boolean =>
  /^(?:gzip|zip)$/.test(kindOfBytes(head)?.kind ?? '') || kindOfText(head) !== 'plain'

type TextKind = 'table' | 'cards' | 'entries' | 'markdown' | 'yaml'

/** A heading in one cell, with more of a page below it; or the rule below the head of a table. `# Company;City` heads columns. */
const MARKDOWN =
  /^#{1,6} [^\r\n,;\t|]+(?:[,;|][^\r\n,;\t|]+)?\r?\n(?:[^\r\n]*\r?\n){0,40}?\s*(?:#{2,6} |[-*+] \S|\||>|!?\[|<)|^\|[^\r\n]+\|\s*\r?\n\s*\|[\s:|-]*--[\s:|-]*\r?\n/

/** Programs call pages and XML spreadsheets `.xls`; a byte order mark may be before them, and NUL between their letters. */
function kindOfText(head: Uint8Array): 'plain' | TextKind {
  const text = Buffer.from(head.subarray(0, KIND_BYTES)).toString('latin1').replaceAll('\0', '')
  const begin = text.replace(/^(?:ï»¿|ÿþ|þÿ)?\s*/, '')
  if (/^BEGIN:VCARD\s/i.test(begin)) return 'cards'
  if (/^(?:(?:version: *1|#[^\r\n]*)\s+)*dn::? /i.test(begin)) return 'entries'
  if (YAML_RECORDS.test(begin)) return 'yaml'
  if (MARKDOWN.test(begin)) return 'markdown'
  return /^<(?:\?xml|!doctype|!--|(?:html|head|body|table|meta|style|div|workbook)[\s>])/i.test(begin)
    ? 'table'
    : 'plain'
}

const kindOfBytes = (head: Uint8Array) => KINDS.find(({ magic }) => magic.every((byte, i) => head[i] === byte))

async function kindOf(path: string): Promise<'plain' | 'gzip' | 'zip' | TextKind> {
  const file = await open(path).catch((cause: unknown) => {
    throw new UnreadableFile(`The file ${fileProblem(cause) ?? 'cannot be opened.'}`, { cause })
  })
  try {
    const kind = await file.stat()
    // Reading a pipe takes away what is read.
    if (kind.isFIFO() || kind.isCharacterDevice()) return 'plain'
    const { buffer, bytesRead } = await file.read(Buffer.alloc(KIND_BYTES), 0, KIND_BYTES, 0)
    const found = kindOfBytes(buffer.subarray(0, bytesRead))
    if (found === undefined) return kindOfText(buffer.subarray(0, bytesRead))
    if (found.kind === 'refused')
      throw new UnreadableFile(`This is ${found.what}: unpack it, or save it as .xlsx or CSV.`)
    return found.kind
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
  yield* unpackedBytes(bytes, () => packed.bytesRead)
}

async function* unzipped(path: string): AsyncGenerator<Buffer> {
  const zip = await openZip(path, { autoClose: false, validateEntrySizes: true }).catch(damaged)
  try {
    const entries = await entriesOf(zip)
    yield* isWorkbook(entries) ? workbookText(zip, entries) : entryBytes(zip, dataEntry(entries))
  } finally {
    zip.close()
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES) throw new UnreadableFile('The zip file contains too many files.')
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    damaged(error)
  }
  return entries
}

function dataEntry(entries: readonly Entry[]): Entry {
  const [entry, ...others] = entries.filter(({ fileName }) => isData(fileName))
  if (entry === undefined) throw new UnreadableFile('The zip file contains no data files.')
  if (others.length > 0)
    throw new UnreadableFile(`The zip file contains ${others.length + 1} files: unpack it and import them one by one.`)
  return entry
}

/** Excludes folders, leftovers of operating systems, and texts beside the data. */
const isData = (name: string): boolean =>
  !/(?:\/|^__MACOSX\/.*|(?:^|\/)\.[^/]*|(?:^|\/)(?:readme|licen[cs]e)[^/]*|\.(?:md|pdf|html?))$/i.test(name)
