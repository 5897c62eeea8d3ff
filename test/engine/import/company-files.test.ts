import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mapCompanyColumns } from '../../../src/engine/import/company-mapping.ts'
import { createCompanyReader } from '../../../src/engine/import/company-row.ts'
import { openDataFile } from '../../../src/engine/import/data-file.ts'
import type { FileRow } from '../../../src/engine/import/json-records.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'quarry-company-files-'))))
afterAll(() => rm(folder, { recursive: true }))

/** The facts of each row, or the line of a row that cannot be used and why. */
async function read(content: string): Promise<(object | string)[]> {
  const path = join(folder, 'companies')
  await writeFile(path, content)
  const file = await openDataFile(path)
  const rows: FileRow[] = []
  for await (const batch of file.batches) rows.push(...batch)
  const { mapping, habits } = mapCompanyColumns(file.header, {}, { head: rows.map(({ cells }) => cells) })
  const reader = createCompanyReader(mapping, 2026, habits)
  return rows.map(({ line, cells, problem }) => {
    const row = problem ?? reader(cells)
    return typeof row === 'string' ? `${line} ${row}` : { domain: row.domain, ...row.facts }
  })
}
const fact = async (header: string, cell: string, name: string): Promise<unknown> => {
  const [row] = await read(`domain\t${header}\nebbmark.example\t${cell}`)
  return (row as Record<string, unknown>)[name]
}

describe('names of columns', () => {
  const mapped = (...header: string[]) => Object.fromEntries(mapCompanyColumns(header).mapping)

  test('are not longer than 200 characters: reading one of 60,000 would take half a minute', () => {
    const gap = (length: number): string => `Anzahl${' '.repeat(length)}Mitarbeiter (2023)`
    expect(mapped('name', gap(100))).toMatchObject({ employees: [1] })
    expect(mapped('name', gap(60_000))).toEqual({ name: [0] })
    expect(mapped('name', `Raised${' '.repeat(60_000)}$`)).toEqual({ name: [0], raised: [1] })
  })

  test.each([
    ['# of employees', 'employees'],
    ['No. Employees', 'employees'],
    ['Revenue (USD)', 'annual_revenue'],
    ['Company City', 'city'],
    ['HQ Street', 'street_address'],
    ['Zip/Postal Code', 'postal_code'],
    ['ZIP / City', 'city'],
    ['Country/Region', 'country'],
    ['address.city', 'city'],
    ['location.country.code', 'country'],
    ['RegAddress.PostTown', 'city'],
    ['Year Started', 'founded'],
    ['Company HQ Phone', 'phone'],
    ['Country ISO Code', 'country'],
    ['City of HQ', 'city'],
    ['LinkedIn Company Profile URL', 'linkedin'],
    ['Annee de creation', 'founded'],
    ['C.P.', 'postal_code'],
    ['HQ Country/Territory/Region', 'country'],
    ['Organization - ZIP/Postal code of Address', 'postal_code'],
    ['Organization - City/town/village/locality of Address', 'city'],
    ['N.º de trabalhadores', 'employees'],
    ['Bill city', 'city'],
    ['Land/Region', 'country'],
    ['libelleCommuneEtablissement', 'city'],
    ['Çalışan Sayısı', 'employees'],
    ['Perustamisvuosi', 'founded'],
    ['Počet zaměstnanců', 'employees'],
    ['Irányítószám', 'postal_code'],
    ['公司名称', 'name'],
    ['従業員数', 'employees'],
    ['Город', 'city'],
    ['Country HQ', 'country'],
    ['name_en', 'name'],
    ['profile.description_en', 'description'],
    ['Sub Industry', 'industry'],
    ['GICS industry group', 'industry'],
    ['est. Date', 'founded'],
    ['jurisdiction_code', 'country'],
    ['funding_musd', 'raised'],
    ['Total funding (in US$ millions)', 'raised'],
  ])('%s is %s', (name, field) => expect(mapped('domain', name)).toEqual({ website: [0], [field]: [1] }))

  test.each([
    'Account Stage',
    'Account Owner',
    'Revenue (EUR)',
    'Revenue (in thousands)',
    'ceo.name',
    'parent.city',
    'investors[].name',
    'Number of offices',
    'Company Number',
    'company_no',
    'Raised (€M)',
    'raised_millions',
    'Date',
    'Amount',
  ])('%s is nothing of the company', (name) => expect(mapCompanyColumns(['domain', name]).unused).toEqual([name]))

  test('the last of several years counts, and the street before the whole address', () => {
    expect(mapped('Employees 2021', 'Employees 2023', 'Company Address', 'Company Street')).toEqual({
      employees: [1, 0],
      street_address: [3, 2],
    })
  })
})

