import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import type { Company, FieldSources, Person } from '../../../src/core/enrich/enrich-output.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedCompany } from '../../support/records/seed-company.ts'
import { seedPage } from '../../support/records/seed.ts'
import { untraced } from '../../support/process/untraced.ts'

const NOW = new Date('2026-01-20T12:00:00Z')
const DOMAIN = 'lumenworks.example'
const EMAIL = `ines.calder@${DOMAIN}`

let app: TestApp
beforeAll(async () => {
  app = await startApp({
    env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_LOGO_URL: 'https://logos.example' },
    replace: { clock: { now: () => NOW } },
  })
  await seedPage(app.context, {
    url: `https://${DOMAIN}/team`,
    capturedAt: new Date('2026-01-18T08:00:00Z'),
    addresses: [
      {
        value: EMAIL,
        person: {
          firstName: 'Ines',
          lastName: 'Calder',
          position: 'Head of Support',
          linkedin: 'InesCalder',
          city: 'Porto',
          country: 'PT',
        },
      },
      { value: `hello@${DOMAIN}` },
    ],
  })
  await seedPage(app.context, { url: 'https://solo.example/', addresses: [{ value: 'hello@solo.example' }] })
  await seedCompany(app.context, {
    domain: DOMAIN,
    name: 'Lumen Works',
    legal_name: 'Lumen Works Lda',
    description: 'Lumen Works makes lighting control software.',
    industry: 'Software Development',
    tags: ['lighting', 'sensors'],
    founded_year: 2015,
    headcount: '51-200',
    company_type: 'privately held',
    country: 'PT',
    city: 'Porto',
    street_address: 'Rua das Flores 12',
    postal_code: '4050-262',
    phones: ['+351220000000'],
    linkedin: 'company/lumen-works',
    technologies: ['nginx', 'google-analytics'],
    technology_categories: ['web-servers', 'analytics'],
    email_provider: 'google.com',
    raised: 1_500_000,
  })
})
afterAll(() => app[Symbol.asyncDispose]())

const person = async (query: string) => app.get(`/v2/people/find?${query}`)
const company = async (query: string) => app.get(`/v2/companies/find?${query}`)
const combined = async (query: string) => app.get(`/v2/combined/find?${query}`)

/** Returns the keys in order, including those of nested objects. */
const shapeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([key, inner]) => {
        const shape = shapeOf(inner)
        return shape === null ? key : { [key]: shape }
      })
    : null

const GEO = { geo: ['city', 'state', 'stateCode', 'country', 'countryCode', 'lat', 'lng'] }
const PERSON_SHAPE = [
  'id',
  { name: ['fullName', 'givenName', 'familyName'] },
  'email',
  'location',
  'timeZone',
  'utcOffset',
  GEO,
  'bio',
  'site',
  'avatar',
  { employment: ['domain', 'name', 'title', 'role', 'subRole', 'seniority'] },
  { facebook: ['handle'] },
  { github: ['handle', 'id', 'avatar', 'company', 'blog', 'followers', 'following'] },
  {
    twitter: ['handle', 'id', 'bio', 'followers', 'following', 'statuses', 'favorites', 'location', 'site', 'avatar'],
  },
  { linkedin: ['handle'] },
  { googleplus: ['handle'] },
  { gravatar: ['handle', 'urls', 'avatar', 'avatars'] },
  'fuzzy',
  'emailProvider',
  'indexedAt',
  'phone',
  'activeAt',
  'inactiveAt',
]
const COMPANY_SHAPE = [
  'id',
  'name',
  'legalName',
  'domain',
  'domainAliases',
  { site: ['phoneNumbers', 'emailAddresses'] },
  {
    category: [
      'sector',
      'industryGroup',
      'industry',
      'subIndustry',
      'gicsCode',
      'sicCode',
      'sic4Codes',
      'naicsCode',
      'naics6Codes',
      'naics6Codes2022',
    ],
  },
  'tags',
  'description',
  'foundedYear',
  'location',
  'timeZone',
  'utcOffset',
  {
    geo: [
      'streetNumber',
      'streetName',
      'subPremise',
      'streetAddress',
      'city',
      'postalCode',
      'state',
      'stateCode',
      'country',
      'countryCode',
      'lat',
      'lng',
    ],
  },
  'logo',
  { facebook: ['handle', 'likes'] },
  { linkedin: ['handle'] },
  { twitter: ['handle', 'id', 'bio', 'followers', 'following', 'location', 'site', 'avatar'] },
  { crunchbase: ['handle'] },
  { instagram: ['handle'] },
  'emailProvider',
  'type',
  'company_type',
  'ticker',
  { identifiers: ['usEIN'] },
  'phone',
  {
    metrics: [
      'alexaUsRank',
      'alexaGlobalRank',
      'trafficRank',
      'employees',
      'marketCap',
      'raised',
      'annualRevenue',
      'estimatedAnnualRevenue',
      'fiscalYearEnd',
    ],
  },
  'indexedAt',
  'tech',
  'techCategories',
  'fundingRounds',
  { parent: ['domain'] },
  { ultimateParent: ['domain'] },
]

