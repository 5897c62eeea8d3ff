import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { ChangeLeads } from '../../../src/core/leads/leads-change-job.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { queueIsEmpty, seedLeads, wrongCounters } from '../../support/records/lead-rows.ts'

/** Operations on all leads that match, sent with the number that was seen. */

const LISTS = '/v2/leads_lists'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const createList = async (name: string): Promise<number> =>
  ((await app.post(LISTS, { name })).body.data as { id: number }).id

const sizeOf = async (list: number): Promise<number> =>
  ((await app.get(`${LISTS}/${list}`)).body.data as { leads_count: number }).leads_count

const total = async (): Promise<number> =>
  Number((await app.database.pool.query('select count(*) as n from leads')).rows[0]?.n)

const details = ({ body }: { body: { errors?: readonly { details: string }[] } }) =>
  body.errors?.map((error) => error.details).join(' ')

test('all matching leads move if there are as many as were seen, otherwise none do', async () => {
  const [from, to] = [await createList('Match from'), await createList('Match to')]
  const willows = await seedLeads(app, { count: 40, list: from, prefix: 'willow' })
  await seedLeads(app, { count: 150, list: from, prefix: 'elm' })
  const move = (filters: object, expected: number) =>
    app.post('/v2/leads/bulk/move', {
      leads_list_id: from,
      target_leads_list_id: to,
      filters,
      expected_count: expected,
    })
  const changed = await move({ email: 'willow' }, 39)
  expect([changed.status, details(changed)]).toEqual([
    422,
    'expected_count is 39, but there are 40 leads now. Look again and repeat the request.',
  ])
  expect(await sizeOf(to)).toBe(0)
  const few = await move({ email: 'willow' }, 40)
  expect([few.status, few.body.data]).toEqual([
    202,
    {
      source_leads_list_id: from,
      target_leads_list_id: to,
      leads_count: 40,
      status: 'done',
      changed_lead_ids: willows,
      stayed_lead_ids: [],
    },
  ])
  expect([await sizeOf(from), await sizeOf(to)]).toEqual([150, 40])
  const many = await move({ email: '*' }, 150)
  expect(many.body.data).toMatchObject({ leads_count: 150, status: 'done' })
  expect([await sizeOf(from), await sizeOf(to)]).toEqual([0, 190])
  expect(await wrongCounters(app)).toEqual([])
})

test('leads are added to and removed from a list, a few immediately and thousands soon after; the answer says which', async () => {
  const [list, target] = [await createList('Source'), await createList('Target')]
  const ids = await seedLeads(app, { count: 6_000, list, prefix: 'oak' })
  const body = { leads_list_id: target, lead_ids: ids.slice(0, 3) }
  const added = await app.post('/v2/leads/bulk/add', body)
  expect([added.status, added.body.data]).toEqual([
    200,
    { leads_list_id: target, leads_count: 3, status: 'done', changed_lead_ids: ids.slice(0, 3) },
  ])
  expect((await app.post('/v2/leads/bulk/add', body)).body.data).toMatchObject({ changed_lead_ids: [] })
  const all = await app.post('/v2/leads/bulk/add', {
    leads_list_id: target,
    filters: { leads_list_id: list, email: 'oak' },
    expected_count: 6_000,
  })
  expect([all.status, all.body.data]).toEqual([
    202,
    { leads_list_id: target, leads_count: 6_000, status: 'queued', changed_lead_ids: [] },
  ])
  await queueIsEmpty(app, ChangeLeads.name)
  expect([await sizeOf(list), await sizeOf(target)]).toEqual([6_000, 6_000])
  const move = { leads_list_id: list, target_leads_list_id: await createList('Third') }
  const moved = await app.post('/v2/leads/bulk/move', { ...move, filters: { email: 'oak' }, expected_count: 6_000 })
  expect(moved.body.data).toMatchObject({ leads_count: 6_000, status: 'queued' })
  await queueIsEmpty(app, ChangeLeads.name)
  expect([await sizeOf(list), await sizeOf(move.target_leads_list_id)]).toEqual([0, 6_000])
  const left = await app.post('/v2/leads/bulk/remove', { leads_list_id: target, lead_ids: ids.slice(0, 5) })
  expect(left.body.data).toMatchObject({ leads_count: 5, status: 'done', changed_lead_ids: ids.slice(0, 5) })
  expect(await sizeOf(target)).toBe(5_995)
  const { key } = await createAccount(app.context, 'free')
  const theirs = await app.post('/v2/leads/bulk/remove', { leads_list_id: target, lead_ids: ids }, { 'x-api-key': key })
  expect(theirs.status).toBe(422)
  expect(await wrongCounters(app)).toEqual([])
})

test('thousands of matching leads are deleted, and no others', async () => {
  const list = await createList('Doomed')
  await seedLeads(app, { count: 2_500, list, prefix: 'ash' })
  const before = await total()
  const body = { filters: { leads_list_id: list, email: 'ash' }, expected_count: 2_500 }
  const deleted = await app.post('/v2/leads/bulk/delete', body)
  expect([deleted.status, deleted.body.data]).toEqual([
    202,
    { requested_count: 2_500, deleted_count: 0, status: 'queued' },
  ])
  await queueIsEmpty(app, ChangeLeads.name)
  expect(await total()).toBe(before - 2_500)
})

