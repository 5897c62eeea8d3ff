import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient, idOf } from '../../support/doors/api-client.ts'
import type { ApiClient } from '../../support/doors/api-client.ts'

const KEYS = [
  'id', 'email', 'first_name', 'last_name', 'position', 'company', 'company_industry', 'company_size', 'website',
  'country_code', 'source', 'linkedin_url', 'phone_number', 'twitter', 'notes', 'confidence_score', 'sync_status',
  'sending_status', 'last_activity_at', 'last_contacted_at', 'verification', 'leads_list', 'created_at',
  'company_type', 'updated_at',
] // prettier-ignore

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Each test has its own account, with the list that every account starts with. */
const newClient = async (): Promise<ApiClient> => apiClient(app, (await createAccount(app.context, 'starter')).key)

describe('creating a lead', () => {
  test('returns the whole record, in documented order, in the newest list', async () => {
    const { send, lists } = await newClient()
    const { status, body } = await send('POST', '/leads', { email: ' Ines.Calder@Example.ORG ', first_name: ' Ines ' })
    expect(status).toBe(201)
    expect(Object.keys(body.data)).toEqual(KEYS)
    const [list] = await lists()
    expect(body.data).toMatchObject({
      email: 'ines.calder@example.org',
      first_name: 'Ines',
      last_name: null,
      leads_list: { id: list?.id, name: 'My leads', leads_count: 1 },
      verification: { date: null, status: null },
      sync_status: null,
    })
    expect(body.data['created_at']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
    expect(body.meta).toEqual({ leads_list_ids: [list?.id] })
  })

  test('accepts JSON, forms with brackets, and numbers as text', async () => {
    const { raw, attribute } = await newClient()
    const slug = await attribute('Customer ID')
    const form = `email=jo@example.net&confidence_score=94&country_code=pt&custom_attributes[${slug}]=cus-42&lead_list_id=`
    const { status, body } = await raw('POST', '/leads', form, 'application/x-www-form-urlencoded')
    expect([status, body.data]).toMatchObject([
      201,
      { email: 'jo@example.net', confidence_score: 94, country_code: 'PT', customer_id: 'cus-42' },
    ])
  })

  test('composes accented letters, so that either spelling finds the name', async () => {
    const { send } = await newClient()
    const { body } = await send('POST', '/leads', { email: 'jo@example.net', first_name: 'Jose\u0301' })
    expect(body.data['first_name']).toBe('Jos\u00E9')
    for (const query of ['Jos\u00E9', 'Jose\u0301']) {
      const found = await send('GET', `/leads?query=${encodeURIComponent(query)}`)
      expect(found.body.data['leads']).toHaveLength(1)
    }
  })

  test.each(['query', 'email'])('with an internationalised domain is found by %s in either form', async (filter) => {
    const { send } = await newClient()
    await send('POST', '/leads', { email: 'jo@b\u00FCcher.test' })
    for (const text of ['jo@b\u00FCcher.test', 'jo@xn--bcher-kva.test', '@B\u00DCcher.test', '<jo@b\u00FCcher.test>']) {
      const found = await send('GET', `/leads?${filter}=${encodeURIComponent(text)}`)
      expect([text, (found.body.data['leads'] as unknown[]).length]).toEqual([text, 1])
    }
  })

  test('puts it into every list named, and shows the first one when only one is named', async () => {
    const { send, list } = await newClient()
    const [first, second, third] = [await list('One'), await list('Two'), await list('Three')]
    const { body } = await send('POST', '/leads', {
      email: 'a@example.org',
      leads_list_id: first,
      leads_list_ids: [second, first],
    })
    expect(body).toMatchObject({
      data: { leads_list: { id: first, leads_count: 1 } },
      meta: { leads_list_ids: [second, first] },
    })
    const aliased = await send('POST', '/leads', { email: 'b@example.org', lead_list_id: third })
    expect(aliased.body.meta).toEqual({ leads_list_ids: [third] })
  })

  test('uses the newest list of a given name, ignoring case, or creates it', async () => {
    const { send, list } = await newClient()
    await list('Porto Makers')
    const newest = await list('porto makers')
    const reused = await send('POST', '/leads', { email: 'a@example.org', leads_list_name: 'PORTO makers' })
    expect(reused.body.data['leads_list']).toMatchObject({ id: newest, leads_count: 1 })
    const made = await send('POST', '/leads', { email: 'b@example.org', leads_list_name: 'Faro' })
    expect(made.body.data['leads_list']).toMatchObject({ name: 'Faro', leads_count: 1 })
  })

  test.each<[Record<string, unknown>, number, string, string]>([
    [{}, 400, 'wrong_params', 'The email parameter is missing.'],
    [{ email: null }, 400, 'wrong_params', 'The email parameter is missing.'],
    [{ email: 'nobody' }, 422, 'validation_failed', 'email is not a valid email address.'],
    [{ email: 'known@example.org' }, 422, 'validation_failed', 'email is already taken.'],
    [
      { email: 'a@example.org', first_name: 'x'.repeat(256) },
      422,
      'validation_failed',
      'first_name must not be longer than 255 characters.',
    ],
    [
      { email: 'a@example.org', first_name: { a: 1 } },
      422,
      'validation_failed',
      'first_name must be a string; it is {"a":1}.',
    ],
    [
      { email: 'a@example.org', confidence_score: 101 },
      422,
      'validation_failed',
      'confidence_score must be an integer from 0 to 100.',
    ],
    [
      { email: 'a@example.org', country_code: 'Portugal' },
      422,
      'validation_failed',
      'country_code must be a two-letter country code.',
    ],
    [
      { email: 'a@example.org', leads_list_id: 999_999 },
      422,
      'validation_failed',
      'leads_list_id 999999 does not exist.',
    ],
    [
      { email: 'a@example.org', leads_list_id: 1, leads_list_name: 'x' },
      422,
      'validation_failed',
      'leads_list_name must not be sent together with an id.',
    ],
    [
      { email: 'a@example.org', custom_attributes: { magic: 1 } },
      422,
      'validation_failed',
      'custom_attributes: no attribute has the slug magic.',
    ],
    [
      { email: 'a@example.org', phone_number: 1e16 },
      422,
      'validation_failed',
      'phone_number must be a string; it is 10000000000000000.',
    ],
    [
      { email: 'a@example.org', phone_number: 35.1 },
      422,
      'validation_failed',
      'phone_number must be a string; it is 35.1.',
    ],
  ])('refuses %j', async (sent, status, id, details) => {
    const { send } = await newClient()
    await send('POST', '/leads', { email: 'known@example.org' })
    const answer = await send('POST', '/leads', sent)
    expect([answer.status, answer.body.errors]).toEqual([status, [{ id, code: status, details }]])
  })

  test('takes numbers for what is made of digits, and plain values for attributes', async () => {
    const { send, attribute } = await newClient()
    const [tier, paying] = [await attribute('Tier'), await attribute('Paying')]
    const { status, body } = await send('POST', '/leads', {
      email: 'a@example.org',
      phone_number: 35315550100,
      company_size: 120,
      custom_attributes: { [tier]: 2.5, [paying]: false },
    })
    expect([status, body.data]).toMatchObject([
      201,
      { phone_number: '35315550100', company_size: '120', [tier]: '2.5', [paying]: 'false' },
    ])
  })

  test('happens once under one Idempotency-Key', async () => {
    const { send } = await newClient()
    const once = () => send('POST', '/leads', { email: 'a@example.org' }, { 'Idempotency-Key': 'first' })
    const [first, second] = [await once(), await once()]
    expect([second.status, second.body]).toEqual([201, first.body])
  })
})

describe('changing a lead', () => {
  test('keeps fields not sent, clears empty ones, merges attributes and returns 204', async () => {
    const { send, attribute } = await newClient()
    const [one, two] = [await attribute('One'), await attribute('Two')]
    const { body } = await send('POST', '/leads', {
      email: 'a@example.org',
      first_name: 'Ann',
      last_name: 'Ash',
      notes: 'x',
      custom_attributes: { [one]: '1', [two]: '2' },
    })
    const path = `/leads/${idOf(body)}`
    const changed = await send('PUT', path, {
      first_name: 'Bo',
      notes: '',
      last_name: null,
      custom_attributes: { [one]: '' },
    })
    expect([changed.status, changed.text]).toEqual([204, ''])
    const after = await send('GET', path)
    expect(after.body.data).toMatchObject({ first_name: 'Bo', last_name: null, notes: null, one: null, two: '2' })
    expect(Object.keys(after.body.data)).toEqual([...KEYS, one, two])
  })

  test('replaces its lists, and returns the record on request', async () => {
    const { send, list, lists } = await newClient()
    const { body } = await send('POST', '/leads', { email: 'a@example.org' })
    const [one, two] = [await list('One'), await list('Two')]
    const answer = await send(
      'PUT',
      `/leads/${idOf(body)}`,
      { leads_list_ids: [one, two] },
      { Prefer: 'return=representation' },
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      data: { leads_list: { id: two, leads_count: 1 } },
      meta: { leads_list_ids: [one, two] },
    })
    await send('PUT', `/leads/${idOf(body)}`, { leads_list_ids: [] })
    expect((await lists()).map(({ leads_count }) => leads_count)).toEqual([0, 0, 0])
  })

  test.each<[Record<string, unknown>, string]>([
    [{ email: '' }, 'email must not be blank.'],
    [{ email: null }, 'email must not be blank.'],
    [{ email: 'b@example.org' }, 'email is already taken.'],
    [{ leads_list_ids: [999_999] }, 'leads_list_id 999999 does not exist.'],
  ])('refuses %j', async (sent, details) => {
    const { send } = await newClient()
    await send('POST', '/leads', { email: 'b@example.org' })
    const { body } = await send('POST', '/leads', { email: 'a@example.org' })
    const answer = await send('PUT', `/leads/${idOf(body)}`, sent)
    expect([answer.status, answer.body.errors?.[0]?.details]).toEqual([422, details])
  })

  test('looks up the lead before it checks the values', async () => {
    const { send } = await newClient()
    const answer = await send('PUT', '/leads/999999', { country_code: 'Portugal' })
    expect([answer.status, answer.body.errors?.[0]]).toMatchObject([
      404,
      { details: 'There is no lead with id 999999.' },
    ])
  })

  test('by address creates with 201 and updates with 200', async () => {
    const { send } = await newClient()
    const created = await send('PUT', '/leads', { email: 'a@example.org', first_name: 'Ann', company: 'Ash' })
    const updated = await send('PUT', '/leads', { email: 'A@example.org', first_name: 'Bo' })
    expect([created.status, updated.status]).toEqual([201, 200])
    expect(updated.body.data).toMatchObject({ id: created.body.data['id'], first_name: 'Bo', company: 'Ash' })
    expect(updated.body.meta).toEqual({ ...created.body.meta, created: false })
  })
})

