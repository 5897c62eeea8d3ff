import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Entry, ZipFile } from 'yauzl'
import { columnNamesIn, headerRow } from '../columns/header-row.ts'
import { readFormats } from './cell-formats.ts'
import { csvLine } from './csv-line.ts'
import { mergedCells, MergedRows } from './merged-cells.ts'
import { readStrings, SharedStrings } from './shared-strings.ts'
import { sheetRows } from './sheet-rows.ts'
import type { CellTexts, SheetRow } from './sheet-rows.ts'
import { outlineOf, workbookParts } from './workbook-parts.ts'
import type { WorkbookParts, WorkbookSheet } from './workbook-parts.ts'

/** Sheets that are looked at, and rows of each, for one that names its columns. */
const MAX_SHEETS = 20
const ROWS_LOOKED_AT = 21
/** Written at once; other work has its turn in between. */
const PIECE_BYTES = 65_536

export const isWorkbook = (entries: readonly Entry[]): boolean =>
  entries.some(({ fileName }) => /^(?:\[content_types\]\.xml|mimetype)$/i.test(fileName))

/**
 * A workbook (ECMA-376, .xlsx) as CSV in UTF-8: the visible sheet that names most columns, otherwise the first with any rows; sheets
 * with the same columns follow it.
 * Lines have the numbers of the rows, unless cells contain line breaks. Formulas count as what they last yielded.
 * @throws UnreadableFile here or while it is read
 */
export async function* workbookText(zip: ZipFile, entries: readonly Entry[]): AsyncGenerator<Buffer> {
  const parts = workbookParts(zip, entries)
  const { sheets, strings, styles, isFrom1904 } = await outlineOf(parts)
  const texts = {
    strings: strings === null ? new SharedStrings() : await readStrings(parts, strings),
    formats: styles === null ? [] : await readFormats(parts, styles),
    isFrom1904,
  }
  yield Buffer.from('\uFEFF')
  let next = 1
  let waiting: Buffer[] = []
  let size = 0
  for (const [at, { sheet, width, header }] of (
    await chooseSheets(parts, sheets.slice(0, MAX_SHEETS), texts)
  ).entries()) {
    const merged = new MergedRows(await mergedCells(parts, sheet.part))
    // The header is written once; the rows of other sheets count on.
    const [first, offset] = at === 0 ? [1, 0] : [header.number + 1, next - 1 - header.number]
    for await (const rows of sheetRows(parts, sheet.part, texts)) {
      for (const row of rows) {
        merged.fill(row)
        if (row.number < first) continue
        const number = row.number + offset
        const line = Buffer.from(`${'\n'.repeat(number - next)}${csvLine(row.cells, width)}`)
        next = number + 1
        waiting.push(line)
        size += line.length
        if (size < PIECE_BYTES) continue
        yield Buffer.concat(waiting)
        ;[waiting, size] = [[], 0]
        await nextTurn()
      }
    }
  }
  yield Buffer.concat(waiting)
}

interface ChosenSheet {
  sheet: WorkbookSheet
  named: number
  /** Cells of its widest row at the beginning; rows end with their last cell that is not empty. */
  width: number
  header: SheetRow
}

/** The one with the most names of columns first, then those that are named alike. */
async function chooseSheets(
  parts: WorkbookParts,
  sheets: readonly WorkbookSheet[],
  texts: CellTexts,
): Promise<ChosenSheet[]> {
  const found: ChosenSheet[] = []
  for (const sheet of sheets) {
    const rows = await firstRows(parts, sheet, texts)
    const looked = rows.map(({ cells }) => ({ cells, problem: null }))
    const header = rows[headerRow(looked)]
    const named = Math.max(0, ...looked.map(columnNamesIn))
    if (header !== undefined)
      found.push({ sheet, named, header, width: Math.max(...rows.map(({ cells }) => cells.length)) })
  }
  const [best] = found.toSorted((a, b) => b.named - a.named)
  if (best === undefined) return []
  const names = ({ header }: ChosenSheet): string => JSON.stringify(header.cells.map((cell) => cell.trim()))
  return [best, ...found.filter((one) => one !== best && best.named > 1 && names(one) === names(best))]
}

async function firstRows(parts: WorkbookParts, sheet: WorkbookSheet, texts: CellTexts): Promise<SheetRow[]> {
  const found: SheetRow[] = []
  for await (const rows of sheetRows(parts, sheet.part, texts)) {
    found.push(...rows)
    if (found.length >= ROWS_LOOKED_AT) break
  }
  return found.slice(0, ROWS_LOOKED_AT)
}
