import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createKey } from '../../../src/core/accounts/issue-keys.ts'
import type { CompanyFacts } from '../../../src/lib/companies/company-facts.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp, TestBody } from '../../support/app.ts'
import { seedPage } from '../../support/records/seed.ts'
import { seedCompany } from '../../support/records/seed-company.ts'

const COMPANIES: CompanyFacts[] = [
  {
    domain: 'lumen.example',
    name: 'Lumen Works',
    description: 'Makes carbon capture plants, and software for them.',
    industry: 'Software Development',
    tags: ['carbon capture', 'climate'],
    founded_year: 2016,
    headcount: '51-200',
    company_type: 'privately held',
    country: 'US',
    state: 'CA',
    city: 'San Diego',
    technologies: ['nginx', 'wordpress'],
    funding_series: 'series_a',
    funding_amount: 12_000_000,
    funding_on: '2024-03-05',
  },
  {
    domain: 'fjordwerk.example',
    name: 'Fjordwerk AS',
    description: 'Carbon accounting. Capture your receipts.',
    industry: 'Air, Water, and Waste Program Management',
    founded_year: 1998,
    headcount: '10001+',
    company_type: 'public company',
    country: 'NO',
    city: 'Oslo',
    technologies: ['nginx'],
    funding_series: 'series_c+',
    funding_amount: 90_000_000,
    funding_on: '2021-01-01',
  },
  {
    domain: 'quarzo.example',
    name: 'Quarzo, Lda',
    industry: 'Software Development',
    tags: ['climate'],
    headcount: '51-200',
    country: 'PT',
    city: 'Porto',
    technologies: ['shopify'],
  },
  { domain: 'dim.example', name: 'Dim' },
]

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  for (const facts of COMPANIES) await seedCompany(app.context, facts)
  await seedPage(app.context, {
    url: 'https://quarzo.example/team',
    addresses: [
      { value: 'ines.calder@quarzo.example', person: { firstName: 'Ines', lastName: 'Calder' } },
      { value: 'info@quarzo.example' },
    ],
  })
})
afterAll(() => app[Symbol.asyncDispose]())

interface Row {
  domain: string
  organization: string | null
  emails_count: { personal: number; generic: number; total: number }
}
interface Meta {
  results: number
  filters: Record<string, unknown>
  params: Record<string, unknown>
  [name: string]: unknown
}

const dataOf = (body: TestBody) => body.data as Row[]
const metaOf = (body: TestBody) => body.meta as Meta

async function domains(body: object): Promise<string[]> {
  const answer = await app.post('/v2/discover', body)
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  expect(metaOf(answer.body).results).toBe(dataOf(answer.body).length)
  return dataOf(answer.body).map(({ domain }) => domain.replace('.example', ''))
}

const ids = async (body: object) => {
  const answer = await app.post('/v2/discover', body)
  return [answer.status, ...(answer.body.errors ?? []).map(({ id }) => id)]
}

