import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient, idOf } from '../../support/doors/api-client.ts'
import type { ApiClient } from '../../support/doors/api-client.ts'
import { olderClient } from '../../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../support/doors/mcp-client.ts'

/** The tools for leads compared with their endpoints. */

type Answer = ToolAnswer<Record<string, unknown>>

let app: TestApp
let home: ApiClient
let call: (name: string, args?: Record<string, unknown>) => Promise<Answer>
let close: () => Promise<void>

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  home = apiClient(app, app.key)
  await home.attribute('Tier')
  for (let i = 0; i < 25; i++)
    await home.send('POST', '/leads', {
      email: `lead${i}@example.org`,
      first_name: `Name ${i}`,
      custom_attributes: { tier: 'gold' },
    })
  const client = await olderClient(`${app.origin}/mcp`, { 'X-API-KEY': app.key })
  call = async (name, args = {}) => (await client.callTool({ name, arguments: args })) as unknown as Answer
  close = () => client.close()
})
afterAll(async () => {
  await close()
  await app[Symbol.asyncDispose]()
})

test('a label too short to be created is refused, naming the argument to correct', async () => {
  const { content } = await call('save_lead', { email: 'tagged@example.org', custom_attributes: { a: 1 } })
  expect(content[0]?.text).toContain('Correct custom_attributes and call again.')
})

describe('reading', () => {
  test.each<[Record<string, unknown>, string]>([
    [{}, ''],
    [{ query: 'name 1', limit: 5, offset: 3 }, '?query=name%201&limit=5&offset=3'],
    [{ first_name: 'NAME 2', sending_status: ['~'] }, '?first_name=NAME%202&sending_status[]=~'],
    [{ custom_attributes: { tier: 'gol' }, company: '~' }, '?custom_attributes[tier]=gol&company=~'],
  ])('search_leads and GET /v2/leads agree on %j', async (args, query) => {
    const { structuredContent } = await call('search_leads', { ...args, fields: ['*'] })
    const { body } = await home.send('GET', `/leads${query}`)
    expect(structuredContent?.data).toEqual(body.data)
    expect(structuredContent?.meta).toMatchObject(body.meta)
  })

  test('search_leads counts the matches by verification when fields includes counts, as GET /v2/leads does', async () => {
    const { structuredContent } = await call('search_leads', { query: 'lead1', fields: ['counts', 'email'], limit: 1 })
    expect(structuredContent?.meta).toMatchObject({ count: 11, by_verification: { not_checked: 11 } })
    expect(structuredContent?.data['leads']).toEqual([{ email: expect.any(String) as string }])
    const { body } = await home.send('GET', '/leads?query=lead1&counts=true&limit=1')
    expect(body.meta).toMatchObject({ count: 11, by_verification: { not_checked: 11 } })
    const plain = await call('search_leads', { query: 'lead1' })
    expect(plain.structuredContent?.meta).not.toHaveProperty('by_verification')
    expect((await call('search_leads', { fields: ['count'] })).content[0]?.text).toMatch(/^wrong_params: /)
  })

  test('search_leads continues paging, and shows what was requested', async () => {
    const first = await call('search_leads', { fields: ['email', 'tier'] })
    expect(first.structuredContent?.meta).toMatchObject({ count: 25, next_offset: 20, truncated: false })
    expect(first.structuredContent?.data['leads']).toHaveLength(20)
    expect(first.structuredContent?.data).toHaveProperty('leads.0', {
      email: 'lead24@example.org',
      tier: 'gold',
    })
    expect(first.content[0]?.text).toMatch(/^Showing 20 of 25 leads; next_offset 20\.\n/)
    const last = await call('search_leads', { offset: 20 })
    expect(last.structuredContent?.meta).toMatchObject({ next_offset: null, truncated: false })
  })

  test('get_lead and list_custom_attributes agree with their endpoints', async () => {
    const { body } = await home.send('GET', '/leads?limit=1')
    const id = (body.data['leads'] as { id: number }[])[0]?.id
    const lead = await home.send('GET', `/leads/${id}`)
    expect((await call('get_lead', { id })).structuredContent).toMatchObject(lead.body)
    const attributes = await home.send('GET', '/leads_custom_attributes')
    expect((await call('list_custom_attributes')).structuredContent).toEqual(attributes.body)
  })
})

