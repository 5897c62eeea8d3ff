import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mapCompanyColumns } from '../../../src/engine/import/company-mapping.ts'
import { createCompanyReader } from '../../../src/engine/import/company-row.ts'
import { openDataFile } from '../../../src/engine/import/data-file.ts'
import { mapPeopleColumns } from '../../../src/engine/import/people-mapping.ts'
import { readPerson } from '../../../src/engine/import/person-row.ts'
import { countryOfCell } from '../../../src/lib/vocabulary/places/country-code.ts'
import type { FileRow } from '../../../src/engine/import/json-records.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'quarry-foreign-shapes-'))))
afterAll(() => rm(folder, { recursive: true }))

const companyOf = (address: string): string | null => (address.endsWith('@post.example') ? null : 'tarn.example')

/** The facts of each row, or why it cannot be used; nobody's company has addresses at `post.example`. */
async function read(...lines: string[]): Promise<unknown[]> {
  const path = join(folder, 'file')
  await writeFile(path, lines.join('\n'))
  const file = await openDataFile(path)
  const rows: FileRow[] = []
  for await (const batch of file.batches) rows.push(...batch)
  const { mapping, habits } = mapCompanyColumns(file.header, {}, { head: rows.map(({ cells }) => cells) })
  const reader = createCompanyReader(mapping, 2026, habits, companyOf)
  return rows.map(({ cells, problem }) => {
    const row = problem ?? reader(cells)
    return typeof row === 'string' ? row : { domain: row.domain, ...row.facts }
  })
}

describe('a place in one cell', () => {
  test.each([
    ['United States, Ohio, Dayton', { country: 'US', state: 'OH', city: 'Dayton' }],
    ['Germany, Köln', { country: 'DE', city: 'Köln' }],
    ['Europe, Germany, Berlin', { country: 'DE', city: 'Berlin' }],
    ['US, CA, San Francisco', { country: 'US', state: 'CA', city: 'San Francisco' }],
    ['USA - Texas - Austin', { country: 'US', state: 'TX', city: 'Austin' }],
    ['Georgia, Tbilisi', { country: 'GE', city: 'Tbilisi' }],
    ['Georgia, Atlanta', { country: 'US', state: 'GA', city: 'Atlanta' }],
    ['Lebanon, Tennessee', { country: 'US', state: 'TN', city: 'Lebanon' }],
    ['Mexico, MO', { country: 'US', state: 'MO', city: 'Mexico' }],
    ['Georgia, United States', { country: 'US', state: 'GA', city: null }],
    ['Wales, UK', { country: 'GB', state: null, city: null }],
    ['50667 Köln, Germany', { country: 'DE', city: 'Köln' }],
    ['Dublin 2, Ireland', { country: 'IE', city: 'Dublin 2' }],
    ['Hall 3, Stand 12', { country: null, state: null, city: null }],
  ])('may begin with the largest or the smallest: %s', async (location, place) => {
    const [row] = await read('Company\tWebsite\tLocation', `Tarn\ttarn.example\t${location}`)
    expect(row).toMatchObject(place)
  })

  test('is the first of the lines that can be one', async () => {
    const [row, other] = await read(
      'Company,Website,Location',
      'Tarn,tarn.example,"Consulting\nLeeds, United Kingdom"',
      'Osk,osk.example,"Consulting\nSource code"',
    )
    expect(row).toMatchObject({ country: 'GB', city: 'Leeds' })
    expect(other).toMatchObject({ country: null, city: null })
  })

  test.each([
    ['Korea, Republic of', 'KR'],
    ["Korea, Democratic People's Republic of", 'KP'],
    ['Congo, the Democratic Republic of the', 'CD'],
    ['Iran, Islamic Republic of', 'IR'],
    ['Venezuela (Bolivarian Republic of)', 'VE'],
    ['Bahamas, The', 'BS'],
    ['Egypt, Arab Rep.', 'EG'],
    ['United Kingdom (UK)', 'GB'],
    ['DE - Germany', 'DE'],
    ['France (DE)', null],
    ['الإمارات العربية المتحدة', 'AE'],
    ['ישראל', 'IL'],
    ['Ελλάδα', 'GR'],
    ['Hrvatska', 'HR'],
  ])('may be a country by its long name: %s', (name, code) => {
    expect(countryOfCell(name)).toBe(code)
  })
})