test('many leads are filled from the index, and the answer says which', async () => {
  const list = await createList('Lacking')
  await app.database.pool.query(`insert into domains (domain, organization) values ('fir.example', 'Fir Works')`)
  await app.database.pool.query(
    `insert into leads (account_id, email, company) values (1, 'a@fir.example', null), (1, 'b@fir.example', 'Own words'), (1, 'c@none.example', null)`,
  )
  const filled = await app.post('/v2/leads/bulk/enrich', { filters: { email: '@fir.example' }, expected_count: 2 })
  expect([filled.status, filled.body.data]).toMatchObject([200, { leads_count: 2, status: 'done' }])
  const { rows } = await app.database.pool.query(
    `select email, company, website from leads where email like '%@fir.example' order by email`,
  )
  expect(rows).toEqual([
    { email: 'a@fir.example', company: 'Fir Works', website: 'fir.example' },
    { email: 'b@fir.example', company: 'Own words', website: 'fir.example' },
  ])
  const again = await app.post('/v2/leads/bulk/enrich', { filters: { email: '@fir.example' }, expected_count: 2 })
  expect(again.body.data).toMatchObject({ changed_lead_ids: [] })
  expect(list).toBeGreaterThan(0)
})

test('a list, or all matching leads, can be verified', async () => {
  const list = await createList('To check')
  await seedLeads(app, { count: 120, list, prefix: 'rowan' })
  const started = await app.post('/v2/email-verifier/bulk', { leads_list_id: list, name: 'Rowans' })
  expect([started.status, started.body.data]).toMatchObject([202, { total: 120, name: 'Rowans' }])
  const filters = { leads_list_id: list, email: 'rowan1' }
  const some = await app.post('/v2/email-verifier/bulk', { filters, expected_count: 32 })
  expect([some.status, some.body.data]).toMatchObject([202, { total: 32 }])
  const changed = await app.post('/v2/email-verifier/bulk', { filters, expected_count: 33 })
  expect(changed.status).toBe(422)
  const empty = await app.post('/v2/email-verifier/bulk', { leads_list_id: await createList('Empty') })
  expect([empty.status, details(empty)]).toEqual([422, 'leads_list_id must stand for at least one lead.'])
})

test("a list of thousands becomes a campaign's recipients, except those who must not be contacted", async () => {
  const list = await createList('Recipients')
  const ids = await seedLeads(app, { count: 2_204, list, prefix: 'larch' })
  const campaign = ((await app.post('/v2/sequences', { name: 'Hello' })).body.data as { id: number }).id
  await app.post('/v2/unsubscribes', { email: 'larch7@lumen.example' })
  const path = `/v2/campaigns/${campaign}/recipients`
  const first = await app.post(path, { lead_ids: ids.slice(0, 2) })
  expect(first.body).toMatchObject({ data: { recipients_added: 2 } })
  const wrong = await app.post(path, { leads_list_id: list, expected_count: 2_203 })
  expect(wrong.status).toBe(422)
  const all = await app.post(path, { leads_list_id: list, expected_count: 2_204 })
  expect([all.status, all.body]).toMatchObject([
    201,
    { data: { recipients_added: 2_201 }, meta: { skipped: { duplicate: 2, unsubscribed: 1 } } },
  ])
  const shown = await app.get(`/v2/sequences/${campaign}`)
  expect(JSON.stringify(shown.body)).toContain('2203')
  const matching = await app.post(path, { filters: { email: 'larch' }, expected_count: 2_204 })
  expect(matching.body).toMatchObject({ data: { recipients_added: 0 }, meta: { skipped: { duplicate: 2_203 } } })
  expect((matching.body.data as { skipped_recipients: unknown[] }).skipped_recipients).toHaveLength(100)
})

test.each<[string, object, string]>([
  [
    '/v2/leads/bulk/delete',
    { filters: { email: 'x' } },
    'Send expected_count with filters: the number of leads you expect to match.',
  ],
  ['/v2/leads/bulk/delete', { filters: { e_mail: 'x' }, expected_count: 1 }, 'filters has no filter e_mail.'],
  ['/v2/leads/bulk/delete', { filters: {}, expected_count: 0 }, 'Send either lead_ids or leads_list_id.'],
  ['/v2/leads/bulk/delete', { filters: { query: '' }, expected_count: 0 }, 'Send either lead_ids or leads_list_id.'],
  ['/v2/leads/bulk/add', { leads_list_id: 1 }, 'Send either lead_ids or filters.'],
  [
    '/v2/leads/bulk/add',
    { leads_list_id: 1, lead_ids: [1], filters: { email: '*' }, expected_count: 1 },
    'Send either lead_ids or filters.',
  ],
  ['/v2/leads/bulk/enrich', {}, 'Send either lead_ids or filters.'],
  ['/v2/email-verifier/bulk', {}, 'The emails parameter is missing.'],
  [
    '/v2/email-verifier/bulk',
    { emails: 'a@b.example', leads_list_id: 1 },
    'Send either emails, leads_list_id or filters.',
  ],
])('%s %j is refused', async (path, body, sentence) => {
  const answer = await app.post(path, body)
  expect([answer.status, details(answer)]).toEqual([400, sentence])
})
