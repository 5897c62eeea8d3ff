import { gzipSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient } from '../../support/doors/api-client.ts'
import { madeWorkbook, textRows } from '../../support/records/made-workbook.ts'
import { WORKBOOK_TYPE } from '../../../src/lib/input/upload.ts'

/** Lead files as people and programs make them that had no database in mind. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

interface Import {
  id: number
  status: string
  columns: { column: string; field: string }[]
  left_out?: string[]
  total: number
  failed: number
}
type Lead = Record<string, unknown>

/** What an account of its own has after an import. */
async function imported(file: string | Uint8Array, type = 'text/csv') {
  const { key } = await createAccount(app.context, 'free')
  const at = apiClient(app, key)
  const response = await fetch(`${app.origin}/v2/leads/imports`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': type },
    body: typeof file === 'string' ? file : new Uint8Array(file),
  })
  const { data, errors: refused } = (await response.json()) as { data?: Import; errors?: unknown }
  if (data === undefined) throw new Error(`refused: ${JSON.stringify(refused)}`)
  let found = data
  while (['uploading', 'queued', 'running'].includes(found.status)) {
    await sleep(20)
    found = (await at.send('GET', `/leads/imports/${data.id}`)).body.data as unknown as Import
  }
  const { errors } = (await at.send('GET', `/leads/imports/${data.id}/errors`)).body.data as { errors: unknown[] }
  const { leads } = (await at.send('GET', '/leads?limit=1000')).body.data as { leads: Lead[] }
  const told = leads
    .map((lead) => [lead['email'], lead['first_name'], lead['last_name'], lead['company'], lead['position']].join(' '))
    .toSorted()
  return { found, errors, leads: told }
}

const ADA = 'ada.poe@tarn.example Ada Poe Tarn'
const BEN = 'ben.rae@tarn.example Ben Rae Tarn'

describe('several people in a row', () => {
  test.each([
    [
      'numbered',
      'Company,Contact 1,Email 1,Contact 2,Email 2\nTarn,Ada Poe,ada.poe@tarn.example,Ben Rae,ben.rae@tarn.example\n',
    ],
    [
      'repeated',
      'Firma;Ansprechpartner;E-Mail;Ansprechpartner;E-Mail\nTarn;Ada Poe;ada.poe@tarn.example;Ben Rae;ben.rae@tarn.example\n',
    ],
    [
      'with names in two columns',
      'Company,First Name,Last Name,Email,First Name 2,Last Name 2,Email 2\nTarn,Ada,Poe,ada.poe@tarn.example,Ben,Rae,ben.rae@tarn.example\n',
    ],
    [
      'the first of them missing',
      'Company,Name,Mail,Name 2,Mail 2\nTarn,,,Ada Poe,ada.poe@tarn.example\nTarn,Ben Rae,ben.rae@tarn.example,,\n',
    ],
    ['in one cell', 'Company,Contacts,Emails\nTarn,Ada Poe / Ben Rae,ada.poe@tarn.example; ben.rae@tarn.example\n'],
  ])('are all read: %s', async (_, csv) => {
    const { found, leads } = await imported(csv)
    expect([found.failed, found.total, leads]).toEqual([0, 2, [`${ADA} `, `${BEN} `]])
  })

  test.each(['"Poe, Ada"', 'Ada Poe y Luna'])('are one person with two addresses: %s', async (name) => {
    const csv = `Company,Full name,Emails\nTarn,${name},ada.poe@tarn.example; ada@tarn.example\n`
    const { found, leads } = await imported(csv)
    expect([found.total, leads]).toEqual([1, [expect.stringContaining('ada.poe@tarn.example Ada Poe')]])
  })

  test('are told one by one where something is wrong, and share a line', async () => {
    const csv =
      'Company,Contact 1,Email 1,Contact 2,Email 2\nTarn,Ada Poe,ada.poe@tarn.example,Ben Rae,\nTarn,No One,,Ada Poe,ada.poe@tarn.example\n'
    const { errors, leads } = await imported(csv)
    expect(leads).toEqual([`${ADA} `])
    expect(errors).toEqual([
      { line: 2, column: 'Email 2', reason: 'The email address is missing.' },
      { line: 3, column: 'Email 1', reason: 'The email address is missing.' },
      { line: 3, column: 'Email 1', reason: 'The address is already in line 2.' },
    ])
  })

  test('are one person where only the address is repeated', async () => {
    const csv = 'Name,Company,Email,Email 2\nAda Poe,Tarn,ada.poe@tarn.example,ada@home.example\n'
    const { found, leads } = await imported(csv)
    expect([leads, found.left_out]).toEqual([[`${ADA} `], ['Email 2']])
  })
})

