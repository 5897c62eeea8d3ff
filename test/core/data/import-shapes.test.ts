import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importCompanies } from '../../../src/core/data/import-companies.ts'
import type { CompaniesImportOptions } from '../../../src/core/data/import-companies.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

/** The same companies in files of many shapes. */

const COMPANIES = [
  {
    name: 'Ebbmark',
    website: 'ebbmark.example',
    city: 'Porto',
    country: 'Portugal',
    employees: '120',
    industry: 'Fintech',
  },
  {
    name: 'Halden Bryggeri',
    website: 'halden.example',
    city: 'Halden',
    country: 'Norway',
    employees: '8',
    industry: 'Brewery',
  },
]
const KEYS = ['name', 'website', 'city', 'country', 'employees', 'industry'] as const
const lists = COMPANIES.map((company) => KEYS.map((key) => company[key]))
const table = (header: string): string => [header, ...lists.map((cells) => cells.join(';'))].join('\n')

const SHAPES: Record<string, string> = {
  'a table': table('Name;Website;City;Country;Employees;Industry'),
  'a German table': table('Firmenname;Webseite;Stadt;Land;Mitarbeiterzahl;Branche'),
  'a French table': table("Nom de l'entreprise;Site web;Ville;Pays;Effectif;Secteur d’activité"),
  'a Spanish table': table('Nombre de la empresa;Página web;Ciudad;País;Plantilla;Industria'),
  'an Italian table': table('Ragione sociale;Sito web;Città;Paese;Numero dipendenti;Settore'),
  'a Dutch table': table('Bedrijfsnaam;Website;Plaats;Land;Aantal medewerkers;Bedrijfstak'),
  'a Portuguese table': table('Nome da empresa;Site;Cidade;País;Número de funcionários;Setor'),
  'a table of a programme': table('Company;URL;HQ City;HQ Country;Team Size;Industries'),
  'a Polish table': table('Nazwa firmy;Strona WWW;Miasto;Kraj;Liczba pracowników;Branża'),
  'a Swedish table': table('Företag;Hemsida;Stad;Land;Antal anställda;Bransch'),
  'an export of a CRM': table(
    'Account Name;Website URL;Billing City;Billing Country/Region;# of Employees;Industry (primary)',
  ),
  'a table below the title of a report': `Companies in the north\nAs of 2025-03-04\n\n${table('Name;Website;City;Country;Employees;Industry')}`,
  'a table with groups of columns': `Company;Company;Seat;Seat;Size;\n${table('Name;Website;City;Country;Employees;Industry')}`,
  'nested records': JSON.stringify(
    COMPANIES.map(({ name, website, city, country, employees, industry }) => ({
      company: { name, industry: { label: industry } },
      links: { website },
      address: { city, country: { name: country } },
      metrics: { employees },
      founders: [{ name: 'Ada Example' }],
      ceo: { name: 'Ada Example', city: 'Lima' },
    })),
  ),
  'an array': JSON.stringify(COMPANIES),
  'JSON lines': COMPANIES.map((company) => JSON.stringify(company)).join('\n'),
  'an envelope': JSON.stringify({ meta: { total: 2 }, data: { items: COMPANIES } }, null, 2),
  'an object of objects': JSON.stringify(Object.fromEntries(COMPANIES.map((company) => [company.name, company]))),
  columns: JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, COMPANIES.map((company) => company[key])]))),
  'fields and data': JSON.stringify({ fields: KEYS, data: lists }),
}

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'quarry-shapes-'))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})
beforeEach(() => app.database.pool.query('delete from companies'))

const imported = async (content: string, wanted: Partial<CompaniesImportOptions> = {}) => {
  const source = join(folder, 'companies')
  await writeFile(source, content)
  const signal = new AbortController().signal
  const options = {
    source,
    columns: {},
    dryRun: false,
    priority: false,
    signal,
    onProgress: () => undefined,
    ...wanted,
  }
  return importCompanies(app.context, options)
}
const stored = async () =>
  (
    await app.database.pool.query<Record<string, unknown>>(
      'select domain, name, city, country, employees, headcount, industry, tags from companies order by domain',
    )
  ).rows