test('a deleted lead is gone, is returned on request, and is no longer counted', async () => {
  const { send, lists } = await newClient()
  const { body } = await send('POST', '/leads', { email: 'a@example.org' })
  const path = `/leads/${idOf(body)}`
  const answer = await send('DELETE', path, undefined, { Prefer: 'return=representation' })
  expect([answer.status, answer.body.data]).toMatchObject([200, { email: 'a@example.org' }])
  expect((await send('GET', path)).status).toBe(404)
  expect((await send('DELETE', path)).status).toBe(404)
  expect((await lists())[0]?.leads_count).toBe(0)
})

test('leads/exist tells whether an address is a lead, and always answers', async () => {
  const { send, lists } = await newClient()
  const { body } = await send('POST', '/leads', { email: 'a@example.org' })
  const [list] = await lists()
  const known = await send('GET', '/leads/exist?email=A@example.org')
  expect(known.body.data).toEqual({ id: body.data['id'], leads_list_id: list?.id, leads_list_name: 'My leads' })
  const unknown = await send('GET', '/leads/exist?email=b@example.org')
  expect([unknown.status, unknown.body.data]).toEqual([200, { id: null, leads_list_id: null, leads_list_name: null }])
  expect((await send('GET', '/leads/exist')).body.errors?.[0]?.id).toBe('wrong_params')
})