describe('names', () => {
  test('that nothing says to be of a person count where the address is made of them', async () => {
    const csv =
      'Name,Email\n"Dr. Ada Poe",ada.poe@tarn.example\nTarn Works,office@tarn.example\nTarn Mill,tarn@tarn.example\nBen Rae (Buyer),b.rae@tarn.example\n'
    expect((await imported(csv)).leads).toEqual([
      'ada.poe@tarn.example Ada Poe  ',
      'b.rae@tarn.example Ben Rae  Buyer',
      'office@tarn.example    ',
      'tarn@tarn.example    ',
    ])
  })

  test('are named with their group of columns', async () => {
    const csv = 'Person,,Firm,,Contact\nFirst,Last,Name,City,Email\nAda,Poe,Tarn,Cork,ada.poe@tarn.example\n'
    expect((await imported(csv)).leads).toEqual([`${ADA} `])
  })

  test('of a list of nothing but addresses are beside them', async () => {
    const lists = [
      'Ada Poe <ada.poe@tarn.example>; "Rae, Ben" <ben.rae@tarn.example>',
      'Ada Poe <ada.poe@tarn.example>\nben.rae@tarn.example\n',
    ]
    const [row, lines] = [await imported(lists[0] ?? ''), await imported(lists[1] ?? '')]
    expect(row.leads).toEqual(['ada.poe@tarn.example Ada Poe  ', 'ben.rae@tarn.example Ben Rae  '])
    expect(lines.leads).toEqual(['ada.poe@tarn.example Ada Poe  ', 'ben.rae@tarn.example    '])
  })
})

test('columns that fill no field are told', async () => {
  const { found } = await imported('Email,Shoe size,,Name,Name\nada@tarn.example,41,x,a,b\n')
  expect([found.columns, found.left_out]).toEqual([
    [{ column: 'Email', field: 'email' }],
    ['Shoe size', 'Name', 'Name (2)'],
  ])
})