describe('discover finds by', () => {
  test.each<[string, object, string[]]>([
    ['domain', { organization: { domain: ['https://www.lumen.example/about', 'unknown.example'] } }, ['lumen']],
    ['whole name, in any case', { organization: { name: ['fjordwerk as', 'Lumen'] } }, ['fjordwerk']],
    ['domain or name', { organization: { domain: 'dim.example', name: ['Lumen Works'] } }, ['dim', 'lumen']],
    ['a name with a comma', { organization: { name: ['Quarzo, Lda'] } }, ['quarzo']],
    ['country', { headquarters_location: { include: [{ country: 'pt' }] } }, ['quarzo']],
    ['continent', { headquarters_location: { include: [{ continent: 'europe' }] } }, ['quarzo', 'fjordwerk']],
    ['business region', { headquarters_location: { include: [{ business_region: 'AMER' }] } }, ['lumen']],
    ['state', { headquarters_location: { include: [{ country: 'US', state: 'CA' }] } }, ['lumen']],
    ['another state', { headquarters_location: { include: [{ country: 'US', state: 'NY' }] } }, []],
    ['city', { headquarters_location: { include: [{ country: 'PT', city: 'porto' }] } }, ['quarzo']],
    ['no place of these', { headquarters_location: { exclude: [{ continent: 'Europe' }] } }, ['dim', 'lumen']],
    ['industry', { industry: { include: ['software development'] } }, ['quarzo', 'lumen']],
    [
      'an industry with commas, in a text',
      { industry: { include: 'Air, Water, and Waste Program Management,Accounting' } },
      ['fjordwerk'],
    ],
    ['no such industry', { industry: { exclude: ['Software Development'] } }, ['dim', 'fjordwerk']],
    ['headcount', { headcount: ['51-200', '1-10'] }, ['quarzo', 'lumen']],
    ['headcount whose plus got lost', { headcount: ['10001 '] }, ['fjordwerk']],
    ['company type', { company_type: { include: ['Public Company'] } }, ['fjordwerk']],
    ['no such company type', { company_type: { exclude: ['public company'] } }, ['quarzo', 'dim', 'lumen']],
    ['founding year', { year_founded: { include: [1998, '2016'] } }, ['fjordwerk', 'lumen']],
    ['years excluded', { year_founded: { exclude: [2016] } }, ['quarzo', 'dim', 'fjordwerk']],
    ['range of years, both ends included', { year_founded: { from: 1998, to: 2015 } }, ['fjordwerk']],
    ['years from', { year_founded: { from: 2016 } }, ['lumen']],
    ['a phrase', { keywords: { include: ['carbon capture'] } }, ['lumen']],
    ['all words', { keywords: { include: ['carbon', 'CAPTURE'] } }, ['fjordwerk', 'lumen']],
    ['any word', { keywords: { include: ['receipts', 'climate'], match: 'any' } }, ['quarzo', 'fjordwerk', 'lumen']],
    ['whole words only', { keywords: { include: ['carb'] } }, []],
    ['the words of an industry', { keywords: { include: ['waste program'] } }, ['fjordwerk']],
    ['words excluded', { keywords: { exclude: ['carbon'] } }, ['quarzo', 'dim']],
    ['technology, all', { technology: { include: ['nginx', 'wordpress'] } }, ['lumen']],
    ['technology, any', { technology: { include: ['shopify', 'wordpress'], match: 'any' } }, ['quarzo', 'lumen']],
    ['technology excluded', { technology: { exclude: ['nginx'] } }, ['quarzo', 'dim']],
    ['series', { funding: { series: ['SERIES_A'] } }, ['lumen']],
    ['a series whose plus got lost', { funding: { series: 'series_c ' } }, ['fjordwerk']],
    ['amount, bounds included', { funding: { amount: { from: '12000000', to: 90_000_000 } } }, ['fjordwerk', 'lumen']],
    ['date, bounds included', { funding: { date: { from: '2021-01-01', to: '2024-03-04' } } }, ['fjordwerk']],
    ['all of funding at once', { funding: { series: ['series_a'], amount: { from: 13_000_000 } } }, []],
    [
      'all filters at once',
      { industry: { include: ['Software Development'] }, headcount: ['51-200'], keywords: { exclude: ['carbon'] } },
      ['quarzo'],
    ],
    ['likeness', { similar_to: { domain: 'lumen.example' } }, ['quarzo']],
    ['likeness to a name', { similar_to: { name: 'lumen works' } }, ['quarzo']],
    ['likeness to nobody known', { similar_to: { domain: 'unknown.example' } }, []],
    ['likeness to a company of which nothing is known', { similar_to: { domain: 'dim.example' } }, []],
    ['a wrapper', { filters: { headcount: ['10001+'] } }, ['fjordwerk']],
  ])('%s', async (_, body, expected) => {
    expect(await domains(body)).toEqual(expected)
  })
})

