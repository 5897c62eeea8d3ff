import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import type { DomainSearchOutput } from '../../../src/core/search/domain-search-output.ts'
import { judge } from '../../../src/core/crawl/learn-domain.ts'
import { startInternet } from '../../internet/internet.ts'
import { LUMENWORKS_PEOPLE, lumenworksSites } from '../../internet/sites/lumenworks.ts'
import { startApp } from '../../support/app.ts'
import type { TestAnswer, TestApp } from '../../support/app.ts'
import { emptyIndex } from '../../support/records/empty-index.ts'
import { seedCompany } from '../../support/records/seed-company.ts'
import { seedPage, seedPeople } from '../../support/records/seed.ts'

const found = ({ body }: TestAnswer): DomainSearchOutput => body as unknown as DomainSearchOutput
const values = (answer: TestAnswer): string[] => found(answer).data.emails.map((email) => email.value)

/** Stores verdicts as verifications do. */
async function verified(app: TestApp, addresses: readonly string[], status: string): Promise<void> {
  const { store, clock } = app.context
  const checkedAt = clock.now()
  await store.verifications.keep(
    addresses.map((value) => ({
      domain: 'lumen.example',
      value,
      status,
      outcome: {},
      checkedAt,
      freshUntil: checkedAt,
    })),
  )
  await store.ingest.judgeAgain(
    addresses.map((value) => ({ domain: 'lumen.example', value })),
    judge(app.context),
  )
}

const PEOPLE = [
  ['Ines', 'Calder', 'Support Engineer'],
  ['Rui', 'Abano', 'Chief Technology Officer'],
  ['Tom', 'Birch', 'Sales Manager'],
  ['Lea', 'Novak', 'Head of Design'],
  ['Max', 'Orlov', 'Accountant'],
] as const

describe('a domain that is not known yet', () => {
  test('is crawled while the search waits, and answered with people, sources, pattern and name', async () => {
    await using internet = await startInternet({ sites: lumenworksSites })
    await using app = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '60000' } })
    const answer = await app.get('/v2/domain-search?domain=https://www.LumenWorks.test/about&limit=50')
    expect(answer.status).toBe(200)
    const { data, meta } = found(answer)
    expect(data).toMatchObject({
      domain: 'lumenworks.test',
      pattern: '{first}.{last}',
      webmail: false,
      disposable: false,
    })
    expect(data.organization).toMatch(/lumenworks/i)
    expect(meta.crawl).toMatchObject({ status: 'done' })
    for (const person of LUMENWORKS_PEOPLE.filter(({ email }) => email.endsWith('@lumenworks.test'))) {
      const entry = data.emails.find(({ value }) => value === person.email)
      expect(entry, person.email).toBeDefined()
      expect(`${entry?.first_name} ${entry?.last_name}`).toBe(person.name)
      expect(entry?.position).toBe(person.position)
      expect(entry?.sources.length).toBeGreaterThan(0)
    }
    expect(meta.results).toBe(data.emails.length)
    expect(meta.params.domain).toBe('https://www.LumenWorks.test/about')
  })

  test('is crawled once however many searches ask for it at the same time', async () => {
    await using internet = await startInternet({ sites: lumenworksSites })
    await using app = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '60000' } })
    const answers = await Promise.all([1, 2, 3].map(() => app.get('/v2/domain-search?domain=lumenworks.test')))
    expect(new Set(answers.map((answer) => JSON.stringify(values(answer)))).size).toBe(1)
    const starts = internet.requests.filter(({ host, path }) => host === 'lumenworks.test' && path === '/')
    expect(starts.length).toBeLessThanOrEqual(1)
  })

  test('is answered with what is there when the wait is over, saying that the crawl continues', async () => {
    await using internet = await startInternet({ sites: lumenworksSites })
    await using app = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '0', QUARRY_CRAWL_DELAY_MS: '1000' } })
    const { data, meta } = found(await app.get('/v2/domain-search?domain=lumenworks.test'))
    expect(data.emails).toEqual([])
    expect(meta.results).toBe(0)
    expect(['queued', 'running']).toContain(meta.crawl?.status)
  })
})

