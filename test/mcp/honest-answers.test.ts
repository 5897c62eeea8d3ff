import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { startInternet } from '../internet/internet.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { writtenCampaign } from '../support/doors/campaign-client.ts'
import { seedCompany } from '../support/records/seed-company.ts'
import { seedPage, seedPeople } from '../support/records/seed.ts'
import { toolCaller } from '../support/doors/mcp-client.ts'

/** What answers say when there is nothing, or less than was requested. */

let app: TestApp
let caller: Awaited<ReturnType<typeof toolCaller>>
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
  caller = await toolCaller(app)
  await seedPeople(app.context, 'birch.example', [
    ['Anna', 'Holm', 'Sales Manager'],
    ['Nils', 'Berg', 'Software Engineer'],
  ])
  for (let index = 0; index < 8; index++)
    await seedCompany(app.context, {
      domain: `maker${index}.example`,
      name: `Maker ${index}`,
      industry: 'Software Development',
      country: 'PT',
      city: 'Porto',
    })
})
afterAll(async () => {
  await caller.close()
  await app[Symbol.asyncDispose]()
})

const ask = async (tool: string, args: Record<string, unknown> = {}) => {
  const { content, structuredContent } = await caller.call(tool, args)
  return { line: content[0]?.text.split('\n')[0], ...structuredContent }
}

test('filters that match nobody are distinguished from an unknown domain', async () => {
  const job_titles = ['Astronaut']
  const filtered = await ask('domain_search', { domain: 'birch.example', job_titles, type: 'personal' })
  expect(filtered.line).toBe(
    '0 of 2 known addresses of birch.example match; 2 without job_titles. 2 titles are known there.',
  )
  expect(filtered.data).toMatchObject({ known_titles: ['Sales Manager', 'Software Engineer'] })
  expect(filtered.meta).toMatchObject({
    known: 2,
    without: { job_titles: 2 },
    untrusted_fields: expect.arrayContaining(['known_titles']) as string[],
  })
  const unknown = await ask('domain_search', { domain: 'nobody.example', job_titles })
  expect(unknown.line).not.toContain('known addresses')
  expect(unknown.meta).not.toHaveProperty('known')
})

test('a company that is known, though its site cannot be read, is not called unknown', async () => {
  await using internet = await startInternet({ sites: [] })
  await using crawler = await startApp({ internet })
  await seedCompany(crawler.context, { domain: 'maker.example', name: 'Maker' })
  const { call, close } = await toolCaller<{ organization: string }>(crawler)
  const { content, structuredContent } = await call('domain_search', { domain: 'maker.example' })
  await close()
  expect(structuredContent?.data).toMatchObject({ organization: 'Maker', emails: [] })
  expect(content[0]?.text).toMatch(/^No addresses of maker\.example are known: its site could not be read,/)
})

test('an empty search repeats every filter, says which of them leaves nobody, and counts nobody', async () => {
  const filters = {
    type: 'personal',
    seniority: ['executive'],
    required_field: ['position'],
    verification_status: ['valid'],
    decision_maker: false,
    affiliation: ['former', 'likely'],
    location: { include: [{ country: 'PT' }] },
  }
  const { meta } = await ask('domain_search', { domain: 'birch.example', ...filters })
  expect(meta).toMatchObject({
    results: 0,
    params: {
      domain: 'birch.example',
      type: 'personal',
      seniority: 'executive',
      required_field: 'position',
      verification_status: 'valid',
      decision_maker: 'false',
      affiliation: 'former,likely',
      location: JSON.stringify(filters.location),
    },
  })
  const gone = await ask('domain_search', { domain: 'birch.example', affiliation: ['former'] })
  expect(gone.line).toBe('0 of 2 known addresses of birch.example match; 2 without affiliation.')
  expect(gone.meta).toMatchObject({ results: 0, truncated: false })
})

