import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MergeImports } from '../../src/core/data/merge-imports.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { queueIsEmpty } from '../support/records/lead-rows.ts'
import { madeWorkbook, textRows } from '../support/records/made-workbook.ts'
import { webVisitor } from '../support/web/web-visitor.ts'
import type { Visitor } from '../support/web/web-visitor.ts'

let app: TestApp
let maya: Visitor

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  maya = await webVisitor(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const CSV = `Mail;Vorname;Firma;Met;Junk
ann@birch.example;Ann;Birch;Porto;x
n/a;Nobody;Nowhere;;y
bo@birch.example;Bo;Birch;;z
`

/**
 * Sends a form with a file as browsers do (RFC 7578).
 * @returns where it leads
 */
async function upload(
  text: string | Buffer | null,
  once: string,
  name = 'fair.csv',
): Promise<{ status: number; path: string; html: string }> {
  const part = (field: string, rest: string): string =>
    `--limit\r\ncontent-disposition: form-data; name="${field}"${rest}\r\n`
  const file = part('csv', `; filename="${text === null ? '' : name}"\r\ncontent-type: text/csv\r\n`)
  const answer = await fetch(`${app.origin}/app/imports`, {
    method: 'POST',
    body: Buffer.concat([
      Buffer.from(`${part('once', `\r\n\r\n${once}`)}${file}`),
      Buffer.from(text ?? ''),
      Buffer.from('\r\n--limit--\r\n'),
    ]),
    headers: {
      cookie: maya.cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=limit',
    },
    redirect: 'manual',
  })
  const path = (answer.headers.get('location') ?? '').replace(/^\/app/, '')
  return { status: answer.status, path, html: await answer.text() }
}

/** Returns what the form of a file sends when nothing in it is changed, plus these fields. */
async function formOf(path: string): Promise<Record<string, string>> {
  const { html } = await maya.see(path)
  const columns = [...html.matchAll(/name="(column_\d+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const chosen = [...html.matchAll(/<select name="(field_\d+)"[\s\S]*?<option value="([^"]*)" selected>/g)]
  const fields = chosen.map(([, name = '', value = '']) => [name, value])
  return { ...Object.fromEntries([...columns, ...fields]), on_existing: 'update' }
}

/** Returns what the button below a trial sends. */
const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [
      ...(/<form[^>]*imports\/files[\s\S]*?<\/form>/.exec(html)?.[0] ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g),
    ].map(([, name = '', value = '']) => [name, value]),
  )

/** A member of an archive (APPNOTE 4.3), as in workbooks. */
function deflated(name: string): Buffer {
  const packed = deflateRawSync(Buffer.from('<workbook>'.repeat(400)))
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name), packed])
}

const lead = async (email: string) =>
  (await app.database.pool.query('select first_name, company, custom_attributes from leads where email = $1', [email]))
    .rows[0]

test('a file is called by the name it has on the computer of its sender', async () => {
  const { path } = await upload(CSV, 'n0', 'the %22new%22 100%25%0Alist.csv') // as browsers write quotes and line breaks
  expect((await maya.see(path)).html).toContain('the &quot;new&quot; 100%25 list.csv')
})

test('a file is reviewed, tried and imported; unusable rows are reported by line', async () => {
  await app.post('/v2/leads_custom_attributes', { label: 'Met' })
  const { status, path } = await upload(CSV, 'u1')
  expect([status, path]).toEqual([303, expect.stringMatching(/^\/imports\/files\/\d+$/)])
  const { html } = await maya.see(path)
  for (const text of ['fair.csv', 'ann@birch.example', 'n/a', '<bdi>Firma</bdi>']) expect(html).toContain(text)
  const fields = await formOf(path)
  expect(fields).toMatchObject({
    field_0: 'email',
    field_1: 'first_name',
    field_2: 'company',
    field_3: 'custom_attributes.met',
    field_4: '-',
  })

  const tried = await maya.send(path, { ...fields, field_1: '-', leads_list_name: 'Fair', dry_run: 'true', once: 'i1' })
  const trial = (tried.headers.get('location') ?? '').replace(/^\/app/, '')
  await queueIsEmpty(app, MergeImports.name)
  const seen = await maya.see(trial)
  expect(seen.html).toContain('Trial run: nothing was saved.')
  expect(await lead('ann@birch.example')).toBeUndefined()
  const again = /href="\/app([^"]*)">Change columns or list/.exec(seen.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(await formOf(again)).toMatchObject({ field_0: 'email', field_1: '-', field_3: 'custom_attributes.met' })
  expect((await maya.see(again)).html).toMatch(/name="leads_list_name"[^>]* value="Fair"/)

  const sent = await maya.send(path, hiddenFields(seen.html))
  const imported = (sent.headers.get('location') ?? '').replace(/^\/app/, '')
  await queueIsEmpty(app, MergeImports.name)
  const done = await maya.see(imported)
  expect(done.html).toContain('<strong>Done</strong>')
  expect(done.html).toMatch(
    /<td class="number"[^>]*>3<\/td><td><bdi>Mail<\/bdi><\/td><td>The cell does not contain a valid email address\.<\/td>/,
  )
  expect(await lead('ann@birch.example')).toEqual({
    first_name: null,
    company: 'Birch',
    custom_attributes: { met: 'Porto' },
  })
  const { rows } = await app.database.pool.query(`select 1 from leads_lists where name = 'Fair'`)
  expect(rows).toHaveLength(1)
  expect((await maya.see(path)).status).toBe(404)
  expect((await maya.see('/imports')).html).toContain('fair.csv')
})

