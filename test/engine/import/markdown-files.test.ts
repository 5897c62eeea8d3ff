import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataFile } from '../../../src/engine/import/data-file.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'quarry-markdown-'))))
afterAll(() => rm(folder, { recursive: true }))

async function read(content: string): Promise<{ header: string[]; rows: string[] }> {
  const path = join(folder, 'list.md')
  await writeFile(path, content)
  const { header, batches } = await openDataFile(path)
  const rows: string[] = []
  for await (const batch of batches)
    rows.push(...batch.map(({ line, cells, problem }) => `${line} ${problem ?? cells.join(' ¦ ')}`))
  return { header, rows }
}

describe('a page in Markdown', () => {
  test('has the rows of its tables, whatever stands between them', async () => {
    expect(
      await read(`# Companies in Tarnfold [![State](https://pics.example/a.svg)](https://pics.example/)

Add yours, [as we say](RULES.md).

- [Payments](#payments)

## Payments

| Company | What they do | Places |
|:--------|--------------|--------|
| [Ebbmark](https://ebbmark.example/en/) :rocket: | Pays \\| collects &amp; lends | \`Lund\` \`Porto\` |
| [Grell](https://board.example/jobs/grell/12) | **Cards** <br> and [terminals](https://grell.example/t) | |

## Boats
| Company | Founded |
|---|---|
| Hollin | 2004 |
`),
    ).toEqual({
      header: ['Company', 'What they do', 'Places', 'Website', 'Section', 'Page', 'Founded'],
      rows: [
        '11 Ebbmark ¦ Pays | collects & lends ¦ Lund; Porto ¦ https://ebbmark.example/en/ ¦ Payments ¦  ¦ ',
        '12 Grell ¦ Cards ; and terminals ¦  ¦  ¦ Payments ¦ https://board.example/jobs/grell/12 ¦ ',
        '17 Hollin ¦  ¦  ¦  ¦ Boats ¦  ¦ 2004',
      ],
    })
  })

  test('takes the links of a column of sites, and no others', async () => {
    expect(
      await read(`| Name | Website |
|---|---|
| [Ebbmark](https://list.example/) | [Visit](https://ebbmark.example) |
| Grell | grell.example |
`),
    ).toEqual({ header: ['Name', 'Website'], rows: ['3 Ebbmark ¦ https://ebbmark.example', '4 Grell ¦ grell.example'] })
  })

  test('has the entries of its lists; links to other than first pages are no websites', async () => {
    expect(
      await read(`# Who hires

* [How we choose](https://blog.example/2024/how)
* [Ebbmark](https://ebbmark.example) - Payments for boats
1. **[Grell](https://grell.example/careers)**: cards
- [Hollin](https://ats.example/hollin) | Lund, SE | no tests

\`\`\`
- [Nobody](https://nobody.example)
\`\`\`
`),
    ).toEqual({
      header: ['Name', 'Page', 'Section', 'Website', 'Description', 'Part 1', 'Part 2'],
      rows: [
        '3 How we choose ¦ https://blog.example/2024/how ¦ Who hires ¦  ¦  ¦  ¦ ',
        '4 Ebbmark ¦  ¦ Who hires ¦ https://ebbmark.example ¦ Payments for boats ¦  ¦ ',
        '5 Grell ¦  ¦ Who hires ¦ https://grell.example/careers ¦ cards ¦  ¦ ',
        '6 Hollin ¦ https://ats.example/hollin ¦ Who hires ¦  ¦  ¦ Lund, SE ¦ no tests',
      ],
    })
  })

  test('without either says so', async () => {
    await expect(read('# Tarnfold\n\n## About\n\nNothing here.\n')).rejects.toThrow('nor Markdown with a table')
  })

  test.each([
    '# Company,City,Country\nEbbmark,Lund,SE\n',
    '# ;Name;Land\n1;Ebbmark;SE\n',
    '#\tName\tCity\n1\tEbbmark\tLund\n',
  ])('is not every file that begins with a number sign: %j', async (content) => {
    expect((await read(content)).rows).toHaveLength(1)
  })

  test('of hostile lines is read as well', async () => {
    const hostile = [
      '# a',
      '## b',
      `- ${'[a]('.repeat(2_000)}`,
      `|${'`[<![x]('.repeat(1_200)}|`,
      `## ${'[![x]('.repeat(1_500)}`,
    ]
    const told = await read(`${hostile.join('\n')}\n`).catch((error: unknown) => String(error))
    expect(told === 'UnreadableFile: This is no table, nor Markdown with a table or a list of links.').toBe(true)
  })
})
