import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient, idOf } from '../../support/doors/api-client.ts'
import type { ApiClient } from '../../support/doors/api-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const PATH = '/leads_custom_attributes'
const newClient = async (): Promise<ApiClient> => apiClient(app, (await createAccount(app.context, 'starter')).key)

describe('a custom attribute', () => {
  test('is created, shown, listed newest first, renamed without changing its slug, and deleted', async () => {
    const { send } = await newClient()
    const made = await send('POST', PATH, { label: 'Customer ID' })
    expect([made.status, made.body]).toMatchObject([
      201,
      { data: { label: 'Customer ID', slug: 'customer_id' }, meta: {} },
    ])
    const path = `${PATH}/${idOf(made.body)}`
    expect((await send('GET', path)).body.data).toEqual(made.body.data)
    await send('POST', PATH, { label: 'Tier' })
    const { data, meta } = (await send('GET', PATH)).body
    expect([data['leads_custom_attributes'], meta]).toMatchObject([
      [{ slug: 'tier' }, { slug: 'customer_id' }],
      { total: 2 },
    ])
    const renamed = await send('PUT', path, { label: 'Client' }, { Prefer: 'return=representation' })
    expect([renamed.status, renamed.body.data]).toMatchObject([200, { label: 'Client', slug: 'customer_id' }])
    expect((await send('PUT', path, { label: 'Client' })).status).toBe(204)
    expect((await send('DELETE', path)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await send(method, path)).status).toBe(404)
  })

  test.each([
    ['Customer ID', 'customer_id'],
    ['  Größe (cm)!', 'gro_e_cm'],
    ['Société', 'societe'],
    ['日本', 'attribute'],
    ['Email', 'email_2'],
    ['Leads list', 'leads_list_2'],
    [`${'a'.repeat(70)} b`, 'a'.repeat(60)],
  ])('named %j is known as %s', async (label, slug) => {
    const { attribute } = await newClient()
    expect(await attribute(label)).toBe(slug)
  })

  test('with a similar label gets a number', async () => {
    const { attribute } = await newClient()
    expect([await attribute('Tier'), await attribute('Tier!'), await attribute('Tier?')]).toEqual([
      'tier',
      'tier_2',
      'tier_3',
    ])
  })

  test.each<[Record<string, unknown>, number, string]>([
    [{}, 400, 'The label parameter is missing.'],
    [{ label: '' }, 400, 'The label parameter is missing.'],
    [{ label: 'x' }, 422, 'label must have 2 to 100 characters.'],
    [{ label: 'x'.repeat(101) }, 422, 'label must have 2 to 100 characters.'],
    [{ label: { a: 1 } }, 422, 'label must have 2 to 100 characters.'],
    [{ label: 'TIER' }, 422, 'label is already taken.'],
  ])('is refused for %j', async (sent, status, details) => {
    const { send, attribute } = await newClient()
    await attribute('Tier')
    const other = await send('POST', PATH, { label: 'Other' })
    const answers = [await send('POST', PATH, sent), await send('PUT', `${PATH}/${idOf(other.body)}`, sent)]
    for (const answer of answers) expect([answer.status, answer.body.errors?.[0]?.details]).toEqual([status, details])
  })

  test('takes its values with it when deleted', async () => {
    const { send, attribute } = await newClient()
    const made = await send('POST', PATH, { label: 'Tier' })
    const lead = await send('POST', '/leads', { email: 'a@example.org', custom_attributes: { tier: 'gold' } })
    await send('DELETE', `${PATH}/${idOf(made.body)}`)
    expect((await send('GET', `/leads/${idOf(lead.body)}`)).body.data).not.toHaveProperty('tier')
    await attribute('Tier')
    expect((await send('GET', `/leads/${idOf(lead.body)}`)).body.data['tier']).toBeNull()
  })

  test('is one of at most a hundred, and created once however many requests are simultaneous', async () => {
    const { send } = await newClient()
    const same = await Promise.all(Array.from({ length: 8 }, () => send('POST', PATH, { label: 'Same' })))
    expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(7).fill(422)])
    await Promise.all(Array.from({ length: 99 }, (_, i) => send('POST', PATH, { label: `Number ${i}` })))
    const { status, body } = await send('POST', PATH, { label: 'One too many' })
    expect([status, body.errors?.[0]?.details]).toEqual([
      422,
      'label cannot be added: an account has at most 100 attributes.',
    ])
  })
})

test('leads-custom-attributes is not another spelling', async () => {
  const { send } = await newClient()
  expect((await send('GET', '/leads-custom-attributes')).status).toBe(404)
})
