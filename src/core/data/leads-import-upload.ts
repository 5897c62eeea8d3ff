import type { Part } from '../../context.ts'
import type { BadRow, LeadsImportOptions, LeadsImport } from '../../db/leads/leads-imports-store.ts'
import { detectDelimiter } from '../../engine/import/delimiter.ts'
import { rowsFromHeader } from '../../engine/import/columns/header-row.ts'
import { readRows, UnreadableText } from '../../engine/import/row-reader.ts'
import type { TextRow } from '../../engine/import/row-reader.ts'
import { decodeText } from '../../engine/import/text-decoding.ts'
import { AppError } from '../../errors.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { isNoText, NO_TEXT } from '../../lib/text/no-text.ts'
import { withHead } from '../../lib/text/text-head.ts'
import { optoutDomains, optoutDigest } from '../optouts/optout-digests.ts'
import { planColumns } from './leads-import-columns.ts'
import type { PlannedColumn } from './leads-import-columns.ts'
import { EMPTY_FILE, unusableFile } from './upload-look.ts'
import { readImportRow } from './leads-import-rows.ts'
import type { GoodRow } from './leads-import-rows.ts'
import { invalidField } from '../fields/name-field.ts'

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
  call: Part<'clock' | 'database' | 'optoutKey' | 'principal', 'leadsImports'>,
  bytes: AsyncIterable<Uint8Array>,
  wanted: UploadOptions,
): Promise<LeadsImport> {
  const { mapping, slugs, encoding: given, ...options } = wanted
  const { encoding, text } = await decodeText(bytes, given)
  const { head, all } = await withHead(text)
  if (head.trim() === '') throw unusableFile(EMPTY_FILE)
  if (isNoText(head)) throw unusableFile(NO_TEXT)
  const rows = rowsFromHeader(readRows(all, { delimiter: detectDelimiter(head) }))
  const first = await rows.next().catch((error: unknown) => {
    throw readable(error)
  })
  const header = first.done === true ? [] : first.value.cells
  const plan = planColumns(header, mapping, slugs)
  const columns = plan.map(({ column, field }) => ({ column, field }))
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
    await storeRows(call, begun, rows, { plan, header })
  } catch (error) {
    const told = readable(error)
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

/** Explains to the sender what is wrong with the text; any other error stays unchanged. */
const readable = (error: unknown): unknown =>
  error instanceof UnreadableText
    ? invalidField('csv', 'cannot be read: too many quotation marks are not closed.')
    : error

interface Reading {
  plan: readonly PlannedColumn[]
  header: readonly string[]
}

async function storeRows(
  call: Part<'optoutKey', 'leadsImports'>,
  begun: LeadsImport,
  rows: AsyncIterable<TextRow>,
  { plan, header }: Reading,
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
    const read = readImportRow(row, plan, header)
    if (read === null) continue
    if (++total > MAX_IMPORT_ROWS) throw invalidField('csv', `must have at most ${MAX_IMPORT_ROWS} rows.`)
    if ('reason' in read) bad.push(read)
    else good.push(read)
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
