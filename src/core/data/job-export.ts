import type { RiskNeeds } from '../verify/bounce-risks.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import type { Part } from '../../context.ts'
import type { LeadsExport } from '../../db/leads/leads-exports-store.ts'
import { writeWorkbook } from '../../engine/export/workbook-writer.ts'
import type { Cell } from '../../engine/export/workbook-writer.ts'
import { foundRows } from '../search/people-search-rows.ts'
import { csvOfFound } from '../search/people-to-find-csv.ts'
import { csvOfAnswers } from '../verify/address-csv.ts'
import { bulkResults } from '../verify/get-bulk-results.ts'

/** Rows in memory at a time. */
const PAGE = 1_000

/** The rows of a job in its order, as its results show them; nothing if the job is gone. */
export async function* jobChunks(
  call: OptoutNeeds & RiskNeeds & Part<'principal', 'bulk' | 'bulkKinds' | 'findJobs'>,
  { format, total }: LeadsExport,
  job: number,
): AsyncGenerator<string | Uint8Array> {
  const isSearch = (await call.store.findJobs.find(call.principal.accountId, job)) !== null
  if (!isSearch && (await call.store.bulk.find(call.principal.accountId, job)) === null) return
  const page = async (offset: number) =>
    isSearch
      ? {
          rows: await foundRows(call, job, { limit: PAGE, offset, statuses: null }),
          csv: csvOfFound as (rows: readonly unknown[], options: { header: boolean }) => string,
        }
      : {
          rows: await bulkResults(call, job, { limit: PAGE, offset }),
          csv: csvOfAnswers as (rows: readonly unknown[], options: { header: boolean }) => string,
        }
  if (format === 'xlsx') {
    yield* writeWorkbook(cellsOf(page, total))
    return
  }
  for (let offset = 0; offset === 0 || offset < total; offset += PAGE) {
    const { rows, csv } = await page(offset)
    yield format === 'csv'
      ? csv(rows, { header: offset === 0 })
      : rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
}

async function* cellsOf(
  page: (offset: number) => Promise<{ rows: readonly object[] }>,
  total: number,
): AsyncGenerator<Cell[][]> {
  let columns: string[] | null = null
  for (let offset = 0; offset === 0 || offset < total; offset += PAGE) {
    const { rows } = await page(offset)
    if (columns === null) {
      columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      yield [columns]
    }
    const names = columns
    yield rows.map((row) => {
      const cells = new Map(Object.entries(row))
      return names.map((name) => cellOf(cells.get(name)))
    })
  }
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