describe('a town without a country', () => {
  const towns = 'Bremen Hannover Dortmund Kassel Erfurt Leipzig Mainz Köln Oberkleinen'.split(' ')

  test('is where nearly all towns of the file are', async () => {
    const rows = await read('Firma;Ort', ...[...towns, 'Stockholm'].map((town, at) => `Tarn ${at};${town}`))
    expect(rows.slice(0, -1)).toEqual(towns.map((city) => expect.objectContaining({ country: 'DE', city })))
    expect(rows.at(-1)).toBe('no_country')
  })

  test('is nowhere if another country has most of their names', async () => {
    const english = 'London Birmingham Manchester Bristol Cambridge York Oxford Leeds Durham'.split(' ')
    const rows = await read('Company;City', ...english.map((town, at) => `Tarn ${at};${town}`))
    expect(new Set(rows)).toEqual(new Set(['no_country']))
  })

  test('is in the only country with the part and the town', async () => {
    const rows = await read('Company;Province;City', 'Tarn;Quebec;Quebec City', 'Osk;Bayern;München', 'Vale;Ohio;Köln')
    expect(rows).toEqual([
      expect.objectContaining({ country: 'CA' }),
      expect.objectContaining({ country: 'DE' }),
      'no_country',
    ])
  })
})

describe('a cell', () => {
  test('of phones or addresses holds some, with all their digits', async () => {
    const rows = await read(
      'Company;Phone;Email;Website;PLZ;Employees',
      'Tarn;4.91E+11;n.v.t.;tarn.example;1067.0;14.0',
      'Osk;491701234567.0;Osk <INFO@osk.example>, sales@osk.example;osk.example;;14,0',
      'Vale;see web;bank;vale.example;;',
    )
    expect(rows[0]).toMatchObject({ phones: null, emails: null, postal_code: '1067', employees: 14 })
    expect(rows[1]).toMatchObject({
      phones: ['491701234567'],
      emails: ['info@osk.example', 'sales@osk.example'],
      employees: 14,
    })
    expect(rows[2]).toMatchObject({ phones: null, emails: null })
  })

  test('that repeats in the columns of a row is what the file does not show', async () => {
    const [row, , other] = await read(
      'Website,Company,Country,City,Phone',
      ...['a', 'b'].map((site) => `${site}.example${',Upgrade to see'.repeat(4)}`),
      'c.example,Singapore Tarn,Singapore,Singapore,+65 6000 0000',
    )
    expect(row).toMatchObject({ name: null, country: null, city: null, phones: null })
    expect(other).toMatchObject({ country: 'SG', city: 'Singapore' })
  })

  test('with no site costs a row with a name and a country nothing else', async () => {
    const rows = await read(
      'Company,Website,Country',
      'Tarn,coming soon,UK',
      'Osk,/profile/9,Germany',
      'Vale,see below,',
      ',soon,UK',
    )
    expect(rows).toEqual([
      expect.objectContaining({ domain: null, name: 'Tarn', country: 'GB' }),
      expect.objectContaining({ domain: null, name: 'Osk', country: 'DE' }),
      'bad_website',
      'bad_website',
    ])
  })

  test('with an address names the site of its company, and none if anybody may have it', async () => {
    const rows = await read(
      'Company,Website,Country,Email',
      'Tarn,ada@tarn.example,UK,',
      'Osk,osk@post.example,UK,',
      'Tarn Fencing,,,office@tarn.example',
      'Vale Brewery,,,office@tarn.example',
    )
    expect(rows).toEqual([
      expect.objectContaining({ domain: 'tarn.example' }),
      expect.objectContaining({ domain: null }),
      expect.objectContaining({ domain: 'tarn.example' }),
      'no_country',
    ])
  })

  test('with a numbered profile keeps its number', async () => {
    const [row] = await read('website,facebook', 'tarn.example,https://www.facebook.com/profile.php?id=100063511')
    expect(row).toMatchObject({ facebook: '100063511' })
  })
})

test('a name beside a company in a list of people is that of a person', async () => {
  const rows = await read(
    'Name,Company,Email,Website,Country',
    'Ada Poe,Tarn Fencing,ada@tarn.example,tarn.example,UK',
    'Cy Lund,Vale,cy@vale.example,vale.example,UK',
    'Ben Rae,,ben@osk.example,osk.example,UK',
  )
  expect(rows).toMatchObject([{ name: 'Tarn Fencing' }, { name: 'Vale' }, { name: null }])
  const places = await read('Name,Company,Email,Website', 'Tarn,,info@tarn.example,tarn.example')
  expect(places).toMatchObject([{ name: 'Tarn' }])
})

test('pages of one site are entries of a list also where no column has names', async () => {
  const rows = await read('Title,URL', ...[1, 2, 3, 4, 5, 6].map((at) => `Deal ${at},https://news.example/deals/${at}`))
  expect(new Set(rows)).toEqual(new Set(['no_name']))
})

test('the sum of a table is no company', async () => {
  const rows = await read('Company,Country,Employees', 'Tarn,United Kingdom,14', 'Grand Total,United Kingdom,14')
  expect(rows).toEqual([expect.objectContaining({ name: 'Tarn' }), 'no_name'])
})

