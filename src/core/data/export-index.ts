import { stringify } from 'csv-stringify/sync'
import type { ExportFilter, ExportKind, ExportRow, PersonRecords } from '../../db/index/export-store.ts'
import { writeParquet } from '../../engine/export/parquet-rows.ts'
import { AppError } from '../../errors.ts'
import { optedOutAmong } from '../optouts/opted-out.ts'
import { normalizeDomain } from '../../lib/addresses/domain-name.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { isCountryCode } from '../../lib/companies/regions.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { defused } from '../../lib/text/spreadsheet-cell.ts'
import type { ImportNeeds } from './import-needs.ts'

export type ExportFormat = 'jsonl' | 'csv' | 'parquet'

export interface ExportOptions extends ExportFilter {
  kind: ExportKind
  format: ExportFormat
  signal: AbortSignal
  /** Waits until there is room for more. */
  write: (bytes: string | Uint8Array) => Promise<void>
}

/** Rows in memory at a time. */
const PAGE = 2_000

/** Columns of whole numbers and of booleans; everything else is text, with lists joined. */
const INTEGERS = new Set(
  `founded_year employees raised annual_revenue funding_amount personal_count generic_count confidence sources_count`.split(
    ' ',
  ),
)
const BOOLEANS = new Set(['decision_maker'])

/**
 * What is to be exported, as spelled in the index; null for everything.
 * @throws AppError invalid_domain; wrong_params if it is not a country
 */
export function exportFilter({ domain, country }: { domain?: string; country?: string }): ExportFilter {
  const name = domain === undefined ? null : normalizeDomain(domain)
  if (name === null && domain !== undefined)
    throw new AppError('invalid_domain', `"${quoted(domain)}" is not a valid domain name.`)
  const code = country?.toUpperCase() ?? null
  if (code !== null && !isCountryCode(code))
    throw new AppError('wrong_params', `"${quoted(country)}" is not a two-letter country code.`)
  return { domain: name, country: code }
}

/** Writes the contents of the index, row by row. @returns the number of rows. */
export async function exportIndex(context: ImportNeeds, wanted: ExportOptions): Promise<number> {
  const columns = context.store.exports.columns(wanted.kind)
  let count = 0
  async function* pages(): AsyncGenerator<ExportRow[]> {
    for await (const rows of pagesOf(context, wanted)) {
      count += rows.length
      yield rows
    }
  }
  if (wanted.format === 'parquet') await writeParquet(flatRows(pages()), columns.map(parquetColumn), wanted.write)
  else if (wanted.format === 'csv') await writeCsv(pages(), columns, wanted.write)
  else for await (const rows of pages()) await wanted.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return count
}

async function* pagesOf(context: ImportNeeds, { kind, signal, ...filter }: ExportOptions): AsyncGenerator<ExportRow[]> {
  let behind = { domain: '', value: '' }
  while (!signal.aborted) {
    const rows = await context.store.exports.page(kind, filter, behind, PAGE)
    const last = rows.at(-1)
    if (last === undefined) return
    yield kind === 'companies' ? await withoutOptedOut(context, rows) : rows
    const { domain, value } = last as { domain: string; value?: string }
    behind = { domain, value: value ?? '' }
  }
}

/** Files may name an address of a company after its owner opted out. */
async function withoutOptedOut(context: ImportNeeds, rows: readonly ExportRow[]): Promise<ExportRow[]> {
  const named = (rows as readonly { emails: string[] }[]).flatMap(({ emails }) => emails)
  const addresses = new Map(named.map((email) => [email, parseEmailAddress(email)]))
  const isOptedOut = await optedOutAmong(
    context,
    [...addresses.values()].filter((address) => address !== null),
  )
  const mayTell = (email: string): boolean => {
    const address = addresses.get(email) ?? null
    return address !== null && !isOptedOut(address)
  }
  return rows.map((row) => ({ ...row, emails: (row['emails'] as string[]).filter(mayTell) }))
}

const parquetColumn = (name: string) => {
  const type = INTEGERS.has(name) ? ('INT64' as const) : BOOLEANS.has(name) ? ('BOOLEAN' as const) : ('STRING' as const)
  return { name, type }
}

type Flat = Record<string, string | number | boolean | null>

async function* flatRows(pages: AsyncIterable<ExportRow[]>): AsyncGenerator<Flat> {
  for await (const rows of pages) yield* rows.map(flat)
}

const flat = (row: ExportRow): Flat =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? listed(value) : value]),
  ) as Flat

const listed = (items: readonly unknown[]): string | null => (items.length === 0 ? null : items.map(String).join('; '))

async function writeCsv(
  pages: AsyncIterable<ExportRow[]>,
  columns: readonly string[],
  write: ExportOptions['write'],
): Promise<void> {
  await write(stringify([columns]))
  for await (const rows of pages) {
    const cells = rows.map((row) => {
      const values = flat(row)
      return columns.map((name) => cellOf(ownValue(values, name)))
    })
    await write(stringify(cells))
  }
}

const cellOf = (value: Flat[string] | undefined): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? defused(value) : String(value)
}

/**
 * Everything stored about the owner of an address, for them to see.
 * @throws AppError invalid_email
 */
export async function exportPerson({ store }: Pick<ImportNeeds, 'store'>, email: string): Promise<PersonRecords> {
  const address = parseEmailAddress(email)
  if (address === null) throw new AppError('invalid_email', `${quoted(email)} is not a valid email address.`)
  return store.exports.person(address)
}