describe('the header', () => {
  test('is the row below a title, and lines keep their numbers', async () => {
    const rows = await read('Suppliers, north\n\nCompany;Website;Land\nEbbmark;ebbmark.example;PT\nQuill;NO\n')
    expect(rows).toEqual([expect.objectContaining({ domain: 'ebbmark.example', country: 'PT' }), '5 cell_count'])
  })

  test('may have names of columns that say more than the lists do', async () => {
    const rows = await read(
      'Created for: Ada\n\nCompanies,HQ City,Sector (primary),Company Website\nEbbmark,Porto,Boats,ebbmark.example\n',
    )
    expect(rows).toMatchObject([{ domain: 'ebbmark.example', name: 'Ebbmark', city: 'Porto' }])
  })

  test('is the first row if no other names more columns', async () => {
    expect(await read('domain,name,city\nname.example,City,Name\n')).toEqual([
      expect.objectContaining({ domain: 'name.example', name: 'City', city: 'Name' }),
    ])
  })

  test('may follow a title that is narrower than a quoted cell over two lines', async () => {
    const [row] = await read('Report\nname,website,description\nEbbmark,ebbmark.example,"Boats.\nSince 1901."\n')
    expect(row).toMatchObject({ domain: 'ebbmark.example', description: 'Boats. Since 1901.' })
  })
})

describe('the place', () => {
  test.each([
    ['12 High St, Austin, TX 78701, USA', { city: 'Austin', state: 'TX', country: 'US' }],
    ['1 Bay St, Portland, Oregon, United States, 97201', { city: 'Portland', state: 'OR', country: 'US' }],
    ['1 Mill Lane, York YO1 7HH, United Kingdom', { city: 'York', state: null, country: 'GB' }],
    ['Hauptstr. 5, D-10115 Berlin, Germany', { city: 'Berlin', state: null, country: 'DE' }],
    ['Hauptstr. 5, 10115 Berlin', { city: null, state: null, country: null }],
    ['Hauptstr. 5, 10115 Nowhereham, Germany', { city: null, state: null, country: null }],
  ])('of %s is read from the address', async (address, place) => {
    const [row] = await read(`domain\taddress\nebbmark.example\t${address}`)
    expect(row).toMatchObject({ ...place, street_address: address })
  })

  test('of another column counts more than the address', async () => {
    const [row] = await read('domain\taddress\tcity\nebbmark.example\t1 Bay St, Boston, MA 02108\tPorto')
    expect(row).toMatchObject({ city: 'Porto' })
  })

  test('is a town without its postal code', async () =>
    expect(await fact('ZIP / City', '20121 Milano', 'city')).toBe('Milano'))

  test('may be followed by its continent', async () => {
    const [row] = await read('domain\theadquarters location\nebbmark.example\tBerlin, Berlin, Germany, Europe')
    expect(row).toMatchObject({ city: 'Berlin', state: 'Berlin', country: 'DE' })
  })

  test('is read from the column that tells the country', async () => {
    const [row] = await read('domain\tlocation\theadquarter\nebbmark.example\tLyon, Auvergne\tLyon, France')
    expect(row).toMatchObject({ city: 'Lyon', country: 'FR' })
  })

  test.each([
    ['中国', 'CN'],
    ['日本', 'JP'],
    ['Россия', 'RU'],
    ['Danmark', 'DK'],
  ])('in %s is in %s', async (name, code) => expect(await fact('country', name, 'country')).toBe(code))
})

test.each([
  ['FOOD_BEVERAGES', { industry: 'Food and Beverage Services', tags: null }],
  ['Food and Beverage, SaaS', { industry: 'Food and Beverage Manufacturing', tags: ['saas'] }],
  ['Oil, Gas, and Mining', { industry: 'Oil, Gas, and Mining', tags: null }],
])('the industries %s are one and tags', async (cell, expected) =>
  expect(await read(`domain\tindustries\nebbmark.example\t${cell}`)).toMatchObject([expected]),
)

test('tags may be a list as programs write one', async () =>
  expect(await fact('tags', '["SaaS","Fintech"]', 'tags')).toEqual(['SaaS', 'Fintech']))

test('of two sums the one in dollars counts, and none in millions is taken for dollars', async () => {
  const money = 'domain\tTotal Funding Amount\tTotal Funding Amount (in USD)\nebbmark.example\t'
  expect(await read(`${money}5000000\t5500000`)).toMatchObject([{ raised: 5_500_000 }])
  expect(await fact('Total Raised', '12.50', 'raised')).toBeNull()
})

test('of sums in millions of dollars one is a million, and of the same in several languages English counts', async () => {
  expect(await read('domain;funding_musd;name_zh;name_en\nebbmark.example;12.5;埃布;Ebbmark\n')).toMatchObject([
    { raised: 12_500_000, name: 'Ebbmark' },
  ])
  expect(await fact('Total raised ($K)', '$2M', 'raised')).toBe(2_000_000)
})

test.each([
  ['07/04/2024', '16/07/2024', '2024-04-07', '2024-07-16'],
  ['07/04/2024', '07/16/2024', '2024-07-04', '2024-07-16'],
  ['07/04/2024', '05/06/2024', null, null],
  ['Jan 2024', '3 March 2024', null, '2024-03-03'],
])('rounds of %s and %s are dated in the order that the file tells', async (one, other, first, second) => {
  const rows = await read(
    `domain;Date;Round;Amount in USD\na.example;${one};Seed;1000000\nb.example;${other};B;2000000\n`,
  )
  expect(rows).toMatchObject([
    { funding_on: first, funding_series: 'seed', funding_amount: 1_000_000, raised: null },
    { funding_on: second, funding_series: 'series_b', funding_amount: 2_000_000 },
  ])
})

