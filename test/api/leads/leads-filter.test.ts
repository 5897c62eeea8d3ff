import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient, idOf } from '../../support/doors/api-client.ts'
import type { ApiClient } from '../../support/doors/api-client.ts'

/** Filters checked against a naive implementation of what the documentation says about them. */

interface Record_ {
  id: number
  verification: { status: string | null }
  lists: number[]
  [key: string]: unknown
}
type Filters = Record<string, unknown>

const LEADS = 80
const WORDS = [
  'Ann',
  'ann',
  'ANNA',
  'Éva',
  'éva',
  'Bo',
  'a_b',
  'a%b',
  '100%',
  'back\\slash',
  "O'Hara",
  'Quarry Works',
  'x',
]
const TEXTS = [
  'first_name',
  'last_name',
  'position',
  'company',
  'company_industry',
  'website',
  'country_code',
  'source',
] as const
const SENDING = ['pending', 'sent', 'opened', 'clicked', 'replied', 'bounced', 'error', 'unsubscribed']
const VERDICTS = ['valid', 'invalid', 'accept_all', 'webmail', 'disposable', 'unknown']

let app: TestApp
let home: ApiClient
let leads: Record_[] = []
let lists: number[] = []
const pick = <T>(from: readonly T[], seed: number): T | undefined => from[seed % (from.length + 3)]

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  home = apiClient(app, app.key)
  lists = [await home.list('One'), await home.list('Two'), await home.list('Empty')]
  const slugs = [await home.attribute('Customer ID'), await home.attribute('Tier')]
  const { pool } = app.context.database
  for (let i = 0; i < LEADS; i++) {
    const texts = Object.fromEntries(
      TEXTS.map((name, at) => [name, name === 'country_code' ? pick(['PT', 'FR'], i) : pick(WORDS, i * (at + 2) + at)]),
    )
    const joined = lists.slice(0, 2).filter((_, at) => (i >> at) % 2 === 1)
    const custom = Object.fromEntries(slugs.map((slug, at) => [slug, pick(WORDS, i + at * 5)]))
    const sent = {
      email: `person${i}@site${i % 7}.example`,
      ...texts,
      leads_list_ids: joined,
      custom_attributes: custom,
    }
    const id = idOf((await home.send('POST', '/leads', sent)).body)
    const at = '2026-01-20T08:15:00Z'
    await pool.query(
      `update leads set sync_status = $2, sending_status = $3, verification_status = $4, last_activity_at = $5, last_contacted_at = $6,
        created_at = date_trunc('hour', created_at) where id = $1`,
      [
        id,
        pick(['pending', 'success', 'error'], i),
        pick(SENDING, i),
        pick(VERDICTS, i),
        i % 3 ? null : at,
        i % 4 ? null : at,
      ],
    )
  }
  await pool.query(
    `insert into verification_runs (domain, value, state, started_at, due_at)
      select 'site1.example', 'person' || n || '@site1.example', 'waiting', now(), now() from (values (1), (8), (999)) v (n)`,
  )
  const page = await home.send('GET', '/leads?limit=1000')
  leads = await Promise.all(
    (page.body.data['leads'] as Record_[]).map(async (lead) => {
      const { body } = await home.send('GET', `/leads/${lead.id}`)
      return { ...lead, lists: body.meta['leads_list_ids'] as number[] }
    }),
  )
})
afterAll(() => app[Symbol.asyncDispose]())

const shown = (value: unknown, absent: string): string => (typeof value === 'string' ? value : absent)

const contains = (value: unknown, part: string): boolean =>
  typeof value === 'string' && value.toLowerCase().includes(part.toLowerCase())

function isMatch(value: unknown, wanted: string): boolean {
  if (wanted === '*') return value !== null
  return wanted === '~' ? value === null : contains(value, wanted)
}

const RUNNING = new Set(['person1@site1.example', 'person8@site1.example'])

/** What the documentation says, sentence by sentence. */
function passes(lead: Record_, filters: Filters): boolean {
  return Object.entries(filters).every(([name, wanted]) => {
    if (name === 'leads_list_id') return lead.lists.includes(wanted as number)
    if (name === 'industry') return isMatch(lead['company_industry'], wanted as string)
    if (name === 'query') {
      const fullName = `${shown(lead['first_name'], '')} ${shown(lead['last_name'], '')}`
      return [lead['first_name'], lead['last_name'], lead['email'], fullName].some((text) =>
        contains(text, wanted as string),
      )
    }
    if (name === 'sync_status') return lead['sync_status'] === wanted
    if (name === 'sending_status') return (wanted as string[]).includes(shown(lead['sending_status'], '~'))
    if (name === 'verification_status')
      return (
        (wanted as string[]).includes(String(lead.verification.status)) ||
        ((wanted as string[]).includes('pending') && RUNNING.has(String(lead['email'])))
      )
    if (name === 'custom_attributes')
      return Object.entries(wanted as Record<string, string>).every(
        ([slug, text]) => slug in lead && isMatch(lead[slug], text),
      )
    return isMatch(lead[name], wanted as string)
  })
}

