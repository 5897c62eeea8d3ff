import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startInternet } from '../internet/internet.ts'
import { lumenworksSites } from '../internet/sites/lumenworks.ts'
import { startApp } from '../support/app.ts'
import type { TestApp, TestBody } from '../support/app.ts'
import { seedCompany } from '../support/records/seed-company.ts'
import { seedPeople } from '../support/records/seed.ts'
import { withUnknownFields } from '../support/doors/unknown-fields.ts'
import { modernClient, olderClient, toolCaller } from '../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../support/doors/mcp-client.ts'

/** The whole product: both doors to the same capabilities. */

const DOMAIN = 'fjordwerk.example'
const PEOPLE = [
  ['Ines', 'Calder', 'Support Engineer'],
  ['Rui', 'Abano', 'Chief Technology Officer'],
  ['Tom', 'Birch', 'Sales Manager'],
] as const

let app: TestApp
let call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>
let close: () => Promise<void>

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await seedPeople(app.context, DOMAIN, PEOPLE)
  await seedCompany(app.context, { domain: DOMAIN, name: 'Fjordwerk', country: 'NO', city: 'Bergen', tags: ['boats'] })
  ;({ call, close } = await toolCaller(app))
})
afterAll(async () => {
  await close()
  await app[Symbol.asyncDispose]()
})

const query = (args: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(args).map(([name, value]): [string, string] => [name, String(value)])).toString()

describe('the same question at both doors', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['domain_search', '/v2/domain-search', { domain: DOMAIN }],
    ['domain_search', '/v2/domain-search', { domain: `https://www.${DOMAIN}/about`, limit: 2, offset: 1 }],
    ['domain_search', '/v2/domain-search', { domain: DOMAIN, department: 'sales,support', type: 'personal' }],
    ['domain_search', '/v2/domain-search', { domain: 'nobody.example' }],
    ['email_count', '/v2/email-count', { domain: DOMAIN }],
    ['email_count', '/v2/email-count', { domain: 'nobody.example', type: 'generic' }],
    ['enrich_person', '/v2/people/find', { email: `rui.abano@${DOMAIN}` }],
    ['enrich_company', '/v2/companies/find', { domain: DOMAIN }],
    ['enrich_combined', '/v2/combined/find', { email: `tom.birch@${DOMAIN}` }],
    ['verify_email', '/v2/email-verifier', { email: 'double..dot@nobody.example' }],
  ])('gets the same answer from %s and %s: %j', async (tool, path, args) => {
    const { structuredContent } = await call(tool, tool === 'domain_search' ? { ...args, fields: ['*'] } : args)
    const { body } = await app.get(`${path}?${query(args)}`)
    const told = withUnknownFields(body)
    // The documented counts know fewer departments.
    if (tool === 'email_count') expect(structuredContent?.data).toMatchObject(told.data as object)
    // Models are also told whether somebody still works there, and where else the company is.
    else if (tool === 'domain_search' || tool.startsWith('enrich_'))
      expect(structuredContent?.data).toMatchObject(told.data as object)
    else expect(structuredContent?.data).toEqual(told.data)
    // Addresses of pages are not for models.
    const { sources: _, ...meta } = told.meta
    expect(structuredContent?.meta).toMatchObject(meta)
  })

  test.each<[string, Record<string, unknown>, unknown]>([
    ['enrich_company', { domain: DOMAIN, fields: ['name', 'tags'] }, { name: 'Fjordwerk', tags: ['boats'] }],
    ['enrich_company', { domain: DOMAIN, fields: 'domain' }, { domain: DOMAIN }],
    [
      'enrich_combined',
      { email: `tom.birch@${DOMAIN}`, fields: ['email', 'domain'] },
      { person: { email: `tom.birch@${DOMAIN}` }, company: { domain: DOMAIN } },
    ],
  ])('limits the record of %s to the fields in %j', async (tool, args, data) => {
    expect((await call(tool, args)).structuredContent?.data).toEqual(data)
    const refused = await call(tool, { ...args, fields: ['shoe_size'] })
    expect([refused.isError, refused.content[0]?.text]).toEqual([
      true,
      expect.stringMatching(/^wrong_params: fields does not know shoe_size; accepted: \*, .*\bname\b/),
    ])
  })

  test.each([{ a: 1 }, [{ a: 1 }], '{"a":1}'])('is refused with unknown fields: %j', async (fields) => {
    for (const tool of ['enrich_company', 'domain_search']) {
      const { isError, content } = await call(tool, { domain: DOMAIN, fields })
      expect([isError, content[0]?.text]).toEqual([
        true,
        expect.stringMatching(/^wrong_params: fields must be a list of names/),
      ])
    }
  })

  test.each([
    { query: 'software companies in Portugal' },
    { headcount: ['51-200'], limit: 5 },
    { industry: { include: ['Wizardry'] }, funding: 'x' },
    {},
  ])('gets the same answer from discover_companies and /v2/discover: %j', async (args) => {
    const { isError = false, content, structuredContent } = await call('discover_companies', args)
    const { body } = await app.post('/v2/discover', args)
    // Models are also told when a site was read.
    if (!isError) expect(structuredContent?.data).toMatchObject(body.data as object)
    expect(structuredContent?.meta ?? {}).toMatchObject(body.meta ?? {})
    const said = content[0]?.text.split('\n').map((line) => line.replace(/ \([^(]*\)$/, ''))
    if (isError) expect(said).toEqual(body.errors?.map(({ id, details }) => `${id}: ${details}`))
  })

  test('gets the same answer from get_account and /v2/account', async () => {
    const { structuredContent } = await call('get_account')
    const { body } = await app.get('/v2/account')
    expect(structuredContent?.data).toEqual(body.data)
    expect(structuredContent?.meta).toEqual({
      scopes: [
        'data:read',
        'data:write',
        'leads:read',
        'leads:write',
        'campaigns:read',
        'campaigns:write',
        'campaigns:send',
        'care:write',
        'care:read',
        'care:send',
      ],
      toolsets: ['search', 'verify', 'enrich', 'leads', 'campaigns', 'care'],
    })
  })

  test.each<[string, string, Record<string, unknown>]>([
    ['domain_search', '/v2/domain-search', {}],
    ['domain_search', '/v2/domain-search', { domain: 'not a domain', limit: 0, type: 'x' }],
    ['domain_search', '/v2/domain-search', { domain: DOMAIN, department: 'magic' }],
    ['email_count', '/v2/email-count', { company: 'ab' }],
    ['verify_email', '/v2/email-verifier', {}],
    ['enrich_person', '/v2/people/find', {}],
    ['enrich_person', '/v2/people/find', { email: 'nobody@nowhere.example' }],
    ['enrich_company', '/v2/companies/find', { domain: 'nowhere.example' }],
    ['enrich_combined', '/v2/combined/find', { linkedin_handle: '?' }],
    ['verify_email', '/v2/email-verifier', { email: 'nobody', explain: 'perhaps' }],
  ])('is refused by %s and %s in the same words: %j', async (tool, path, args) => {
    const { isError, content, structuredContent } = await call(tool, args)
    const { body } = await app.get(`${path}?${query(args)}`)
    expect([isError, structuredContent]).toEqual([true, undefined])
    const said = content[0]?.text.split('\n').map((line) => line.replace(/ \([^(]*\)$/, ''))
    expect(said).toEqual(body.errors?.map(({ id, details }) => `${id}: ${details}`))
  })

  test('is paid from one balance: the second door finds the search already paid for', async () => {
    const args = { domain: DOMAIN, limit: 3 }
    const charged = async () => (await call('domain_search', args)).structuredContent?.meta['credits']
    expect(await charged()).toMatchObject({ charged: 1 })
    const { headers } = await app.get(`/v2/domain-search?${query(args)}`)
    expect(headers.get('x-quarry-credits-charged')).toBe('0')
    expect(await charged()).toMatchObject({ charged: 0 })
  })
})

