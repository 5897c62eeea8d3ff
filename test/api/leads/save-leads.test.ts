import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient, idOf } from '../../support/doors/api-client.ts'
import type { ApiClient } from '../../support/doors/api-client.ts'
import { seedPeople } from '../../support/records/seed.ts'

const DOMAIN = 'fjordwerk.example'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await seedPeople(app.context, DOMAIN, [
    ['Ines', 'Calder', 'Support Engineer'],
    ['Rui', 'Abano', 'Chief Technology Officer'],
    ['Tom', 'Birch', 'Sales Manager'],
  ])
  await app.context.database.pool.query(
    `insert into verifications (domain, value, status, outcome, checked_at, fresh_until)
      values ($1, $2, 'valid', '{}', '2026-01-20 08:15:00Z', '2026-02-20 08:15:00Z')`,
    [DOMAIN, `ines.calder@${DOMAIN}`],
  )
})
afterAll(() => app[Symbol.asyncDispose]())

const newClient = async (): Promise<ApiClient> => apiClient(app, (await createAccount(app.context, 'starter')).key)
const SAVE = '/leads/bulk/save'
const sourcesOf = async (email: string): Promise<number> =>
  (await app.context.database.pool.query<{ sources: unknown[] }>('select sources from leads where email = $1', [email]))
    .rows[0]?.sources.length ?? 0

describe('people found by a search', () => {
  test('are saved as found, with sources and verification, into a list created by name', async () => {
    const { send } = await newClient()
    const { body: search } = await send('GET', `/domain-search?domain=${DOMAIN}`)
    const { status, body } = await send('POST', SAVE, { people: search.data['emails'], leads_list_name: 'Fjordwerk' })
    expect([status, body.data]).toMatchObject([200, { created: 3, updated: 0, skipped: [] }])
    const list = await send(
      'GET',
      `/leads?leads_list_id=${String((body.meta['leads_list_ids'] as number[])[0])}&email=ines`,
    )
    expect(list.body.data['leads']).toMatchObject([
      {
        email: `ines.calder@${DOMAIN}`,
        first_name: 'Ines',
        position: 'Support Engineer',
        website: DOMAIN,
        source: 'Domain search',
        verification: { status: 'valid', date: '2026-01-20 08:15:00 UTC' },
        leads_list: { name: 'Fjordwerk', leads_count: 3 },
      },
    ])
    expect(await sourcesOf(`ines.calder@${DOMAIN}`)).toBe(1)
  })

  test("are saved by address alone, and saving again changes none of the user's edits", async () => {
    const { send, list, lists } = await newClient()
    const people = [`RUI.abano@${DOMAIN}`, `tom.birch@${DOMAIN}`, `rui.abano@${DOMAIN}`]
    await send('POST', '/leads', { email: `tom.birch@${DOMAIN}`, position: 'Friend', leads_list_ids: [] })
    const target = await list('Target')
    const first = await send('POST', SAVE, { people, leads_list_id: target })
    expect(first.body.data).toMatchObject({ created: 1, updated: 1 })
    const again = await send('POST', SAVE, { people, leads_list_id: target })
    expect(again.body.data).toMatchObject({ created: 0, updated: 2, skipped: [] })
    const { body } = await send('GET', '/leads?first_name=tom')
    expect(body.data['leads']).toMatchObject([
      { position: 'Friend', first_name: 'Tom', leads_list: { id: target, leads_count: 2 } },
    ])
    expect((await lists()).map(({ leads_count }) => leads_count)).toEqual([2, 0])
  })

  test('and people whom no search found are not said to come from one', async () => {
    const { send } = await newClient()
    const people = ['typed@own.example', { email: 'own@own.example', first_name: 'Ola' }]
    await send('POST', SAVE, { people })
    const { body } = await send('GET', '/leads')
    expect(body.data['leads']).toMatchObject([{ source: null }, { source: null }])
  })

  test('are skipped with a reason when the address is invalid or its owner has opted out', async () => {
    await addOptout(app.context, 'private@shy.example', null)
    const { send } = await newClient()
    const { body } = await send('POST', SAVE, {
      people: [
        'private@shy.example',
        'nobody',
        { value: 'new@found.example', score: 71 },
        { first_name: 'Jane' },
        { email: 'heap@found.example', ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, i])) },
      ],
    })
    expect(body.data).toMatchObject({
      created: 1,
      leads: [{ email: 'new@found.example', created: true }],
      skipped: [
        { email: 'nobody', row: 2, reason: 'invalid' },
        { email: '', row: 4, reason: 'invalid' },
        { email: '', row: 5, reason: 'invalid' },
        { email: 'private@shy.example', row: 1, reason: 'claimed' },
      ],
    })
    const found = await send('GET', '/leads')
    expect(found.body.data['leads']).toMatchObject([
      { confidence_score: 71, source: 'Email finder', leads_list: { name: 'My leads' } },
    ])
  })

  test.each<[Record<string, unknown>, number, string]>([
    [{}, 400, 'Send either people or job_id.'],
    [
      { people: Array.from({ length: 1_001 }, (_, i) => `p${i}@example.org`) },
      400,
      'people accepts at most 1000 items.',
    ],
    [
      { people: [{ email: 'a@example.org', position: 'x'.repeat(300) }] },
      422,
      'people.0.position must not be longer than 255 characters.',
    ],
    [{ people: ['a@example.org'], leads_list_id: 999_999 }, 422, 'leads_list_id 999999 does not exist.'],
  ])('are refused all together (%#)', async (sent, status, details) => {
    const { send } = await newClient()
    const answer = await send('POST', SAVE, sent)
    expect([answer.status, answer.body.errors?.[0]?.details]).toEqual([status, details])
    expect((await send('GET', '/leads')).body.meta['total']).toBe(0)
  })
})

describe('enriching a lead', () => {
  test('fills empty fields and nothing else', async () => {
    const { send } = await newClient()
    const made = await send('POST', '/leads', { email: `rui.abano@${DOMAIN}`, position: 'Boss' })
    const { status, body } = await send('POST', `/leads/${idOf(made.body)}/enrich`)
    expect([status, body.data]).toMatchObject([
      200,
      { first_name: 'Rui', last_name: 'Abano', position: 'Boss', website: DOMAIN },
    ])
    expect(body.data['confidence_score']).toBeGreaterThan(0)
  })

  test('leaves a lead unknown to the index unchanged', async () => {
    const { send } = await newClient()
    const made = await send('POST', '/leads', { email: 'nobody@unknown.example' })
    const { status, body } = await send('POST', `/leads/${idOf(made.body)}/enrich`)
    expect([status, body]).toEqual([200, made.body])
  })
})