function queryOf(filters: Filters): string {
  const pairs = Object.entries(filters).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return value.map((item) => [`${name}[]`, String(item)])
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).map(([slug, text]) => [`${name}[${slug}]`, String(text)])
    return [[name, String(value)]]
  })
  return new URLSearchParams(pairs).toString()
}

const someText = fc.oneof(
  fc.constantFrom(
    '*',
    '~',
    'a',
    'n',
    'o',
    '%',
    '_',
    '\\',
    'nn',
    'ÉV',
    'person1',
    'site3.example',
    'rson7@site',
    '**',
    '~~',
    ...WORDS,
  ),
  fc.string({ minLength: 1, maxLength: 3 }).filter((text) => text.trim() === text && !text.includes('\0')),
)

const ARBITRARY: Record<string, fc.Arbitrary<unknown>> = {
  email: someText,
  first_name: someText,
  last_name: someText,
  position: someText,
  company: someText,
  industry: someText,
  website: someText,
  country_code: someText,
  source: someText,
  query: someText,
  leads_list_id: fc.constantFrom(0, 1, 2, 3).map((at) => lists[at] ?? 999_999),
  sync_status: fc.constantFrom('pending', 'success', 'error'),
  sending_status: fc.subarray([...SENDING, '~'], { minLength: 1 }),
  verification_status: fc.subarray([...VERDICTS, 'pending'], { minLength: 1 }),
  last_activity_at: fc.constantFrom('*', '~'),
  last_contacted_at: fc.constantFrom('*', '~'),
  custom_attributes: fc.dictionary(fc.constantFrom('customer_id', 'tier', 'unknown'), someText, { minKeys: 1 }),
}

const anyFilters: fc.Arbitrary<Filters> = fc
  .subarray(Object.keys(ARBITRARY), { minLength: 1, maxLength: 3 })
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, ARBITRARY[name] ?? fc.constant('')]))))

describe('a list of leads', () => {
  test('contains exactly the leads that pass all filters, newest first, and counts them', async () => {
    const passed: number[] = []
    await fc.assert(
      fc.asyncProperty(anyFilters, async (filters) => {
        const expected = leads.filter((lead) => passes(lead, filters)).map(({ id }) => id)
        const { body } = await home.send('GET', `/leads?limit=1000&${queryOf(filters)}`)
        expect((body.data['leads'] as Record_[]).map(({ id }) => id)).toEqual(expected)
        expect(body.meta).toEqual({ count: expected.length, total: LEADS, params: { limit: 1_000, offset: 0 } })
        passed.push(expected.length)
      }),
      { numRuns: 400 },
    )
    expect(passed.filter((length) => length > 0 && length < LEADS).length).toBeGreaterThan(50)
  })

  test('comes in pages that neither overlap nor skip', async () => {
    for (const filter of ['', `leads_list_id=${lists[0]}`, 'company=*']) {
      const whole = (await home.send('GET', `/leads?limit=1000&${filter}`)).body.data['leads'] as Record_[]
      const paged: Record_[] = []
      for (let offset = 0; offset < LEADS; offset += 7)
        paged.push(
          ...((await home.send('GET', `/leads?limit=7&offset=${offset}&${filter}`)).body.data['leads'] as Record_[]),
        )
      expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
    }
  })

  test('is empty past its end and for filters that match nothing', async () => {
    for (const query of ['offset=100000', 'leads_list_id=999999', 'custom_attributes[nothing]=~']) {
      const { status, body } = await home.send('GET', `/leads?${query}`)
      expect([status, body.data['leads'], body.meta['total']]).toEqual([200, [], LEADS])
    }
  })

  test('accepts the spellings of other clients', async () => {
    const aliased = await home.send(
      'GET',
      `/leads?lead_list_id=${lists[1]}&company_industry=*&sending_status=sent,~&stale=1`,
    )
    const documented = await home.send(
      'GET',
      `/leads?leads_list_id=${lists[1]}&industry=*&sending_status[]=sent&sending_status[]=~`,
    )
    expect(aliased.body).toEqual(documented.body)
    expect(aliased.body.meta['count']).toBeGreaterThan(0)
  })

  test.each([
    ['limit=0', 'pagination_error', 'limit must be an integer from 1 to 1000; it is 0.'],
    ['offset=100001', 'pagination_error', 'offset must be an integer from 0 to 100000; it is 100001.'],
    ['leads_list_id=0', 'invalid_leads_list_id', '0 is not allowed for leads_list_id.'],
    ['leads_list_id=x', 'invalid_leads_list_id', 'x is not allowed for leads_list_id.'],
    ['sync_status=done', 'invalid_sync_status', 'done is not allowed for sync_status.'],
    [
      'sending_status[]=sent&sending_status[]=lost',
      'invalid_sending_status',
      'lost is not allowed for sending_status.',
    ],
    [
      'verification_status=deliverable',
      'invalid_verification_status',
      'deliverable is not a known verification_status.',
    ],
    ['last_activity_at=2026', 'invalid_last_activity_at', '2026 is not allowed for last_activity_at.'],
    ['last_contacted_at=today', 'invalid_last_contacted_at', 'today is not allowed for last_contacted_at.'],
  ])('refuses %s', async (query, id, details) => {
    const { body } = await home.send('GET', `/leads?${query}`)
    expect(body.errors).toEqual([{ id, code: 400, details }])
  })
})