describe('tables that are called workbooks', () => {
  const cells = (tag: string, texts: string[]): string => texts.map((text) => `<${tag}>${text}</${tag}>`).join('')
  const page = `<html><head><title>Leads</title><style>td{x}</style></head><body><table border=1><tr><td colspan=3>Export</td></tr>
    <tr>${cells('th', ['Company', 'Name', 'E-mail'])}</tr>
    <tr><td rowspan="2">Tarn &amp; Sons<td>Ada<br>Poe</td><td><a href="mailto:x">ada.poe@tarn.example</a></td></tr>
    <tr>${cells('td', ['Ben Rae', 'ben.rae@tarn.example'])}</tr></table></body></html>`
  const sheet = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><ss:Worksheet ss:Name="L"><ss:Table>
    <ss:Row>${['Company', 'Name', 'E-mail'].map((text) => `<ss:Cell><ss:Data ss:Type="String">${text}</ss:Data></ss:Cell>`).join('')}</ss:Row>
    <ss:Row><ss:Cell ss:MergeDown="1"><ss:Data>Tarn &amp; Sons</ss:Data></ss:Cell><ss:Cell><ss:Data>Ada Poe</ss:Data></ss:Cell><ss:Cell><ss:Data>ada.poe@tarn.example</ss:Data><ss:Comment>old</ss:Comment></ss:Cell></ss:Row>
    <ss:Row><ss:Cell ss:Index="2"><ss:Data>Ben Rae</ss:Data></ss:Cell><ss:Cell><ss:Data>ben.rae@tarn.example</ss:Data></ss:Cell></ss:Row>
    </ss:Table></ss:Worksheet></ss:Workbook>`
  const both = ['ada.poe@tarn.example Ada Poe Tarn & Sons ', 'ben.rae@tarn.example Ben Rae Tarn & Sons ']

  test.each<[string, Uint8Array, string[]]>([
    ['a page', Buffer.from(page), both],
    ['a page in UTF-16', Buffer.from(`\uFEFF${page}`, 'utf16le'), both],
    ['an XML spreadsheet', Buffer.from(sheet), both],
    ['lines', Buffer.from('Company\tName\tE-mail\nTarn & Sons\tAda Poe\tada.poe@tarn.example\n'), both.slice(0, 1)],
  ])('are read: %s', async (_, file, leads) => {
    expect((await imported(file, 'application/vnd.ms-excel')).leads).toEqual(leads)
  })

  test('a page of elements within elements is refused at once', async () => {
    await expect(imported(`<table>${'<b>'.repeat(400_000)}`, 'text/html')).rejects.toThrow('more than 2000 deep')
  })

  test('a page without a table is refused', async () => {
    await expect(imported('<!doctype html><p>ada@tarn.example</p>', 'text/html')).rejects.toThrow(
      'The file is not text.',
    )
  })
})

test('an address book is read card by card, whatever its version', async () => {
  const cards = [
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Poe;Ada;;Dr.;\r\nFN:Dr. Ada Poe\r\nORG:Tarn;Sales\r\nTITLE:Buyer\\, East\r\nitem1.EMAIL;type=INTERNET:ada@home.example\r\nEMAIL;type=INTERNET;type=pref:ada.poe@ta\r\n rn.example\r\nEND:VCARD\r\n',
    'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BC=\nller;J=C3=B6rg\nORG:Tarn\nEMAIL;WORK:j@tarn.example\nEND:VCARD\n',
    'BEGIN:VCARD\nFN:No Address\nEND:VCARD\n',
  ]
  const { leads, errors } = await imported(cards.join(''), 'text/vcard')
  expect(leads).toEqual(['ada.poe@tarn.example Ada Poe Tarn Buyer, East', 'j@tarn.example Jörg Müller Tarn '])
  expect(errors).toEqual([{ line: 20, column: 'Email', reason: 'The email address is missing.' }])
})

test('a cell over several rows is in each of them', async () => {
  const rows = [
    ['Company', 'Name', 'Email'],
    ['Tarn', 'Ada Poe', 'ada.poe@tarn.example'],
    ['', 'Ben Rae', 'ben.rae@tarn.example'],
    ['', 'Cy Ash', 'cy.ash@fen.example'],
  ]
  const book = await madeWorkbook([
    { name: 'L', rows: textRows(rows), after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>' },
  ])
  expect((await imported(book, WORKBOOK_TYPE)).leads).toEqual([`${ADA} `, `${BEN} `, 'cy.ash@fen.example Cy Ash  '])
})

test('sheets with the same columns are read one after the other', async () => {
  const sheet = (name: string, ...rows: string[][]) => ({ name, rows: textRows([['Name', 'Email'], ...rows]) })
  const book = await madeWorkbook([
    sheet('North', ['Ada Poe', 'ada.poe@tarn.example']),
    { name: 'Notes', rows: textRows([['Nothing']]) },
    sheet('South', ['Ben Rae', 'ben.rae@tarn.example'], ['Cy', 'nobody']),
  ])
  const { leads, errors } = await imported(book, WORKBOOK_TYPE)
  expect(leads).toEqual(['ada.poe@tarn.example Ada Poe  ', 'ben.rae@tarn.example Ben Rae  '])
  expect(errors).toMatchObject([{ line: 4, column: 'Email' }])
})

describe('lists of records', () => {
  const PEOPLE = [
    { name: 'Ada Poe', email: 'ada.poe@tarn.example', company: 'Tarn' },
    { name: 'Ben Rae', email: 'ben.rae@tarn.example', company: 'Tarn' },
  ]
  const lines = `${PEOPLE.map((person) => JSON.stringify(person)).join('\n')}\n`
  test.each([
    ['JSON lines', 'application/x-ndjson', lines],
    ['JSON lines behind a byte order mark', 'application/jsonl', `\uFEFF${lines}`],
    ['an array', 'application/octet-stream', JSON.stringify(PEOPLE, null, 2)],
    ['inside a document', 'application/octet-stream', JSON.stringify({ page: 1, people: PEOPLE })],
    ['packed JSON lines', 'application/gzip', gzipSync(lines)],
    [
      'YAML',
      'application/yaml',
      '- name: Ada Poe\n  email: ada.poe@tarn.example\n  company: Tarn\n- name: Ben Rae\n  email: ben.rae@tarn.example\n  company: Tarn\n',
    ],
    [
      'Markdown',
      'text/markdown',
      '| Name | Email | Company |\n| --- | --- | --- |\n| Ada Poe | ada.poe@tarn.example | Tarn |\n| Ben Rae | ben.rae@tarn.example | Tarn |\n',
    ],
  ])('are read: %s', async (_, type, file) => {
    const { found, leads } = await imported(file, type)
    expect([found.failed, leads]).toEqual([0, [`${ADA} `, `${BEN} `]])
  })

  test('are told by line, as below a header', async () => {
    const list = `[\n  {"email": "ada.poe@tarn.example"},\n  {"email": "nobody"},\n\n  {"email": "ben.rae@tarn.example"},\n  {"email": "", "name": "Cy Ash"}\n]`
    const { errors } = await imported(list, 'application/octet-stream')
    expect(errors).toEqual([
      expect.objectContaining({ line: 3, column: 'email' }),
      { line: 6, column: 'email', reason: 'The email address is missing.' },
    ])
  })

  test('are refused with the line that is no record', async () => {
    await expect(imported(`${lines}{"name": "Cy\n`, 'application/x-ndjson')).rejects.toThrow(
      'Line 3 is no record in JSON, or a very long one: mend it, or save the list as CSV.',
    )
  })

  test('come back as they were exported', async () => {
    const { key } = await createAccount(app.context, 'free')
    const at = apiClient(app, key)
    await at.send('POST', '/leads_custom_attributes', { label: 'Room' })
    const lead = { email: 'ada.poe@tarn.example', first_name: 'Ada', position: 'Buyer, "north"', notes: 'one\ntwo' }
    const made = await at.send('POST', '/leads', { ...lead, custom_attributes: { room: '0012' } })
    expect(made.status).toBe(201)
    const started = await at.send('POST', '/leads/exports', { format: 'jsonl' })
    const { id } = started.body.data as { id: number }
    const headers = { 'x-api-key': key }
    const file = await (await fetch(`${app.origin}/v2/leads/exports/${id}/file`, { headers })).text()
    const { leads, found } = await imported(file, 'application/x-ndjson')
    expect([found.failed, leads]).toEqual([0, ['ada.poe@tarn.example Ada   Buyer, "north"']])
  })
})