test('titles of people whom the account forgot are not proposed', async () => {
  await seedPeople(app.context, 'alder.example', [
    ['Mia', 'Lund', 'Beekeeper'],
    ['Per', 'Dahl', 'Carpenter'],
  ])
  // With a second account, only the one that was asked forgets her.
  await createAccount(app.context, 'free')
  await ask('forget_person', { email: 'mia.lund@alder.example', confirm: true })
  const pages = 'select from addresses where value = $1'
  expect((await app.database.pool.query(pages, ['mia.lund@alder.example'])).rowCount).toBe(1)
  const { data } = await ask('domain_search', { domain: 'alder.example', job_titles: ['Astronaut'] })
  expect(data).toMatchObject({ known_titles: ['Carpenter'] })
})

test.each([
  [
    { company: 'Nobody & Sons' },
    'No company is known by this name: send its domain, or find it with query in discover_companies.',
  ],
  [{ domain: 'gmail.com' }, 'gmail.com gives mailboxes to everybody: it has no addresses of a company.'],
])('a search that cannot find anybody says why: %j', async (args, line) => {
  expect((await ask('domain_search', args)).line).toBe(line)
})

test('the documented endpoint answers as before', async () => {
  const { body } = await app.get('/v2/domain-search?domain=birch.example&job_titles=Astronaut&affiliation=former')
  expect(Object.keys(body.meta ?? {})).toEqual(expect.not.arrayContaining(['known', 'without']))
  expect(body.data).not.toHaveProperty('known_titles')
  expect((body.meta as Record<string, unknown>)['params']).toEqual({
    domain: 'birch.example',
    company: null,
    type: null,
    seniority: null,
    department: null,
  })
})

test.each([
  ['five software companies in Porto', 5],
  ['top 3 software companies in Portugal', 3],
  ['cinco empresas de software en Portugal', 5],
])('a question for a number of companies returns that many: %s', async (query, count) => {
  const { data, meta } = await ask('discover_companies', { query })
  expect([(data as unknown[]).length, meta?.['asked_for'], meta?.['limit']]).toEqual([count, count, count])
})

test("the caller's limit takes precedence, and a small plan gets as many as were asked for", async () => {
  const query = 'five software companies in Porto'
  expect((await ask('discover_companies', { query, limit: 2 })).data).toHaveLength(2)
  const { key } = await createAccount(app.context, 'free')
  const free = await toolCaller({ origin: app.origin, key })
  const { structuredContent, content } = await free.call('discover_companies', { query })
  expect(structuredContent?.data).toHaveLength(5)
  expect(structuredContent?.meta['next_offset']).toBeNull()
  expect(content[0]?.text).toMatch(/^Showing 5 of 8 companies, 0 of them crawled\.\n/)
  await free.close()
})

test('a plan that shows only the first addresses is not sent beyond them', async () => {
  const names = Array.from({ length: 12 }, (_, n): [string, string, string] => [
    `Ida${'abcdefghijkl'[n]}`,
    'Berg',
    'Baker',
  ])
  await seedPeople(app.context, 'loaf.example', names)
  const { key } = await createAccount(app.context, 'free')
  const free = await toolCaller({ origin: app.origin, key })
  const search = async (limit: number) =>
    (await free.call('domain_search', { domain: 'loaf.example', limit })).content[0]
  expect((await search(10))?.text).toMatch(/^Showing 10 of 12 addresses of loaf\.example\.\n/)
  expect((await search(5))?.text).toMatch(/^Showing 5 of 12 addresses of loaf\.example; next_offset 5\.\n/)
  await free.close()
})

test('a question with a word that matches nothing is retried without it, and the answer says so', async () => {
  const { line, data, meta } = await ask('discover_companies', { query: 'software companies in Porto that press kelp' })
  expect(data).toHaveLength(8)
  expect(meta?.['relaxed']).toEqual([
    expect.objectContaining({
      slot: 'keywords',
      why: 'it is not a known place or industry, and no company matched all',
    }),
  ])
  expect(meta?.['filters']).not.toHaveProperty('keywords')
  expect(line).toContain('Nothing matched the whole question: these rows ignore "kelp"')
})

test('the filters of a question, sent back unchanged, find the same companies', async () => {
  const { data, meta } = await ask('discover_companies', { query: 'software companies in Portugal outside Lisbon' })
  const again = await ask('discover_companies', { ...(meta?.['filters'] as Record<string, unknown>) })
  expect(again.data).toEqual(data)
  expect(meta?.['filters']).toMatchObject({ topics: [{ said: 'software' }] })
})