test.each(Object.entries(SHAPES))('%s gives the same result', async (_shape, content) => {
  await imported(content)
  const facts = {
    tags: [],
    country: 'PT',
    city: 'Porto',
    employees: 120,
    headcount: '51-200',
    industry: 'Financial Services',
  }
  expect(await stored()).toEqual([
    { domain: 'ebbmark.example', name: 'Ebbmark', ...facts },
    {
      domain: 'halden.example',
      name: 'Halden Bryggeri',
      ...facts,
      country: 'NO',
      city: 'Halden',
      employees: 8,
      headcount: '1-10',
      industry: 'Breweries',
    },
  ])
})

test('earlier names find the company, whether it is new or known', async () => {
  const file = [
    'Company;Website;Former Names',
    'Ebbmark;ebbmark.example;Old Weir | Ebb Works',
    'Halden;halden.example;',
  ].join('\n')
  const found = async (name: string) => {
    const { body } = await app.post('/v2/discover', { organization: { name: [name] } })
    return (body.data as { domain: string }[]).map(({ domain }) => domain)
  }
  await imported(file)
  expect(await Promise.all(['Ebbmark', 'old weir', 'Ebb Works'].map(found))).toEqual([
    ['ebbmark.example'],
    ['ebbmark.example'],
    ['ebbmark.example'],
  ])
  await imported(file.replace('example;\n', 'example;Older Weir').replace(/;$/, ';Halden Mill'))
  expect(await found('Halden Mill')).toEqual(['halden.example'])
})

test('a file without a known column says how many its values tell', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `firm${at}.example,${at % 2 === 0 ? 'Portugal' : 'Norway'},x${at}`)
  await expect(imported(['a1,a2,a3', ...rows].join('\n'))).rejects.toMatchObject({
    errors: [{ details: expect.stringMatching(/or add --guess: the values of 2 say what they are\.$/) }],
  })
})

