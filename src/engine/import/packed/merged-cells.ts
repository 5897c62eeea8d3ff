import { setImmediate as nextTurn } from 'node:timers/promises'
import { entryBytes } from './packed-bytes.ts'
import { columnOf } from './sheet-rows.ts'
import type { SheetRow } from './sheet-rows.ts'
import { partCalled } from './workbook-parts.ts'
import type { WorkbookParts } from './workbook-parts.ts'

/** A cell over several rows (ECMA-376 part 1, 18.3.1.54). */
interface Merged {
  column: number
  to: number
}

/** By the row that the cells begin in. */
export type MergedCells = ReadonlyMap<number, readonly Merged[]>

const MAX_MERGED = 100_000
const MERGED = /<(?:\w{1,20}:)?mergeCell\s[^<>]{0,100}?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g
/** Longer than such an element. */
const OVERLAP = 200

/** They stand behind the rows of a sheet, which are therefore passed over first, unparsed. @throws UnreadableFile */
export async function mergedCells(parts: WorkbookParts, part: string): Promise<MergedCells> {
  const found = new Map<number, Merged[]>()
  const entry = partCalled(parts, part)
  if (entry === undefined) return found
  let tail = Buffer.alloc(0)
  for await (const chunk of entryBytes(parts.zip, entry)) {
    const bytes = Buffer.concat([tail, chunk])
    if (bytes.includes('mergeCell'))
      for (const [, letters = '', from = '', to = ''] of bytes.toString('latin1').matchAll(MERGED)) {
        const cells = found.get(Number(from)) ?? []
        const column = columnOf(`${letters}1`, 0)
        if (Number(to) <= Number(from) || found.size >= MAX_MERGED || cells.some((cell) => cell.column === column))
          continue
        found.set(Number(from), [...cells, { column, to: Number(to) }])
      }
    tail = bytes.subarray(-OVERLAP)
    await nextTurn()
  }
  return found
}

/** Rows in which a merged cell says the same as in its first one. They are changed. */
export class MergedRows {
  private readonly merged: MergedCells
  private readonly open = new Map<number, { to: number; text: string }>()

  constructor(merged: MergedCells) {
    this.merged = merged
  }

  fill({ number, cells }: SheetRow): void {
    for (const [column, { to, text }] of this.open) {
      if (number > to) this.open.delete(column)
      else if ((cells[column] ?? '') === '') {
        while (cells.length < column) cells.push('')
        cells[column] = text
      }
    }
    for (const { column, to } of this.merged.get(number) ?? []) this.open.set(column, { to, text: cells[column] ?? '' })
  }
}
