import { basename } from 'node:path'
import type { FileImportKind, ImportFigures, ImportProgress, RejectedRow } from '../../db/index/file-imports-store.ts'
import { UnreadableFile } from '../../engine/import/packed/unreadable-file.ts'
import { checkFile, openDataFile } from '../../engine/import/data-file.ts'
import { SAMPLED_ROWS, unusedColumns } from '../../engine/import/guessed-columns.ts'
import type { UnusedColumn } from '../../engine/import/guessed-columns.ts'
import type { DataFile, FileCheck } from '../../engine/import/data-file.ts'
import { UnreadableText } from '../../engine/import/row-reader.ts'
import { AppError } from '../../errors.ts'
import { columnsOf, withHeadRows } from './import-columns.ts'
import { dryRun, storedRun } from './import-runs.ts'
import type { Run } from './import-runs.ts'
import { localCopy } from './local-copy.ts'
import type { ImportNeeds } from './import-needs.ts'

export interface ImportOptions {
  /** A path, or an http(s) URL. */
  source: string
  /** Name shown as the source of its values; by default the file name. */
  name?: string
  /** When its facts were true, `YYYY-MM-DD`; by default today. */
  seenOn?: string
  /** Column → field, for columns whose names do not tell. */
  columns: Readonly<Record<string, string>>
  /** The keys that lead to the records of a JSON document: `data.items`; if absent, they are searched for. */
  records?: string
  /** Columns with unknown names are mapped by their values. */
  guess?: boolean
  /** A label of the WHATWG Encoding standard, if known. */
  encoding?: string
  /** Reads everything and stores nothing. */
  dryRun: boolean
  signal: AbortSignal
  onProgress: (progress: ReadProgress) => void
}

export interface ReadProgress {
  bytesRead: number
  /** Unpacked size. */
  bytes: number
  rows: number
  /** All rows are stored; what remains is indexing for fast searches. */
  indexing: boolean
}

export interface FileReport {
  name: string
  status: 'done' | 'interrupted' | 'dry_run'
  format: DataFile['format']
  encoding: string
  delimiter: string | null
  /** The known kind of data set that the file is one of. */
  preset: string | null
  /** Field → the columns it is read from. */
  mapping: Record<string, string[]>
  unused: string[]
  /** The same, with their contents and the fields they may be. */
  unusedColumns: UnusedColumn[]
  /** The keys that lead to the records of a JSON document. */
  records?: string
  figures: ImportFigures
  /** The first few. */
  rejectedRows: RejectedRow[]
}

/** Stores rows of one kind. */
export interface RowImporter {
  /** @returns why the row says nothing usable, otherwise null. */
  add: (cells: readonly string[], place: RowPlace) => string | null
  /** Stores the additions in one transaction with the progress. */
  store: (end: SliceEnd) => Promise<void>
  /** What remains to be done when all rows are stored; may be repeated. */
  finish?: () => Promise<void>
  /** Releases resources, however the import ended. */
  close?: () => Promise<void>
}

export type RowPlace = Pick<RejectedRow, 'line' | 'record'>

export interface SliceEnd {
  /** Rows of this slice. */
  rows: number
  /** May be added to, before the progress is asked for. */
  rejected: RejectedRow[]
  /** The progress to store with the slice, given its figures; may be called again if the transaction is retried. */
  progress: (figures: ImportFigures) => ImportProgress
}

export interface RowKind<M extends ColumnMapping> {
  kind: FileImportKind
  /** Rows stored at once. */
  slice: number
  fields: readonly string[]
  /** The names that columns may have, such as `hq location`. */
  names: () => readonly string[]
  /**
   * @param columns column → field, with precedence over the names
   * @param head the first rows
   * @throws RangeError with a sentence for an impossible mapping.
   */
  map: (header: readonly string[], columns: Readonly<Record<string, string>>, head: readonly string[][]) => M
  /** @param name under which the source is stored. */
  start: (mapping: M, name: string) => Promise<RowImporter>
}

export interface ColumnMapping {
  preset: string | null
  mapping: ReadonlyMap<string, readonly number[]>
  /** What follows from the file as a whole, if anything does. */
  habits?: { usual: Readonly<Record<string, string>> }
  unused: string[]
}

/** Digits of the fingerprint in the name of a source: two files with one name are two sources. */
const FINGERPRINT_SHOWN = 12

/** @throws AppError wrong_params if the file cannot be imported; nothing is stored then. */
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
      throw new AppError('wrong_params', `"${wanted.source}": ${error.message}`, { cause: error })
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
  const { columns, paths } = columnsOf(wanted.columns, kind.fields)
  const opened = await openDataFile(source, {
    onBytes,
    paths,
    ...(encoding !== undefined && { encoding }),
    ...(wanted.records !== undefined && { records: wanted.records }),
  })
  const { head, batches } = await withHeadRows(opened.batches, SAMPLED_ROWS)
  const file = { ...opened, batches }
  const unusedOf = (found: M): UnusedColumn[] =>
    unusedColumns(file.header, found.unused, head, {
      fields: kind.fields,
      names: kind.names(),
      taken: new Set(found.mapping.keys()),
    })
  const byNames = kind.map(file.header, columns, head)
  const guessed = wanted.guess === true ? unusedOf(byNames).filter(({ byValues }) => byValues) : []
  const guesses = Object.fromEntries(guessed.map(({ column, field }) => [column, field ?? '']))
  const found = guessed.length === 0 ? byNames : kind.map(file.header, { ...guesses, ...columns }, head)
  if (found.mapping.size === 0) {
    const told = unusedOf(byNames).filter(({ byValues }) => byValues).length
    const hint = told === 0 ? '' : `, or add --guess: the values of ${told} say what they are`
    throw new UnreadableFile(`No column name is recognised: map columns with --map column=field${hint}.`)
  }
  const mapping = [
    ...[...found.mapping].map(([field, columns]) => `${field}=${columns.join('+')}`),
    ...Object.entries(found.habits?.usual ?? {}).map((pair) => JSON.stringify(pair)),
  ].join(' ')
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
    unusedColumns: unusedOf(found),
    ...(file.records !== undefined && { records: file.records }),
    figures: run.figures,
    // In a table, the line already identifies the row.
    rejectedRows: (await run.rejectedRows()).map(({ record, ...row }) =>
      format === 'json' && record !== undefined ? { ...row, record } : row,
    ),
  }
}

/** Spreadsheets export the rows below their last one as well. A record that says nothing is one. */
const isBlank = (cells: readonly string[], { format }: DataFile): boolean =>
  format === 'delimited' && cells.every((cell) => cell.trim() === '')

/** Reads the next slice while the database stores the previous one. */
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
    // It is awaited before the next one; until then a failure must not count as unhandled.
    storing.catch(() => undefined)
  }
  for await (const batch of file.batches) {
    for (const { line, cells, problem } of batch) {
      position++
      if (position <= run.skip) continue
      if (problem === null && isBlank(cells, file)) continue
      rows++
      const reason = problem ?? importer.add(cells, { line, record: position })
      if (reason !== null) rejected.push({ line, record: position, reason })
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