describe('a person', () => {
  test('has every documented key in order, and what the index knows', async () => {
    const { status, body, headers } = await person(`email=${EMAIL.toUpperCase()}`)
    expect(status).toBe(200)
    expect(shapeOf(body.data)).toEqual(PERSON_SHAPE)
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: { fullName: 'Ines Calder', givenName: 'Ines', familyName: 'Calder' },
      email: EMAIL,
      location: 'Porto, Portugal',
      timeZone: 'Europe/Lisbon',
      utcOffset: 0,
      geo: {
        city: 'Porto',
        state: null,
        stateCode: null,
        country: 'Portugal',
        countryCode: 'PT',
        lat: 41.15,
        lng: -8.61,
      },
      employment: {
        domain: DOMAIN,
        name: 'Lumen Works',
        title: 'Head of Support',
        role: 'support',
        subRole: null,
        seniority: 'senior',
      },
      linkedin: { handle: 'InesCalder' },
      emailProvider: 'google.com',
      indexedAt: '2026-01-18',
      activeAt: '2026-01-18',
      inactiveAt: null,
      fuzzy: false,
    })
    expect(body.meta).toMatchObject({ email: EMAIL, sources: { '*': [{ uri: `https://${DOMAIN}/team` }] } })
    expect(headers.get('x-quarry-credits-charged')).toBe('0.2')
  })

  test('is found by profile, which wins over an address', async () => {
    const byProfile = await person('linkedin_handle=inescalder&email=nobody@nowhere.example')
    expect((byProfile.body.data as Person).email).toBe(EMAIL)
    const alone = await person('linkedin_handle=https://www.linkedin.com/in/inescalder/')
    expect((alone.body.meta as { email: null }).email).toBeNull()
    const unknown = await person(`linkedin_handle=nobody&email=${EMAIL}`)
    expect([unknown.status, unknown.body.errors?.[0]?.details]).toEqual([404, 'No person found for this handle.'])
  })

  test('has the same id each time, and is charged once', async () => {
    const [one, other] = [await person(`email=${EMAIL}`), await person(`email=${EMAIL}`)]
    expect((one.body.data as Person).id).toBe((other.body.data as Person).id)
    expect(other.headers.get('x-quarry-credits-charged')).toBe('0')
  })

  test.each(['email=nobody@nowhere.example', `email=hello@${DOMAIN}`, `email=nobody@${DOMAIN}`])(
    'that is unknown is 404 and costs nothing: %s',
    async (query) => {
      const { status, body, headers } = await person(query)
      expect([status, body.errors]).toEqual([
        404,
        [{ id: 'not_found', code: 404, details: 'No person found for this email.' }],
      ])
      expect(headers.get('x-quarry-credits-charged')).toBeNull()
    },
  )

  test('must be named, and named correctly', async () => {
    const ids = async (query: string) =>
      (await person(query)).body.errors?.map(({ id, details }) => `${id}: ${details}`)
    expect(await ids('')).toEqual(['wrong_params: Send email or linkedin_handle.'])
    expect(await ids('email=nobody')).toEqual(['invalid_email: nobody is not a valid email address.'])
    expect(await ids('linkedin_handle=https://elsewhere.example/jo')).toEqual([
      'invalid_linkedin_handle: linkedin_handle is not a profile handle.',
    ])
  })
})

