import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedCompany } from '../../support/records/seed-company.ts'
import { seedPeople } from '../../support/records/seed.ts'

/** One of several accounts was asked to forget a person, about whom the operator has not decided for the others. */

const DOMAIN = 'lumen.example'
const PERSON = `ines.calder@${DOMAIN}`
const PEOPLE = [
  ['Ines', 'Calder', 'Chief Executive Officer'],
  ['Rui', 'Abano', 'Chief Technology Officer'],
  ['Tom', 'Birch', 'Sales Manager'],
] as const

let app: TestApp
let theirs: Record<string, string>
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await seedPeople(app.context, DOMAIN, PEOPLE)
  await seedCompany(app.context, { domain: DOMAIN, name: 'Lumen', industry: 'Software Development' })
  theirs = { 'x-api-key': (await createAccount(app.context, 'growth')).key }
  expect((await app.post('/v2/people/forget', { email: PERSON }, theirs)).status).toBe(200)
})
afterAll(() => app[Symbol.asyncDispose]())

const ask = async (path: string, headers?: Record<string, string>) => {
  const { body, headers: answered } = await app.get(path, headers)
  return { ...(body as { data: unknown; meta: Record<string, unknown> }), headers: answered }
}
const search = async (query: string, headers = theirs) => {
  const { data, meta, headers: answered } = await ask(`/v2/domain-search?domain=${DOMAIN}${query}`, headers)
  const emails = (data as { emails: { value: string }[] }).emails.map(({ value }) => value)
  return { emails, results: meta['results'], charged: answered.get('x-quarry-credits-charged') }
}

test('its pages and figures are those of the others', async () => {
  const all = await search('')
  expect([all.results, all.emails]).toEqual([2, [`rui.abano@${DOMAIN}`, `tom.birch@${DOMAIN}`]])
  const pages = [await search('&limit=1'), await search('&limit=1&offset=1'), await search('&limit=1&offset=2')]
  expect(pages.map(({ results }) => results)).toEqual([2, 2, 2])
  expect(pages.flatMap(({ emails }) => emails)).toEqual(all.emails)
  const { data } = await ask(`/v2/email-count?domain=${DOMAIN}`, theirs)
  expect(data).toMatchObject({ total: 2, personal_emails: 2, department: { executive: 0, it: 1, sales: 1 } })
})

const SOFTWARE = { industry: { include: ['Software Development'] } }
const people = (total: number) => ({ personal: total, generic: 0, total })

test('companies are discovered with the number of people it is shown there', async () => {
  const numbers = async (headers?: Record<string, string>) => {
    const { body } = await app.post('/v2/discover/people', SOFTWARE, headers)
    const found = (body.data as { domain: string; emails_count: unknown }[]).find(({ domain }) => domain === DOMAIN)
    return [found?.emails_count, (body.meta as Record<string, unknown>)['total_emails']]
  }
  expect(await numbers()).toEqual([people(3), people(3)])
  expect(await numbers(theirs)).toEqual([people(2), people(2)])
  const beyond = await app.post('/v2/discover/people', { ...SOFTWARE, offset: 50 }, theirs)
  expect(beyond.body).toMatchObject({ data: [], meta: { results: 1, total_emails: people(2) } })
  const elsewhere = await app.post('/v2/discover/people', { organization: { domain: ['none.example'] } }, theirs)
  expect(elsewhere.body.meta).toMatchObject({ total_emails: people(0) })
})

test('a search that would find only that person finds nobody, and costs nothing', async () => {
  const { emails, results, charged } = await search('&department=executive')
  expect([emails, results, charged]).toEqual([[], 0, '0'])
})

test('the person does not come back as a lead, from no door', async () => {
  const created = await app.post('/v2/leads', { email: PERSON }, theirs)
  expect([created.status, created.body.errors?.[0]?.id]).toEqual([451, 'claimed_email'])
  const saved = await app.post('/v2/leads/bulk/save', { people: [PERSON, `tom.birch@${DOMAIN}`] }, theirs)
  expect(saved.body.data).toMatchObject({ created: 1, skipped: [{ reason: 'claimed' }] })
  const csv = `email\n${PERSON}\nrui.abano@${DOMAIN}\n`
  const begun = await app.post('/v2/leads/imports', { csv }, theirs)
  const { id } = begun.body.data as { id: number }
  const done = async () => (await ask(`/v2/leads/imports/${id}`, theirs)).data as { status: string; created: number }
  await expect.poll(async () => (await done()).status, { timeout: 20_000 }).toBe('done')
  expect((await done()).created).toBe(1)
  expect(JSON.stringify((await ask('/v2/leads', theirs)).data)).not.toContain(PERSON)
})

test('other accounts see no difference', async () => {
  const own = await search('', { 'x-api-key': app.key })
  expect([own.results, own.emails.includes(PERSON)]).toEqual([3, true])
  expect((await app.post('/v2/leads', { email: PERSON })).status).toBe(201)
})
