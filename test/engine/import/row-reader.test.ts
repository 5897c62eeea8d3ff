import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectDelimiter } from '../../../src/engine/import/delimiter.ts'
import { readRows } from '../../../src/engine/import/row-reader.ts'
import type { TextRow } from '../../../src/engine/import/row-reader.ts'

async function arrayOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  const letters = Array.from(text) // a decoder never splits a character
  for (let at = 0; at < letters.length; at += size) yield letters.slice(at, at + size).join('')
}

async function rowsOf(text: string, { pieces = 1_000, maxRowLength = 1_000 } = {}): Promise<TextRow[]> {
  return arrayOf(readRows(inPieces(text, pieces), { delimiter: ',', maxRowLength }))
}

const short = (rows: TextRow[]) => rows.map(({ line, cells, problem }) => [line, problem ?? cells.join(' | ')])

describe('rows', () => {
  test.each([1, 2, 3, 1_000])('end as on any system, mixed in one text (pieces of %d)', async (pieces) => {
    const rows = await rowsOf('a,b\r\n1,2\n3,4\r5,6\r\n\r\n\n7,"8\r\n9"\r10,11', { pieces })
    expect(short(rows)).toEqual([
      [1, 'a | b'],
      [2, '1 | 2'],
      [3, '3 | 4'],
      [4, '5 | 6'],
      [7, '7 | 8\r\n9'],
      [9, '10 | 11'],
    ])
  })

  test('may contain quotes anywhere', async () => {
    const rows = await rowsOf('a,b\n"say ""hi""",x"y\n"""quoted"" word",z\n"a"b,c\n')
    expect(short(rows)).toEqual([
      [1, 'a | b'],
      [2, 'say "hi" | x"y'],
      [3, '"quoted" word | z'],
      [4, '"a"b | c'],
    ])
  })

  test.each([1, 7, 1_000])(
    'survive a quotation mark that is never closed: only its line is lost (pieces of %d)',
    async (pieces) => {
      const text = 'email,name\na@x,"Open\nb@x,"Closed, well"\nc@x,Plain\nd@x,"Open again\ne@x,End\n'
      expect(short(await rowsOf(text, { pieces }))).toEqual([
        [1, 'email | name'],
        [2, 'open_quote'],
        [3, 'b@x | Closed, well'],
        [4, 'c@x | Plain'],
        [5, 'open_quote'],
        [6, 'e@x | End'],
      ])
    },
  )

  test('survive one that would swallow the rest of a long text', async () => {
    const many = Array.from({ length: 500 }, (_, i) => `p${i}@x,Name ${i}\r\n`).join('')
    const rows = await rowsOf(`email,name\r\n"broken,x\r\n${many}`)
    expect(rows).toHaveLength(502)
    expect(rows[1]).toEqual({ line: 2, cells: [], problem: 'open_quote' })
    expect(rows[501]).toEqual({ line: 502, cells: ['p499@x', 'Name 499'], problem: null })
  })

  test('that are too long are reported and left out', async () => {
    const rows = await rowsOf(`a,b\n${'x'.repeat(5_000)},y\r\nc,d\n${'z'.repeat(3_000)}`, { pieces: 512 })
    expect(short(rows)).toEqual([
      [1, 'a | b'],
      [2, 'too_long'],
      [3, 'c | d'],
      [4, 'too_long'],
    ])
  })

  test('are returned as they were written, whatever they contain and however they are split', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '"', ',', '\n', '\r', ' ', "'"), maxLength: 8 })
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      )
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        async (rows, pieces, end) => {
          const text = rows.map((cells) => cells.map(quoted).join(',') + end).join('')
          const read = await rowsOf(text, { pieces })
          expect(read.map(({ cells }) => cells)).toEqual(rows)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('are empty for an empty text, and never throw on noise', async () => {
    expect(await rowsOf('')).toEqual([])
    expect(await rowsOf('\r\n\n\r')).toEqual([])
    const noise = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '""', 'é'), maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(noise, fc.integer({ min: 1, max: 50 }), async (text, pieces) => {
        const rows = await rowsOf(text, { pieces, maxRowLength: 40 })
        for (const [i, { line }] of rows.entries()) expect(line).toBeGreaterThan(rows[i - 1]?.line ?? 0)
      }),
      { numRuns: 300 },
    )
  })
})

test.each([
  ['a;b;c\n1,5;2;3\n', ';'],
  ['a\tb\n1\t2\n', '\t'],
  ['a|b|c\n', '|'],
  ['email\na@b.example\n', ','],
  ['name,note\n"a;b;c;d",x\n"e;f;g",y\n', ','],
  ['', ','],
])('the delimiter of %j is %j', (head, delimiter) => {
  expect(detectDelimiter(head)).toBe(delimiter)
})