describe('the door of the whole product', () => {
  test('serves a client of the first generation the same way', async () => {
    const older = await olderClient(`${app.origin}/mcp`, { Authorization: `Bearer ${app.key}` })
    const { structuredContent } = await older.callTool({ name: 'email_count', arguments: { domain: DOMAIN } })
    expect(structuredContent).toEqual((await call('email_count', { domain: DOMAIN })).structuredContent)
    const { contents } = await older.readResource({ uri: `quarry://domains/${DOMAIN}` })
    const [first] = contents
    expect(JSON.parse(first !== undefined && 'text' in first ? first.text : '')).toMatchObject({ data: { total: 3 } })
    await older.close()
  })

  test('counts protocol messages and refuses those that come too fast with 429', async () => {
    await using slow = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0.1' } })
    const ping = () => slow.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' })
    const answers = await Promise.all(Array.from({ length: 4 }, ping))
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).not.toHaveLength(0)
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
  })

  test('reports a crawl while it runs', async () => {
    await using internet = await startInternet({ sites: lumenworksSites })
    await using crawling = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '0' } })
    const client = await modernClient(`${crawling.origin}/mcp`, { pin: '2026-07-28' }, { 'X-API-KEY': crawling.key })
    const told: string[] = []
    const answer = await client.callTool(
      { name: 'domain_search', arguments: { domain: 'lumenworks.test' } },
      { onprogress: ({ message }) => void told.push(message ?? '') },
    )
    const { data } = answer.structuredContent as { data: { emails: unknown[] } }
    expect(data.emails.length).toBeGreaterThan(0)
    expect(told.length).toBeGreaterThan(0)
    expect(told.join(' ')).not.toContain('lumenworks')
    await client.close()
  })

  test('answers a wrong key like a resource server and never repeats the key', async () => {
    const answer = await app.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, { 'x-api-key': 'sesame' })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('invalid_token')
    expect(JSON.stringify(answer.body satisfies TestBody)).not.toContain('sesame')
  })
})
