import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedPeople } from '../../support/records/seed.ts'

const STATES = { tom: 'former', ada: 'current', rui: 'likely', eva: 'unknown' }
/** Somebody unknown to the index. */
const STRANGER = 'uma'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const people = Object.keys(STATES).map((name): [string, string, string] => [name, 'moss', 'Buyer'])
  await seedPeople(app.context, 'elm.example', people)
  for (const [name, state] of Object.entries(STATES)) {
    const address = [state, 'elm.example', `${name}.moss@elm.example`]
    await app.database.pool.query('update addresses set affiliation = $1 where domain = $2 and value = $3', address)
  }
  for (const name of [...Object.keys(STATES), STRANGER]) {
    const lead = { email: `${name}.moss@elm.example`, first_name: name, last_name: 'moss' }
    expect((await app.post('/v2/leads', lead)).status).toBe(201)
  }
})
afterAll(() => app[Symbol.asyncDispose]())

const namesOf = (leads: unknown): string[] =>
  (leads as { email: string }[]).map(({ email }) => email.slice(0, email.indexOf('.'))).toSorted()

async function exported(states: string): Promise<unknown[]> {
  const started = await app.post(`/v2/leads/exports?affiliation=${states}`, { format: 'jsonl' })
  const { id } = started.body.data as { id: number }
  const file = await fetch(`${app.origin}/v2/leads/exports/${id}/file`, { headers: { 'x-api-key': app.key } })
  const lines = (await file.text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as unknown)
}

const EVERY_LIST = ['limit=100', 'limit=100&sort=newest', 'limit=100&sort=email']

test.each([
  ['former', ['tom']],
  ['current,likely', ['ada', 'rui']],
  ['unknown', ['eva', 'uma']],
  ['former,unknown', ['eva', 'tom', 'uma']],
  ['current,likely,former,unknown', ['ada', 'eva', 'rui', 'tom', 'uma']],
])('leads of affiliation %s are found in every list, counted and exported', async (states, expected) => {
  for (const place of EVERY_LIST) {
    const { body } = await app.get(`/v2/leads?affiliation=${states}&${place}`)
    expect(namesOf((body.data as { leads: unknown }).leads), place).toEqual(expected)
    expect(body.meta, place).toMatchObject({ count: expected.length })
  }
  expect(namesOf(await exported(states))).toEqual(expected)
})

test('an affiliation and another filter must both match', async () => {
  const { body } = await app.get('/v2/leads?affiliation=unknown&first_name=eva')
  expect(namesOf((body.data as { leads: unknown }).leads)).toEqual(['eva'])
})

test('all leads of an affiliation can be added to a list, as many as were counted', async () => {
  const made = await app.post('/v2/leads_lists', { name: 'Gone' })
  const { id } = made.body.data as { id: number }
  const body = { filters: { affiliation: ['former', 'unknown'] }, expected_count: 3 }
  expect(await app.post('/v2/leads/bulk/add', { ...body, leads_list_id: id })).toMatchObject({ status: 200 })
  const { body: list } = await app.get(`/v2/leads?leads_list_id=${id}&limit=100`)
  expect(namesOf((list.data as { leads: unknown }).leads)).toEqual(['eva', 'tom', 'uma'])
})

test('an export finds a few leads after thousands of others', async () => {
  const crowd = `insert into leads (account_id, email, first_name)
    select 1, 'r' || n || '@crowd.example', 'Name' || n from generate_series(1, 2300) n`
  await app.database.pool.query(crowd)
  expect(namesOf(await exported('former,current'))).toEqual(['ada', 'tom'])
  const strangers = await exported('unknown')
  expect(strangers).toHaveLength(2_302)
  expect(new Set(strangers.map((lead) => (lead as { email: string }).email)).size).toBe(2_302)
  await app.database.pool.query(`delete from leads where email like '%@crowd.example'`)
})
