import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import type { Entry, Options, ZipFile } from 'yauzl'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { runUpkeep } from '../../../src/core/operate/upkeep.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedLeads } from '../../support/records/lead-rows.ts'
import { apiClient } from '../../support/doors/api-client.ts'
import type { ApiClient } from '../../support/doors/api-client.ts'

const EXPORTS = '/leads/exports'

let app: TestApp
let at: ApiClient
let slug: string
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  at = apiClient(app, app.key)
  slug = await at.attribute('Shoe size')
  const people = [
    {
      email: 'ines@lumen.example',
      first_name: 'Ines "_x0049_"',
      confidence_score: 94,
      custom_attributes: { [slug]: '41' },
    },
    {
      email: 'rui@lumen.example',
      first_name: '=HYPERLINK("http://x")',
      phone_number: '+351 555 0100',
      notes: 'a\r\nb',
    },
    {
      email: 'tom@fjord.example',
      first_name: '<Tom> & Co',
      last_name: "'=1",
      position: "Sales;=1+1;'=2;+",
      notes: '@SUM(1)\u0007',
      leads_list_name: 'Fjord',
    },
  ]
  for (const person of people) expect((await at.send('POST', '/leads', person)).status).toBe(201)
})
afterAll(() => app[Symbol.asyncDispose]())

async function made(wanted: Record<string, unknown> = {}): Promise<{ id: number; total: number; url: string }> {
  const { status, body } = await at.send('POST', EXPORTS, wanted)
  expect([status, body.errors]).toEqual([202, undefined])
  return body.data as never
}