describe('a lead who opted out', () => {
  test('is removed from all accounts, and cannot be added again', async () => {
    const [one, two] = [await newClient(), await newClient()]
    for (const { send } of [one, two]) await send('POST', '/leads', { email: 'private@shy.example' })
    await addOptout(app.context, 'private@shy.example', null)
    for (const { send, lists } of [one, two]) {
      expect((await send('GET', '/leads')).body.meta).toMatchObject({ count: 0, total: 0 })
      expect((await lists())[0]?.leads_count).toBe(0)
    }
    const other = await one.send('POST', '/leads', { email: 'other@example.org' })
    const ways: [string, string][] = [
      ['POST', '/leads'],
      ['PUT', '/leads'],
      ['PUT', `/leads/${idOf(other.body)}`],
    ]
    for (const [method, path] of ways) {
      const answer = await one.send(method, path, { email: 'Private@shy.example', leads_list_name: 'Made for nobody' })
      expect([answer.status, answer.body.errors?.[0]?.id]).toEqual([451, 'claimed_email'])
    }
    expect((await one.lists()).map(({ name }) => name)).toEqual(['My leads'])
  })

  test('as a whole domain includes the addresses of its subdomains', async () => {
    const { send } = await newClient()
    await send('POST', '/leads', { email: 'a@mail.closed.example' })
    await send('POST', '/leads', { email: 'b@closed.example' })
    await send('POST', '/leads', { email: 'c@disclosed.example' })
    await addOptout(app.context, 'closed.example', null)
    const { body } = await send('GET', '/leads')
    expect(body.data['leads']).toMatchObject([{ email: 'c@disclosed.example' }])
  })
})

