import { madeWorkbook, textRows } from '../../test/support/records/made-workbook.ts'

/** Workbooks that are small and become large, or that only a forger writes. */

const MEBIBYTE = 1_048_576
const HEADER = textRows([['email', 'first_name']])

const ofRows = async (rows: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await madeWorkbook([{ name: 'List', rows: HEADER + rows }]))

export const honestWorkbook = (): Promise<Uint8Array<ArrayBuffer>> =>
  ofRows(textRows(Array.from({ length: 20_000 }, (_, i) => [`person${i}@lists.test`, 'Ada'])))

export const WORKBOOKS: Readonly<Record<string, () => Promise<Uint8Array<ArrayBuffer>>>> = {
  'a workbook with a million empty rows': () => ofRows('<row r="1048576"><c t="str"><v>ada@lists.test</v></c></row>'),
  'a workbook of a million rows': () => ofRows('<row><c><v>1</v></c></row>'.repeat(1_000_000)),
  'a workbook of wide rows': () => ofRows('<row><c r="SF1"><v>1</v></c></row>'.repeat(300_000)),
  'a workbook of shared texts': async () =>
    new Uint8Array(
      await madeWorkbook([{ name: 'List', rows: `${HEADER}<row><c t="s"><v>1</v></c></row>` }], {
        strings: '<si><t>ada0000@lists.test</t></si>'.repeat(850_000),
      }),
    ),
  'a workbook of styles': async () =>
    new Uint8Array(
      await madeWorkbook([{ name: 'List', rows: HEADER }], {
        styles: `<numFmts>${'<numFmt numFmtId="200" formatCode="[[[[[[[[[&quot;"/>'.repeat(200_000)}</numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(200_000)}</cellXfs>`,
      }),
    ),
  'a workbook of twenty sheets': async () =>
    new Uint8Array(
      await madeWorkbook(
        Array.from({ length: 20 }, (_, at) => ({
          name: `List ${at}`,
          rows: HEADER + '<row><c t="e"><v>#N/A</v></c></row>'.repeat(100_000),
        })),
      ),
    ),
  'a workbook of deep elements': () => ofRows('<row>'.repeat(500_000)),
  'a workbook of one attribute': () => ofRows(`<row r="${'1'.repeat(8 * MEBIBYTE)}"/>`),
  'a workbook that unpacks to 96 MB': () => ofRows('<row/>'.repeat(16 * MEBIBYTE)),
}
