import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type {
  FileImport,
  FileImportKind,
  ImportFigures,
  ImportProgress,
  RejectedRow,
} from '../../db/index/file-imports-store.ts'
import { UnreadableFile } from '../../engine/import/container.ts'
import { checkFile, openDataFile } from '../../engine/import/data-file.ts'
import type { DataFile, FileCheck } from '../../engine/import/data-file.ts'
import { UnreadableText } from '../../engine/import/row-reader.ts'
import { AppError } from '../../errors.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { localCopy } from './local-copy.ts'
import type { ImportNeeds } from './import-needs.ts'

export interface ImportOptions {
  /** A path, or an http(s) URL. */
  source: string
  /** As it is named where its values are shown; else the name of the file. */
  name?: string
  /** When its facts were true, `YYYY-MM-DD`; else today. */
  seenOn?: string
  /** Column → field, for what their names do not say. */
  columns: Readonly<Record<string, string>>
  /** A label of the WHATWG Encoding standard, where it is known. */
  encoding?: string
  /** Reads all and stores nothing. */
  dryRun: boolean
  signal: AbortSignal
  onProgress: (progress: ReadProgress) => void
}

export interface ReadProgress {
  bytesRead: number
  /** Unpacked. */
  bytes: number
  rows: number
  /** All rows are stored; what is left is for searches to find them fast. */
  indexing: boolean
}

export interface FileReport {
  name: string
  status: 'done' | 'interrupted' | 'dry_run'
  format: DataFile['format']
  encoding: string
  delimiter: string | null
  /** The known set of files it is one of. */
  preset: string | null
  /** Field → the columns it is read from. */
  mapping: Record<string, string[]>
  unused: string[]
  figures: ImportFigures
  /** The first ones. */
  rejectedRows: RejectedRow[]
}

/** How rows of one kind are stored. */
export interface RowImporter {
  /** @returns why the row says nothing that can be used. */
  add: (cells: readonly string[]) => string | null
  /** Stores what was added, in one transaction with the progress. */
  store: (end: SliceEnd) => Promise<void>
  /** What is left to do when all are stored; done again it does no harm. */
  finish?: () => Promise<void>
  /** Lets go of what it holds, however the import ended. */
  close?: () => Promise<void>
}

export interface SliceEnd {
  /** Rows of this slice. */
  rows: number
  rejected: readonly RejectedRow[]
  /** What is to be stored with it, by what it came to; may be asked again when the transaction has to run again. */
  progress: (figures: ImportFigures) => ImportProgress
}

export interface RowKind<M extends ColumnMapping> {
  kind: FileImportKind
  /** As many rows as are stored at once. */
  slice: number
  /** @throws RangeError with a sentence for a mapping that cannot be. */
  map: (header: readonly string[]) => M
  /** @param name under which the source is stored. */
  start: (mapping: M, name: string) => Promise<RowImporter>
}

export interface ColumnMapping {
  preset: string | null
  mapping: ReadonlyMap<string, readonly number[]>
  unused: string[]
}

/** A slice takes seconds; a process that is silent for so long is dead. */
const LEASE_MS = 5 * MINUTE_MS
const SHOWN_REJECTIONS = 20
/** Of the fingerprint, in the name of a source: two files of one name are two sources. */
const FINGERPRINT_SHOWN = 12

/** @throws AppError wrong_params when the file cannot be imported; nothing is stored then. */
export async function importFile<M extends ColumnMapping>(
  context: ImportNeeds,
  wanted: ImportOptions,
  kind: RowKind<M>,
): Promise<FileReport> {
  try {
    const copy = await localCopy(context, wanted.source)
    const check = await checkFile(copy.path)
    const report = await importChecked(context, { ...wanted, source: copy.path }, check, kind, nameOf(wanted))
    if (report.status !== 'interrupted') await copy.discard()
    return report
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof UnreadableText || error instanceof RangeError)
      throw new AppError('wrong_params', error.message, { cause: error })
    throw error
  }
}