describe('the verdict on an address', () => {
  const keep = (value: string, status: string, day = '2026-01-20') => {
    const [checkedAt, freshUntil] = [new Date(`${day}T08:15:00Z`), new Date('2026-02-20T08:15:00Z')]
    const verdict = { domain: 'verdict.example', value, status, outcome: {}, checkedAt, freshUntil }
    return app.context.store.verifications.keep([verdict])
  }

  test('is shown for later leads and for existing ones', async () => {
    const { send } = await newClient()
    await keep('early@verdict.example', 'valid')
    const early = await send('POST', '/leads', { email: 'early@verdict.example' })
    expect(early.body.data['verification']).toEqual({ date: '2026-01-20 08:15:00 UTC', status: 'valid' })
    const late = await send('POST', '/leads', { email: 'late@verdict.example' })
    await keep('late@verdict.example', 'accept_all')
    const after = await send('GET', `/leads/${idOf(late.body)}`)
    expect(after.body.data['verification']).toEqual({ date: '2026-01-20 08:15:00 UTC', status: 'accept_all' })
    await keep('late@verdict.example', 'invalid', '2026-01-19')
    const again = await send('GET', `/leads/${idOf(late.body)}`)
    expect(again.body.data['verification']).toEqual({ date: '2026-01-20 08:15:00 UTC', status: 'accept_all' })
    const moved = await send(
      'PUT',
      `/leads/${idOf(late.body)}`,
      { email: 'none@verdict.example' },
      { Prefer: 'return=representation' },
    )
    expect(moved.body.data['verification']).toEqual({ date: null, status: null })
  })
})