test.each(['EQ', 'Unfunded', '12'])('%s is no round', async (cell) =>
  expect(await fact('Series', cell, 'funding_series')).toBeNull(),
)

test.each(['North America', 'Asia & the Pacific', 'MENA', '121170, Tallinn, Pikk 3'])('%s is no state', async (cell) =>
  expect(await fact('Region', cell, 'state')).toBeNull(),
)

test('a state may be part of a country that has its own', async () => {
  expect(await fact('Region', 'Western Australia', 'state')).toBe('Western Australia')
})

test('states of the USA tell the country if a file names no other', async () => {
  const of = async (states: string[]) => {
    const rows = await read(`name;State\n${states.map((state, n) => `Firm ${n};${state}`).join('\n')}\n`)
    return rows.map((row) =>
      typeof row === 'string' ? row.replace(/^\d+ /, '') : (row as { country: string }).country,
    )
  }
  expect(await of(['CA', 'NY', 'TX', 'WA', 'OH'])).toEqual(Array(5).fill('US'))
  expect(await of(['PA', 'SC', 'AL', 'MT', 'SP'])).toEqual(Array(5).fill('no_country'))
})

test.each(['#N/A', '#REF!', ', ,', '—', 'N.A.', 'k. A.', 'not available'])('%s says nothing', async (cell) =>
  expect(await read(`domain;name;address;ticker\nebbmark.example;${cell};${cell};${cell}\n`)).toMatchObject([
    { name: null, street_address: null, ticker: null },
  ]),
)

test.each(['#tarn', '#NAME?'])('a name may begin with a sign: %s', async (name) =>
  expect(await fact('name', name, 'name')).toBe(name),
)

test('a number alone is no tag, because only its file explains it', async () =>
  expect(await fact('Sector', '2;5G;A', 'tags')).toEqual(['5G']))

test('rows may leave out what is empty at their end if most do', async () => {
  const rows = await read('website,name,city,phone\na.example,A\nb.example,B,Porto\nc.example,C,Porto,1\n')
  expect(rows).toMatchObject([{ domain: 'a.example' }, { city: 'Porto' }, { domain: 'c.example' }])
})

test.each([
  ['https://ruhr-uni-bochum.de', 'ruhr-uni-bochum.de'],
  ['https://www.', null],
  ['https://acme.github.io', null],
])('the site %s has the domain %s', async (cell, domain) =>
  expect(await read(`name;country;website\nEbbmark;PT;${cell}\n`)).toMatchObject([{ domain, name: 'Ebbmark' }]),
)

test.each([
  ['Serie A', 'series_a'],
  ['B round', 'series_b'],
  ['D-Runde', 'series_c+'],
  ['Tour de table', 'other'],
  ['Early Stage VC (Series B)', 'series_b'],
])('the round %s is %s', async (cell, series) => expect(await fact('stage', cell, 'funding_series')).toBe(series))

test.each([
  ['Public Limited Company', 'public company'],
  ['börsennotiert', 'public company'],
  ['Privée', 'privately held'],
  ['Charity', 'non profit'],
  ['Privately Held (backing)', 'privately held'],
])('the type %s is %s', async (cell, type) => expect(await fact('type', cell, 'company_type')).toBe(type))

test('of several columns the one counts that says it', async () => {
  const rows = 'domain;Type;Ownership;Employees;Employees latest number\nebbmark.example;Customer;Public;11-50;32'
  expect(await read(rows)).toMatchObject([{ company_type: 'public company', employees: 32 }])
})

test('a number of people may say when they were counted', async () =>
  expect(await fact('employees', '1,500 (2023)', 'employees')).toBe(1_500))

test.each([
  'ebbmark.example, quill.example',
  'https://ebbmark.example/a?b=1 | quill.example',
  'ebbmark.example and quill.example',
])('of the sites %s the first is the domain', async (sites) =>
  expect(await read(`name\tdomains\tcountry\nEbbmark\t${sites}\tPT`)).toMatchObject([{ domain: 'ebbmark.example' }]),
)

test.each([
  [
    '{"type":"FeatureCollection","name":"inns","features":[{"type":"Feature","properties":{"name":"Ebbmark","website":"ebbmark.example"}}]}',
    1,
  ],
  [
    `{"name":"Members","members":[${'{"name":"Ebbmark","website":"ebbmark.example"},'.repeat(4)}{"name":"Grell","website":"grell.example"}]}`,
    5,
  ],
  [`{"name":"Ebbmark","country":"SE","offices":[${'{"name":"Lund"},'.repeat(9)}{"name":"Visby"}]}`, 1],
  [
    `{"name":"Ebbmark","website":"ebbmark.example","rivals":[${'{"name":"Grell","website":"grell.example"},'.repeat(5)}{}]}`,
    1,
  ],
])('a list may have a name, and a company lists: %#', async (content, rows) => {
  expect(await read(content)).toHaveLength(rows)
})