describe('a company', () => {
  test('has every documented key in order, and what the index knows', async () => {
    const { status, body } = await company(`domain=https://www.${DOMAIN}/about`)
    expect(status).toBe(200)
    expect(shapeOf(body.data)).toEqual(COMPANY_SHAPE)
    expect(body.data).toMatchObject({
      name: 'Lumen Works',
      legalName: 'Lumen Works Lda',
      domain: DOMAIN,
      site: { phoneNumbers: ['+351220000000'], emailAddresses: [`hello@${DOMAIN}`] },
      category: { industry: 'Software Development', sector: null },
      foundedYear: 2015,
      location: 'Porto, Portugal',
      geo: { streetNumber: '12', streetName: 'Rua das Flores', city: 'Porto', postalCode: '4050-262', lat: 41.15 },
      logo: `https://logos.example/${DOMAIN}`,
      linkedin: { handle: 'company/lumen-works' },
      type: 'private',
      company_type: 'privately held',
      phone: '+351220000000',
      metrics: { employees: '51-200', raised: 1_500_000 },
      indexedAt: '2026-01-18',
      tech: ['nginx', 'google-analytics'],
      techCategories: ['web-servers', 'analytics'],
    })
    expect(body.meta).toMatchObject({ domain: DOMAIN })
  })

  test('is known from its addresses alone', async () => {
    const { body } = await company('domain=solo.example')
    expect(body.data).toMatchObject({ name: null, site: { emailAddresses: ['hello@solo.example'] } })
  })

  test.each([
    ['domain=nowhere.example', 404, 'not_found: No company found for nowhere.example.'],
    ['', 400, 'wrong_params: The domain parameter is missing.'],
    ['domain=not a domain', 400, 'invalid_domain: not a domain is not a valid domain name.'],
  ])('that cannot be identified: %s is %i', async (query, status, error) => {
    const answer = await company(query)
    expect([answer.status, ...(answer.body.errors ?? []).map(({ id, details }) => `${id}: ${details}`)]).toEqual([
      status,
      error,
    ])
  })

  test('lets every value be traced to a stored source', async () => {
    const { body } = await company(`domain=${DOMAIN}`)
    const { sources } = body.meta as { sources: FieldSources }
    expect(untraced(body.data as Company, sources)).toEqual([])
    expect(sources['geo.city']).toEqual([{ uri: `https://${DOMAIN}/`, seen_on: '2026-01-18', kind: 'structured' }])
    expect(sources['site.emailAddresses']).toEqual([
      { uri: `https://${DOMAIN}/team`, seen_on: '2026-01-18', kind: 'text' },
    ])
  })
})

describe('both in one call', () => {
  test('contains what the two others return', async () => {
    const { body } = await combined(`email=${EMAIL}`)
    expect(body.data).toEqual({
      person: (await person(`email=${EMAIL}`)).body.data,
      company: (await company(`domain=${DOMAIN}`)).body.data,
    })
    expect(body.meta).toMatchObject({ email: EMAIL })
  })

  test('is 404 for an unknown person, free of charge, with the company next to the error', async () => {
    const used = async () => (await app.get('/v2/usage')).body.data
    const before = await used()
    const stranger = await combined(`email=nobody@${DOMAIN}`)
    expect(stranger.status).toBe(404)
    expect(stranger.body.errors).toEqual([
      {
        id: 'not_found',
        code: 404,
        details: 'No person found for this email, but a company was found for its domain.',
      },
    ])
    expect(shapeOf((stranger.body.meta as { company: object }).company)).toEqual(COMPANY_SHAPE)
    expect(stranger.body.meta).toMatchObject({ company: { name: 'Lumen Works' } })
    expect(await used()).toEqual(before)
    const nothing = await combined('email=nobody@nowhere.example')
    expect(nothing).toMatchObject({ status: 404 })
    expect(nothing.body).not.toHaveProperty('meta')
    expect((await combined('linkedin_handle=inescalder')).body.data).toMatchObject({ person: { email: EMAIL } })
  })
})

