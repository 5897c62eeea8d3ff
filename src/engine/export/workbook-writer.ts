import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { ownValue } from '../../lib/text/own-value.ts'

/** A cell as a spreadsheet shows it; text is never interpreted as a formula. */
export type Cell = string | number | null

/** Limit for the rows of a sheet including its header (ECMA-376 part 1, 18.3.1.73: rows of a sheet). */
export const MAX_SHEET_ROWS = 1_048_576
/** Longer texts make a workbook unreadable. */
const MAX_CELL_LENGTH = 32_767

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What every workbook with one sheet contains (ECMA-376 part 1, 12.3). */
const PARTS = {
  '[Content_Types].xml':
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${RELATIONS}">` +
    `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
    `<sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${RELATIONS}">` +
    `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/**
 * Writes a workbook with one sheet while its rows are read, in constant memory.
 * @param pages rows in groups, as they come; the header is the first row.
 */
export function writeWorkbook(pages: AsyncIterable<readonly (readonly Cell[])[]>): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(HEAD + xml), name)
  const sheet = Readable.from(sheetXml(pages), { objectMode: false })
  const output = zip.outputStream as Readable
  sheet.on('error', (error) => output.destroy(error))
  output.once('close', () => sheet.destroy())
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return output
}

async function* sheetXml(pages: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`
  for await (const rows of pages) yield rows.map(rowXml).join('')
  yield '</sheetData></worksheet>'
}

const rowXml = (cells: readonly Cell[]): string => `<row>${cells.map(cellXml).join('')}</row>`

function cellXml(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** What a spreadsheet would read as the number of a character (ECMA-376 part 1, 22.4.2.4): `_x0041_` is an A. */
const LIKE_A_CHARACTER = /_(?=x[\da-f]{4}_)/gi

/** The characters that XML 1.0 allows (section 2.2), all of which are read as themselves. */
const xmlText = (text: string): string =>
  text
    .slice(0, MAX_CELL_LENGTH)
    .toWellFormed()
    .replace(LIKE_A_CHARACTER, '_x005F_')
    // oxlint-disable-next-line no-control-regex -- these are what XML cannot hold
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>\r]/g, (char) => ownValue(ESCAPES, char) ?? '')