/** For the tests below, which find nothing of each other in it. */
let app: TestApp
beforeAll(async () => void (app = await startApp()))
beforeEach(() => emptyIndex(app.database))
afterAll(() => app[Symbol.asyncDispose]())

describe('a known domain', () => {
  test('is listed without addresses that no page shows if only sourced ones are requested', async () => {
    await seedPeople(app.context, 'lumen.example', PEOPLE)
    const gone = 'update addresses set sources_count = 0 where value = $1'
    await app.context.database.pool.query(gone, ['max.orlov@lumen.example'])
    const all = values(await app.get('/v2/domain-search?domain=lumen.example'))
    expect(all).toHaveLength(5)
    const sourced = await app.get('/v2/domain-search/found?domain=lumen.example')
    expect(values(sourced)).toEqual(all.filter((value) => value !== 'max.orlov@lumen.example'))
    expect(found(sourced).meta.results).toBe(4)
  })

  test('has as many results as people who are or are not still there', async () => {
    await seedPeople(app.context, 'lumen.example', PEOPLE)
    await app.context.database.pool.query(
      `update addresses set affiliation = 'former', affiliation_since = '2026-02-01', left_on = '2026-02-01', left_evidence = '[]'
         where value = 'max.orlov@lumen.example'`,
    )
    for (const [filter, results] of [
      ['affiliation=former', 1],
      ['affiliation=current', 4],
      ['affiliation=current&type=personal', 4],
      ['affiliation=unknown', 0],
    ] as const) {
      const answer = await app.get(`/v2/domain-search?domain=lumen.example&${filter}`)
      expect([filter, values(answer).length, found(answer).meta.results]).toEqual([filter, results, results])
    }
  })

  test('has pages that never overlap, and as many results as paging reaches', async () => {
    await seedPeople(app.context, 'lumen.example', PEOPLE)
    const pages = await Promise.all(
      [0, 2, 4, 6].map((offset) => app.get(`/v2/domain-search?domain=lumen.example&limit=2&offset=${offset}`)),
    )
    expect(pages.map((page) => values(page).length)).toEqual([2, 2, 1, 0])
    expect(new Set(pages.flatMap(values)).size).toBe(5)
    expect(pages.map((page) => found(page).meta.results)).toEqual([5, 5, 5, 5])
  })

  test('shows each row once page by page, whatever is verified meanwhile', async () => {
    const names = Array.from({ length: 30 }, (_, i) => [`Ada${i}`, `Holm${i}`, 'Engineer'] as const)
    await seedPeople(app.context, 'lumen.example', names)
    const page = (offset: number) => app.get(`/v2/domain-search?domain=lumen.example&limit=4&offset=${offset}`)
    const shown: string[] = []
    for (let offset = 0; offset < 30; offset += 4) {
      const answer = await page(offset)
      expect(found(answer).meta.results).toBe(30)
      shown.push(...values(answer))
      // Rows already shown move behind the others, and the other way round; another client looks at the first page.
      const [first = '', last = ''] = [values(answer)[0], values(answer).at(-1)]
      await verified(app, [first], 'invalid')
      await verified(app, [`ada${offset}.holm${offset}@lumen.example`], 'invalid')
      await verified(app, [last], 'valid')
      await verified(app, ['ada29.holm29@lumen.example'], 'valid')
      if (offset % 8 === 4) await page(0)
    }
    expect([...shown].sort()).toEqual(
      names.map(([first, last]) => `${first}.${last}@lumen.example`.toLowerCase()).sort(),
    )
  })

  test('shows who was found meanwhile, although a later page was asked for before anybody was', async () => {
    const page = (offset: number) => app.get(`/v2/domain-search?domain=birch.example&limit=2&offset=${offset}`)
    expect(values(await page(2))).toEqual([])
    await seedPeople(app.context, 'birch.example', PEOPLE)
    expect(values(await page(0))).toHaveLength(2)
    expect(values(await page(2))).toHaveLength(2)
  })

  test('shows who was found meanwhile to whoever asks for the first page all the time', async () => {
    await seedPeople(app.context, 'lumen.example', PEOPLE)
    const page = async (offset: number) =>
      values(await app.get(`/v2/domain-search?domain=lumen.example&limit=4&offset=${offset}`))
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      await page(0)
      const [last = ''] = await page(4)
      await verified(app, [last], 'valid')
      for (let seconds = 0; seconds < 20; seconds += 8) {
        expect((await page(0)).includes(last), `after ${seconds} seconds`).toBe(seconds > 10)
        vi.advanceTimersByTime(8_000)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  test('no longer shows people on later pages who opt out meanwhile', async () => {
    await seedPeople(app.context, 'lumen.example', PEOPLE)
    const page = (offset: number) => app.get(`/v2/domain-search?domain=lumen.example&limit=2&offset=${offset}`)
    const shown = new Set([...values(await page(0)), ...values(await page(2))])
    const all = PEOPLE.map(([first, last]) => `${first}.${last}@lumen.example`.toLowerCase())
    await addOptout(app.context, all.find((value) => !shown.has(value)) ?? '', null)
    expect(values(await page(4))).toEqual([])
  })

  test('can be filtered by department, seniority, decision maker, title and type, and counts the remaining addresses', async () => {
    await seedPeople(app.context, 'lumen.example', PEOPLE)
    await seedPage(app.context, { url: 'https://lumen.example/contact', addresses: [{ value: 'info@lumen.example' }] })
    const ask = async (filter: string) => {
      const answer = await app.get(`/v2/domain-search?domain=lumen.example&${filter}`)
      expect(found(answer).meta.results, filter).toBe(values(answer).length)
      return values(answer).map((value) => value.split('.')[0])
    }
    expect(await ask('department=it,sales')).toEqual(['rui', 'tom'])
    expect(await ask('seniority=executive')).toEqual(['rui'])
    expect(await ask('decision_maker=true')).toEqual(['lea', 'rui'])
    expect(await ask('job_titles=CTO')).toEqual(['rui'])
    expect(await ask('job_titles=engineering')).toEqual(['ines'])
    expect(await ask('type=generic')).toEqual(['info@lumen'])
    expect(await ask('required_field=full_name,position')).toHaveLength(5)
    expect(await ask('required_field=phone_number')).toEqual([])
    expect(await ask('verification_status=valid')).toEqual([])
    expect(await ask('location[include][][country]=FR')).toEqual([])
  })

  test('is found by the name of the company, whatever its case and legal form', async () => {
    await seedPeople(app.context, 'lumen.example', PEOPLE)
    const summary = {
      domain: 'lumen.example',
      organization: { name: 'Lumen Works', key: 'lumen works' },
      aliases: [],
      linkedDomains: [],
      seenOn: '2026-01-01',
    }
    await app.context.store.sites.summarize(summary)
    expect(found(await app.get('/v2/domain-search?company=LUMEN%20works%20Ltd')).data).toMatchObject({
      domain: 'lumen.example',
      organization: 'Lumen Works',
    })
    const unknown = found(await app.get('/v2/domain-search?company=Nobody%20Knows'))
    expect(unknown.data).toMatchObject({ domain: null, organization: 'Nobody Knows', emails: [] })
  })

  test('has the name from company facts, even when found by that name', async () => {
    await seedPeople(app.context, 'lumen.example', PEOPLE)
    await seedCompany(
      app.context,
      { domain: 'lumen.example', name: 'Lumen Works' },
      { kind: 'import', uri: 'companies.csv', seenOn: '2026-01-18' },
    )
    for (const question of ['domain=lumen.example', 'company=Lumen%20Works'])
      expect(found(await app.get(`/v2/domain-search?${question}`)).data.organization).toBe('Lumen Works')
    const company = (await app.get('/v2/companies/find?domain=lumen.example')).body.data
    expect(company).toMatchObject({ name: 'Lumen Works' })
  })

  test('has accept_all false until it is known to be true, and lists it as unknown', async () => {
    await seedPeople(app.context, 'lumen.example', PEOPLE)
    const ask = async () => found(await app.get('/v2/domain-search?domain=lumen.example'))
    expect(await ask()).toMatchObject({ data: { accept_all: false }, meta: { unknown: ['accept_all'] } })
    for (const known of [true, false]) {
      const pool = app.context.database.pool
      await pool.query(`update domains set accept_all = $1 where domain = 'lumen.example'`, [known])
      const { data, meta } = await ask()
      expect([data.accept_all, 'unknown' in meta]).toEqual([known, false])
    }
  })

  test('accepts the same parameters in the body of a POST, and location as JSON', async () => {
    await seedPage(app.context, {
      url: 'https://lumen.example/team',
      addresses: [
        {
          value: 'ana.reis@lumen.example',
          person: { firstName: 'Ana', lastName: 'Reis', country: 'PT', city: 'Porto' },
        },
        { value: 'bo.lund@lumen.example', person: { firstName: 'Bo', lastName: 'Lund', country: 'DK' } },
      ],
    })
    const include = await app.post('/v2/domain-search', {
      domain: 'lumen.example',
      location: { include: [{ continent: 'Europe' }] },
    })
    expect(values(include)).toHaveLength(2)
    const exclude = await app.post('/v2/domain-search', {
      domain: 'lumen.example',
      location: { exclude: [{ country: 'DK' }] },
    })
    expect(values(exclude)).toEqual(['ana.reis@lumen.example'])
    const city = await app.get(
      '/v2/domain-search?domain=lumen.example&location[include][0][country]=pt&location[include][0][city]=porto',
    )
    expect(values(city)).toEqual(['ana.reis@lumen.example'])
  })
})

describe('what is not shown', () => {
  test('a mailbox provider has no addresses, and the answer says so', async () => {
    await seedPage(app.context, { url: 'https://lumen.example/team', addresses: [{ value: 'someone@gmail.com' }] })
    expect(found(await app.get('/v2/domain-search?domain=gmail.com')).data).toMatchObject({ webmail: true, emails: [] })
  })

  test('one weak source is not enough to show an address, a second page is', async () => {
    const weak = [{ value: 'hidden@lumen.example', quality: 'low' as const }]
    await seedPage(app.context, { url: 'https://lumen.example/a', addresses: weak })
    expect(values(await app.get('/v2/domain-search?domain=lumen.example'))).toEqual([])
    await seedPage(app.context, { url: 'https://lumen.example/b', addresses: weak })
    expect(values(await app.get('/v2/domain-search?domain=lumen.example'))).toEqual(['hidden@lumen.example'])
  })

  test.each(['/v2/domain-search', '/v2/email-count'])(
    'an unusable name of a company is its only fault: %s',
    async (path) => {
      const idsOf = async (query: string) => (await app.get(`${path}?${query}`)).body.errors?.map(({ id }) => id)
      expect(await idsOf('company=...')).toEqual(['invalid_company'])
      expect(await idsOf('domain=lumen&company=...')).toEqual(['invalid_domain', 'invalid_company'])
      expect(await idsOf('')).toEqual(['wrong_params'])
    },
  )

  test('the test key gets its fixed answer, after the same checks of parameters', async () => {
    const headers = { 'x-api-key': 'test-api-key' }
    const answer = await app.get('/v2/domain-search?domain=anything.example&limit=50', headers)
    expect(values(answer)).toEqual(['marta.quill@example.com', 'info@example.com'])
    expect((await app.get('/v2/domain-search', headers)).body.errors?.[0]?.id).toBe('wrong_params')
    expect((await app.get('/v2/account', headers)).status).toBe(401)
  })
})
