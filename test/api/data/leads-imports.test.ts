import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { MergeImports, mergeImports } from '../../../src/core/data/merge-imports.ts'
import { sendWhatHasWork } from '../../../src/jobs/every-minute.ts'
import { runUpkeep } from '../../../src/core/operate/upkeep.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { WORKBOOK_TYPE } from '../../../src/lib/input/upload.ts'
import { madeWorkbook, textRows, zipOf } from '../../support/records/made-workbook.ts'
import { wrongCounters } from '../../support/records/lead-rows.ts'
import { apiClient } from '../../support/doors/api-client.ts'
import type { ApiClient } from '../../support/doors/api-client.ts'

interface Import {
  id: number
  status: string
  total: number
  done: number
  created: number
  updated: number
  unchanged: number
  skipped: number
  failed: number
  problem: string | null
  encoding: string
  columns: { column: string; field: string }[]
}

const IMPORTS = '/leads/imports'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Each test has its own account. */
const newClient = async (): Promise<ApiClient> => apiClient(app, (await createAccount(app.context, 'free')).key)

async function sent(
  at: ApiClient,
  file: Buffer,
  type: string,
): Promise<{ status: number; body: { data: Import; errors: unknown } }> {
  const response = await fetch(`${app.origin}/v2${IMPORTS}`, {
    method: 'POST',
    headers: { 'x-api-key': at.key, 'content-type': type },
    body: new Uint8Array(file),
  })
  return { status: response.status, body: (await response.json()) as { data: Import; errors: unknown } }
}

async function started(at: ApiClient, csv: string | Uint8Array, query = ''): Promise<Import> {
  const response = await fetch(`${app.origin}/v2${IMPORTS}${query}`, {
    method: 'POST',
    headers: { 'x-api-key': at.key, 'content-type': 'text/csv' },
    body: typeof csv === 'string' ? new TextEncoder().encode(csv) : csv,
  })
  const body = (await response.json()) as { data?: Import; errors?: unknown }
  expect([response.status, body.errors]).toEqual([202, undefined])
  return body.data as Import
}

async function ended(at: ApiClient, { id }: Pick<Import, 'id'>): Promise<Import> {
  for (;;) {
    const found = (await at.send('GET', `${IMPORTS}/${id}`)).body.data as unknown as Import
    if (!['uploading', 'queued', 'running'].includes(found.status)) return found
    await sleep(20)
  }
}

const imported = async (at: ApiClient, csv: string | Uint8Array, query = ''): Promise<Import> =>
  ended(at, await started(at, csv, query))

const errorsOf = async (at: ApiClient, { id }: Import): Promise<unknown> =>
  (await at.send('GET', `${IMPORTS}/${id}/errors?limit=1000`)).body.data['errors']

async function leadsOf(at: ApiClient, query = ''): Promise<Record<string, unknown>[]> {
  const { body } = await at.send('GET', `/leads?limit=1000${query}`)
  return (body.data['leads'] as Record<string, unknown>[]).toSorted((a, b) =>
    String(a['email']) < String(b['email']) ? -1 : 1,
  )
}

const NO_TEXT = 'The file is not text. In the spreadsheet program, save it as .xlsx or CSV.'

