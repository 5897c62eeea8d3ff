import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request } from '../../support/doors/campaign-client.ts'

/** Names that every plain JavaScript object responds to. */
const LABELS = ['Constructor', 'To String', 'hasOwnProperty', '__proto__', 'valueOf', 'Prototype']

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

interface Attribute {
  slug: string
}

async function slugsOf(): Promise<string[]> {
  const { body } = await app.get('/v2/leads_custom_attributes')
  return (body.data as { leads_custom_attributes: Attribute[] }).leads_custom_attributes.map(({ slug }) => slug)
}

async function exported(format: string): Promise<string> {
  const started = await app.post('/v2/leads/exports', { format })
  expect(started.status).toBeLessThan(300)
  const { id } = started.body.data as { id: number }
  await expect
    .poll(async () => ((await app.get(`/v2/leads/exports/${id}`)).body.data as { status: string }).status)
    .toBe('done')
  const response = await fetch(`${app.origin}/v2/leads/exports/${id}/file`, { headers: { 'x-api-key': app.key } })
  return response.text()
}

test('custom attributes may be named like properties of objects', async () => {
  for (const label of LABELS) expect((await app.post('/v2/leads_custom_attributes', { label })).status).toBe(201)
  const slugs = await slugsOf()
  expect(slugs).toContain('constructor')
  await app.post('/v2/leads', { email: 'plain@odd.example', first_name: 'Ana' })
  const values = Object.fromEntries(slugs.map((slug) => [slug, `value of ${slug}`]))
  const made = await app.post('/v2/leads', { email: 'full@odd.example', custom_attributes: values })
  expect(made.status).toBe(201)
  const full = (await app.get('/v2/leads?query=full@odd.example')).body.data as { leads: Record<string, unknown>[] }
  const plain = (await app.get('/v2/leads?query=plain@odd.example')).body.data as { leads: Record<string, unknown>[] }
  for (const slug of slugs) {
    expect([slug, full.leads[0]?.[slug]]).toEqual([slug, `value of ${slug}`])
    expect([slug, Object.hasOwn(plain.leads[0] ?? {}, slug) ? plain.leads[0]?.[slug] : 'missing']).toEqual([slug, null])
    const query = new URLSearchParams({ [`custom_attributes[${slug}]`]: `value of ${slug}` })
    const found = (await app.get(`/v2/leads?${query.toString()}`)).body.data as { leads: { email: string }[] }
    expect([slug, found.leads.map(({ email }) => email)]).toEqual([slug, ['full@odd.example']])
  }
})

test.each(['csv', 'jsonl'])('an export as %s contains them', async (format) => {
  const text = await exported(format)
  expect(text).toContain('value of constructor')
  expect(text).toContain('plain@odd.example')
  expect(text).not.toContain('native code')
})

test('columns of a file may have such names', async () => {
  const csv = 'email,Constructor,__proto__,toString\nfile@odd.example,red,blue,green\n'
  const sent = await fetch(`${app.origin}/v2/leads/imports`, {
    method: 'POST',
    headers: { 'x-api-key': app.key, 'content-type': 'text/csv' },
    body: csv,
  })
  expect(sent.status).toBeLessThan(300)
  await expect
    .poll(async () => ((await app.get('/v2/leads?query=file@odd.example')).body.data as { leads: unknown[] }).leads)
    .toHaveLength(1)
  const { leads } = (await app.get('/v2/leads?query=file@odd.example')).body.data as {
    leads: Record<string, unknown>[]
  }
  expect(leads[0]?.['constructor']).toBe('red')
})

test('parameters of a query and keys of a body may have such names', async () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
    expect([name, (await app.get(`/v2/leads?${name}=1&${name}[x]=2`)).status]).toEqual([name, 200])
    const body = JSON.parse(`{"email": "key@odd.example", "${name}": {"x": 1}}`) as object
    expect([name, (await request(app, 'PUT', '/v2/leads', body)).status < 300]).toEqual([name, true])
    expect([name, (await app.post('/v2/discover', JSON.parse(`{"${name}": ["x"]}`))).status < 500]).toEqual([
      name,
      true,
    ])
  }
})

test('merge tags with such names are known only where an attribute has them', async () => {
  const { data } = (await app.post('/v2/sequences', { name: 'Odd' })).body as { data: { id: number } }
  const steps = (await app.get(`/v2/sequences/${data.id}/follow-ups`)).body.data as { follow_ups: { id: number }[] }
  const write = (tag: string) =>
    request(app, 'PUT', `/v2/sequences/${data.id}/follow-ups/${steps.follow_ups[0]?.id}`, {
      subject: 'A',
      body: `Good morning {{${tag}|fallback:"there"}}`,
    })
  expect((await write('constructor')).status).toBe(200)
  expect((await write('isPrototypeOf')).status).toBe(422)
})
