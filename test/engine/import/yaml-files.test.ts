import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataFile } from '../../../src/engine/import/data-file.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'quarry-yaml-'))))
afterAll(() => rm(folder, { recursive: true }))

async function read(content: string): Promise<Record<string, string>[]> {
  const path = join(folder, 'list.yml')
  await writeFile(path, content)
  const { header, batches } = await openDataFile(path)
  const rows: Record<string, string>[] = []
  for await (const batch of batches)
    for (const { line, cells, problem } of batch) {
      const told = header.map((name, at): [string, string] => [name, cells[at] ?? '']).filter(([, cell]) => cell !== '')
      rows.push({ line: String(line), ...(problem !== null && { problem }), ...Object.fromEntries(told) })
    }
  return rows
}

describe('people in YAML', () => {
  test('may have keys of their own', async () => {
    expect(
      await read(`# Chair

apoe:
    display_name: "Ada Poe"
    email: ada [at] ebbmark [dot] example

# Others, by age
bek:
    display_name: Bo Ek
    role: 'Buyer, travels'
`),
    ).toEqual([
      { line: '3', $key: 'apoe', display_name: 'Ada Poe', email: 'ada [at] ebbmark [dot] example' },
      { line: '8', $key: 'bek', display_name: 'Bo Ek', role: 'Buyer, travels' },
    ])
    expect(await read('people:\n  apoe:\n    name: Ada Poe\n    role: Chair\n  bek:\n    name: Bo Ek\n')).toMatchObject(
      [
        { $key: 'apoe', name: 'Ada Poe' },
        { $key: 'bek', name: 'Bo Ek' },
      ],
    )
  })

  test('are read whatever is above their list', async () => {
    const above = `defaults: \n  site: &site one\n  other: *site\nlong:\n${'  text: more of it\n'.repeat(2_000)}`
    expect(await read(`${above}people:\n  - name: Ada Poe\n    role: Chair\n`)).toMatchObject([{ name: 'Ada Poe' }])
  })

  test('may stand below their dashes', async () => {
    expect(await read('-\n  name: Ada Poe\n  role: Chair\n-\n  name: Bo Ek\n')).toMatchObject([
      { name: 'Ada Poe', role: 'Chair' },
      { name: 'Bo Ek' },
    ])
  })

  test('may be in groups', async () => {
    const groups = [
      { title: 'Board', members: [{ name: 'Ada Poe', title: 'Chair' }, { name: 'Bo Ek' }] },
      { title: 'Friends', members: [{ name: 'Cy Orr' }] },
    ]
    const people = [
      { '$group.title': 'Board', name: 'Ada Poe', title: 'Chair' },
      { '$group.title': 'Board', name: 'Bo Ek' },
      { '$group.title': 'Friends', name: 'Cy Orr' },
    ]
    expect(await read(stringify(groups))).toMatchObject(people)
    expect(await read(JSON.stringify(groups))).toMatchObject(people)
    expect(await read(JSON.stringify({ team: groups }))).toMatchObject(people)
    // Those of companies stay with them.
    const company = [{ name: 'Tarn', country: 'SE', team: [{ name: 'Ada Poe' }] }]
    expect(await read(JSON.stringify(company))).toMatchObject([{ name: 'Tarn', 'team[].name': 'Ada Poe' }])
  })
})

describe('a list in YAML', () => {
  test('has a record in each row, whatever is in them', async () => {
    expect(
      await read(`# Members
---
- name: "Ada \\"Ad\\" Poe"   # chair
  email: ada@ebbmark.example
  title: 'Head of sales, it''s new'
  links:
    site: https://ebbmark.example
    other: ~
  tags: [boats, "sea salt"]
  offices:
    - Lund
    - Visby
  talks:
    - title: On boats
      email: nobody@grell.example
  bio: >
    Builds boats.
    And: sells them.

-   name: Bo Ek
    email: bo@grell.example
    photo: &bo /bo.png
`),
    ).toEqual([
      {
        line: '3',
        name: 'Ada "Ad" Poe',
        email: 'ada@ebbmark.example',
        title: "Head of sales, it's new",
        'links.site': 'https://ebbmark.example',
        tags: 'boats;sea salt',
        offices: 'Lund;Visby',
        'talks[].title': 'On boats',
        'talks[].email': 'nobody@grell.example',
        bio: 'Builds boats. And: sells them.',
      },
      { line: '20', name: 'Bo Ek', email: 'bo@grell.example', photo: '/bo.png' },
    ])
  })

  test('may be below keys', async () => {
    expect(
      await read(`speakers:
  - name: Ada Poe
    company: Ebbmark
sponsors:
  - name: Grell
    url: https://grell.example/?a=1#b
`),
    ).toEqual([
      { line: '2', $key: 'speakers', name: 'Ada Poe', company: 'Ebbmark' },
      { line: '5', $key: 'sponsors', name: 'Grell', url: 'https://grell.example/?a=1#b' },
    ])
  })

  test('keeps what looks like a number as it is written, and leaves out what is none', async () => {
    expect(await read('- name: Ebbmark\n  zip: 01067\n  phone: ~\n- name: Grell\n  zip: null\n')).toEqual([
      { line: '2', name: 'Ebbmark', zip: '01067' },
      { line: '4', name: 'Grell' },
    ])
  })

  test.each([
    ['- name: &a Ebbmark\n  site: x\n- name: Grell\n  site: *a\n', 'line 3 is no YAML that stands alone'],
    ['- name: Ebbmark\n  site: "x\n- name: Grell\n  site: y\n', 'line 1 is no YAML that stands alone'],
    [`- name: Ebbmark\n  note: ${'a '.repeat(12_000)}\n- name: Grell\n`, 'line 1 is too long'],
  ])('is refused with the line of a record that cannot be read', async (content, message) => {
    await expect(read(content)).rejects.toThrow(message)
  })

  test('has names for nothing but itself', async () => {
    expect(await read('- __proto__: a\n  constructor: b\n- __proto__: c\n')).toMatchObject([
      { line: '2' },
      { line: '3' },
    ])
  })
})

test.each(['Name: City\nEbbmark: Lund\n', '- Ebbmark, Lund\n- Grell, Visby\n', 'companies\n- Ebbmark\n'])(
  'other text is none: %j',
  async (content) => {
    expect((await read(content)).length).toBeGreaterThan(0)
  },
)

test('a beginning of remarks and blank lines is read at once', async () => {
  expect((await read(`# a${'\n'.repeat(1_000)}b,c\n1,2\n`)).length).toBeLessThan(3)
})

test('XML with records instead of a table is refused for what it is', async () => {
  const records = '<?xml version="1.0"?>\n<companies><company><name>Ebbmark</name></company></companies>\n'
  await expect(read(records)).rejects.toThrow('This XML has no table: save it as .xlsx, CSV or JSON.')
  await expect(read('<?xml version="1.0"?>\n<!DOCTYPE html><html><p>Ebbmark</p></html>\n')).rejects.toThrow('not text')
})
