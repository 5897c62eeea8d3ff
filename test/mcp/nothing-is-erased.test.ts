import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { apiClient, idOf } from '../support/doors/api-client.ts'
import { toolCaller } from '../support/doors/mcp-client.ts'

/** A record keeps its content after any calls with nulls and empty texts; only `clear` empties. */

type Data = Record<string, unknown>

let app: TestApp
let caller: Awaited<ReturnType<typeof toolCaller<Data>>>
let id: number
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
  caller = await toolCaller<Data>(app)
  const made = apiClient(app, app.key)
  await made.attribute('Tier')
  const leads_list_id = await made.list('Orchard')
  id = idOf((await made.send('POST', '/leads', { ...WHOLE, leads_list_id })).body)
})
afterAll(async () => {
  await caller.close()
  await app[Symbol.asyncDispose]()
})

const EMAIL = 'anna@birch.example'
const WHOLE = {
  email: EMAIL,
  first_name: 'Anna',
  last_name: 'Birch',
  position: 'Forester',
  company: 'Birch',
  company_industry: 'Forestry',
  company_size: '11-50',
  company_type: 'privately held',
  confidence_score: 91,
  website: 'https://birch.example',
  country_code: 'SE',
  linkedin_url: 'https://www.linkedin.com/in/anna-birch',
  phone_number: '+46 8 000 00',
  twitter: 'annabirch',
  notes: 'Met at the fair.',
  source: 'Fair',
  custom_attributes: { tier: 'gold' },
}

/** Returns the lead, without the time of its last change. */
const lead = async () => {
  const { updated_at: _updatedAt, ...data } = (await apiClient(app, app.key).send('GET', `/leads/${id}`)).body.data
  return data
}

const nothing = fc.constantFrom(
  null,
  '',
  '  ',
  'null',
  'undefined',
  [],
  {},
  [null],
  [''],
  '[]',
  '{}',
  '[null]',
  { tier: null },
  { tier: '' },
)
const NAMES = [
  ...Object.keys(WHOLE).filter((name) => name !== 'email'),
  'leads_list_id',
  'leads_list_ids',
  'leads_list_name',
  'clear',
  'confirm',
]
const blanks = fc.dictionary(fc.constantFrom(...NAMES), nothing)

test('200 calls with nulls, empty strings, lists and objects leave a lead unchanged', async () => {
  const before = await lead()
  const property = fc.asyncProperty(blanks, fc.boolean(), async ({ confirm: _never, ...args }, byId) => {
    const [tool, which] = byId ? ['update_lead', { id, email: null }] : ['save_lead', { email: EMAIL }]
    const plain = Object.entries(args).filter(([name, value]) => HOLDERS.has(name) || isNothingAlone(value))
    const { isError, content } = await caller.call(tool, { ...which, ...Object.fromEntries(plain) })
    expect(isError, content[0]?.text).toBeUndefined()
    expect(await lead()).toEqual(before)
  })
  await fc.assert(property, { numRuns: 200 })
})

/** A JSON string counts as a list or an object only where one is expected; elsewhere it is text. */
const HOLDERS = new Set(['custom_attributes', 'leads_list_ids', 'clear'])
const isNothingAlone = (value: unknown): boolean =>
  typeof value === 'string' ? /^(?:null|undefined|\s*)$/.test(value) : !JSON.stringify(value).includes('tier')

test('the answer reports an empty text, but not a null', async () => {
  const { content, structuredContent } = await caller.call('save_lead', { email: EMAIL, position: '', notes: null })
  expect(structuredContent?.meta['ignored']).toEqual(['position'])
  expect(content[0]?.text.split('\n')[0]).toMatch(
    /^Lead \d+ is updated\. An empty string changes nothing; clear empties a field\.$/,
  )
})

test('clear empties what it names, attributes too, and says what it emptied', async () => {
  const before = await lead()
  const clear = ['position', 'custom_attributes.tier']
  const { structuredContent } = await caller.call('save_lead', { email: EMAIL, company: 'Ash', clear })
  expect(structuredContent?.meta['cleared']).toEqual(clear)
  expect(await lead()).toMatchObject({
    ...before,
    company: 'Ash',
    position: null,
    tier: null,
  })
})

test.each([
  [{ position: 'Head', clear: ['position'] }, 'position is both sent and cleared'],
  [{ clear: ['email'] }, 'email cannot be cleared; clear takes first_name'],
  [
    { custom_attributes: [{ slug: 'tier', value: 'tin' }], clear: 'custom_attributes.tier' },
    'custom_attributes.tier is both sent and cleared',
  ],
])('%j is refused', async (args, sentence) => {
  const { isError, content } = await caller.call('save_lead', { email: EMAIL, ...args })
  expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining(sentence)])
})

test('attributes are accepted as pairs and as a map', async () => {
  for (const custom_attributes of [
    [{ slug: 'tier', value: 'tin' }],
    { tier: 'zinc' },
    '[{"slug":"tier","value":"lead"}]',
  ]) {
    const { structuredContent } = await caller.call('save_lead', { email: EMAIL, custom_attributes })
    expect(structuredContent?.data['tier']).toMatch(/tin|zinc|lead/)
  }
})

test('a null confirms nothing', async () => {
  const { structuredContent } = await caller.call('delete_lead', { id, confirm: null })
  expect([structuredContent?.data, structuredContent?.meta['confirmed']]).toEqual([null, false])
  expect(await lead()).not.toBeUndefined()
})

test("rows of leads accept their own fields and the account's attributes, and no others", async () => {
  const fieldsOf = async (fields: string[]) => {
    const { structuredContent, content } = await caller.call('search_leads', { email: EMAIL, fields })
    return structuredContent === undefined
      ? content[0]?.text
      : Object.keys((structuredContent.data['leads'] as Data[])[0] ?? {})
  }
  expect(await fieldsOf(['id', 'tier'])).toEqual(['id', 'tier'])
  expect(await fieldsOf(['id', 'custom_attributes'])).toEqual(['id', 'tier'])
  expect(await fieldsOf(['id', 'teir'])).toMatch(
    /^wrong_params: fields does not know teir; accepted: \*, id, .*custom_attributes, tier\./,
  )
})

test('a refused call does not create an attribute', async () => {
  const slugs = async () => {
    const { structuredContent } = await caller.call('get_account', { include: ['custom_attributes'] })
    return structuredContent?.data['included']
  }
  const before = await slugs()
  for (const refused of [
    { custom_attributes: [{ slug: 'Shoe size', value: { size: 40 } }] },
    { custom_attributes: [{ slug: 'Shoe size', value: '40' }], confidence_score: 1_000 },
  ])
    expect((await caller.call('save_lead', { id, ...refused })).isError).toBe(true)
  expect((await caller.call('save_lead', { id: 987_654, custom_attributes: { 'Shoe size': '40' } })).isError).toBe(true)
  expect(await slugs()).toEqual(before)
  const saved = await caller.call('save_lead', { id, custom_attributes: { 'Shoe size': '40' } })
  expect(saved.structuredContent?.data).toMatchObject({ shoe_size: '40' })
})
