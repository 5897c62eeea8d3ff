import { posix } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Entry, ZipFile } from 'yauzl'
import { entryBytes } from './packed-bytes.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { createXmlReader } from './xml-reader.ts'
import type { XmlEvents } from './xml-reader.ts'

/** Bytes parsed at once; other work has its turn in between. */
const PIECE_BYTES = 65_536

/** The parts of a workbook by name, which is compared without case (ECMA-376 part 2, 6.2.2.3). */
export interface WorkbookParts {
  zip: ZipFile
  entries: ReadonlyMap<string, Entry>
}

export const workbookParts = (zip: ZipFile, entries: readonly Entry[]): WorkbookParts => ({
  zip,
  entries: new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry])),
})

/** The part of this name. */
export const partCalled = ({ entries }: WorkbookParts, name: string): Entry | undefined =>
  entries.get(name.toLowerCase())

/** Parses a part; yields after each piece of it. A part that does not exist is empty. @throws UnreadableFile */
export async function* readPart(parts: WorkbookParts, name: string, events: XmlEvents): AsyncGenerator<void> {
  const entry = partCalled(parts, name)
  if (entry === undefined) return
  const reader = createXmlReader(events)
  for await (const chunk of entryBytes(parts.zip, entry)) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      reader.write(chunk.subarray(at, at + PIECE_BYTES))
      yield
      await nextTurn()
    }
  }
  reader.end()
  yield
}

/** Reads a whole part that is small. */
async function readWhole(
  parts: WorkbookParts,
  name: string,
  open: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  for await (const _ of readPart(parts, name, { open, text: () => undefined, close: () => undefined }));
}

/** What a part refers to. */
interface Relation {
  /** The last word of its address, such as `worksheet`. */
  type: string
  part: string
}

/** The relations of a part by id (ECMA-376 part 2, 6.5). @param name of the part, empty for the package */
async function relationsOf(parts: WorkbookParts, name: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(name)
  const found = new Map<string, Relation>()
  await readWhole(
    parts,
    posix.join(folder, '_rels', `${posix.basename(name)}.rels`),
    (element, { Id, Type, Target }) => {
      if (element !== 'Relationship' || Id === undefined || Target === undefined) return
      found.set(Id, { type: Type?.split('/').at(-1) ?? '', part: posix.resolve('/', folder, Target).slice(1) })
    },
  )
  return found
}

export interface WorkbookSheet {
  name: string
  part: string
}

export interface WorkbookOutline {
  /** The visible ones, in order. */
  sheets: WorkbookSheet[]
  strings: string | null
  styles: string | null
  /** Days are counted from 1904. */
  isFrom1904: boolean
}

/** What a workbook consists of. @throws UnreadableFile for one of another format. */
export async function outlineOf(parts: WorkbookParts): Promise<WorkbookOutline> {
  const documents = await relationsOf(parts, '')
  const book = [...documents.values()].find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  if (partCalled(parts, book) === undefined || !book.toLowerCase().endsWith('.xml')) throw new UnreadableFile(NOT_XLSX)
  const relations = await relationsOf(parts, book)
  const sheets: WorkbookSheet[] = []
  let isFrom1904 = false
  let isWorkbook = false
  await readWhole(parts, book, (element, attributes) => {
    if (element === 'workbook') isWorkbook = true
    if (element === 'workbookPr') isFrom1904 = /^(?:1|true|on)$/.test(attributes['date1904'] ?? '')
    if (element !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
    const relation = relations.get(id)
    if (relation?.type === 'worksheet') sheets.push({ name: attributes['name'] ?? '', part: relation.part })
  })
  if (!isWorkbook) throw new UnreadableFile(NOT_XLSX)
  const partOf = (wanted: string): string | null =>
    [...relations.values()].find(({ type }) => type === wanted)?.part ?? null
  return { sheets, strings: partOf('sharedStrings'), styles: partOf('styles'), isFrom1904 }
}

const NOT_XLSX = 'This is a document of another kind than .xlsx: save its rows as .xlsx or CSV.'