describe('an import', () => {
  test('reads first and last names from one column, unless others have them', async () => {
    const at = await newClient()
    const csv = [
      'email,Full name,Surname',
      'ines@lumen.example,Dr. Ines Maria van der Berg,',
      'rui@lumen.example,"Abano, Rui",',
      'tom@lumen.example,Tom Birch,Okafor',
      'solo@lumen.example,Cher,',
    ].join('\n')
    expect(await imported(at, csv)).toMatchObject({ status: 'done', created: 4, failed: 0 })
    expect(await leadsOf(at)).toMatchObject([
      { first_name: 'Ines Maria', last_name: 'van der Berg' },
      { first_name: 'Rui', last_name: 'Abano' },
      { first_name: 'Cher', last_name: null },
      { first_name: 'Tom', last_name: 'Okafor' },
    ])
    const named = await imported(at, 'email,name\nana@lumen.example,Ana Lund\n', '?mapping={"name":"full_name"}')
    expect(named.columns).toEqual([
      { column: 'email', field: 'email' },
      { column: 'name', field: 'full_name' },
    ])
  })

  test.each([
    [
      'named in two languages, or as a whole name',
      'E-Mail / Mail;Nachname, Vorname;FIRMA / Company;PLZ / Ort;Job title | Stelle\nada@tarn.example;Poe, Ada;Tarn;4000 Porto;CFO\n',
    ],
    [
      'below a title, with the profile as URL',
      'Notes:\n"Some addresses, as you may notice, are missing."\n\nFirst Name,Last Name,URL,Email Address,Company,Position\n' +
        'Ada,Poe,https://www.linkedin.com/in/adapoe,ada@tarn.example,Tarn,CFO\n',
    ],
    [
      'with a form of address as Title',
      'Title,First Name,Last Name,Job Title,Organization,Primary Email,Web Page,Person LinkedIn\n' +
        'Ms,Ada,Poe,CFO,Tarn,ada@tarn.example,,linkedin.com/in/adapoe\n',
    ],
    [
      'that say whose each thing is',
      'Person - First Name,Person - Last Name,Contact Title,Organization - Name,E-mail 1 - Value,Lead Score,Company Linkedin Url\n' +
        'Ada,Poe,CFO,Tarn,Ada Poe <ada@tarn.example>,870,linkedin.com/company/tarn\n',
    ],
    ['in German', 'Vorname;Name;Stelle;Firma;E-Mail\nAda;Poe;CFO;Tarn;"ada@tarn.example; poe@tarn.example"\n'],
    ['in Polish', 'Imię;Nazwisko;Stanowisko;Firma;Adres e-mail\nAda;Poe;CFO;Tarn;ada@tarn.example.\n'],
    ['in Swedish', 'Förnamn;Efternamn;Befattning;Företag;E-post\nAda;Poe;CFO;Tarn;mailto:ada@tarn.example\n'],
  ])('understands columns %s', async (_, csv) => {
    const at = await newClient()
    expect(await imported(at, csv)).toMatchObject({ created: 1, failed: 0 })
    const [lead] = await leadsOf(at)
    const names = { first_name: 'Ada', last_name: 'Poe' }
    expect(lead).toMatchObject({
      ...names,
      email: 'ada@tarn.example',
      position: 'CFO',
      company: 'Tarn',
      confidence_score: null,
    })
    expect([null, 'https://www.linkedin.com/in/adapoe', 'linkedin.com/in/adapoe']).toContain(lead?.['linkedin_url'])
  })

  test('reads names in their parts, posts behind names, and countries by name', async () => {
    const at = await newClient()
    const rows = async (csv: string) => {
      await imported(at, csv)
      return (await leadsOf(at)).map(({ first_name, last_name, position, country_code }) =>
        [first_name, last_name, position, country_code].join(';'),
      )
    }
    expect(await rows('Roepnaam;Tussenvoegsel;Achternaam;E-mailadres zakelijk\nJan;van;Dijk;1@tarn.example\n')).toEqual(
      ['Jan;van Dijk;;'],
    )
    expect(
      await rows('Nombre;Primer apellido;Segundo apellido;Correo;País\nLucía;Vega;Soto;2@tarn.example;España\n'),
    ).toContain('Lucía;Vega Soto;;ES')
    expect(await rows('First name,Last name,Email,Country\nBen,"Rae, MBA",3@tarn.example,Atlantis\n')).toContain(
      'Ben;Rae;;',
    )
    expect(await rows('Cognome e nome;Email\nDe Santis Laura;4@tarn.example\nPoe Ada Eva;5@tarn.example\n')).toEqual(
      expect.arrayContaining(['Laura;De Santis;;', ';;;']),
    )
    expect(
      await rows(
        'Full name,Email\n"Sue Park, VP Engineering",6@tarn.example\nAl Stone (Owner),7@tarn.example / 8@tarn.example\n',
      ),
    ).toEqual(expect.arrayContaining(['Sue;Park;VP Engineering;', 'Al;Stone;Owner;']))
  })

  test('understands the columns of other programs and reports every row it cannot use', async () => {
    const at = await newClient()
    const slug = await at.attribute('Shoe size')
    await addOptout(app.context, 'claimed@lumen.example', null)
    const csv = [
      'E-Mail;First Name;Surname;Job Title;Score;Country code;Shoe Size;Unknown;First name',
      'Ines@Lumen.example;Ines;Calder;"Engineer; Support";94;pt;41;x;Other',
      'not an address;Rui;;;;;;;',
      ';Nobody;;;;;;;',
      'rui@lumen.example;Rui;Abano;CTO;150;PT;;;',
      "tom@lumen.example;'=SUM(1);Birch;;50;Atlantis;;;",
      'claimed@lumen.example;C;;;;;;;',
      'ines@lumen.example;Again;;;;;;;',
      'eva@lumen.example;"Open;;;;;;;',
      'ana@lumen.example;Ana;;;;;;;;too many',
      `${'x'.repeat(300)}@lumen.example;;;;;;;;`,
      `leo@lumen.example;${'y'.repeat(256)};;;;;;;`,
      'E-Mail;First Name;Surname;Job Title;Score;Country code;Shoe Size;Unknown;First name',
      ';;;;;;;;',
      "mia@lumen.example;'=Mia;;;;;;;",
    ].join('\r\n')
    const done = await imported(at, csv, '?name=spring.csv')
    expect(done).toMatchObject({ status: 'done', total: 12, done: 12, created: 2, failed: 10, encoding: 'utf-8' })
    expect(done.columns.map(({ column, field }) => `${column} = ${field}`)).toEqual([
      'E-Mail = email',
      'First Name = first_name',
      'Surname = last_name',
      'Job Title = position',
      'Score = confidence_score',
      'Country code = country_code',
      `Shoe Size = custom_attributes.${slug}`,
    ])
    expect(await errorsOf(at, done)).toEqual([
      { line: 3, column: 'E-Mail', reason: 'The cell does not contain a valid email address.' },
      { line: 4, column: 'E-Mail', reason: 'The email address is missing.' },
      { line: 5, column: 'Score', reason: 'Confidence_score must be an integer from 0 to 100.' },
      { line: 6, column: 'Country code', reason: 'Country_code must be a two-letter country code.' },
      { line: 7, column: 'E-Mail', reason: 'The owner of this address asked that it not be processed.' },
      { line: 8, column: 'E-Mail', reason: 'The address is already in line 2.' },
      { line: 9, column: null, reason: 'A quotation mark is not closed.' },
      { line: 10, column: null, reason: 'The row has 10 cells, the header has 9.' },
      { line: 11, column: 'E-Mail', reason: 'The cell does not contain a valid email address.' },
      { line: 12, column: 'First Name', reason: 'First_name must not be longer than 255 characters.' },
    ])
    const leads = await leadsOf(at)
    expect(leads).toMatchObject([
      { email: 'ines@lumen.example', first_name: 'Ines', position: 'Engineer; Support', confidence_score: 94 },
      { email: 'mia@lumen.example', first_name: '=Mia' },
    ])
    expect(leads[0]).toMatchObject({
      country_code: 'PT',
      [slug]: '41',
      leads_list: { name: 'My leads', leads_count: 2 },
    })
    expect(await wrongCounters(app)).toEqual([])
  })

  test('updates known leads or skips them, and says how many would not change', async () => {
    const at = await newClient()
    await at.send('POST', '/leads', { email: 'a@lumen.example', first_name: 'Old', company: 'Kept' })
    await at.send('POST', '/leads', { email: 'b@lumen.example', first_name: 'Same' })
    const csv = 'email,first name,company\na@lumen.example,New,\nb@lumen.example,Same,\nc@lumen.example,C,X\n'
    expect(await imported(at, csv, '?on_existing=skip&dry_run=true')).toMatchObject({
      created: 1,
      skipped: 2,
      updated: 0,
    })
    expect(await leadsOf(at)).toHaveLength(2)
    const trial = { created: 1, updated: 1, unchanged: 1, skipped: 0, failed: 0 }
    expect(await imported(at, csv, '?dry_run=1')).toMatchObject({ status: 'done', dry_run: true, ...trial })
    expect(await leadsOf(at)).toMatchObject([{ first_name: 'Old' }, { first_name: 'Same' }])
    expect(await imported(at, csv)).toMatchObject(trial)
    expect(await leadsOf(at)).toMatchObject([
      { first_name: 'New', company: 'Kept' },
      { first_name: 'Same' },
      { first_name: 'C', company: 'X' },
    ])
    expect(await imported(at, csv)).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
    expect(await wrongCounters(app)).toEqual([])
  })

  test('adds leads, known ones too, to the list named; without one, new leads go to the newest list', async () => {
    const at = await newClient()
    await at.send('POST', '/leads', { email: 'a@lumen.example' })
    const csv = 'email\na@lumen.example\nb@lumen.example\n'
    await imported(at, csv, '?leads_list_name=Fair')
    expect((await at.lists()).map(({ name, leads_count: count }) => [name, count])).toEqual([
      ['Fair', 2],
      ['My leads', 1],
    ])
    await imported(at, 'email\nc@lumen.example\na@lumen.example\n')
    expect((await at.lists())[0]).toMatchObject({ name: 'Fair', leads_count: 3 })
    const second = await at.list('Second')
    await imported(at, csv, `?leads_list_id=${second}&on_existing=skip`)
    expect((await at.lists())[0]).toMatchObject({ name: 'Second', leads_count: 0 })
    expect(await wrongCounters(app)).toEqual([])
  })

  test('follows a mapping, given in the query or in JSON', async () => {
    const at = await newClient()
    const csv = 'Mail 1,Mail 2,Name,Name\nx,a@lumen.example,A,B\n'
    const mapping = 'mapping[Mail 2]=email&mapping[Name (2)]=first_name&mapping[Name]=-'
    const done = await imported(at, csv, `?${encodeURI(mapping)}`)
    expect(done).toMatchObject({ created: 1, columns: [{ column: 'Mail 2' }, { column: 'Name (2)' }] })
    expect(await leadsOf(at)).toMatchObject([{ email: 'a@lumen.example', first_name: 'B' }])
    const body = { csv, mapping: { 'Mail 2': 'email', Name: 'company' } }
    const { status, body: answer } = await at.send('POST', IMPORTS, body)
    expect(status).toBe(202)
    expect(await ended(at, answer.data as unknown as Import)).toMatchObject({ created: 0, updated: 1 })
    expect(await leadsOf(at)).toMatchObject([{ company: 'A' }])
  })

  test('reads the files of spreadsheets from other systems', async () => {
    const at = await newClient()
    const text = 'email\tfirst name\tnotes\rjose@lumen.example\tJosé Müller\t"one\rtwo"\r'
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
    expect(await imported(at, wide)).toMatchObject({ encoding: 'utf-16le', created: 1 })
    expect(await leadsOf(at)).toMatchObject([{ first_name: 'José Müller', notes: 'one\rtwo' }])
    const table = new TextDecoder('macintosh').decode(Uint8Array.from({ length: 256 }, (_, i) => i))
    const mac = Uint8Array.from('email;first name\rrene@lumen.example;Renée Núñez\r', (char) => table.indexOf(char))
    expect(await imported(at, mac)).toMatchObject({ encoding: 'macintosh', created: 1 })
    expect((await leadsOf(at))[1]).toMatchObject({ first_name: 'Renée Núñez' })
    expect(await imported(at, 'email\nx@lumen.example\n', '?encoding=latin1')).toMatchObject({
      encoding: 'windows-1252',
    })
  })

  test.each<[string, number, string]>([
    ['', 422, 'The file is empty.'],
    ['\n \n', 422, 'The file is empty.'],
    ['PK\u0003\u0004\u0014\u0000\u0006', 422, 'The file is incomplete: it was not copied in full.'],
    ['%PDF-1.4\n1 0 obj', 422, NO_TEXT],
    ['name\nRui\n', 422, 'csv must have a column of email addresses; map one to email.'],
    ['rui@lumen.example,Rui\ntom@lumen.example,Tom\n', 422, 'csv must begin with a header row.'],
  ])('refuses %j', async (csv, status, details) => {
    const at = await newClient()
    const { status: said, body } = await at.raw('POST', IMPORTS, csv, 'text/csv')
    expect([said, body.errors?.[0]?.details]).toEqual([status, details])
    expect((await at.send('GET', IMPORTS)).body.data).toEqual([])
  })

  test.each<[string, number, string]>([
    ['mapping[Name]=first_name', 422, 'mapping names column Name, which is not in the file.'],
    ['mapping[email]=shoe', 422, 'mapping must name lead fields, or - for columns to skip.'],
    ['leads_list_id=999999', 422, 'leads_list_id 999999 does not exist.'],
    ['leads_list_id=mine', 422, 'leads_list_id must be an id; it is "mine".'],
    ['leads_list_id=1&leads_list_name=x', 422, 'leads_list_name must not be sent together with an id.'],
    ['on_existing=replace', 400, 'on_existing must be update or skip; it is "replace".'],
    ['encoding=klingon', 400, 'encoding must be the name of a text encoding.'],
    ['mapping=x', 400, 'mapping must be an object from column to field.'],
  ])('refuses ?%s', async (query, status, details) => {
    const at = await newClient()
    const { status: said, body } = await at.raw('POST', `${IMPORTS}?${query}`, 'email\na@lumen.example\n', 'text/csv')
    expect([said, body.errors?.[0]?.details]).toEqual([status, details])
  })

  test('is refused if it has no rows, is compressed on the way or of another type', async () => {
    const at = await newClient()
    const absent = await at.send('POST', IMPORTS, {})
    expect([absent.status, absent.body.errors?.[0]?.details]).toEqual([400, 'The csv parameter is missing.'])
    const packed = await at.raw('POST', IMPORTS, 'x', 'text/csv', { 'content-encoding': 'gzip' })
    expect(packed.status).toBe(415)
    const { status, body } = await at.raw('POST', IMPORTS, 'x', 'application/vnd.oasis.opendocument.spreadsheet')
    expect([status, body.errors?.[0]?.details]).toEqual([
      415,
      `Send the file as text/csv, or as a workbook (.xlsx) under ${WORKBOOK_TYPE}.`,
    ])
  })

  test('takes a workbook or a packed file, under its own type or as bytes', async () => {
    const rows = [
      ['Fair of spring'],
      ['Email', 'First name', 'PLZ'],
      ['ada@tarn.example', 'Ada', '01067'],
      ['nobody', 'No', '1'],
    ]
    const book = await madeWorkbook([{ name: 'People', rows: textRows(rows) }])
    const csv = 'email,first name\nrui@tarn.example,Rui\n'
    const files: [string, Buffer][] = [
      [WORKBOOK_TYPE, book],
      ['application/octet-stream', book],
      ['application/zip', await zipOf({ 'people.csv': csv })],
      ['application/gzip', gzipSync(csv)],
    ]
    for (const [type, bytes] of files) {
      const at = await newClient()
      const { status, body } = await sent(at, bytes, type)
      expect([type, status]).toEqual([type, 202])
      const found = await ended(at, body.data)
      expect([type, found.created, found.failed]).toEqual([type, 1, bytes === book ? 1 : 0])
      if (bytes === book) expect(await errorsOf(at, found)).toMatchObject([{ line: 4, column: 'Email' }])
    }
    const at = await newClient()
    const broken = await sent(at, book.subarray(0, 300), WORKBOOK_TYPE)
    expect([broken.status, broken.body.errors]).toMatchObject([
      422,
      [{ id: 'validation_failed', details: 'The file is incomplete: it was not copied in full.' }],
    ])
  })

  test('belongs to its account', async () => {
    const [at, other] = [await newClient(), await newClient()]
    const { id } = await imported(at, 'email\na@lumen.example\n')
    for (const [method, path] of [
      ['GET', `${IMPORTS}/${id}`],
      ['GET', `${IMPORTS}/${id}/errors`],
      ['DELETE', `${IMPORTS}/${id}`],
      ['GET', `${IMPORTS}/x`],
    ] as const)
      expect([path, (await other.send(method, path)).status]).toEqual([path, 404])
    expect((await other.send('GET', IMPORTS)).body).toEqual({ data: [], meta: { total: 0, limit: 20, offset: 0 } })
    expect((await at.send('GET', IMPORTS)).body).toMatchObject({ data: [{ id }], meta: { total: 1 } })
  })
})

