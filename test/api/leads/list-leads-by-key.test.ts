import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedLeads } from '../../support/records/lead-rows.ts'

const LISTS = '/v2/leads_lists'

interface Page {
  data: { leads: { id: number; email: string }[] }
  meta: {
    count: number | null
    more?: boolean
    total: number
    next?: string | null
    previous?: string | null
    params: { limit: number; offset: number }
  }
}

let app: TestApp
let half: number
let few: number
const ALL = 90

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const createList = async (name: string): Promise<number> =>
    ((await app.post(LISTS, { name })).body.data as { id: number }).id
  half = await createList('Half')
  few = await createList('Few')
  await seedLeads(app, { count: 60, list: half, prefix: 'half' })
  await seedLeads(app, { count: 5, list: few, prefix: 'few' })
  await seedLeads(app, { count: 25, list: half, prefix: 'more' })
  // Several leads of one moment, so that ids decide, and others between them.
  await app.database.pool.query(
    `update leads set created_at = timestamptz '2026-01-01 10:00:00.123456+00' + (id % 7) * interval '1 microsecond'`,
  )
  await app.database.pool.query(`update leads set company = 'Birch' where id % 2 = 0`)
})
afterAll(() => app[Symbol.asyncDispose]())

const page = async (query: string): Promise<Page> => (await app.get(`/v2/leads?${query}`)).body as unknown as Page

/** Collects all addresses page by page, and those of the pages backwards from the last. */
async function walk(query: string): Promise<{ forward: string[]; backward: string[]; first: Page }> {
  const first = await page(query)
  const pages = [first]
  for (let at = first; typeof at.meta.next === 'string';) {
    at = await page(`${query}&after=${at.meta.next}`)
    pages.push(at)
  }
  const back = [pages.at(-1) as Page]
  for (let at = back[0] as Page; typeof at.meta.previous === 'string';) {
    at = await page(`${query}&before=${at.meta.previous}`)
    if (at.data.leads.length === 0) break
    back.unshift(at)
  }
  const emails = (all: readonly Page[]) => all.flatMap(({ data }) => data.leads.map(({ email }) => email))
  return { forward: emails(pages), backward: emails(back), first }
}

const stored = async (where: string, order: string): Promise<string[]> => {
  const { rows } = await app.database.pool.query<{ email: string }>(
    `select email from leads l where ${where} order by ${order}`,
  )
  return rows.map(({ email }) => email)
}

const NEWEST = 'created_at desc, id desc'
const inHalf = () => `id in (select lead_id from leads_list_members where leads_list_id = ${half})`
const inFew = () => `id in (select lead_id from leads_list_members where leads_list_id = ${few})`

test.each<[string, () => string, () => string]>([
  ['all', () => '', () => 'true'],
  ['a list of most', () => `&leads_list_id=${half}`, inHalf],
  ['a small list', () => `&leads_list_id=${few}`, inFew],
  ['a filter', () => '&company=birch', () => `company = 'Birch'`],
  ['a filter in a list', () => `&company=birch&leads_list_id=${half}`, () => `company = 'Birch' and ${inHalf()}`],
  ['nothing', () => '&company=nobody', () => 'false'],
])('pages by key show each lead of %s once, in both orders, forwards and backwards', async (_, query, where) => {
  for (const [sort, order] of [
    ['newest', NEWEST],
    ['email', 'email'],
  ] as const) {
    const expected = await stored(where(), order)
    for (const upTo of ['', '&count_up_to=1000', '&count_up_to=3']) {
      const { forward, backward, first } = await walk(`sort=${sort}&limit=7${upTo}${query()}`)
      expect(forward).toEqual(expected)
      expect(backward).toEqual(expected)
      expect(first.meta.total).toBe(ALL)
      expect(first.meta.previous).toBeNull()
    }
  }
})

test('beyond the counting limit there is no count; counters are still shown', async () => {
  const filtered = await page('company=birch&count_up_to=10&limit=2')
  expect(filtered.meta).toMatchObject({ count: null, more: true, total: ALL })
  const counted = await page('company=birch&count_up_to=100&limit=2')
  expect(counted.meta).toMatchObject({ count: ALL / 2, more: false })
  expect((await page('count_up_to=10')).meta).toMatchObject({ count: ALL, more: false })
  expect((await page(`count_up_to=10&leads_list_id=${half}`)).meta).toMatchObject({ count: 85, more: false })
})

test('a count follows changes to the leads', async () => {
  const before = await page('company=willow&count_up_to=100')
  expect(before.meta.count).toBe(0)
  await app.post('/v2/leads', { email: 'new@willow.example', company: 'Willow', leads_list_ids: [few] })
  const after = await page('company=willow&count_up_to=100')
  expect([after.meta.count, after.data.leads.map(({ email }) => email)]).toEqual([1, ['new@willow.example']])
  await app.database.pool.query(`delete from leads where email = 'new@willow.example'`)
  expect((await page('company=willow&count_up_to=100')).data.leads).toEqual([])
})

test('without these parameters an answer has no additional keys', async () => {
  const { meta } = await page('limit=1')
  expect(meta).toEqual({ count: ALL, total: ALL, params: { limit: 1, offset: 0 } })
})

test.each([
  ['sort=oldest', 'sort must be newest or email; it is "oldest".'],
  ['after=nonsense', 'after must be meta.next or meta.previous of another page.'],
  [
    `after=${Buffer.from('["newest","0000-01-01T00:00:00.000000Z",1]').toString('base64url')}`,
    'after must be meta.next or meta.previous of another page.',
  ],
  ['count_up_to=0', 'count_up_to must be an integer from 1 to 100000; it is 0.'],
  ['sort=email&offset=3', 'offset cannot be combined with sort, after, before or count_up_to.'],
  [
    `after=${Buffer.from('["email","a@b.example",0]').toString('base64url')}`,
    'after is a place in the order email: send sort=email with it.',
  ],
])('%s is refused', async (query, details) => {
  const { status, body } = await app.get(`/v2/leads?${query}`)
  expect([status, body.errors?.[0]?.details]).toEqual([400, details])
})