describe('discover answers', () => {
  test('with the documented row, counters of the index, and the filters as applied', async () => {
    const body = { headquarters_location: { include: [{ country: 'pt', city: 'Porto' }], exclude: [] }, limit: '10' }
    const answer = await app.post('/v2/discover', body)
    expect(answer.body).toEqual({
      data: [
        {
          domain: 'quarzo.example',
          organization: 'Quarzo, Lda',
          emails_count: { personal: 1, generic: 1, total: 2 },
        },
      ],
      meta: {
        results: 1,
        limit: 10,
        offset: 0,
        params: body,
        filters: { headquarters_location: { include: [{ country: 'PT', city: 'Porto' }] } },
      },
    })
    const again = await app.post('/v2/discover', { filters: metaOf(answer.body).filters })
    expect(again.body.data).toEqual(answer.body.data)
  })

  test('with pages that add up to the whole, and an empty page after the end', async () => {
    const wanted = { company_type: { exclude: ['partnership'] } }
    const all = await domains(wanted)
    expect(all).toEqual(['quarzo', 'dim', 'fjordwerk', 'lumen'])
    const pages = await Promise.all(
      [0, 2, 4].map(async (offset) => dataOf((await app.post('/v2/discover', { ...wanted, limit: 2, offset })).body)),
    )
    expect(pages.map((page) => page.map(({ domain }) => domain.replace('.example', '')))).toEqual([
      all.slice(0, 2),
      all.slice(2),
      [],
    ])
  })

  test('with a refusal to overlong lists and lines, without reading them', async () => {
    const refusal = async (filters: object) => (await app.post('/v2/discover', filters)).body.errors?.[0]?.id
    expect(await refusal({ headcount: '1-10,'.repeat(100_000) })).toBe('invalid_headcount')
    expect(await refusal({ industry: { include: ','.repeat(500_000) } })).toBe('invalid_industry')
    expect(await refusal({ year_founded: { include: '2001,'.repeat(100_000) } })).toBe('invalid_year_founded_include')
    expect(await refusal({ headquarters_location: { exclude: 'é'.repeat(100_000) } })).toBe(
      'invalid_headquarters_location',
    )
  })

  test('bracket bodies, and query strings with an empty body', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-api-key': app.key }
    const send = async (query: string, body?: string) => {
      const init = body === undefined ? { headers: { 'x-api-key': app.key } } : { headers: form, body }
      const answer = await fetch(`${app.origin}/v2/discover${query}`, { method: 'POST', ...init })
      return dataOf((await answer.json()) as TestBody).map(({ domain }) => domain)
    }
    expect(await send('', 'headcount[]=10001+')).toEqual(['fjordwerk.example'])
    expect(await send('?headcount=1-10,10001+')).toEqual(['fjordwerk.example'])
    expect(await send('?funding[series][]=series_c+')).toEqual(['fjordwerk.example'])
    expect(await send('', 'headquarters_location[include][0][country]=PT')).toEqual(['quarzo.example'])
    expect(await send('?filters[headcount][]=10001%2B')).toEqual(['fjordwerk.example'])
    expect(await send('/?query=software companies in Portugal')).toEqual(['quarzo.example'])
  })

  test('tells whom a question wants, behind the companies and in spite of a mistake', async () => {
    const asked = async (query: string) => (await app.post('/v2/discover', { query })).body.meta
    const filters = { headquarters_location: { include: [{ country: 'US', state: 'OH' }] } }
    expect(await asked('wineries in Ohio, CFOs only')).toMatchObject({
      filters,
      people: { said: 'CFOs', department: 'finance', seniority: 'executive' },
    })
    expect(await asked('heads of markting at wineries in Ohio')).toMatchObject({
      filters,
      people: { said: 'heads of marketing', department: 'marketing', seniority: 'senior' },
      corrected: [{ said: 'markting', read_as: 'marketing' }],
    })
  })

  test('GET only for people, and counts all their addresses', async () => {
    expect((await app.get('/v2/discover?query=software')).status).toBe(405)
    const path = '/v2/discover/people?headcount=51-200'
    const { body } = await app.get(path)
    expect(metaOf(body)).toMatchObject({ results: 2, total_emails: { personal: 1, generic: 1, total: 2 } })
    expect(Object.keys(metaOf(body)).slice(0, 6)).toEqual([
      'results',
      'total_emails',
      'limit',
      'offset',
      'params',
      'filters',
    ])
    const posted = await app.post('/v2/discover/people', { headcount: ['51-200'] })
    expect(posted.body.data).toEqual(body.data)
  })
})