test("the user's mapping of columns is used, even if the form was refused first", async () => {
  const { path } = await upload('Alpha,Beta\nann@elm.example,Ann\n', 'u2')
  const fields = await formOf(path)
  expect(fields).toMatchObject({ field_0: '-', field_1: '-' })
  const refused = await maya.send(path, { ...fields, once: 'i3' })
  expect([refused.status, refused.html.includes('<a href="#csv">Choose &quot;Address&quot; for the column')]).toEqual([
    422,
    true,
  ])
  await maya.send(path, { ...fields, field_0: 'email', field_1: 'last_name', once: 'i4' })
  await queueIsEmpty(app, MergeImports.name)
  const { rows } = await app.database.pool.query(`select last_name from leads where email = 'ann@elm.example'`)
  expect(rows).toEqual([{ last_name: 'Ann' }])
})

test('a large file is accepted as it is, and a double click imports it once', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `p${n}@large.example,Person ${n},${'x'.repeat(500)}\n`)
  const { path } = await upload(`email,name,notes\n${rows.join('')}`, 'u3')
  const { rows: kept } = await app.database.pool.query<{ bytes: number }>(
    'select bytes from leads_uploads order by id desc limit 1',
  )
  expect(kept[0]?.bytes).toBeGreaterThan(2_000_000)
  const fields = { ...(await formOf(path)), dry_run: 'true', once: 'i5' }
  const both = await Promise.all([maya.send(path, fields), maya.send(path, fields)])
  expect(both.map(({ status }) => status).filter((status) => status === 303).length).toBeGreaterThan(0)
  const { rows: imports } = await app.database.pool.query('select total from leads_imports where total >= 5000')
  expect(imports).toEqual([{ total: 5_000 }])
})

test('a missing file, and one that is not text, are reported', async () => {
  expect((await upload(null, 'u4')).path).toBe('/imports')
  const { html } = await maya.see('/imports')
  expect(html).toMatch(/<div role="alert"[^>]*><div>Choose a file first.</)
  const sample = await maya.see('/imports/sample.csv')
  expect([sample.headers.get('content-disposition'), sample.html]).toEqual([
    expect.stringContaining('people.csv'),
    expect.stringContaining('jane.rivers@birch.example'),
  ])
})

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAYAAACp8Z5+AAAAKElEQVR4nAXBAQEAAACCIP+PpgNQKwAAAAAAAAAAAAAAAAAAAAAAAAAAAL8AAQABgjjzdgAAAABJRU5ErkJggg==',
  'base64',
)

test.each<[string, string | Buffer, string]>([
  ['an empty one', '', 'The file is empty.'],
  ['one of blank lines', '\r\n;;\r\n', 'The file is empty.'],
  ['a picture', PICTURE, 'The file is not text.'],
  ['half a workbook', deflated('xl/workbook.xml'), 'The file is incomplete: it was not copied in full.'],
  ['a document', '%PDF-1.4\n1 0 obj\n', 'The file is not text.'],
  ['one that begins with a person', 'ann@birch.example;Ann\n', 'The file has no header row.'],
  ['one with 501 columns', `email${',x'.repeat(500)}\na@birch.example\n`, 'The file may have at most 500 columns.'],
  ['one without people', 'email,name\n', 'The file has no rows below its header row.'],
])('%s is refused with what is wrong, and not kept', async (what, text, sentence) => {
  const { status, html } = await upload(text, `useless ${what}`)
  expect(status).toBe(422)
  expect(html).toContain(`<a href="#csv">${sentence}`)
  expect(html).toContain('name="csv"')
  const { rows } = await app.database.pool.query('select 1 from leads_uploads where bytes = $1', [text.length])
  expect(rows).toEqual([])
})