async function fetched({ id }: { id: number }): Promise<{ type: string | null; name: string | null; bytes: Buffer }> {
  const answer = await fetch(`${app.origin}/v2${EXPORTS}/${id}/file`, {
    headers: { 'x-api-key': app.key, accept: 'text/csv' },
  })
  expect(answer.status).toBe(200)
  const { headers } = answer
  return {
    type: headers.get('content-type'),
    name: headers.get('content-disposition'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

const emailsOf = async (wanted: Record<string, unknown>): Promise<string[]> => {
  const { bytes } = await fetched(await made({ ...wanted, format: 'jsonl' }))
  const lines = bytes.toString().trimEnd().split('\n')
  return lines.map((line) => (line === '' ? '' : (JSON.parse(line) as { email: string }).email))
}

describe('an export', () => {
  test('is CSV with formulas defused, which an import reads back unchanged', async () => {
    const record = await made()
    expect(record).toMatchObject({ status: 'done', format: 'csv', total: 3 })
    expect(record.url).toContain(`/v2${EXPORTS}/${record.id}/file`)
    const { type, name, bytes } = await fetched(record)
    expect([type, name]).toEqual(['text/csv; charset=utf-8', `attachment; filename="leads-${record.id}.csv"`])
    const rows: Record<string, string>[] = parse(bytes, { columns: true })
    expect(rows).toMatchObject([
      {
        email: 'tom@fjord.example',
        first_name: '<Tom> & Co',
        last_name: "''=1",
        // Where commas separate decimals, a semicolon begins a cell.
        position: "Sales;'=1+1;''=2;'+",
        notes: "'@SUM(1)\u0007",
        leads_list: 'Fjord',
      },
      { first_name: `'=HYPERLINK("http://x")`, phone_number: "'+351 555 0100", notes: 'a\r\nb' },
      {
        first_name: 'Ines "_x0049_"',
        confidence_score: '94',
        [slug]: '41',
        verification_status: '',
        leads_list: 'My leads',
      },
    ])

    const other = apiClient(app, (await createAccount(app.context, 'free')).key)
    await other.attribute('Shoe size')
    const { status, body } = await other.raw('POST', '/leads/imports', bytes.toString(), 'text/csv')
    expect(status).toBe(202)
    for (let state = ''; state !== 'done';)
      state = String((await other.send('GET', `/leads/imports/${String(body.data['id'])}`)).body.data['status'])
    const ours = (await at.send('GET', '/leads')).body.data['leads'] as Record<string, unknown>[]
    const theirs = (await other.send('GET', '/leads')).body.data['leads'] as Record<string, unknown>[]
    const kept = (leads: Record<string, unknown>[]) =>
      leads
        .map(({ email, first_name, last_name, phone_number, confidence_score, [slug]: size }) =>
          [email, first_name, last_name, phone_number, confidence_score, size].join(),
        )
        .sort((a, b) => (a < b ? -1 : 1))
    expect(kept(theirs)).toEqual(kept(ours))
  })

  test('is JSON lines of leads exactly as shown, under the filters of their list', async () => {
    const { bytes, type } = await fetched(await made({ format: 'jsonl', email: 'rui' }))
    expect(type).toBe('application/x-ndjson; charset=utf-8')
    const { body } = await at.send('GET', '/leads?email=rui')
    expect([JSON.parse(bytes.toString())]).toEqual(body.data['leads'])
    const fjord = (await at.lists()).find(({ name }) => name === 'Fjord')
    expect(await emailsOf({ leads_list_id: fjord?.id })).toEqual(['tom@fjord.example'])
    expect(await emailsOf({ custom_attributes: { [slug]: '*' } })).toEqual(['ines@lumen.example'])
    expect(await emailsOf({ query: 'nobody of this name' })).toEqual([''])
  })

  test('is a workbook that spreadsheet programs open, with text kept as text', async () => {
    const { bytes } = await fetched(await made({ format: 'xlsx' }))
    const parts = await unzipped(bytes)
    expect([...parts.keys()].sort((a, b) => (a < b ? -1 : 1))).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet.match(/<row>/g)).toHaveLength(4)
    expect(sheet).toContain('<t xml:space="preserve">=HYPERLINK("http://x")</t>')
    expect(sheet).toContain('<t xml:space="preserve">&lt;Tom&gt; &amp; Co</t>')
    expect(sheet).toContain('<c><v>94</v></c>')
    expect(sheet).toContain('a&#13;\nb')
    expect(sheet).toContain('Ines "_x005F_x0049_"')
    expect(sheet).not.toContain('<f>')
    expect(sheet).not.toContain('\u0007')
  })

  test('contains no lead added later, and all pages of the earlier ones', async () => {
    const list = await at.list('Many')
    await seedLeads(app, { count: 2_345, list, prefix: 'many' })
    const record = await made({ format: 'jsonl', leads_list_id: list })
    expect(record.total).toBe(2_345)
    await seedLeads(app, { count: 5, list, prefix: 'later' })
    const lines = (await fetched(record)).bytes.toString().trimEnd().split('\n')
    expect(new Set(lines).size).toBe(2_345)
    const csv = (await fetched(await made({ leads_list_id: list }))).bytes
    expect(parse(csv)).toHaveLength(2_351)
  })

  test('belongs to its account, and is deleted after a month', async () => {
    const record = await made()
    const other = apiClient(app, (await createAccount(app.context, 'free')).key)
    for (const path of [`${EXPORTS}/${record.id}`, `${EXPORTS}/${record.id}/file`, `${EXPORTS}/x/file`])
      expect([path, (await other.send('GET', path)).status]).toEqual([path, 404])
    expect((await at.send('GET', `${EXPORTS}/${record.id}`)).body.data).toEqual(record)
    const head = await fetch(`${app.origin}/v2${EXPORTS}/${record.id}/file`, {
      method: 'HEAD',
      headers: { 'x-api-key': app.key },
    })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    await runUpkeep({ ...app.context, clock: { now: () => new Date(Date.now() + 31 * DAY_MS) } })
    expect((await at.send('GET', `${EXPORTS}/${record.id}`)).status).toBe(404)
  })

  test("gives the location of a lead's company, but not that of a webmail provider", async () => {
    await app.context.database.pool.query(
      `insert into companies (domain, country, city, indexed_on, updated_at) values
        ('weir.example', 'PT', 'Faro', now(), now()),
        ('sluice.example', 'PT', null, now(), now()), ('gmail.com', 'US', 'Mountain View', now(), now())`,
    )
    const leads_list_id = await at.list('Coast')
    for (const domain of ['weir.example', 'post.weir.example', 'sluice.example', 'gmail.com'])
      await at.send('POST', '/leads', { email: `ana.weir@${domain}`, leads_list_id })
    const csv = (await fetched(await made({ leads_list_id }))).bytes
    const seatOf = ({ email = '', company_country = '', company_city = '' }: Record<string, string>) =>
      [email.split('@')[1], company_country, company_city].join(' ').trim()
    expect(parse<Record<string, string>>(csv, { columns: true }).map(seatOf).sort()).toEqual([
      'gmail.com',
      'post.weir.example PT Faro',
      'sluice.example PT',
      'weir.example PT Faro',
    ])
    const [line] = (await fetched(await made({ format: 'jsonl', email: 'ana.weir@weir' }))).bytes.toString().split('\n')
    expect(JSON.parse(line ?? '')).toMatchObject({ company_country: 'PT', company_city: 'Faro' })
    const slugged = await at.attribute('Company city')
    const again = (await fetched(await made({ leads_list_id }))).bytes
    const [header = []] = parse(again)
    expect([slugged, header.filter((name) => name === slugged)]).toEqual(['company_city', ['company_city']])
  })

  test.each([
    [{ format: 'pdf' }, 'format must be csv, xlsx or jsonl; it is "pdf".'],
    [{ sync_status: 'x' }, 'x is not allowed for sync_status.'],
  ])('refuses %j', async (wanted, details) => {
    const { status, body } = await at.send('POST', EXPORTS, wanted)
    expect([status, body.errors?.[0]?.details]).toEqual([400, details])
  })
})

/** Returns the parts of a zip file as text. */
async function unzipped(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await promisify<Buffer, Options, ZipFile>(fromBuffer)(bytes, { lazyEntries: true })
  const parts = new Map<string, string>()
  const ended = once(zip, 'end')
  zip.on('entry', (entry: Entry) => void partOf(zip, entry).then((part) => parts.set(entry.fileName, part)))
  zip.readEntry()
  await ended
  return parts
}

async function partOf(zip: ZipFile, entry: Entry): Promise<string> {
  const open = promisify<Entry, Readable>(zip.openReadStream.bind(zip))
  const content = await text(await open(entry))
  zip.readEntry()
  return content
}
