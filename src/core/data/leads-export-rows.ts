import { stringify } from 'csv-stringify/sync'
import type { Call, Part } from '../../context.ts'
import type { LeadsExport } from '../../db/leads/leads-exports-store.ts'
import { companyOfAddress } from '../../engine/classify/domain-kinds.ts'
import { writeWorkbook } from '../../engine/export/workbook-writer.ts'
import type { Cell } from '../../engine/export/workbook-writer.ts'
import type { AnswerFile } from '../capability/capability.ts'
import { describeLead, Lead } from '../leads/lead-output.ts'
import { jobChunks } from './job-export.ts'
import { WORKBOOK_TYPE } from '../../lib/input/upload.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'
import { defused } from '../../lib/text/spreadsheet-cell.ts'

/** Where the company is located to which a lead's address belongs. */
interface LeadCompanyPlace {
  /** ISO 3166-1 alpha-2. */
  company_country: string | null
  company_city: string | null
}

/** Columns of a file, in addition to those of a lead. */
const COMPANY_PLACE_COLUMNS = ['company_country', 'company_city'] as const

/** Leads in memory at a time. */
const PAGE = 1_000

/** Objects in a lead become separate columns. */
const FLAT = new Map<string, readonly { name: string; cell: (lead: Lead) => Cell }[]>([
  [
    'verification',
    [
      { name: 'verification_status', cell: ({ verification }) => verification.status },
      { name: 'verification_date', cell: ({ verification }) => verification.date },
    ],
  ],
  ['leads_list', [{ name: 'leads_list', cell: ({ leads_list: list }) => list.name }]],
])

export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: WORKBOOK_TYPE,
  jsonl: 'application/x-ndjson; charset=utf-8',
} as const

/** An export as a file that is read from the database while it is sent. */
export async function exportFile(call: Call, found: LeadsExport): Promise<AnswerFile> {
  const { job } = found.filter
  if (job !== undefined)
    return {
      name: `job-${job}.${found.format}`,
      type: EXPORT_TYPES[found.format],
      chunks: jobChunks(call, found, job),
    }
  const slugs = await call.store.customAttributes.slugs(found.accountId)
  const pages = leadPages(call, found, slugs)
  return {
    name: `leads-${found.id}.${found.format}`,
    type: EXPORT_TYPES[found.format],
    chunks: written(found, pages, slugs),
  }
}

function written(
  { format }: LeadsExport,
  pages: AsyncIterable<Lead[]>,
  slugs: readonly string[],
): AsyncIterable<string | Uint8Array> {
  if (format === 'jsonl') return jsonLines(pages)
  const rows = rowPages(pages, slugs)
  return format === 'csv' ? csvText(rows) : writeWorkbook(rows)
}

async function* leadPages(
  call: Part<'lists' | 'signal', 'leadsExports'>,
  found: LeadsExport,
  slugs: readonly string[],
): AsyncGenerator<Lead[]> {
  for (let below = found.lastLeadId + 1; !call.signal.aborted;) {
    const rows = await call.store.leadsExports.page(found, below, PAGE)
    const last = rows.at(-1)
    if (last === undefined) return
    below = last.id
    const leads = rows.map((row) => describeLead(row, slugs))
    const placeOf = await companyPlacesOf(call, leads)
    // After the existing columns; an attribute of the same name is the account's own.
    yield leads.map((lead) => Object.assign(bareRecord<unknown>(), lead, placeOf(lead), lead) as unknown as Lead)
  }
}

async function* jsonLines(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  for await (const leads of pages) yield leads.map((lead) => `${JSON.stringify(lead)}\n`).join('')
}

/** The header first. */
async function* rowPages(pages: AsyncIterable<Lead[]>, slugs: readonly string[]): AsyncGenerator<Cell[][]> {
  const columns = columnsOf(slugs)
  yield [columns.map(({ name }) => name)]
  for await (const leads of pages) yield leads.map((lead) => columns.map(({ cell }) => cell(lead)))
}

const columnsOf = (slugs: readonly string[]): { name: string; cell: (lead: Lead) => Cell }[] =>
  [...new Set([...Object.keys(Lead.shape), ...slugs, ...COMPANY_PLACE_COLUMNS])].flatMap(
    (name) => FLAT.get(name) ?? [{ name, cell: (lead) => (ownValue(lead, name) ?? null) as Cell }],
  )

/** Cells that a spreadsheet would take for formulas begin with an apostrophe. */
async function* csvText(pages: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  for await (const rows of pages)
    yield stringify(rows.map((row) => row.map((cell) => (typeof cell === 'string' ? defused(cell) : cell))))
}

/**
 * Looks up, in one query, where the companies of many leads are located according to the index.
 * @returns the place of a lead's company; null at webmail and if the place is unknown; companies that opted out have no leads
 */
async function companyPlacesOf(
  call: Part<'lists', 'leadsExports'>,
  leads: readonly { email: string }[],
): Promise<(lead: Pick<Lead, 'email'>) => LeadCompanyPlace | null> {
  const domainOf = ({ email }: { email: string }): string | null => companyOfAddress(call.lists.inUse, email)
  const domains = [...new Set(leads.flatMap((lead) => domainOf(lead) ?? []))]
  const places = new Map(
    (await call.store.leadsExports.companyPlaces(domains)).map(({ domain, country, city }) => [
      domain,
      { company_country: country, company_city: city },
    ]),
  )
  return (lead) => places.get(domainOf(lead) ?? '') ?? null
}
