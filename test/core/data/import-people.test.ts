import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { importCompanies } from '../../../src/core/data/import-companies.ts'
import { importPeople } from '../../../src/core/data/import-people.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { emptyIndex } from '../../support/records/empty-index.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-people-'))
})
afterAll(() => rm(folder, { recursive: true }))

const FILE = [
  'Email,Full Name,Job Title,LinkedIn URL,Source URL',
  'ines.calder@lumen.example,Ines Calder,Head of Sales,https://network.example/in/inescalder,https://lumen.example/team',
  'otto.brandt@lumen.example,Otto Brandt,Engineer,,',
  'no address,Nobody,,,',
].join('\n')

async function imported(app: TestApp, text = FILE, seenOn?: string, withoutAddresses = false) {
  const source = join(folder, 'people.csv')
  await writeFile(source, text)
  const signal = new AbortController().signal
  const dated = seenOn === undefined ? {} : { seenOn }
  return importPeople(app.context, {
    source,
    columns: {},
    ...dated,
    withoutAddresses,
    dryRun: false,
    signal,
    onProgress: () => undefined,
  })
}

interface Found {
  value: string
  position: string | null
  confidence: number
  sources: { domain?: string; uri?: string; import?: string }[]
}

const found = async (app: TestApp): Promise<Found[]> => {
  const { body } = await app.get('/v2/domain-search?domain=lumen.example')
  return (body.data as { emails: Found[] }).emails
}