test('excluded topics, companies and places may be written in one line', async () => {
  const found = async (args: Record<string, unknown>) =>
    ((await ask('discover_companies', args)).data as unknown[]).length
  expect(await found({ topics: ['software'] })).toBe(8)
  expect(await found({ topics: ['software', 'brewery'] })).toBe(0)
  for (const place of ['Porto, PT', 'porto, portugal', 'PT', 'Europe'])
    expect(await found({ topics: ['software'], headquarters_location: { exclude: [place] } })).toBe(0)
  expect(await found({ topics: ['software'], headquarters_location: { exclude: ['Lyon, FR', 'US-CA'] } })).toBe(8)
  const like = await ask('discover_companies', { similar_to: 'maker1.example' })
  expect(like.data).toEqual((await ask('discover_companies', { similar_to: { domain: 'maker1.example' } })).data)
})

test('keywords sent by a caller are taken literally', async () => {
  const filters = { keywords: { include: ['kelp'] }, headquarters_location: { include: [{ country: 'PT' }] } }
  const { data, meta } = await ask('discover_companies', filters)
  expect(data).toEqual([])
  expect(meta).not.toHaveProperty('relaxed')
  expect(meta?.['empty_because']).toBe('keywords')
})

test('a headcount that matches nothing is widened by one range on each side, and a place is never dropped', async () => {
  const seat = { industry: 'Software Development', country: 'NO', city: 'Bergen' }
  await seedCompany(app.context, { domain: 'staff.example', name: 'Staff', headcount: '201-500', ...seat })
  const near = await ask('discover_companies', { query: 'software companies in Bergen with 100 employees' })
  expect(near.data).toHaveLength(1)
  expect(near.meta).toMatchObject({
    relaxed: [{ slot: 'headcount', said: '51-200', filter: { headcount: ['51-200'] } }],
    filters: { headcount: ['11-50', '51-200', '201-500'] },
  })
  const size = await ask('discover_companies', { query: 'software companies in Porto with 2,000 employees' })
  const place = await ask('discover_companies', { query: 'software companies in Tromsø' })
  expect([size.meta?.['relaxed'], size.meta?.['empty_because']]).toEqual([undefined, 'headcount'])
  expect([place.data, place.meta?.['relaxed'], place.meta?.['empty_because']]).toEqual([
    [],
    undefined,
    'headquarters_location',
  ])
})

test.each([
  ['companies in Oslo', 'headquarters_location'],
  ['breweries in Oslo', 'topics'],
])('a question that finds nothing says which part leaves none: %s', async (query, filter) => {
  const { data, line, meta } = await ask('discover_companies', { query })
  expect([data, meta?.['empty_because']]).toEqual([[], filter])
  expect(line).toContain(`${filter} leaves none`)
})

test('the account begins with what is left', async () => {
  expect((await ask('get_account')).line).toMatch(/^Plan Unlimited: no credit limit; [\d.]+ used\.$/)
  const { key } = await createAccount(app.context, 'starter')
  const starter = await toolCaller({ origin: app.origin, key })
  const { content } = await starter.call('get_account')
  expect(content[0]?.text).toMatch(/^Plan Starter: 2000 of 2000 credits left until \d{4}-\d\d-\d\d\.\n/)
  await starter.close()
})

test('a person in a question is removed from it, and suggested for the next tool', async () => {
  const { line, data, meta } = await ask('discover_companies', {
    query: 'software companies in Porto with a head of engineering',
  })
  expect(data).toHaveLength(8)
  expect(meta?.['people']).toEqual({ said: 'head of engineering', department: 'it', seniority: 'senior' })
  expect(meta?.['filters']).not.toHaveProperty('keywords')
  expect(line).toBe('Showing 8 of 8 companies, 0 of them crawled. domain_search takes meta.people.')
})