describe('a query in plain words', () => {
  test('wins over filters, which are not even read', async () => {
    const answer = await app.post('/v2/discover', { query: 'companies in Portugal', headcount: ['nonsense'] })
    expect(dataOf(answer.body).map(({ domain }) => domain)).toEqual(['quarzo.example'])
    expect(metaOf(answer.body).filters).toEqual({ headquarters_location: { include: [{ country: 'PT' }] } })
  })

  test('of which nothing is understood returns nothing', async () => {
    const answer = await app.post('/v2/discover', { query: '???' })
    expect([answer.status, answer.body.data, metaOf(answer.body).filters]).toEqual([200, [], {}])
  })

  test('loses the filters that the plan lacks, and says so', async () => {
    await using free = await planned('free')
    const answer = await free.post('/v2/discover', { query: 'companies in Portugal founded after 2015' })
    expect(metaOf(answer.body)).toMatchObject({
      filters: { headquarters_location: { include: [{ country: 'PT' }] } },
      dropped_filters: ['year_founded'],
    })
  })
})

/** The same index for an account on another plan. */
async function planned(plan: string, discover = true) {
  const { rows } = await app.context.database.pool.query<{ plan: string }>('select plan from accounts where id = 1')
  const set = (to: string, may: boolean) =>
    app.context.database.pool.query('update accounts set plan = $1, discover = $2 where id = 1', [to, may])
  await set(plan, discover)
  const { key } = await createKey(app.context, { name: 'Plan', readOnly: false })
  return {
    post: (path: string, body: object) => app.post(path, body, { 'x-api-key': key }),
    [Symbol.asyncDispose]: async () => void (await set(rows[0]?.plan ?? '', true)),
  }
}

describe('without premium', () => {
  test.each([
    ['year_founded', { year_founded: { from: 2_000 } }],
    ['similar_to', { similar_to: { name: 'x' } }],
    ['technology', { technology: { include: ['nginx'] } }],
    ['funding', { funding: { series: ['seed'] } }],
  ])('%s is refused', async (name, body) => {
    await using free = await planned('free')
    const answer = await free.post('/v2/discover', body)
    expect([answer.status, answer.body.errors]).toEqual([
      403,
      [{ id: 'no_discover_access', code: 403, details: `The filter ${name} needs a premium plan.` }],
    ])
  })

  test('limit and offset keep their defaults', async () => {
    await using free = await planned('free')
    const at = async (place: object) => {
      const { status, body } = await free.post('/v2/discover', { headcount: ['1-10'], ...place })
      return [status, body.errors?.[0]?.id]
    }
    expect(await at({ limit: 100, offset: 0 })).toEqual([200, undefined])
    expect(await at({ limit: 99 })).toEqual([400, 'pagination_error'])
    expect(await at({ offset: 1 })).toEqual([400, 'pagination_error'])
  })

  test('discover can be switched off for an account', async () => {
    await using barred = await planned('unlimited', false)
    const answer = await barred.post('/v2/discover', { headcount: ['1-10'] })
    expect([answer.status, answer.body.errors?.[0]]).toEqual([
      403,
      { id: 'no_discover_access', code: 403, details: 'This plan does not include discover.' },
    ])
    expect((await barred.post('/v2/discover', { headcount: ['x'] })).status).toBe(400)
  })
})

const place = (...include: object[]) => ({ headquarters_location: { include } })
const notAt = (...exclude: object[]) => ({ headquarters_location: { exclude } })