test('a workbook is shown and imported like CSV', async () => {
  const rows = textRows([
    ['Email', 'First name', 'PLZ'],
    ['cyd@pine.example', 'Cyd', '01067'],
  ])
  const { path } = await upload(await madeWorkbook([{ name: 'People', rows }]), 'x1')
  expect((await maya.see(path)).html).toContain('<bdi>01067</bdi>')
  await maya.send(path, { ...(await formOf(path)), once: 'x2' })
  await queueIsEmpty(app, MergeImports.name)
  expect(await lead('cyd@pine.example')).toMatchObject({ first_name: 'Cyd' })
})

test('a column of names is taken for first and last names if the file has no others', async () => {
  const { path } = await upload('Name,Email\nAna Lund,ana@pine.example\n', 'n1')
  expect(await formOf(path)).toMatchObject({ field_0: 'full_name', field_1: 'email' })
  await maya.send(path, { ...(await formOf(path)), once: 'n2' })
  await queueIsEmpty(app, MergeImports.name)
  const { rows } = await app.database.pool.query(
    `select first_name, last_name from leads where email = 'ana@pine.example'`,
  )
  expect(rows).toEqual([{ first_name: 'Ana', last_name: 'Lund' }])
  const other = await upload('Name,First name,Email\nAna Lund,Ana,ana@pine.example\n', 'n3')
  expect(await formOf(other.path)).toMatchObject({ field_0: '-', field_1: 'first_name' })
  const german = await upload('Name,Vorname,Email\nLund,Ana,ana@pine.example\n', 'n4')
  expect(await formOf(german.path)).toMatchObject({ field_0: 'last_name', field_1: 'first_name' })
})

test.each([
  ['E-Mail;Familienname;Funktion;Unternehmen;Webseite;Telefonnummer;Bemerkung', 'm1'],
  ['Courriel;Nom de famille;Intitulé de poste;Société;Site web;Portable;Remarques', 'm2'],
  ['Correo electrónico;Apellidos;Puesto;Compañía;Página web;Móvil;Observaciones', 'm3'],
  ['Indirizzo e-mail;Cognome;Qualifica;Azienda;Sito web;Cellulare;Commenti', 'm4'],
  ['E-mailadres;Achternaam;Functietitel;Bedrijfsnaam;Bedrijfswebsite;Telefoonnummer;Opmerkingen', 'm5'],
  ['Endereço de e-mail;Sobrenome;Função;Empregador;Website;Telemóvel;Observações', 'm6'],
])('columns are recognised in the language of the file: %s', async (header, once) => {
  const { path } = await upload(`${header}\nann@birch.example;Lund;Head;Birch;birch.example;+49 30 123456;met\n`, once)
  expect(await formOf(path)).toMatchObject({
    field_0: 'email',
    field_1: 'last_name',
    field_2: 'position',
    field_3: 'company',
    field_4: 'website',
    field_5: 'phone_number',
    field_6: 'notes',
  })
})

test('text in the encodings of other systems is accepted', async () => {
  const wide = await upload(Buffer.from('\ufeffMail\tName\nann@elm.example\tÅsa\n', 'utf16le'), 'w1')
  expect((await maya.see(wide.path)).html).toContain('Åsa')
  const narrow = await upload(
    Buffer.from('Mail;Name\nann@elm.example;José\u0001\x1a\n'.padEnd(400, '\n'), 'latin1'),
    'w2',
  )
  expect((await maya.see(narrow.path)).html).toContain('José')
})

test('files belong to an account, and can be deleted', async () => {
  const { path } = await upload(CSV, 'u5')
  const reader = await webVisitor(app, { role: 'reader' })
  expect((await reader.see(path)).status).toBe(403)
  const forgotten = await maya.send(`${path}/forget`, {})
  expect(forgotten.headers.get('location')).toBe('/app/imports')
  expect((await maya.see(path)).status).toBe(404)
})