test('rows say when a site was last read, which the documented endpoint does not', async () => {
  await app.context.database.pool.query(
    `insert into crawls (domain, status, pages, requested_at, finished_at)
     values ('maker1.example', 'done', 3, now(), '2026-11-02T10:00:00Z')`,
  )
  const wanted = { organization: { domain: ['maker1.example', 'maker2.example'] } }
  const { line, data } = await ask('discover_companies', wanted)
  expect(data).toEqual([
    expect.objectContaining({ domain: 'maker1.example', crawled_on: '2026-11-02' }),
    expect.objectContaining({ domain: 'maker2.example', crawled_on: null }),
  ])
  expect(line).toBe('Showing 2 of 2 companies, 1 of them crawled.')
  const whole = await ask('discover_companies', { ...wanted, fields: ['*'] })
  expect(whole.data).toContainEqual(
    expect.objectContaining({
      why: [{ slot: 'organization', said: 'maker1.example', value: 'maker1.example', from: null }],
    }),
  )
  expect(whole.meta?.['untrusted_fields']).toEqual(['organization', 'why.value'])
  const { body } = await app.post('/v2/discover', wanted)
  expect(Object.keys((body.data as object[])[0] ?? {})).toEqual(['domain', 'organization', 'emails_count'])
})

test('filters sent with a question are reported as having no effect', async () => {
  const both = { query: 'companies in Lisbon', headcount: ['1-10'], industry: 'Software Development' }
  const { line, meta } = await ask('discover_companies', both)
  expect(line).toContain(' query is used alone: industry, headcount had no effect.')
  expect(meta).toMatchObject({ ignored: ['industry', 'headcount'] })
  const nested = await app.post('/v2/discover', { query: 'companies in Lisbon', filters: { headcount: ['1-10'] } })
  expect(nested.body.meta).toMatchObject({ ignored: ['headcount'] })
  expect((await ask('discover_companies', { query: 'companies in Lisbon' })).meta).not.toHaveProperty('ignored')
})

test('similar companies come with how much they have in common, and what', async () => {
  await seedCompany(app.context, {
    domain: 'bank.example',
    name: 'Bank',
    industry: 'Banking',
    country: 'PT',
    city: 'Porto',
  })
  const { data } = await ask('discover_companies', { similar_to: { domain: 'maker1.example' }, limit: 3 })
  expect(data).toHaveLength(3)
  for (const row of data as { score: number; because: string[] }[]) {
    expect(row.score).toBeGreaterThanOrEqual(30)
    expect(row.score).toBeLessThanOrEqual(100)
    expect(row.because).toEqual(expect.arrayContaining(['industry', 'place']))
    expect(row.because.length).toBeLessThanOrEqual(3)
  }
  expect((data as { domain: string }[]).map(({ domain }) => domain)).not.toContain('bank.example')
})

test.each([
  ['fintech', 'Accepted values: Financial Services (fintech). quarry://reference/industries has all.'],
  ['Sofware Development', /^Nearest accepted values: Software Development; /],
])('an unknown industry is answered with its accepted name: %s', async (industry, hint) => {
  const { content } = await caller.call('discover_companies', { industry: { include: [industry] } })
  const said = /^invalid_industry: .* is not a known industry\. \((.*)\)$/.exec(content[0]?.text ?? '')?.[1]
  if (typeof hint === 'string') expect(said).toBe(hint)
  else expect(said).toMatch(hint)
})

test.each<[Record<string, unknown>, RegExp]>([
  [
    { company_type: 'company' },
    /^invalid_company_type: .*\(Accepted values: "educational", .*"sole proprietorship"\.\)$/,
  ],
  [{ funding: { series: ['a'] } }, /^invalid_funding_series: .*\(Accepted values: "pre_seed", .*"other"\.\)$/],
  [{ headquarters_location: { include: [{ continent: 'Asien' }] } }, /\(Accepted values: "Europe", .*"Oceania"\.\)$/],
  [{ headquarters_location: { include: [{ business_region: 'DACH' }] } }, /\(Accepted values: "AMER", .*"LATAM"\.\)$/],
])('an unknown word is answered with the accepted ones: %j', async (filters, said) => {
  const { content } = await caller.call('discover_companies', filters)
  expect(content[0]?.text).toMatch(said)
})

