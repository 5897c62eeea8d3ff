import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text as textFrom } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { arrivingTable } from '../../../src/engine/import/arriving-table.ts'
import { openContainer } from '../../../src/engine/import/packed/container.ts'
import { sentRows } from '../../../src/core/verify/sent-rows.ts'
import { createOffThread } from '../../../src/lib/process/off-thread.ts'
import { writeWorkbook } from '../../../src/engine/export/workbook-writer.ts'
import { madeWorkbook, textRows, zipOf } from '../../support/records/made-workbook.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-workbooks-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function textOf(workbook: Buffer): Promise<string> {
  const path = join(folder, 'book.xlsx')
  await writeFile(path, workbook)
  return (await textFrom(await openContainer(path))).replace(/^\uFEFF/, '')
}

const sheet = (rows: string) => [{ name: 'Sheet1', rows }]

describe('a workbook is read as CSV', () => {
  test('with shared, rich, escaped and prefixed texts, and without readings of Japanese words', async () => {
    const strings =
      '<si><t>email</t></si><si><r><t xml:space="preserve">Ada </t></r><r><t>Lovë</t></r></si>' +
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><x:si><x:t>a_x000A_b &amp; "c"; d</x:t></x:si>'
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' +
      '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c></row>' +
      '<x:row r="3"><x:c r="A3" t="s"><x:v>3</x:v></x:c><x:c r="C3" t="str"><x:f>A1</x:f><x:v>end</x:v></x:c></x:row>'
    expect(await textOf(await madeWorkbook(sheet(rows), { strings }))).toBe(
      'email,,\nAda Lovë,東京,\n"a\nb & ""c""; d",,end\n',
    )
  })

  test('with days, times, leading zeros and long numbers as they are shown', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="[$-407]d. mmmm yyyy;@"/>' +
      '<numFmt numFmtId="166" formatCode="#,##0.00 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      `<cellXfs>${[0, 14, 164, 165, 166, 20].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
    const cells = [
      [0, '441207123456'],
      [0, '4.41207123456E+11'],
      [0, '0.1'],
      [1, '46082'],
      [1, '46082.5625'],
      [2, '1067'],
      [3, '60000'],
      [4, '3.5'],
      [5, '0.375'],
      [9, '7'],
    ].map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`)
    const rows = `<row>${cells.join('')}<c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2026-03-01</v></c></row>`
    const line =
      '441207123456,441207123456,0.1,2026-03-01,2026-03-01 13:30,01067,2064-04-08,3.5,09:00,7,TRUE,,2026-03-01\n'
    expect(await textOf(await madeWorkbook(sheet(rows), { styles }))).toBe(line)
    const from1904 = { styles, properties: '<workbookPr date1904="1"/>' }
    expect(await textOf(await madeWorkbook(sheet('<row><c s="1"><v>44620</v></c></row>'), from1904))).toBe(
      '2026-03-01\n',
    )
  })

  test('line by row: empty rows are empty lines', async () => {
    const rows = '<row r="2"><c r="B2"><v>1</v></c></row><row r="5"><c r="A5"><v>2</v></c></row><row r="6"/>'
    expect(await textOf(await madeWorkbook(sheet(rows)))).toBe('\n,1\n\n\n2,\n')
  })

  test('from the visible sheet that names most columns, otherwise the first with rows', async () => {
    const people = textRows([
      ['Email', 'First name', 'Company'],
      ['ada@tarn.example', 'Ada', 'Tarn'],
    ])
    const sheets = [
      { name: 'Read me', rows: textRows([['Made in spring'], ['Company']]) },
      { name: 'People', rows: people },
      {
        name: 'Old',
        rows: people.replace('Company', 'Company</t></is></c><c t="inlineStr"><is><t>City'),
        state: 'hidden' as const,
      },
    ]
    expect(await textOf(await madeWorkbook(sheets))).toContain('ada@tarn.example,Ada,Tarn\n')
    const plain = [
      { name: 'Empty', rows: '' },
      { name: 'A', rows: textRows([['x']]) },
      { name: 'B', rows: textRows([['y']]) },
    ]
    expect(await textOf(await madeWorkbook(plain))).toBe('x\n')
  })

  test('that was exported by Quarry gives the same cells', async () => {
    const cells = ['=1+1', '_x0041_', 'two\nlines', ' <b>&amp;</b> ', 'é😀', '012']
    const pages = (async function* () {
      yield [['email', ...cells.slice(1)], cells]
    })()
    expect(await textOf(await buffer(writeWorkbook(pages)))).toContain(
      '=1+1,_x0041_,"two\nlines"," <b>&amp;</b> ",é😀,012\n',
    )
  })
})

describe('a forged or foreign file is refused with a sentence', () => {
  test.each<[string, () => Promise<Buffer>, string]>([
    [
      'nested',
      () => madeWorkbook(sheet('<a>'.repeat(101))),
      'The workbook is refused: its elements are nested too deeply.',
    ],
    [
      'of one endless attribute',
      () => madeWorkbook(sheet(`<row r="${'1'.repeat(3_000_000)}">`)),
      'The workbook is refused: a value in it is too long.',
    ],
    [
      'of too many rows',
      () => madeWorkbook(sheet('<row r="1048577"><c><v>1</v></c></row>')),
      'The workbook is refused: a sheet of it has too many rows.',
    ],
    [
      'too wide',
      () => madeWorkbook(sheet('<row><c r="XFD1"><v>1</v></c></row>')),
      'The workbook has more than 500 columns.',
    ],
    [
      'of too many texts',
      () => madeWorkbook(sheet(''), { strings: '<si/>'.repeat(4_000_001) }),
      'The workbook is too large: save it as CSV.',
    ],
    [
      'that is a letter',
      () =>
        zipOf({
          '[Content_Types].xml': '<Types/>',
          '_rels/.rels':
            '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
          'word/document.xml': '<document/>',
        }),
      'This is a document of another kind than .xlsx: save its rows as .xlsx or CSV.',
    ],
    [
      'of another office program',
      () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
      'This is a document of another kind than .xlsx: save its rows as .xlsx or CSV.',
    ],
    [
      'cut short',
      async () => (await madeWorkbook(sheet(''))).subarray(0, 400),
      'The file is incomplete: it was not copied in full.',
    ],
  ])('%s', async (_, make, sentence) => {
    await expect(textOf(await make())).rejects.toThrow(sentence)
  })

  test('a cell is cut where spreadsheet programs cut it', async () => {
    const long = await textOf(await madeWorkbook(sheet(textRows([['x'.repeat(100_000)]]))))
    expect(long).toBe(`${'x'.repeat(32_767)}\n`)
  })
})

test('a file that arrives leaves nothing behind, whether read, refused or left in the middle', async () => {
  const own = await mkdtemp(join(folder, 'own-'))
  vi.stubEnv('TMPDIR', own)
  const offThread = createOffThread()
  const rows = Array.from({ length: 5_000 }, (_, at) => ['email', `a${at}@tarn.example`])
  const book = await madeWorkbook(sheet(textRows(rows)))
  const cleans: (() => void)[] = []
  const arriving = (maxBytes: number): AsyncIterable<Uint8Array> => {
    const pieces = (async function* () {
      for (let at = 0; at < book.length; at += 3) yield book.subarray(at, at + 3)
    })()
    return sentRows(pieces, { offThread, sender: 'ann', maxBytes, whenOver: (clean) => void cleans.push(clean) })
  }
  const { all, encoding } = await arrivingTable(arriving(1e6), 'windows-1252')
  let length = 0
  for await (const piece of all) length += piece.length
  expect([length, encoding]).toEqual([rows.map((row) => `${row.join(',')}\n`).join('').length, 'utf-8'])
  expect((await arrivingTable(arriving(1e6))).head).toContain('a0@tarn.example')
  await expect(arrivingTable(arriving(1_000))).rejects.toThrow('The file is too large once it is unpacked.')
  expect(await readdir(own)).toHaveLength(3)
  for (const clean of cleans) clean()
  await expect.poll(() => readdir(own)).toEqual([])
  vi.unstubAllEnvs()
  await offThread.close()
})
