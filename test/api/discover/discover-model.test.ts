import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  jsonValue,
  oneof,
  dictionary,
  record,
  string,
  subarray,
  tuple,
} from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeCompanies, openCompanySource } from '../../../src/db/companies/companies-merge-store.ts'
import { inTransaction } from '../../../src/db/database.ts'
import { HEADCOUNTS } from '../../../src/lib/companies/company-facts.ts'
import type { CompanyFacts } from '../../../src/lib/companies/company-facts.ts'
import { COMPANY_TYPES, FUNDING_SERIES } from '../../../src/lib/companies/company-filters.ts'
import type { CompanyFilters } from '../../../src/lib/companies/company-filters.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { COUNTRIES, naiveDiscover } from '../../support/records/naive-discover.ts'
import type { Known } from '../../support/records/naive-discover.ts'
import { anyCharacter } from '../../support/doors/any-character.ts'

const COMPANIES = 300
const INDUSTRIES = ['Software Development', 'Accounting', 'Air, Water, and Waste Program Management']
const SLUGS = ['nginx', 'wordpress', 'shopify', 'php']
const WORDS = ['solar', 'carbon', 'capture', 'Größe', '3d', 'e-mail', 'wind']
const CITIES = ['Porto', 'São Paulo', 'Dublin', "L'Aquila"]
const STATES = ['CA', 'TX']

/** A company as incompletely known as real ones: every value is missing for some. */
function company(n: number): Known {
  // Each value has its own period, so that all combinations occur.
  const pick = <T>(list: readonly T[], period: number): T | null => list[(n * period) % (list.length + 2)] ?? null
  const words = [pick(WORDS, 3), pick(WORDS, 5)].filter((word) => word !== null)
  const country = pick(COUNTRIES, 7)
  return {
    domain: `c${String(n).padStart(3, '0')}.example`,
    name: n % 11 === 0 ? null : `${words[0] ?? 'Plain'} Works ${n % 40}`,
    description: n % 3 === 0 ? `We do ${words.join(', ')}; with care.` : null,
    tags: n % 4 === 0 ? words : [],
    industry: pick(INDUSTRIES, 2),
    headcount: pick(HEADCOUNTS, 3),
    company_type: pick(COMPANY_TYPES, 5),
    founded_year: n % 2 === 0 ? null : 1980 + (n % 45),
    country,
    state: country === 'US' ? pick(STATES, 1) : null,
    city: country === null ? null : pick(CITIES, 5),
    technologies: SLUGS.filter((_, bit) => ((n >> bit) & 1) === 1),
    funding_series: pick(FUNDING_SERIES, 4),
    funding_amount: n % 5 === 0 ? (n % 9) * 500_000 : null,
    funding_on: n % 5 === 0 ? `20${10 + (n % 15)}-03-${10 + (n % 19)}` : null,
    emails_total: n % 4 === 0 ? n % 12 : 0,
  }
}

const known = Array.from({ length: COMPANIES }, (_, n) => company(n))
const factsOf = ({ emails_total: _total, ...facts }: Known): CompanyFacts => facts

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const { database, clock } = app.context
  await inTransaction(database.pool, async (client) => {
    const source = await openCompanySource(client, { kind: 'import', uri: 'invented', seenOn: '2026-01-18' })
    const merging = { now: clock.now(), isDistributed: database.isDistributed }
    await mergeCompanies(client, source, known.map(factsOf), merging)
  })
  await database.pool.query(
    `update companies c set personal_count = k.total from unnest($1::text[], $2::int[]) k (domain, total) where c.domain = k.domain`,
    [known.map(({ domain }) => domain), known.map(({ emails_total: total }) => total)],
  )
})
afterAll(() => app[Symbol.asyncDispose]())

const some = <T>(...items: readonly T[]) => subarray([...items], { minLength: 1, maxLength: Math.min(items.length, 3) })
/** At least one of these parts. */
const parts = <T extends object>(of: { [Key in keyof T]: Arbitrary<T[Key]> }) =>
  record(of, { requiredKeys: [] }).filter((chosen) => Object.keys(chosen).length > 0)
