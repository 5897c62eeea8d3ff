import { ZipFile } from 'yazl'
import { buffer } from 'node:stream/consumers'

/** Parts of a zip file by name. */
export async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, part] of Object.entries(parts)) zip.addBuffer(Buffer.from(part), name)
  zip.end()
  return buffer(zip.outputStream)
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships>${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

interface WorkbookSheet {
  name: string
  /** What stands in `sheetData`. */
  rows: string
  /** What follows it. */
  after?: string
  state?: 'hidden' | 'veryHidden'
}

interface WorkbookRest {
  strings?: string
  styles?: string
  properties?: string
}

/** A workbook as spreadsheet programs write them (ECMA-376 part 1), by its XML. */
export function madeWorkbook(sheets: readonly WorkbookSheet[], rest: WorkbookRest = {}): Promise<Buffer> {
  const { strings = '', styles = '', properties = '' } = rest
  const listed = sheets.map(
    ({ name, state = 'visible' }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
  )
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}">${properties}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['sharedStrings', '/xl/sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = '' }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
  })
}

/** Rows of texts. */
export const textRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
    .join('')