test.each([
  ['industry', 'Software Development'],
  ['industry', ['Software Development']],
  ['industry', '["Software Development"]'],
])('a filter sent without include is what to include: %s %j', async (name, sent) => {
  const { meta } = await ask('discover_companies', { [name]: sent })
  expect(meta).toMatchObject({ results: 9, filters: { industry: { include: ['Software Development'] } } })
})

test('a filter in another form is refused with its form, not as an unknown word', async () => {
  for (const name of ['industry', 'technology', 'company_type']) {
    const { content } = await caller.call('discover_companies', { [name]: true })
    expect(content[0]?.text).toBe(
      `invalid_${name}: ${name} must contain include and/or exclude lists of strings. (Correct ${name} and call again.)`,
    )
  }
})

test('a missing argument is described', async () => {
  const { content } = await caller.call('enrich_company', {})
  expect(content[0]?.text).toMatch(/^wrong_params: The domain parameter is missing\. \(domain: .+\)$/)
})

test.each<[string, Record<string, unknown>, string]>([
  ['domain_search', {}, '(domain: Company domain, such as "example.org". Send domain or company; domain wins.)'],
  ['save_lead', {}, '(Send the address of the person, or the id of a lead.)'],
  ['verify_emails', { emails: ['one@birch.example'] }, '(verify_email checks one.)'],
  ['find_emails', { people: [{ full_name: 'Ada Birch', domain: 'birch.example' }] }, '(find_email finds one.)'],
  ['search_leads', { leads_list_id: 'Trade fair' }, '(list_leads_lists shows the ids.)'],
  [
    'draft_campaign',
    { name: 'x', steps: [{ subject: 'Hi {{firstName}}', body: 'x' }] },
    '(Known: "email", "first_name", "last_name", "position", "company",',
  ],
  ['draft_campaign', { name: 'x', time_zone: 'Berlin' }, '(Send an IANA name, such as "Europe/Lisbon".)'],
  [
    'change_leads',
    { action: 'tag', ids: [1] },
    '(custom_attributes: Custom attributes by slug; others are left unchanged.)',
  ],
  [
    'domain_search',
    { domain: 'birch.example', seniority: 'boss' },
    '(Accepted values: "junior", "senior", "executive".)',
  ],
  ['search_leads', { last_activity_at: 'yesterday' }, '(Accepted values: "*", "~".)'],
  ['get_account', { include: ['everything'] }, '"watches", "custom_attributes", "jobs".)'],
  ['set_webhook', { event: 'x', target_url: 'https://hooks.example/x' }, '"optout.requested", "change.detected".)'],
  ['set_webhook', { event: 'lead.created', target_url: 'nowhere' }, '(Correct target_url and call again.)'],
  [
    'save_lead',
    { email: 'a@birch.example', custom_attributes: 'gold' },
    'must be a list of objects with slug and value.',
  ],
  ['research_company', { domain: 'birch.example', people: 50 }, '(Send people within the bounds'],
  ['pause_campaign', { campaign_id: 999_999 }, '(list_campaigns shows the campaigns.)'],
  ['reply', { conversation_id: 999_999, text: 'Hi' }, '(list_replies shows the conversations.)'],
  ['save_lead', { id: 999_999, position: 'x' }, '(search_leads shows the leads.)'],
  ['verify_emails', { job_id: 999_999 }, '(get_account with include jobs shows those of the last day.)'],
  ['enrich_person', { email: 'nobody@nowhere.example' }, 'domain_search shows who is known at their company.)'],
])('a refusal says what to do: %s %j: %s', async (tool, args, said) => {
  const { content } = await caller.call(tool, args)
  expect(content[0]?.text).toContain(said)
})