describe('every error has its own id:', () => {
  test.each<[string, object]>([
    ['wrong_params', {}],
    ['wrong_params', { limit: 10, industry: [] }],
    ['pagination_error', { headcount: ['1-10'], limit: 101 }],
    ['pagination_error', { headcount: ['1-10'], offset: 10_001 }],
    ['invalid_query', { query: 7 }],
    ['invalid_query', { query: 'a'.repeat(1_001) }],
    ['invalid_organization', { organization: 'x' }],
    ['invalid_organization', { organization: { domain: ['not a domain'] } }],
    ['invalid_organization', { organization: { name: Array.from({ length: 101 }, (_, i) => `n${i}`) } }],
    ['invalid_similar_to', { similar_to: { domain: ['a.example'] } }],
    ['invalid_similar_to', { similar_to: { x: 1 } }],
    ['invalid_headquarters_location', { headquarters_location: 'FR' }],
    ['invalid_headquarters_location', { headquarters_location: { include: ['FR'] } }],
    ['invalid_headquarters_location_include_combination', place({ country: 'FR', continent: 'Europe' })],
    ['invalid_headquarters_location_include_combination', place({ city: 'Paris' })],
    ['invalid_headquarters_location_include_continent', place({ continent: 'Atlantis' })],
    ['invalid_headquarters_location_include_business_region', place({ business_region: 'WEST' })],
    ['invalid_headquarters_location_include_country', place({ country: 'ZZ' })],
    ['invalid_headquarters_location_include_state', place({ country: 'US', state: 'ZZ' })],
    ['invalid_headquarters_location_include_state', place({ country: 'CA', state: 'CA' })],
    ['invalid_headquarters_location_include_city', place({ country: 'FR', city: 7 })],
    ['invalid_headquarters_location_exclude_combination', notAt({ state: 'CA' })],
    ['invalid_headquarters_location_exclude_continent', notAt({ continent: 'Atlantis' })],
    ['invalid_headquarters_location_exclude_business_region', notAt({ business_region: 'WEST' })],
    ['invalid_headquarters_location_exclude_country', notAt({ country: 'ZZ' })],
    ['invalid_headquarters_location_exclude_state', notAt({ country: 'US', state: 'ZZ' })],
    ['invalid_headquarters_location_exclude_city', notAt({ country: 'FR', city: 'x'.repeat(101) })],
    ['invalid_industry', { industry: { include: ['Wizardry'] } }],
    ['invalid_industry', { industry: ['Accounting'] }],
    ['invalid_headcount', { headcount: ['10-20'] }],
    ['invalid_company_type', { company_type: { exclude: ['cult'] } }],
    ['invalid_year_founded_combination', { year_founded: 1999 }],
    ['invalid_year_founded_combination', { year_founded: { include: [1999], from: 1990 } }],
    ['invalid_year_founded_include', { year_founded: { include: [999] } }],
    ['invalid_year_founded_exclude', { year_founded: { exclude: ['soon'] } }],
    ['invalid_year_founded_from', { year_founded: { from: 'long ago' } }],
    ['invalid_year_founded_to', { year_founded: { to: 9_999 } }],
    ['invalid_year_founded_to', { year_founded: { from: 2001, to: 2000 } }],
    ['invalid_keywords', { keywords: ['solar'] }],
    ['invalid_keywords', { keywords: { match: 'any' } }],
    ['invalid_keywords', { keywords: { include: Array.from({ length: 51 }, (_, i) => `w${i}`) } }],
    ['invalid_keywords', { keywords: { include: ['x'.repeat(101)] } }],
    ['invalid_keywords_match', { keywords: { include: ['solar'], match: 'some' } }],
    ['invalid_technology', { technology: { include: ['abacus'] } }],
    ['invalid_technology_match', { technology: { include: ['nginx'], match: 'some' } }],
    ['invalid_funding', { funding: 'seed' }],
    ['invalid_funding', { funding: { x: 1 } }],
    ['invalid_funding', { funding: { amount: 5 } }],
    ['invalid_funding_series', { funding: { series: ['series_z'] } }],
    ['invalid_funding_amount_from', { funding: { amount: { from: -1 } } }],
    ['invalid_funding_amount_to', { funding: { amount: { to: 'much' } } }],
    ['invalid_funding_amount_range', { funding: { amount: { from: 5, to: 5 } } }],
    ['invalid_funding_date_from', { funding: { date: { from: '2024-02-30' } } }],
    ['invalid_funding_date_to', { funding: { date: { to: '24-02-01' } } }],
    ['invalid_funding_date_range', { funding: { date: { from: '2024-02-02', to: '2024-02-02' } } }],
  ])('%s for %j', async (id, body) => {
    expect(await ids(body)).toEqual([400, id])
  })

  test('all errors are reported together, in documented order', async () => {
    const body = { funding: 'x', headcount: ['x'], limit: 0, industry: { include: ['x'] } }
    expect(await ids(body)).toEqual([
      400,
      'invalid_industry',
      'invalid_headcount',
      'invalid_funding',
      'pagination_error',
    ])
  })
})