describe('an import of people', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ replace: { clock: { now: () => new Date('2026-11-20T10:00:00Z') } } })
  })
  beforeEach(() => emptyIndex(app.database))
  afterAll(() => app[Symbol.asyncDispose]())

  test('takes texts as plain words, however they are written, and loses no row to half a character', async () => {
    const position = `<b>Head</b> of\u200b Sales ${'😀'.repeat(120)}`
    const page = `https://lumen.example/team?${'a'.repeat(300)}`
    const text = [
      'Email,Full Name,Job Title,Source URL',
      `ines.calder@lumen.example,Ines &amp; Calder,${position},${page}`,
      'otto.brandt@lumen.example,Otto Brandt,Engineer,',
    ].join('\n')
    expect(await imported(app, text)).toMatchObject({ figures: { rows: 2, created: 2, rejected: 0 } })
    const ines = (await found(app)).find(({ value }) => value.startsWith('ines'))
    expect(ines?.position).toMatch(/^Head of Sales 😀+…?$/u)
    expect(ines?.sources[0]?.uri).toBe(page)
  })

  test('keeps the second address of a cell or column, but not as that of the same person', async () => {
    const text = [
      'Email,Full Name,Email 2',
      'ines.calder@lumen.example; sales@lumen.example,Ines Calder,otto.brandt@lumen.example',
      'otto.brandt@lumen.example,Otto Brandt,',
    ].join('\n')
    expect(await imported(app, text)).toMatchObject({ figures: { rows: 2, created: 3, repeated: 0, rejected: 0 } })
    const { body } = await app.get('/v2/domain-search?domain=lumen.example')
    const emails = (body.data as { emails: { value: string; last_name: string | null }[] }).emails
    expect(Object.fromEntries(emails.map(({ value, last_name }) => [value, last_name]))).toEqual({
      'ines.calder@lumen.example': 'Calder',
      'otto.brandt@lumen.example': 'Brandt',
      'sales@lumen.example': null,
    })
  })

  test('fills the index with sources that are trusted less than pages, and a second one changes nothing', async () => {
    const first = await imported(app)
    expect(first).toMatchObject({
      figures: { rows: 3, created: 2, unchanged: 0, rejected: 1 },
      rejectedRows: [{ line: 4, reason: 'no_address' }],
    })
    const emails = await found(app)
    expect(emails).toMatchObject([
      {
        value: 'ines.calder@lumen.example',
        position: 'Head of Sales',
        sources: [{ domain: 'lumen.example', uri: 'https://lumen.example/team' }],
      },
      {
        value: 'otto.brandt@lumen.example',
        position: 'Engineer',
        sources: [{ import: expect.stringMatching(/^people\.csv#\w+$/) as string }],
      },
    ])
    expect(Object.keys(emails[1]?.sources[0] ?? {})).not.toContain('uri')
    for (const { confidence } of emails) expect(confidence).toBeLessThan(85)
    expect((await imported(app)).figures).toMatchObject({ created: 0, unchanged: 2 })
    expect(await found(app)).toEqual(emails)
  })

  test('leaves out people who have opted out', async () => {
    await addOptout(app.context, 'otto.brandt@lumen.example', null)
    expect((await imported(app)).figures).toMatchObject({ rows: 3, created: 1 })
    expect(await found(app)).toMatchObject([{ value: 'ines.calder@lumen.example' }])
  })

  test('says when somebody left: the departure is reported, and the person is former from then on', async () => {
    await imported(app, FILE, '2026-01-05')
    const rows = [
      'otto.brandt@lumen.example,Otto Brandt,2026-02-31',
      'ines.calder@lumen.example,Ines Calder,2026-03-14',
    ]
    await imported(app, ['Email,Name,Left on', ...rows, 'una.reyes@lumen.example,Una Reyes,2999-01-01'].join('\n'))
    const { body } = await app.get('/v2/changes?domain=lumen.example')
    expect(body.data).toMatchObject([
      {
        type: 'left',
        person: { full_name: 'Ines Calder', email: 'ines.calder@lumen.example' },
        happened_between: [null, '2026-03-14'],
        evidence: [{ says: 'left on 2026-03-14' }],
      },
    ])
    const states = (await app.get('/v2/domain-search?domain=lumen.example&include=affiliation')).body.data as {
      emails: { value: string; affiliation: { state: string } }[]
    }
    expect(
      Object.fromEntries(states.emails.map(({ value, affiliation }) => [value.split('@')[0], affiliation.state])),
    ).toEqual({
      'ines.calder': 'former',
      'otto.brandt': 'current',
      'una.reyes': 'current',
    })
  })

  test.each([
    ['German', 'Name;Vorname;E-Mail;Position;Ausgeschieden am;Zuletzt geprüft', '31.03.2026', '15.04.2026'],
    ['French', 'Nom;Prénom;Courriel;Poste;Date de sortie;Dernière vérification', '31 mars 2026', '15 avr. 2026'],
    [
      'Spanish',
      'Apellidos;Nombre;Correo electrónico;Cargo;Fecha de baja;Última verificación',
      '31/03/2026',
      '15/04/2026',
    ],
    ['Italian', 'Cognome;Nome;E-mail;Ruolo;Data di uscita;Ultima verifica', '31/3/2026', '15 aprile 2026'],
    ['Dutch', 'Achternaam;Voornaam;E-mailadres;Functie;Uit dienst;Laatst gecontroleerd', '31-03-2026', '15-04-2026'],
    [
      'Portuguese',
      'Apelido;Nome;Endereço de e-mail;Cargo;Data de saída;Última verificação',
      '31/03/2026',
      '15/04/2026',
    ],
    ['American', 'Last Name,First Name,Email,Title,Termination Date,Last Verified', '3/31/2026', 'April 15, 2026'],
  ])(
    'reads who left and when others were known, from %s names of columns and days',
    async (_, header, left, verified) => {
      const mark = header.includes(';') ? ';' : ','
      const cell = (text: string): string => (mark === ',' ? `"${text}"` : text)
      const rows = [
        ['Calder', 'Ines', 'ines.calder@lumen.example', 'Buyer', cell(left), ''],
        ['Brandt', 'Otto', 'otto.brandt@lumen.example', 'Engineer', '', cell(verified)],
      ]
      await imported(app, [header, ...rows.map((row) => row.join(mark))].join('\n'))
      const { body } = await app.get('/v2/domain-search?domain=lumen.example&include=affiliation')
      const { emails } = body.data as { emails: { value: string }[] }
      const ofInes = { state: 'former', since: '2026-03-31', last_seen_on: '2026-03-30' }
      const ofOtto = { state: 'likely', last_seen_on: '2026-04-15' }
      expect(emails.toSorted((a, b) => (a.value < b.value ? -1 : 1))).toMatchObject([
        { first_name: 'Ines', last_name: 'Calder', position: 'Buyer', affiliation: ofInes },
        { first_name: 'Otto', last_name: 'Brandt', position: 'Engineer', affiliation: ofOtto },
      ])
      const changes = (await app.get('/v2/changes?domain=lumen.example')).body.data
      expect(changes).toMatchObject([
        { evidence: [{ uri: expect.stringMatching(/^import:people\.csv#\w+$/) as string }] },
      ])
    },
  )

  test('takes people without an address if asked to: they are known at their company, and no address is guessed', async () => {
    const header = 'Name,Company,Website,Start date,Left on'
    const rows = [
      'Ines Calder,,https://www.lumen.example/,2020-05-01,2026-03-14',
      'Otto Brandt,,lumen.example,,',
      'Una Reyes,Nowhere Ltd,,,',
      'Cher,,lumen.example,,',
    ]
    const text = [header, ...rows].join('\n')
    await expect(imported(app, text)).rejects.toThrow('--without-addresses')
    expect(await imported(app, text, undefined, true)).toMatchObject({
      figures: { rows: 4, created: 2, rejected: 2 },
      rejectedRows: [
        { line: 4, reason: 'unknown_company' },
        { line: 5, reason: 'no_person' },
      ],
    })
    expect((await imported(app, text, undefined, true)).figures).toMatchObject({ created: 0, unchanged: 2 })
    expect(await found(app)).toEqual([])
    expect((await app.get('/v2/changes?domain=lumen.example')).body.data).toMatchObject([
      { type: 'left', person: { full_name: 'Ines Calder', email: null }, happened_between: [null, '2026-03-14'] },
    ])
    const asked = await app.get('/v2/email-finder?domain=lumen.example&full_name=Ines+Calder')
    expect(asked.body).toMatchObject({ data: { email: null }, meta: { reason: 'left_company' } })
  })

  test('finds the company of a person without an address by a name that exactly one company has', async () => {
    const companies = join(folder, 'companies.csv')
    await writeFile(companies, 'Name,Website\nLumen Ltd,lumen.example\nTwin Ltd,twin.example\nTwin GmbH,twin.test\n')
    const signal = new AbortController().signal
    await importCompanies(app.context, {
      source: companies,
      columns: {},
      priority: false,
      dryRun: false,
      signal,
      onProgress: () => undefined,
    })
    const text = 'Name,Employer,Left on\nInes Calder,Lumen Limited,2026-03-14\nOtto Brandt,Twin,2026-03-14\n'
    expect((await imported(app, text, undefined, true)).figures).toMatchObject({ created: 1, rejected: 1 })
    expect((await app.get('/v2/changes?domain=lumen.example')).body.data).toMatchObject([{ type: 'left' }])
  })
})