describe('a number of a register', () => {
  test('tells the country of its row', async () => {
    const rows = await read(
      'CNPJ;Razão social;Município',
      '12.345.678/0001-95;Tarn Cercas Ltda;Curitiba',
      'pendente;Osk Cercas Ltda;Curitiba',
    )
    expect(rows).toEqual([expect.objectContaining({ country: 'BR', city: 'Curitiba' }), 'no_country'])
    expect(await read('Company,EIN,City', 'Tarn,12-3456789,Dayton')).toMatchObject([{ country: 'US' }])
    expect(await read('שם חברה,מספר חברה', 'טארן גדרות,512345678')).toMatchObject([{ country: 'IL' }])
  })

  test('counts for less than the country of the row', async () => {
    expect(await read('Company,SIREN,Country', 'Tarn,123456789,Belgium')).toMatchObject([{ country: 'BE' }])
  })
})

describe('columns', () => {
  const fieldOf = (name: string): string | undefined => [...mapCompanyColumns([name]).mapping.keys()][0]

  test.each(['Supplier Code', 'Account code', 'Organisation Code', 'company_code', 'Company ISO', 'Phone code'])(
    'of codes are no names: %s',
    (name) => expect(fieldOf(name)).toBeUndefined(),
  )

  test.each([
    ['land_iso2', 'country'],
    ['State name', 'state'],
    ['Address 1: City', 'city'],
    ['Physical Address Country Code', 'country'],
    ['forretningsadresse.poststed', 'city'],
    ['שם חברה', 'name'],
    ['اسم الشركة', 'name'],
    ['Įmonės pavadinimas', 'name'],
    ['Αριθμός εργαζομένων', 'employees'],
    ['Denumire firmă', 'name'],
    ['홈페이지', 'website'],
    ['Број', undefined],
  ])('are named in other scripts and programs: %s', (name, field) => expect(fieldOf(name)).toBe(field))
})

test.each([
  ['3966 WEST GRAND AVENUE&nbsp;CHICAGO&nbsp;IL&nbsp;60651', { state: 'IL', city: 'CHICAGO' }],
  ['12 Mill Rd, Unit 4 Dayton OH 45402-1234', { state: 'OH', city: 'Dayton' }],
  ['5 Dock Rd La Grange Park IL 60526', { state: 'IL', city: 'La Grange Park' }],
])('an American address needs no commas: %s', async (address, place) => {
  expect(await read('Company\tAddress', `Tarn\t${address}`)).toMatchObject([{ country: 'US', ...place }])
  expect(await read('Company\tAddress', 'Tarn\tMühlweg 12 Berlin DE 10115')).toEqual(['no_country'])
})

test('a line of records that has lost its brace is told, and costs only itself', async () => {
  const rows = await read(
    '{"name":"Tarn","website":"tarn.example"}',
    '"name":"Lost","website":"lost.example"}',
    '{"name":"Osk","website":"osk.example"}',
    '{"name":"Half","website":"half.example"',
    '{"name":"Vale","website":"vale.example"}',
  )
  expect(rows.map((row) => (typeof row === 'string' ? row : (row as { domain: string }).domain))).toEqual([
    'tarn.example',
    'bad_json',
    'osk.example',
    'bad_json',
    'vale.example',
  ])
})

test('a table in Markdown may link its sites', async () => {
  const rows = await read(
    '| Company | Website | Country |',
    '|---------|:-------:|--------:|',
    '| Tarn | [tarn.example](https://www.tarn.example/en) | UK |',
  )
  expect(rows.at(-1)).toMatchObject({ domain: 'tarn.example', name: 'Tarn', country: 'GB' })
})

test('an address book in LDIF has an entry in each row', async () => {
  const path = join(folder, 'book.ldif')
  const lines = [
    'version: 1',
    'dn: cn=Ada Poe,mail=ada@tarn.example',
    'objectclass: person',
    'givenName: Ada',
    'sn: Poe',
    'mail: ada@tarn.example',
    'o: Tarn',
    'title: Head of',
    '  Sales',
    '',
    'dn: cn=Ben Rae',
    `givenName:: ${Buffer.from('Bén').toString('base64')}`,
    'sn: Rae',
    'mail: ben@osk.example',
  ]
  await writeFile(path, lines.join('\r\n'))
  const file = await openDataFile(path)
  const { mapping } = mapPeopleColumns(file.header)
  const people: unknown[] = []
  for await (const batch of file.batches) people.push(...batch.map(({ cells }) => readPerson(mapping, cells)))
  expect(people).toMatchObject([
    { email: 'ada@tarn.example', company: 'Tarn', person: { lastName: 'Poe', position: 'Head of Sales' } },
    { email: 'ben@osk.example', person: { firstName: 'Bén', lastName: 'Rae' } },
  ])
})