describe('writing', () => {
  test('save_lead, update_lead and delete_lead do what PUT and DELETE do', async () => {
    const saved = await call('save_lead', {
      email: 'new@example.org',
      company: 'Ash',
      custom_attributes: { tier: 'tin' },
    })
    expect(saved.structuredContent?.meta['created']).toBe(true)
    const id = idOf({ data: saved.structuredContent?.data ?? {} })
    const again = await call('save_lead', { email: 'NEW@example.org', first_name: 'Ann' })
    expect(again.structuredContent).toMatchObject({
      data: { id, company: 'Ash', tier: 'tin' },
      meta: { created: false },
    })
    const updated = await call('update_lead', { id, email: 'newer@example.org', company: '' })
    expect(updated.structuredContent).toMatchObject((await home.send('GET', `/leads/${id}`)).body)
    const deleted = await call('delete_lead', { id, confirm: true })
    expect([deleted.structuredContent?.data['email'], (await home.send('GET', `/leads/${id}`)).status]).toEqual([
      'newer@example.org',
      404,
    ])
  })

  test('one lead is shown and changed by id, and a new attribute is created with its first value', async () => {
    const made = await call('save_lead', {
      email: 'first@example.org',
      custom_attributes: [
        { slug: 'TIER', value: 'tin' },
        { slug: 'Favourite tree', value: 'ash' },
      ],
    })
    const id = idOf({ data: made.structuredContent?.data ?? {} })
    expect(made.structuredContent?.data).toMatchObject({ tier: 'tin', favourite_tree: 'ash' })
    const changed = await call('save_lead', { id, email: 'second@example.org', custom_attributes: { tier: 'oak' } })
    expect(changed.structuredContent).toMatchObject({
      data: { id, email: 'second@example.org', tier: 'oak', favourite_tree: 'ash' },
      meta: { created: false },
    })
    const shown = await call('search_leads', { ids: [id, 999_999], fields: ['*'] })
    expect(shown.structuredContent).toMatchObject({ data: { leads: [{ id, tier: 'oak' }] }, meta: { count: 1 } })
    expect((await home.send('GET', `/leads?ids=${id},999999`)).body.meta).toMatchObject({ count: 1 })
    expect((await call('save_lead', { id: 999_999, notes: 'x' })).isError).toBe(true)
    await call('delete_lead', { id, confirm: true })
  })

  test('save_custom_attribute creates an attribute once', async () => {
    const first = await call('save_custom_attribute', { label: 'Region' })
    const second = await call('save_custom_attribute', { label: 'REGION' })
    expect(first.structuredContent?.data).toEqual(second.structuredContent?.data)
    expect([first, second].map(({ structuredContent }) => structuredContent?.meta['created'])).toEqual([true, false])
  })

  test.each<[string, Record<string, unknown>, string, string, Record<string, unknown> | undefined]>([
    ['save_lead', {}, 'PUT', '/leads', {}],
    ['save_lead', { email: 'x' }, 'PUT', '/leads', { email: 'x' }],
    [
      'save_lead',
      { email: 'a@example.org', country_code: 'XXX' },
      'PUT',
      '/leads',
      { email: 'a@example.org', country_code: 'XXX' },
    ],
    ['update_lead', { id: 999_999, notes: 'x' }, 'PUT', '/leads/999999', { notes: 'x' }],
    ['get_lead', { id: 999_999 }, 'GET', '/leads/999999', undefined],
    ['delete_lead', { id: 999_999 }, 'DELETE', '/leads/999999', undefined],
    ['delete_lead', { id: 999_999, confirm: true }, 'DELETE', '/leads/999999', undefined],
    ['search_leads', { sync_status: 'x', limit: 0 }, 'GET', '/leads?sync_status=x&limit=0', undefined],
    ['save_custom_attribute', { label: 'x' }, 'POST', '/leads_custom_attributes', { label: 'x' }],
  ])('%s refuses %j in the words of the endpoint', async (tool, args, method, path, body) => {
    const { isError, content } = await call(tool, args)
    const answer = await home.send(method, path, body)
    const said = content[0]?.text.split('\n').map((line) => line.replace(/ \([^(]*\)$/, ''))
    expect(isError).toBe(true)
    // A page of the tool is shorter; everything else is the same.
    const words = answer.body.errors?.map(({ id, details }) => `${id}: ${details.replace('to 1000;', 'to 100;')}`)
    expect(said).toEqual(words)
  })
})
