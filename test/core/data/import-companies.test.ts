import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { ZipFile } from 'yazl'
import { importCompanies } from '../../../src/core/data/import-companies.ts'
import type { CompaniesImportOptions } from '../../../src/core/data/import-companies.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { holding } from '../../support/records/cut-waiting.ts'
import { emptyTables } from '../../support/records/empty-tables.ts'
import { madeWorkbook, textRows } from '../../support/records/made-workbook.ts'
import { claim, entity, item } from '../../support/records/wikidata.ts'

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-companies-'))
  app = await startApp()
})
beforeEach(() =>
  emptyTables(
    app.database,
    'companies',
    'company_names',
    'domainless_companies',
    'company_sources',
    'file_imports',
    'domains',
  ),
)
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const HEADER = 'id,name,website,founded,size,locality,region,country,industry,linkedin_url'
const LUMEN =
  '1,Lumen Works,https://www.lumen.example/home,1998,51-200,porto,porto,portugal,computer software,linkedin.com/company/lumen-works'
const TERN = '2,"Tern, Inc.",tern.example,,10001+,austin,texas,united states,banking,'

/** The same two companies, without marks that only text needs. */
const CELLS = [HEADER, LUMEN.replace('Lumen Works', 'Café Møller'), TERN].map((line) =>
  line.split(/,(?! )/).map((cell) => cell.replaceAll('"', '')),
)

async function saved(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const importOf = (source: string, wanted: Partial<CompaniesImportOptions> = {}) =>
  importCompanies(app.context, {
    source,
    columns: {},
    dryRun: false,
    priority: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...wanted,
  })

const companies = async () =>
  (await app.database.pool.query<Record<string, unknown>>('select * from companies order by domain')).rows

/** The same bytes with one of them changed. */
const changedAt = (place: number, bytes: Buffer): Buffer => bytes.fill((bytes[place] ?? 0) ^ 1, place, place + 1)

async function zipped(files: Record<string, Buffer>, compress = true): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name, { compress })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