/** Rows that no worker merges until the test does. */
const addresses = (count: number): string =>
  `email,first name\n${Array.from({ length: count }, (_, i) => `p${i}@lumen.example,Person ${i}\n`).join('')}`

describe('an import without workers', () => {
  test('continues where a slice ended, and can be cancelled midway', async () => {
    await using lonely = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
    const at = apiClient(lonely, lonely.key)
    const { body } = await at.raw('POST', IMPORTS, addresses(500), 'text/csv')
    const id = Number(body.data['id'])
    const stop = new AbortController()
    const store = lonely.context.store.leadsMerge
    await store.mergeSlice({ served: [], size: 200, now: new Date() }, () => undefined)
    const half = await at.send('GET', `${IMPORTS}/${id}`)
    expect(half.body.data).toMatchObject({ status: 'running', total: 500, done: 200, created: 200 })
    expect((await at.send('GET', '/leads?limit=1')).body.meta).toMatchObject({ count: 200 })

    const failing = {
      ...lonely.context,
      store: { ...lonely.context.store, leadsMerge: { ...store, mergeSlice: dying(store) } },
    }
    await expect(mergeImports(failing, stop.signal)).rejects.toThrow('killed')
    expect((await at.send('GET', `${IMPORTS}/${id}`)).body.data).toMatchObject({ done: 200 })

    await Promise.all([1, 2, 3].map(() => mergeImports(lonely.context, stop.signal, 30)))
    expect((await at.send('GET', `${IMPORTS}/${id}`)).body.data).toMatchObject({
      status: 'done',
      done: 500,
      created: 500,
    })
    expect((await at.send('GET', '/leads?limit=1')).body.meta).toMatchObject({ count: 500 })
    expect(await wrongCounters(lonely)).toEqual([])

    const second = Number((await at.raw('POST', IMPORTS, addresses(600), 'text/csv')).body.data['id'])
    await store.mergeSlice({ served: [], size: 100, now: new Date() }, () => undefined)
    const cancelled = await at.send('DELETE', `${IMPORTS}/${second}`)
    expect([cancelled.status, cancelled.body.data]).toMatchObject([
      200,
      { status: 'cancelled', done: 100, unchanged: 100 },
    ])
    await mergeImports(lonely.context, stop.signal)
    expect((await at.send('GET', '/leads?limit=1')).body.meta).toMatchObject({ count: 500 })
    const left = await lonely.database.pool.query('select 1 from leads_import_rows')
    expect(left.rowCount).toBe(0)
  })

  test('reports a failure when nothing is heard of its upload, and is deleted after a month', async () => {
    const at = await newClient()
    const options = { name: null, dryRun: false, onExisting: 'update', leadsListId: null, listNamed: false } as const
    const { rows } = await app.database.pool.query<{ id: number }>('select max(id) as id from accounts')
    const accountId = rows[0]?.id ?? 0
    const { leadsImports } = app.context.store
    const begin = (msAgo: number) =>
      leadsImports.begin(accountId, { ...options, columns: [], encoding: 'utf-8' }, new Date(Date.now() - msAgo))
    const [slow, older, { id }] = [await begin(6 * HOUR_MS), await begin(6 * HOUR_MS), await begin(6 * MINUTE_MS)]
    await leadsImports.sayAlive(slow, new Date())
    await app.database.pool.query('update leads_imports set alive_at = null where id = $1', [older.id])
    const row = { line: 1, email: 'a@b.example', fields: {}, customAttributes: {}, optoutDigests: [] }
    await leadsImports.addRows({ ...slow, id }, [row], [])
    await sendWhatHasWork(app.context, [MergeImports])
    const seen = async () => (await at.send('GET', `${IMPORTS}/${id}`)).body.data as { status: string; problem: string }
    await expect.poll(async () => (await seen()).status, { timeout: 20_000 }).toBe('failed')
    expect((await seen()).problem).toBe('The upload was interrupted.')
    for (const alive of [slow, older])
      expect((await at.send('GET', `${IMPORTS}/${alive.id}`)).body.data).toMatchObject({ status: 'uploading' })
    expect((await app.database.pool.query('select from leads_import_rows where import_id = $1', [id])).rowCount).toBe(0)
    await runUpkeep({ ...app.context, clock: { now: () => new Date(Date.now() + 31 * DAY_MS) } })
    expect((await at.send('GET', `${IMPORTS}/${id}`)).status).toBe(404)
  })
})

type Merge = TestApp['context']['store']['leadsMerge']

/** A worker that is killed while it writes: its transaction never commits. */
const dying =
  (store: Merge): Merge['mergeSlice'] =>
  async (options) => {
    await store.mergeSlice(options, () => {
      throw Object.assign(new Error('killed'), { code: '57P01' })
    })
    return null
  }