describe('the Clearbit schema', () => {
  test.each(['clearbit_format=true', 'clearbit_format=false', 'clearbit_format=', 'clearbit_format'])(
    'is selected by %s',
    async (format) => {
      const { body } = await person(`email=${EMAIL}&${format}`)
      expect(body).not.toHaveProperty('data')
      expect(body).toMatchObject({
        email: EMAIL,
        emailProvider: false,
        indexedAt: '2026-01-18T00:00:00.000Z',
        activeAt: '2026-01-18T00:00:00.000Z',
        inactiveAt: null,
        employment: { seniority: 'director' },
      })
    },
  )

  test('has the number of employees in addition to the range', async () => {
    const { body } = await company(`domain=${DOMAIN}&clearbit_format=1`)
    const root = body as Record<string, unknown>
    for (const key of ['company_type', 'fundingRounds', 'instagram', 'data', 'meta'])
      expect(root).not.toHaveProperty(key)
    const metrics = Object.entries(root['metrics'] as object)
    expect(metrics.slice(3, 5)).toEqual([
      ['employees', 125],
      ['employeesRange', '51-250'],
    ])
    expect(root).toMatchObject({
      domain: DOMAIN,
      emailProvider: false,
      identifiers: { usEIN: null, usCIK: null },
      tech: ['nginx', 'google_analytics'],
      techCategories: ['web_servers', 'analytics'],
    })
  })

  test('has its own error for an unknown person', async () => {
    const { status, body } = await combined(`email=nobody@${DOMAIN}&clearbit_format=1`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: { type: 'unknown_record' }, meta: { company: { name: 'Lumen Works' } } })
  })

  test.each([
    ['', 400, 'params_invalid', {}],
    ['email=nobody@nowhere.example&', 404, 'unknown_record', {}],
    [`email=${EMAIL}&`, 401, 'auth_invalid', { 'x-api-key': 'wrong' }],
  ])('has its own names for other errors too: %s is %i', async (query, status, type, headers) => {
    const answer = await app.get(`/v2/people/find?${query}clearbit_format`, headers)
    const { details } = answer.body.errors?.[0] ?? {}
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ errors: [{ code: status }], error: { type, message: details } })
  })
})

test('people who opted out are answered with 451, at all three', async () => {
  await seedPage(app.context, {
    url: 'https://quiet.example/team',
    addresses: [
      { value: 'jo.quill@quiet.example', person: { firstName: 'Jo', lastName: 'Quill', linkedin: 'joquill' } },
    ],
  })
  await addOptout(app.context, 'jo.quill@quiet.example', null)
  await addOptout(app.context, 'hushed.example', null)
  await seedCompany(app.context, {
    domain: 'quiet.example',
    name: 'Quiet',
    emails: ['jo.quill@quiet.example', 'office@quiet.example', 'no address'],
  })
  const told = (await company('domain=quiet.example')).body.data as Company
  expect(told.site.emailAddresses).toEqual(['office@quiet.example'])
  const statuses = [
    person('email=jo.quill@quiet.example'),
    combined('email=jo.quill@quiet.example'),
    person('email=any@hushed.example'),
    company('domain=shop.hushed.example'),
  ].map(async (answer) => (await answer).status)
  expect(await Promise.all(statuses)).toEqual([451, 451, 451, 451])
  expect((await person('linkedin_handle=joquill')).status).toBe(404)
})

test('an account without credits is refused, but only when there is a result', async () => {
  const { pool } = app.context.database
  await seedCompany(app.context, { domain: 'late.example', name: 'Late' })
  await pool.query(`update accounts set plan = 'free'`)
  await pool.query('update billing_periods set credits_used = 49.9')
  await using fresh = await startApp({ database: app.database, key: app.key, replace: { clock: { now: () => NOW } } })
  const answers = [await fresh.get('/v2/companies/find?domain=nowhere.example')]
  answers.push(await fresh.get('/v2/companies/find?domain=late.example'))
  expect(answers.map(({ status, body }) => [status, body.errors?.[0]?.id])).toEqual([
    [404, 'not_found'],
    [429, 'too_many_requests'],
  ])
})