describe('an import of companies', () => {
  test('puts every column in the form of the index, and a second one changes nothing', async () => {
    const file = await saved('pdl.csv', [HEADER, LUMEN, TERN, ''].join('\n'))
    const { figures, preset, status } = await importOf(file)
    expect({ figures, preset, status }).toEqual({
      status: 'done',
      preset: 'People Data Labs',
      figures: { rows: 2, created: 2, changed: 0, unchanged: 0, waiting: 0, repeated: 0, rejected: 0 },
    })
    const rows = await companies()
    expect(rows).toMatchObject([
      {
        domain: 'lumen.example',
        name: 'Lumen Works',
        founded_year: 1998,
        headcount: '51-200',
        country: 'PT',
        state: 'Porto',
        city: 'Porto',
        industry: 'Software Development',
        linkedin: 'company/lumen-works',
      },
      {
        domain: 'tern.example',
        name: 'Tern, Inc.',
        headcount: '10001+',
        country: 'US',
        state: 'TX',
        city: 'Austin',
        industry: 'Banking',
      },
    ])
    const again = await importOf(file)
    expect(again.figures).toMatchObject({ rows: 2, created: 0, changed: 0, unchanged: 2 })
    expect(await companies()).toEqual(rows)
    const found = await app.get('/v2/domain-search?company=tern')
    expect(found.body.data).toMatchObject({ domain: 'tern.example' })
  })

  test('reads the same from every container and encoding', async () => {
    const text = [HEADER, LUMEN.replace('Lumen Works', 'Café Møller'), TERN].join('\r')
    const files: Record<string, Buffer> = {
      'cr.csv': Buffer.from(text),
      'utf16.csv': Buffer.from(`\uFEFF${text}`, 'utf16le'),
      'latin.csv': Buffer.from(text, 'latin1'),
      'packed.csv.gz': gzipSync(text),
      'book.xlsx': await madeWorkbook([{ name: 'Companies', rows: textRows(CELLS) }]),
      'packed.zip': await zipped({ 'companies.csv': Buffer.from(text), 'README.md': Buffer.from('# About') }),
      'tabs.tsv': Buffer.from(text.replaceAll(',', '\t').replace('"Tern\t Inc."', 'Tern, Inc.')),
      'lines.jsonl': Buffer.from(
        '{"id":1,"name":"Café Møller","website":"lumen.example","size":"51-200","locality":"porto","region":null,"linkedin_url":"","founded":1998,"country":"PT"}\n{"name":"Tern, Inc.","website":"tern.example","country":"US"}',
      ),
      'array.json': Buffer.from(
        JSON.stringify(
          [
            { name: 'Café Møller', website: 'lumen.example', country: 'Portugal' },
            { name: 'Tern, Inc.', website: 'tern.example' },
          ],
          null,
          2,
        ),
      ),
    }
    for (const [name, bytes] of Object.entries(files)) {
      await app.database.pool.query('delete from companies')
      const { figures } = await importOf(await saved(name, bytes))
      expect([name, figures.created, figures.rejected]).toEqual([name, 2, 0])
      expect(await companies()).toMatchObject([{ name: 'Café Møller' }, { name: 'Tern, Inc.' }])
    }
  })

  test('reads entities as in a Wikidata dump', async () => {
    const seat = {
      P159: [claim(item('Q2'), { qualifiers: { P625: { latitude: 41.15, longitude: -8.61 } } })],
      P17: [claim(item('Q45'))],
    }
    const entities = [
      entity('Q2', 'Porto', {}),
      entity('Q3', 'Lumen Works', { P856: [claim('https://www.lumen.example/')], ...seat }),
      entity('Q4', 'Tern\u0000', { P856: [claim('http://tern.example')], P249: [claim('T\u0000\ud800N')] }),
      entity('Q5', 'Siteless', seat),
    ]
    const dump = `[\n${entities.map((each) => JSON.stringify(each)).join(',\n')},\n{"id":"Q9",\n]\n`
    const file = await saved('wikidata.json.gz', gzipSync(dump))
    expect(await importOf(file)).toMatchObject({
      preset: 'Wikidata',
      unused: [],
      mapping: { website: ['P856'], name: ['label'], city: ['P159'] },
      figures: { rows: 5, created: 2, waiting: 1, rejected: 2 },
      rejectedRows: [
        { line: 2, reason: 'no_name' },
        { line: 6, reason: 'bad_json' },
      ],
    })
    expect(await companies()).toMatchObject([
      { domain: 'lumen.example', city: 'Porto', country: 'PT', lat: 41.15, lng: -8.61 },
      { domain: 'tern.example', name: 'Tern', country: null },
    ])
    expect((await importOf(file)).figures).toMatchObject({ created: 0, changed: 0, waiting: 0 })
  })

  test('takes the first of several places as the seat, and no place from a company without one', async () => {
    const rows = [
      'website,location',
      'a.example,"San Francisco, CA; London, UK"',
      'b.example,Remote',
      'c.example,"Remote, Portugal"',
      'd.example,Worldwide / Porto',
      'e.example,Berlin (Remote)',
      'f.example,"Port of Spain, Trinidad and Tobago"',
      'g.example,Texas',
      'h.example,Singapore',
      'i.example,New York',
      'j.example,"Washington, D.C."',
      'k.example,"West Falls Church, Virginia[2]"',
    ]
    await importOf(await saved('places.csv', rows.join('\n')))
    const seats = (await companies()).map(({ country, state, city, tags }) => [country, state, city, tags])
    expect(seats).toEqual([
      ['US', 'CA', 'San Francisco', []],
      [null, null, null, ['remote']],
      ['PT', null, null, ['remote']],
      [null, null, 'Porto', []],
      [null, null, 'Berlin', ['remote']],
      ['TT', null, 'Port of Spain', []],
      ['US', 'TX', null, []],
      ['SG', null, 'Singapore', []],
      [null, null, 'New York', []],
      ['US', 'DC', 'Washington', []],
      ['US', 'VA', 'West Falls Church', []],
    ])
  })

  test('keeps an address with its own city when a file lists a company twice', async () => {
    const rows = ['website,city,lat,lng', 'tern.example,Porto,,', 'tern.example,Lisbon,38.72,-9.14']
    await importOf(await saved('twice.csv', rows.join('\n')))
    expect(await companies()).toMatchObject([{ city: 'Porto', lat: null, lng: null }])
    const same = [...rows.slice(0, 2), 'tern.example,Porto,41.15,-8.61']
    await importOf(await saved('twice-again.csv', same.join('\n')))
    expect(await companies()).toMatchObject([{ city: 'Porto', lat: 41.15, lng: -8.61 }])
  })

  test('reports rows that cannot be used by line and reason, and imports the others', async () => {
    const broken = ['3,"Open,open.example,,,,,,,', '4,short.example', '5,,,,,,,,,', HEADER]
    const { figures, rejectedRows } = await importOf(
      await saved('broken.csv', [HEADER, LUMEN, ...broken, TERN].join('\n')),
    )
    expect(figures).toMatchObject({ created: 2, rejected: 3, rows: 5 })
    expect(rejectedRows).toEqual([
      { line: 3, reason: 'open_quote' },
      { line: 4, reason: 'cell_count' },
      { line: 5, reason: 'no_name' },
    ])
  })

  test('keeps the words of a file, but neither its markup nor what that hides', async () => {
    const told = 'name,website,city\n"<b>Tern</b>\u202e &amp; Sons",tern.example,"Port\u200bo<br>"'
    await importOf(await saved('marked.csv', told))
    expect(await companies()).toMatchObject([{ name: 'Tern & Sons', city: 'Porto' }])
    const long = `name,country,tags,ticker\nSiteless,PT,${'a'.repeat(99)}😀b,${'a'.repeat(199)}😀b`
    expect((await importOf(await saved('long.csv', long))).figures).toMatchObject({ waiting: 1 })
  })

  test('accepts a list of websites without anything else', async () => {
    const file = await saved('sites-only.csv', 'website,note\ntern.example,\nlumen.example,')
    expect((await importOf(file)).figures).toMatchObject({ created: 2 })
    expect((await importOf(file)).figures).toMatchObject({ created: 0, unchanged: 2 })
  })

  test('stores nothing from a file that is truncated, damaged, a decompression bomb, or of an unsupported kind', async () => {
    const csv = [HEADER, LUMEN, TERN].join('\n')
    const packed = gzipSync(csv)
    const bomb = Buffer.concat([Buffer.from(HEADER), Buffer.alloc(80_000_000, 'a')])
    const files: [name: string, bytes: Buffer, sentence: string][] = [
      ['cut.csv.gz', packed.subarray(0, packed.length - 12), 'The file is incomplete: it was not copied in full.'],
      [
        'bad.csv.gz',
        Buffer.concat([packed.subarray(0, 12), Buffer.alloc(30, 7), packed.subarray(42)]),
        'The file is damaged.',
      ],
      ['bomb.csv.gz', gzipSync(bomb), 'The file is refused because it unpacks to far more than real data would.'],
      [
        'bomb.zip',
        await zipped({ 'a.csv': bomb }),
        'The file is refused because it unpacks to far more than real data would.',
      ],
      [
        'cut.zip',
        (await zipped({ 'a.csv': Buffer.from(HEADER) })).subarray(0, 60),
        'The file is incomplete: it was not copied in full.',
      ],
      [
        'two.zip',
        await zipped({ 'a.csv': packed, 'b.csv': packed }),
        'The zip file contains 2 files: unpack it and import them one by one.',
      ],
      ['changed.zip', changedAt(45, await zipped({ 'a.csv': Buffer.from(csv) }, false)), 'The file is damaged.'],
      [
        'twice.csv.gz',
        gzipSync(packed),
        'It contains another gzip file: unpack it, or save what is in it as .xlsx or CSV.',
      ],
      [
        'packed.zip',
        await zipped({ 'a.csv.gz': packed }),
        'It contains another gzip file: unpack it, or save what is in it as .xlsx or CSV.',
      ],
      [
        'paper.csv',
        Buffer.from('%PDF-1.4\n1 0 obj\n'),
        'The file is not text. In the spreadsheet program, save it as .xlsx or CSV.',
      ],
      [
        'a.zst',
        Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]),
        'This is a zstd file: unpack it, or save it as .xlsx or CSV.',
      ],
      ['empty.csv', Buffer.from(''), 'The file contains no rows.'],
      ['other.csv', Buffer.from('a,b\n1,2\n'), 'No column name is recognised: map columns with --map column=field.'],
    ]
    for (const [name, bytes, sentence] of files) {
      const file = await saved(name, bytes)
      await expect(importOf(file), name).rejects.toMatchObject({ errors: [{ details: `"${file}": ${sentence}` }] })
    }
    const missing = join(folder, 'nowhere.csv')
    for (const [file, sentence] of [
      [missing, 'The file does not exist. Check the path.'],
      [folder, 'The file is a folder, but a file is needed.'],
    ])
      await expect(importOf(file ?? '')).rejects.toMatchObject({
        id: 'wrong_params',
        errors: [{ details: `"${file}": ${sentence}` }],
      })
    expect(await companies()).toEqual([])
  })

  test("follows the operator's mapping of columns, and can be tried without storing", async () => {
    const file = await saved('own.csv', 'Firma;Netz;Ort\nLumen Works;lumen.example;Porto\n')
    const columns = { Firma: 'name', Netz: 'website', Ort: 'city' }
    expect(await importOf(file, { columns, dryRun: true })).toMatchObject({
      status: 'dry_run',
      figures: { rows: 1 },
    })
    expect(await companies()).toEqual([])
    await importOf(file, { columns })
    expect(await companies()).toMatchObject([{ domain: 'lumen.example', city: 'Porto' }])
    await expect(importOf(file, { columns: { Nix: 'name' } })).rejects.toMatchObject({
      errors: [{ details: `"${file}": The file has no column "Nix".` }],
    })
  })

  test('continues where it was interrupted or killed', async () => {
    const many = Array.from({ length: 22_000 }, (_, i) => `${i},Firm ${i},firm${i}.example,,,,,,,`)
    const file = await saved('many.csv', [HEADER, ...many].join('\n'))
    const interrupted = new AbortController()
    const onProgress = ({ rows }: { rows: number }) => rows > 20_000 && interrupted.abort()
    const first = await importOf(file, { signal: interrupted.signal, onProgress })
    expect(first).toMatchObject({ status: 'interrupted', figures: { rows: 20_000, created: 20_000 } })
    // As if it had been killed: its lease is still there.
    const lease = `update file_imports set holder = gen_random_uuid(), held_until = $1`
    await app.database.pool.query(lease, [new Date(app.context.clock.now().getTime() + 300_000)])
    const second = await importOf(file)
    expect(second).toMatchObject({ status: 'done', figures: { rows: 22_000, created: 22_000, changed: 0 } })
    expect(await companies()).toHaveLength(22_000)
  })

  test('counts the addresses that are known of a new company', async () => {
    await app.database.pool.query(
      `insert into domains (domain, personal_count, generic_count) values ('tern.example', 3, 1)`,
    )
    await importOf(await saved('counted.csv', [HEADER, LUMEN, TERN].join('\n')))
    expect((await companies()).map(({ emails_total }) => emails_total)).toEqual([0, 4])
  })

  // Over several nodes, waits show at the nodes, and every row is merged there.
  test.skipIf(inject('nodeUrls').length > 1).each([
    [
      'a company',
      `insert into companies (domain, name, indexed_on, updated_at) values ('firm7.example', 'Seven', '2020-01-01', now())`,
    ],
    [
      'its name',
      `insert into company_names (name_key, domain, name, kind) values ('firm 7', 'firm7.example', 'Firm 7', 'label')`,
    ],
  ])('merges what others store meanwhile: %s', async (_, stored) => {
    const rows = Array.from({ length: 20 }, (_, i) => `${i},Firm ${i},firm${i}.example,,,porto,,portugal,,`)
    const file = await saved('meanwhile.csv', [HEADER, ...rows].join('\n'))
    const other = await holding(app.database.connectionString, stored)
    const importing = importOf(file)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await app.database.pool.query(waiting)).rowCount).toBe(1)
    await other.query('commit')
    await other.end()
    const { status, figures } = await importing
    expect({ status, ...figures }).toMatchObject({ status: 'done', rejected: 0, unchanged: 0 })
    expect(figures.created + figures.changed).toBe(20)
    const all = await companies()
    expect(all).toHaveLength(20)
    expect(new Set(all.map(({ city }) => city))).toEqual(new Set(['Porto']))
    const names = await app.database.pool.query('select from company_names')
    expect(names.rowCount).toBe(20)
  })

  test('keeps companies without a website until one is known', async () => {
    const rounds = [
      'company_permalink,company_name,company_category_code,company_country_code,company_state_code,company_region,company_city,funding_round_type,funded_at,funded_month,funded_quarter,funded_year,raised_amount_usd',
      '/company/tern,Tern,web,USA,TX,Austin,Austin,angel,2010-01-05,2010-01,2010-Q1,2010,50000',
      '/company/tern,Tern,web,USA,TX,Austin,Austin,series-b,2012-06-30,2012-06,2012-Q2,2012,1750000',
    ]
    const file = await saved('rounds.csv', rounds.join('\r'))
    expect(await importOf(file)).toMatchObject({
      preset: 'Crunchbase 2013 rounds',
      figures: { rows: 2, waiting: 1, repeated: 1, created: 0 },
    })
    expect((await importOf(file)).figures).toMatchObject({ waiting: 0, changed: 0, unchanged: 1 })
    await importOf(await saved('sites.csv', [HEADER, TERN].join('\n')))
    expect(await companies()).toMatchObject([
      {
        domain: 'tern.example',
        crunchbase: 'company/tern',
        funding_series: 'series_b',
        funding_amount: 1_750_000,
        funding_on: '2012-06-30',
        funding_rounds: [
          { series: 'seed', amount: 50_000, date: '2010-01-05' },
          { series: 'series_b', amount: 1_750_000, date: '2012-06-30' },
        ],
      },
    ])
    expect((await importOf(file)).figures).toMatchObject({ created: 0, changed: 0 })
  })
})