const nameOf = ({ name, source }: ImportOptions): string => name ?? basename(source.replace(/[?#].*$/s, ''))

async function importChecked<M extends ColumnMapping>(
  context: ImportNeeds,
  wanted: ImportOptions,
  check: FileCheck,
  kind: RowKind<M>,
  name: string,
): Promise<FileReport> {
  let bytesRead = 0
  const { source, encoding } = wanted
  const onBytes = (bytes: number): void => void (bytesRead += bytes)
  const file = await openDataFile(source, { onBytes, ...(encoding !== undefined && { encoding }) })
  const found = kind.map(file.header)
  if (found.mapping.size === 0)
    throw new UnreadableFile('No column name is recognised: map columns with --map column=field.')
  const mapping = [...found.mapping].map(([field, columns]) => `${field}=${columns.join('+')}`).join(' ')
  const importer = await kind.start(found, `${name}#${check.fingerprint.slice(0, FINGERPRINT_SHOWN)}`)
  const run = wanted.dryRun ? dryRun() : await storedRun(context, { kind: kind.kind, name, ...check, mapping })
  const read = () =>
    readSlices({ file, importer, run, slice: kind.slice }, wanted.signal, (rows, indexing) =>
      wanted.onProgress({ bytesRead, bytes: check.bytes, rows, indexing }),
    )
  const end = await run.ended(read).finally(() => importer.close?.())
  const { format, delimiter } = file
  return {
    name,
    status: wanted.dryRun ? 'dry_run' : end,
    format,
    encoding: file.encoding,
    delimiter,
    preset: found.preset,
    mapping: Object.fromEntries([...found.mapping].map(([field, at]) => [field, at.map((i) => file.header[i] ?? '')])),
    unused: found.unused,
    figures: run.figures,
    rejectedRows: await run.rejectedRows(),
  }
}

/** One import on its way: where it has got to, and what that came to. */
interface Run {
  /** Rows that an earlier run has stored. */
  skip: number
  figures: ImportFigures
  progress: (rowsDone: number, figures: ImportFigures, rejected: readonly RejectedRow[]) => ImportProgress
  /** What was to be stored is stored. */
  settle: (stored: ImportProgress) => void
  rejectedRows: () => Promise<RejectedRow[]>
  ended: (work: () => Promise<'done' | 'interrupted'>) => Promise<'done' | 'interrupted'>
}

const NOTHING: ImportFigures = { rows: 0, created: 0, changed: 0, unchanged: 0, waiting: 0, repeated: 0, rejected: 0 }

function dryRun(): Run {
  const rejectedRows: RejectedRow[] = []
  const run: Run = {
    skip: 0,
    figures: NOTHING,
    progress: (rowsDone, figures, rejected) => {
      const now = new Date(0)
      return { id: 0, holder: '', rowsDone, figures: sum(run.figures, figures), rejected, now, heldUntil: now }
    },
    settle: ({ figures, rejected }) => {
      run.figures = figures
      rejectedRows.push(...rejected.slice(0, SHOWN_REJECTIONS - rejectedRows.length))
    },
    rejectedRows: () => Promise.resolve(rejectedRows),
    ended: (work) => work(),
  }
  return run
}

async function storedRun(
  { store, clock, log }: Pick<ImportNeeds, 'store' | 'clock' | 'log'>,
  wanted: { kind: FileImportKind; name: string; fingerprint: string; mapping: string },
): Promise<Run> {
  const holder = randomUUID()
  const until = (): Date => new Date(clock.now().getTime() + LEASE_MS)
  const opened = await store.fileImports.open(wanted, clock.now())
  if (opened === null || !(await store.fileImports.hold(opened.id, holder, until(), clock.now())))
    throw new UnreadableFile('Another process is importing this file.')
  const { id, rowsDone: skip }: FileImport = opened
  const run: Run = {
    skip,
    figures: { ...NOTHING, ...opened.figures },
    progress: (rowsDone, figures, rejected) => {
      return {
        id,
        holder,
        rowsDone,
        figures: sum(run.figures, figures),
        rejected,
        now: clock.now(),
        heldUntil: until(),
      }
    },
    settle: ({ figures }) => {
      run.figures = figures
    },
    rejectedRows: () => store.fileImports.rejectedRows(id, SHOWN_REJECTIONS),
    ended: async (work) => {
      try {
        const end = await work()
        await store.fileImports.end({ id, holder }, end === 'done' ? 'done' : 'open', null, clock.now())
        return end
      } catch (error) {
        const isTheirs = error instanceof UnreadableFile || error instanceof UnreadableText
        if (!isTheirs) log.warn({ err: error }, 'An import failed.')
        await store.fileImports.end({ id, holder }, 'open', isTheirs ? error.message : null, clock.now())
        throw error
      }
    },
  }
  return run
}

const sum = (figures: ImportFigures, more: ImportFigures): ImportFigures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value + more[name as keyof ImportFigures]]),
  ) as unknown as ImportFigures

/** The next slice is read while the database stores the one before. */
async function readSlices(
  { file, importer, run, slice: size }: { file: DataFile; importer: RowImporter; run: Run; slice: number },
  signal: AbortSignal,
  tell: (rows: number, indexing: boolean) => void,
): Promise<'done' | 'interrupted'> {
  let position = 0
  let rows = 0
  let rejected: RejectedRow[] = []
  let storing: Promise<unknown> = Promise.resolve()
  const storeSlice = async (): Promise<void> => {
    const slice = { rows, rejected }
    const rowsDone = position
    rows = 0
    rejected = []
    await storing
    let asked: ImportProgress | null = null
    const progress = (figures: ImportFigures) => (asked = run.progress(rowsDone, figures, slice.rejected))
    storing = importer.store({ ...slice, progress }).then(() => asked === null || run.settle(asked))
    // It is waited for before the next one; a failure must not count as unheard until then.
    storing.catch(() => undefined)
  }
  for await (const batch of file.batches) {
    for (const { line, cells, problem } of batch) {
      position++
      if (position <= run.skip) continue
      rows++
      const reason = problem ?? importer.add(cells)
      if (reason !== null) rejected.push({ line, reason })
      if (rows === size) await storeSlice()
    }
    tell(position, false)
    if (signal.aborted) break
  }
  if (!signal.aborted && rows > 0) await storeSlice()
  await storing
  if (signal.aborted) return 'interrupted'
  tell(position, true)
  await importer.finish?.()
  return 'done'
}
