import type { Part } from '../../context.ts'
import type { BadRow, LeadsImportOptions, LeadsImport } from '../../db/leads/leads-imports-store.ts'
import { detectDelimiter } from '../../engine/import/delimiter.ts'
import { arrivingTable } from '../../engine/import/arriving-table.ts'
import type { ArrivingTable } from '../../engine/import/arriving-table.ts'
import { peopleRows } from '../../engine/import/columns/people-rows.ts'
import { readRows } from '../../engine/import/row-reader.ts'
import type { TextRow } from '../../engine/import/row-reader.ts'
import { AppError } from '../../errors.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { optoutDomains, optoutDigest } from '../optouts/optout-digests.ts'
import { distinctNames, IGNORED, planColumns } from './leads-import-columns.ts'
import type { PlannedColumn } from './leads-import-columns.ts'
import { EMPTY_FILE, readableProblem, unusableFile } from './upload-look.ts'
import { columnsOfAll, planPersons, readPersons } from './leads-import-persons.ts'
import type { GoodRow } from './leads-import-rows.ts'
import { invalidField } from '../fields/name-field.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** Rows in memory at a time. */
const BATCH = 1_000
export const MAX_IMPORT_ROWS = 1_000_000

export interface UploadOptions extends Omit<LeadsImportOptions, 'columns' | 'encoding'> {
  mapping: Readonly<Record<string, string>>
  /** Detected if undefined. */
  encoding: string | undefined
  slugs: readonly string[]
}

/**
 * Stores the rows of a file as they arrive.
 * @throws AppError validation_failed if it cannot be read; whatever `bytes` throws. The import is then marked as failed.
 */
export async function uploadRows(
  call: UploadCall,
  bytes: AsyncIterable<Uint8Array>,
  wanted: UploadOptions,
): Promise<LeadsImport> {
  try {
    return await uploadTable(call, await arrivingTable(bytes, wanted.encoding), wanted)
  } catch (error) {
    throw readableProblem(error)
  }
}

type UploadCall = Part<'clock' | 'database' | 'optoutKey' | 'principal', 'leadsImports'>

async function uploadTable(
  call: UploadCall,
  { encoding, head, all }: ArrivingTable,
  wanted: UploadOptions,
): Promise<LeadsImport> {
  const { mapping, slugs, encoding: _, ...options } = wanted
  if (head.trim() === '') throw unusableFile(EMPTY_FILE)
  const rows = peopleRows(readRows(all, { delimiter: detectDelimiter(head) }))
  const first = await rows.next()
  const header = first.done === true ? [] : first.value.cells
  const persons = planPersons(
    planColumns(header, mapping, slugs),
    header,
    (name) => ownValue(mapping, name) === IGNORED,
  )
  const used = columnsOfAll(persons)
  const columns = [
    ...used.map(({ column, field }) => ({ column, field })),
    ...distinctNames(header)
      .filter((_, at) => header[at]?.trim() !== '' && !used.some(({ index }) => index === at))
      .map((column) => ({ column, field: IGNORED })),
  ]
  const begun = await call.store.leadsImports.begin(
    call.principal.accountId,
    { ...options, columns, encoding },
    call.clock.now(),
  )
  // Without a sign of life for five minutes it counts as interrupted.
  const signs = setInterval(() => {
    void call.store.leadsImports.sayAlive(begun, call.clock.now()).catch(() => undefined)
  }, MINUTE_MS)
  try {
    await storeRows(call, begun, rows, { persons, header })
  } catch (error) {
    const told = readableProblem(error)
    const problem = told instanceof AppError ? told.errors[0].details : 'The upload was interrupted.'
    await call.store.leadsImports.end(begun, { status: 'failed', problem, now: call.clock.now() })
    throw told
  } finally {
    clearInterval(signs)
  }
  await call.database.pool.together()
  const queued = await call.store.leadsImports.enqueue(begun)
  return queued ?? { ...begun, status: 'cancelled' }
}

interface Reading {
  persons: readonly (readonly PlannedColumn[])[]
  header: readonly string[]
}

async function storeRows(
  call: Part<'optoutKey', 'leadsImports'>,
  begun: LeadsImport,
  rows: AsyncIterable<TextRow>,
  { persons, header }: Reading,
): Promise<void> {
  let good: GoodRow[] = []
  let bad: BadRow[] = []
  let total = 0
  const flush = async (): Promise<boolean> => {
    const isWanted = await storeBatch(call, begun, good, bad)
    ;[good, bad] = [[], []]
    return isWanted
  }
  for await (const row of rows) {
    for (const read of readPersons(row, persons, header)) {
      if (++total > MAX_IMPORT_ROWS) throw invalidField('csv', `must have at most ${MAX_IMPORT_ROWS} rows.`)
      if ('reason' in read) bad.push(read)
      else good.push(read)
    }
    if (good.length + bad.length >= BATCH && !(await flush())) return
  }
  await flush()
}

const storeBatch = (
  { store, optoutKey }: Part<'optoutKey', 'leadsImports'>,
  begun: LeadsImport,
  good: GoodRow[],
  bad: BadRow[],
): Promise<boolean> => {
  const digests = new Map<string, Buffer>()
  const digestOf = (name: string): Buffer => {
    const digest = digests.get(name) ?? optoutDigest(optoutKey, name)
    digests.set(name, digest)
    return digest
  }
  const rows = good.map(({ address, ...row }) => ({
    ...row,
    optoutDigests: [address.full, ...optoutDomains(address.domain)].map(digestOf),
  }))
  return store.leadsImports.addRows(begun, rows, bad)
}