test('each company says why it was found, on request', async () => {
  const { body } = await app.post('/v2/discover', {
    headquarters_location: { include: [{ country: 'US', state: 'CA', city: 'San Diego' }, { country: 'PT' }] },
    topics: [{ said: 'climate firms', keywords: ['carbon captures', 'climate'] }],
    headcount: ['11-50', '51-200'],
    keywords: { exclude: ['receipts'] },
    explain: true,
  })
  const from = (domain: string) => ({ uri: `https://${domain}/`, seen_on: '2026-01-18', kind: 'structured' })
  const rows = body.data as { domain: string; why: object[] }[]
  expect(new Map(rows.map(({ domain, why }) => [domain, why]))).toEqual(
    new Map([
      [
        'quarzo.example',
        [
          { slot: 'headquarters_location', said: 'PT', value: 'Porto, PT', from: from('quarzo.example') },
          { slot: 'topics', said: 'climate firms', value: 'climate', from: from('quarzo.example') },
          { slot: 'headcount', said: '51-200', value: '51-200', from: from('quarzo.example') },
        ],
      ],
      [
        'lumen.example',
        [
          {
            slot: 'headquarters_location',
            said: 'San Diego, CA, US',
            value: 'San Diego, CA, US',
            from: from('lumen.example'),
          },
          { slot: 'topics', said: 'climate firms', value: 'carbon capture', from: from('lumen.example') },
          { slot: 'headcount', said: '51-200', value: '51-200', from: from('lumen.example') },
        ],
      ],
    ]),
  )
  const { body: asked } = await app.post('/v2/discover', {
    query: 'companies with "carbon accounting" in Norway',
    explain: true,
  })
  expect((asked.data as { why: object[] }[]).map(({ why }) => why)).toEqual([
    [
      expect.objectContaining({ slot: 'headquarters_location', said: 'NO', value: 'Oslo, NO' }),
      expect.objectContaining({ said: 'carbon accounting', value: 'Carbon accounting. Capture your receipts' }),
    ],
  ])
})

describe('the number of companies', () => {
  const inCountry = (country: string) => ({ headquarters_location: { include: [{ country }] } })
  const ask = async () => {
    const { data, meta } = (await app.post('/v2/discover', inCountry('IS'))).body
    return [(data as unknown[]).length, (meta as { results: number }).results]
  }

  test('is not below that of the rows, although some have been added since they were counted', async () => {
    await seedCompany(app.context, { domain: 'heima.example', name: 'Heima', country: 'IS' })
    expect(await ask()).toEqual([1, 1])
    await seedCompany(app.context, { domain: 'vatn.example', name: 'Vatn', country: 'IS' })
    expect(await ask()).toEqual([2, 2])
  })

  test('is counted again after a minute, however often it is asked for meanwhile', async () => {
    const first = async () =>
      ((await app.post('/v2/discover', { ...inCountry('LI'), limit: 1 })).body.meta as { results: number }).results
    await seedCompany(app.context, { domain: 'berg.example', name: 'Berg', country: 'LI' })
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      expect(await first()).toBe(1)
      await seedCompany(app.context, { domain: 'steinn.example', name: 'Steinn', country: 'LI' })
      for (let seconds = 0; seconds <= 80; seconds += 40) {
        expect(await first(), `after ${seconds} seconds`).toBe(seconds > 60 ? 2 : 1)
        vi.advanceTimersByTime(40_000)
      }
    } finally {
      vi.useRealTimers()
    }
  })
})