const sides = <T>(items: Arbitrary<T[]>) => parts({ include: items, exclude: items })
const matched = (items: Arbitrary<string[]>) => record({ include: items, match: constantFrom('any', 'all') })

const place = oneof(
  constantFrom({ continent: 'Europe' }, { continent: 'Asia' }, { continent: 'Antarctica' }),
  constantFrom({ business_region: 'EMEA' }, { business_region: 'LATAM' }, { business_region: 'APAC' }),
  record({ country: constantFrom(...COUNTRIES, 'FR') }),
  record({ country: constantFrom('US'), state: constantFrom(...STATES, 'NY') }),
  record({ country: constantFrom(...COUNTRIES), city: constantFrom(...CITIES, 'porto', 'Nowhere') }),
)
const phrases = some(
  ...WORDS,
  'carbon capture',
  'works 7',
  'we do',
  'waste program',
  '3d; with',
  'nothing',
  '-',
  'Größe/CARBON',
)
const range = <T>(from: Arbitrary<T>, to: Arbitrary<T>) => oneof(record({ from }), record({ to }), record({ from, to }))

/** The filters that valid bodies are made of. */
const FILTERS: Exclude<keyof CompanyFilters, 'similar_to'>[] = [
  'organization',
  'headquarters_location',
  'industry',
  'headcount',
  'company_type',
  'year_founded',
  'keywords',
  'technology',
  'funding',
]

