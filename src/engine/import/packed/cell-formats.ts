import { DAY_MS, MINUTE_MS } from '../../../lib/process/clock.ts'
import { readPart } from './workbook-parts.ts'
import type { WorkbookParts } from './workbook-parts.ts'

/** How a number is shown, as far as its text differs: a day, or with leading zeros. */
export type CellFormat = 'plain' | 'day' | { digits: number }

/** Formats of days and times that files refer to without a definition (ECMA-376 part 1, 18.8.30, East Asian ones included). */
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Quoted and escaped texts, colours, conditions and languages. */
const NO_CODE = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g

/** @param code such as `dd.mm.yyyy;@` or `00000` */
function formatOf(code: string): CellFormat {
  const [first = ''] = code.replace(NO_CODE, '').split(';')
  if (/^0{2,20}$/.test(first)) return { digits: first.length }
  return /[ymdhs]/i.test(first) && !/general/i.test(first) ? 'day' : 'plain'
}

/** Longer ones, and more of them, are in no workbook. */
const [MAX_CODE, MAX_FORMATS] = [255, 100_000]

/** The formats of cells by the number of their style (ECMA-376 part 1, 18.8.10). */
export async function readFormats(parts: WorkbookParts, part: string): Promise<CellFormat[]> {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let isInCells = false
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const id = Number(attributes['numFmtId'])
    if (name === 'cellXfs') isInCells = true
    else if (name === 'numFmt' && codes.size < MAX_FORMATS)
      codes.set(id, attributes['formatCode']?.slice(0, MAX_CODE) ?? '')
    else if (name === 'xf' && isInCells && formats.length < MAX_FORMATS) {
      const code = codes.get(id)
      formats.push(code === undefined ? (isBuiltInDay(id) ? 'day' : 'plain') : formatOf(code))
    }
  }
  const close = (name: string): void => {
    if (name === 'cellXfs') isInCells = false
  }
  for await (const _ of readPart(parts, part, { open, close, text: () => undefined }));
  return formats
}

/** A day 0 such that the days after the 29th of February 1900, which did not exist, are right (18.17.4.1); and that of 1904. */
const [FROM_1900, FROM_1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)]
/** The last day of the year 9999. */
const MAX_DAY = 2_958_465

/** The text of a number as its cell shows it: days as ISO 8601, all others without exponent. */
export function numberText(value: string, format: CellFormat, isFrom1904: boolean): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (format === 'day' && number >= 0 && number <= MAX_DAY) return dayText(number, isFrom1904)
  const text = Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : String(number)
  return typeof format === 'object' && number >= 0 ? text.padStart(format.digits, '0') : text
}

function dayText(number: number, isFrom1904: boolean): string {
  const minutes = Math.round((number * DAY_MS) / MINUTE_MS)
  const at = new Date((isFrom1904 ? FROM_1904 : FROM_1900) + minutes * MINUTE_MS).toISOString()
  const [day, time] = [at.slice(0, 10), at.slice(11, 16)]
  if (number < 1) return time
  return time === '00:00' ? day : `${day} ${time}`
}