test('a job title finds equivalents in other languages, and says so', async () => {
  await seedPeople(app.context, 'ahorn.example', [
    ['Jana', 'Blatt', 'Leiterin Softwareentwicklung'],
    ['Timo', 'Zweig', 'Head of Engineering'],
    ['Ute', 'Rinde', 'Buchhalterin'],
  ])
  const { data, meta } = await ask('domain_search', { domain: 'ahorn.example', job_titles: ['Head of Engineering'] })
  const rows = (data as { emails: { last_name: string; matched: string }[] }).emails
  expect(rows.map(({ last_name, matched }) => `${last_name} ${matched}`).sort()).toEqual([
    'Blatt concept',
    'Zweig words',
  ])
  expect(meta).toMatchObject({ matched_titles: ['Leiterin Softwareentwicklung'] })
  expect(meta?.['untrusted_fields']).toContain('matched_titles')
  const { body } = await app.get('/v2/domain-search?domain=ahorn.example&job_titles=Head%20of%20Engineering')
  const plain = (body.data as { emails: object[] }).emails
  expect(plain).toHaveLength(2)
  expect(plain[0]).not.toHaveProperty('matched')
  expect(body.meta).not.toHaveProperty('matched_titles')
})

test('a job title finds the role address with that name', async () => {
  await seedPage(app.context, {
    url: 'https://ulme.example/contact',
    addresses: [{ value: 'security@ulme.example' }, { value: 'info@ulme.example' }],
  })
  const { data } = await ask('domain_search', { domain: 'ulme.example', job_titles: ['Head of Security'] })
  expect((data as { emails: { value: string }[] }).emails.map(({ value }) => value)).toEqual(['security@ulme.example'])
})

test('the account shows what is requested in addition to the plan, at both doors', async () => {
  await app.post('/v2/webhooks', { event: 'lead.created', target_url: 'https://hooks.example.org/secret-path' })
  await app.post('/v2/leads_custom_attributes', { label: 'Shoe size' })
  const { data, line } = await ask('get_account', { include: ['usage', 'webhooks', 'custom_attributes', 'jobs'] })
  const { included } = data as { included: Record<string, unknown> }
  expect(included).toEqual({
    usage: { days: 30, searches: expect.any(Number) as number, verifications: 0 },
    webhooks: [{ id: 1, event: 'lead.created', host: 'hooks.example.org', only: null }],
    custom_attributes: [{ slug: 'shoe_size', label: 'Shoe size' }],
    jobs: [],
  })
  expect(line).toContain(' 0 open jobs.')
  const { body } = await app.get('/v2/account?include=jobs')
  expect(body.data).toMatchObject({ included: { jobs: [] } })
  expect((await app.get('/v2/account')).body.data).not.toHaveProperty('included')
})

test('recipients are counted and filtered by the status of their mail', async () => {
  const { id } = await writtenCampaign(app)
  const emails = ['a.one@fir.example', 'b.two@fir.example', 'c.three@fir.example']
  await app.post(`/v2/sequences/${id}/recipients`, { emails })
  await app.context.database.pool.query(
    `update campaign_recipients set sending_status = 'replied' where campaign_id = $1 and email = $2`,
    [id, emails[1]],
  )
  const all = await ask('list_recipients', { campaign_id: id, limit: 1 })
  expect(all.meta).toMatchObject({ total: 3, by_status: { none: 2, replied: 1 } })
  const replied = await ask('list_recipients', { campaign_id: id, sending_status: ['replied'] })
  expect((replied.data as { recipients: { email: string }[] }).recipients.map(({ email }) => email)).toEqual([
    emails[1],
  ])
  expect(replied.meta).toMatchObject({ total: 1 })
  expect((await app.get(`/v2/sequences/${id}/recipients`)).body.meta).toEqual({ limit: 20, offset: 0 })
})

test('an open job stands before those that are done: it is the one whose id was lost', async () => {
  await app.post('/v2/email-verifier/bulk', { emails: ['anna.holm@birch.example'] })
  await app.context.database.pool.query(`update bulk_jobs set status = 'done'`)
  await app.post('/v2/email-finder/bulk', { people: [{ full_name: 'Nils Berg', domain: 'birch.example' }] })
  const { data } = await ask('get_account', { include: ['jobs'] })
  const { jobs } = (data as { included: { jobs: { tool: string; status: string }[] } }).included
  expect(jobs.map(({ tool, status }) => [tool, status])).toEqual([
    ['find_emails', 'queued'],
    ['verify_emails', 'done'],
  ])
})