const eachFilter = record({
  organization: parts({
    domain: some('c004.example', 'c008.example', 'no.example'),
    name: some('solar works 4', 'PLAIN WORKS 10'),
  }),
  headquarters_location: sides(
    oneof(
      place.map((one) => [one]),
      record({ one: place, two: place }).map(({ one, two }) => [one, two]),
    ),
  ),
  topics: array(
    record({
      said: constantFrom('a trade', 'another'),
      industries: some(...INDUSTRIES),
      keywords: some('solar', 'carbon capture', 'Größe', '3d'),
      tags: some('wind', 'solar'),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  industry: sides(some(...INDUSTRIES, 'Airlines and Aviation')),
  headcount: some(...HEADCOUNTS),
  company_type: sides(some(...COMPANY_TYPES)),
  year_founded: oneof(
    sides(some(1985, 1999, 2011)),
    range(integer({ min: 1970, max: 2000 }), integer({ min: 2000, max: 2025 })),
  ),
  keywords: oneof(sides(phrases), matched(phrases)),
  technology: oneof(sides(some(...SLUGS)), matched(some(...SLUGS))),
  funding: parts({
    series: some(...FUNDING_SERIES),
    amount: range(integer({ min: 0, max: 1_000_000 }), integer({ min: 1_000_001, max: 5_000_000 })),
    date: range(constantFrom('2011-01-01', '2015-03-12'), constantFrom('2018-03-20', '2024-12-31')),
  }),
})

/** One or two filters; more would match nothing. */
const filters = tuple(eachFilter, subarray(FILTERS, { minLength: 1, maxLength: 2 })).map(
  ([all, names]): CompanyFilters => Object.fromEntries(names.map((name) => [name, all[name]])),
)

interface Answer {
  data: { domain: string; emails_count: { total: number } }[]
  meta: { results: number }
}

/** Excluding is exact, but including an American state also takes cities without a state: the count must not mix the two. */
const COUNTED_APART: [CompanyFilters, { limit: number; offset: number }][] = [
  [
    {
      headquarters_location: {
        exclude: [
          { country: 'PT', city: 'Porto' },
          { country: 'US', state: 'CA' },
        ],
      },
    },
    { limit: 1, offset: 0 },
  ],
  [
    {
      headquarters_location: {
        exclude: [
          { country: 'US', state: 'CA', city: 'Dublin' },
          { country: 'US', state: 'TX' },
        ],
      },
    },
    { limit: 1, offset: 0 },
  ],
]

test('discover finds what its filters describe, with counts, in order, page after page', async () => {
  const page = { limit: integer({ min: 1, max: 100 }), offset: integer({ min: 0, max: 60 }) }
  await assert(
    asyncProperty(filters, record(page), async (wanted, { limit, offset }) => {
      const { status, body } = await app.post('/v2/discover', { ...wanted, limit, offset })
      expect([status, body.errors]).toEqual([200, undefined])
      const expected = naiveDiscover(known, wanted)
      const { data, meta } = body as Answer
      expect({
        results: meta.results,
        found: data.map(({ domain, emails_count: { total } }) => [domain, total]),
      }).toEqual({
        results: expected.length,
        found: expected.slice(offset, offset + limit).map(({ domain, emails_total: total }) => [domain, total]),
      })
    }),
    { numRuns: 150, examples: COUNTED_APART },
  )
})

/** Questions in words that some of the companies contain. */
const question = record({
  first: constantFrom(
    'solar',
    'software',
    'accounting',
    'wind power',
    'carbon capture',
    'small software',
    'kelp',
    'AI',
  ),
  joined: constantFrom('', ' and solar', ' or carbon capture', ' for accountants', ' without wind', ' and kelp'),
  place: constantFrom('', ' in Portugal', ' in California', ' in Dublin', ' outside of Germany', ' in Japan'),
  more: constantFrom('', ' with 20 people', ' founded after 1999', ' using WordPress', ' that raised a series A'),
}).map(({ first, joined, place: where, more }) => `${first} companies${joined}${where}${more}`)

test('the filters that a question was read as find the same companies when sent themselves', async () => {
  await assert(
    asyncProperty(question, async (query) => {
      const { body: asked } = await app.post('/v2/discover', { query })
      const { filters, limit } = (asked as { meta: { filters: CompanyFilters; limit: number } }).meta
      if (Object.keys(filters).length === 0) return
      const { status, body } = await app.post('/v2/discover', { filters, limit })
      expect([status, (body as Answer).data]).toEqual([200, (asked as Answer).data])
    }),
    { numRuns: 80 },
  )
})

test('companies similar to one also match the other filters, each listed once', async () => {
  const model = integer({ min: 0, max: COMPANIES - 1 }).map((n) => company(n).domain)
  await assert(
    asyncProperty(filters, model, async (wanted, domain) => {
      const { status, body } = await app.post('/v2/discover', { ...wanted, similar_to: { domain } })
      expect([status, body.errors]).toEqual([200, undefined])
      const allowed = new Set(naiveDiscover(known, wanted).map((one) => one.domain))
      allowed.delete(domain)
      const found = (body as Answer).data.map((one) => one.domain)
      expect(found.filter((one) => !allowed.delete(one))).toEqual([])
    }),
    { numRuns: 40 },
  )
})

/** Any JSON, in place of filters and inside them. */
const anything = oneof(
  jsonValue({ maxDepth: 3 }),
  parts({ include: jsonValue(), exclude: jsonValue(), match: jsonValue(), from: jsonValue(), to: jsonValue() }),
  parts({ domain: jsonValue(), name: jsonValue(), series: jsonValue(), amount: jsonValue(), date: jsonValue() }),
  parts({
    include: array(dictionary(constantFrom('country', 'city', 'state', 'continent'), oneof(string(), jsonValue()))),
  }),
)
const NAMES =
  `query organization similar_to headquarters_location industry headcount company_type year_founded keywords technology
  funding limit offset filters`.split(/\s+/)

/** The words the grammar of questions depends on, in any order. */
const QUERY_WORDS =
  `not in between and 50 to - 1m $ € million employees founded before 1990 the 90s series a seed raised over under companies
  using wordpress Berlin Germany New York or except public like lumen.example % \\ ' " ( ) & | ! :*`.split(/\s+/)
const words = (list: readonly string[]): string => list.join(' ')

test('nothing sent to discover breaks it', async () => {
  const bodies = oneof(
    dictionary(constantFrom(...NAMES), anything, { minKeys: 1, maxKeys: 4 }),
    record({
      query: oneof(
        string({ unit: anyCharacter, maxLength: 200 }),
        array(constantFrom(...QUERY_WORDS), { maxLength: 30 }).map(words),
      ),
    }),
  )
  await assert(
    asyncProperty(bodies, async (body) => {
      const { status } = await app.post('/v2/discover', body)
      expect([200, 400]).toContain(status)
    }),
    { numRuns: 200 },
  )
})