describe('a JSON document', () => {
  const NESTED = COMPANIES.map(({ name, website, city }) => ({
    title: name,
    links: [{ type: 'home', href: website }],
    offices: [{ city }, { city: 'Oslo' }],
    labels: [{ text: 'payments' }, { text: 'saas' }],
  }))

  test('is read at the paths the operator names', async () => {
    const columns = { title: 'name', website: 'links[0].href', city: 'offices[0].city', tags: 'labels[*].text' }
    const content = JSON.stringify({ noise: [{ a: 1 }, { a: 2 }, { a: 3 }], result: { found: NESTED } }, null, 1)
    const report = await imported(content, { columns, records: 'result.found' })
    expect(report).toMatchObject({ records: 'result.found', figures: { created: 2, rejected: 0 } })
    expect(await stored()).toMatchObject([
      { domain: 'ebbmark.example', name: 'Ebbmark', city: 'Porto', tags: ['payments', 'saas'] },
      { domain: 'halden.example', name: 'Halden Bryggeri', city: 'Halden' },
    ])
  })

  test('is reported by line and number where it cannot be used', async () => {
    const items = [{ name: 'Ebbmark', website: 'ebbmark.example' }, { note: 'nothing' }, 'no record']
    const inLines = await imported(JSON.stringify({ items }, null, 1))
    expect(inLines.rejectedRows).toEqual([
      { line: 7, record: 2, reason: 'no_name' },
      { line: 10, record: 3, reason: 'bad_json' },
    ])
    const inOne = await imported(JSON.stringify({ items }))
    expect(inOne.rejectedRows).toEqual([
      { line: 1, record: 2, reason: 'no_name' },
      { line: 1, record: 3, reason: 'bad_json' },
    ])
  })

  test.each([
    [{ records: 'nowhere' }, 'There are no records at "nowhere".'],
    [{ columns: { city: 'offices[x].city' } }, '"offices[x].city" is not a path: write it as offices[0].city.'],
  ])('%j is refused, naming the file', async (wanted, sentence) => {
    const details = expect.stringMatching(/companies": /) as unknown
    const refused = expect(imported(JSON.stringify({ items: COMPANIES }), wanted)).rejects
    await refused.toMatchObject({ errors: [{ details }] })
    await refused.toThrow(sentence)
  })
})

describe('a column whose name is unknown', () => {
  const ODD = [
    'name;A1;A2;A3;Wider city name',
    ...['ebbmark;Portugal;1998', 'quill;Norway;2011', 'torv;Spain;2015', 'halm;Japan;2020'].map(
      (row) => `${row.split(';')[0]};${row.split(';')[0]}.example;${row.split(';').slice(1).join(';')};x`,
    ),
  ].join('\n')

  test('is reported with its content and a suggestion', async () => {
    const report = await imported(`name;domain\nx;x.example`, { dryRun: true })
    expect(report.unusedColumns).toEqual([])
    const odd = await imported(ODD, { dryRun: true })
    expect(odd.unused).toEqual(['A1', 'A2', 'A3', 'Wider city name'])
    expect(odd.unusedColumns).toEqual([
      {
        column: 'A1',
        samples: ['ebbmark.example', 'quill.example', 'torv.example'],
        field: 'website',
        byValues: true,
      },
      { column: 'A2', samples: ['Portugal', 'Norway', 'Spain'], field: 'country', byValues: true },
      { column: 'A3', samples: ['1998', '2011', '2015'], field: 'founded', byValues: true },
      { column: 'Wider city name', samples: ['x'], field: 'city', byValues: false },
    ])
    expect(await stored()).toEqual([])
  })

  test('is read by its values if guessing is enabled', async () => {
    const { figures, mapping } = await imported(ODD, { guess: true })
    expect(figures).toMatchObject({ created: 4 })
    expect(mapping).toMatchObject({ website: ['A1'], country: ['A2'], founded: ['A3'] })
  })
})

test('a site to which a column leads most companies is that of the list, and makes them no one company', async () => {
  const names = ['Ebbmark', 'Torv', 'Halm', 'Quill', 'Birch', 'Alder']
  const listed = names.map((name) => `${name};https://list.example/firms/${name};PT`)
  const report = await imported(`Name;URL;Country\n${listed.join('\n')}\n`)
  expect(report).toMatchObject({ unused: ['URL'], figures: { created: 0, waiting: 6, repeated: 0 } })
  expect(await stored()).toEqual([])
  const own = names.map((name) => `${name};https://${name}.example;PT`)
  expect((await imported(`Name;URL;Country\n${own.join('\n')}\n`)).figures).toMatchObject({ created: 6 })
})

test('what rows do not tell may be set for the whole file', async () => {
  const content = 'Name;City;HQ\nHalden Bryggeri;Halden;\nTorv;;Porto, Portugal\n'
  expect((await imported(content)).figures).toMatchObject({ waiting: 1, rejected: 1 })
  const usual = { country: 'NO', type: 'Private' }
  expect((await imported(content, { usual })).figures).toMatchObject({ waiting: 2, rejected: 0, rows: 2 })
  await expect(imported(content, { usual: { country: 'Nowhere' } })).rejects.toMatchObject({
    errors: [{ details: `"${join(folder, 'companies')}": "Nowhere" is not a country.` }],
  })
  await imported('Website;City;HQ\nhalden.example;Halden;\ntorv.example;;Porto, Portugal\n', { usual })
  const sited = await app.database.pool.query('select domain, country, company_type from companies order by domain')
  expect(sited.rows).toEqual([
    { domain: 'halden.example', country: 'NO', company_type: 'privately held' },
    { domain: 'torv.example', country: 'PT', company_type: 'privately held' },
  ])
})

test('accelerator batches and closures are tags, and a stock listing is a company type', async () => {
  await imported('name,website,batch,status\nEbb,ebb.example,W21,Public\nTorv,torv.example,S09,Acquired\n')
  const { rows } = await app.database.pool.query('select domain, tags, company_type from companies order by domain')
  expect(rows).toEqual([
    { domain: 'ebb.example', tags: ['batch:w21'], company_type: 'public company' },
    { domain: 'torv.example', tags: ['batch:s09', 'acquired'], company_type: null },
  ])
})
