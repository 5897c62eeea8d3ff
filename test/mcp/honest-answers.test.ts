import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { seedCompany } from '../support/records/seed-company.ts'
import { seedPeople } from '../support/records/seed.ts'
import { toolCaller } from './mcp-client.ts'

/** What answers say when there is nothing, or less than was asked for. */

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

test('filters that leave nobody are told apart from a domain of which nothing is known', async () => {
  const job_titles = ['Astronaut']
  const filtered = await ask('domain_search', { domain: 'birch.example', job_titles, type: 'personal' })
  expect(filtered.line).toBe('0 of 2 known addresses of birch.example match; 2 without job_titles.')
  expect(filtered.meta).toMatchObject({ known: 2, without: { job_titles: 2 } })
  const unknown = await ask('domain_search', { domain: 'nobody.example', job_titles })
  expect(unknown.line).not.toContain('known addresses')
  expect(unknown.meta).not.toHaveProperty('known')
})

test('the documented endpoint answers as it did', async () => {
  const { body } = await app.get('/v2/domain-search?domain=birch.example&job_titles=Astronaut')
  expect(Object.keys(body.meta ?? {})).toEqual(expect.not.arrayContaining(['known', 'without']))
})

test.each([
  ['five software companies in Porto', 5],
  ['top 3 software companies in Portugal', 3],
  ['cinco empresas de software en Portugal', 5],
])('a question for a number of companies gets so many: %s', async (query, count) => {
  const { data, meta } = await ask('discover_companies', { query })
  expect([(data as unknown[]).length, meta?.['asked_for'], meta?.['limit']]).toEqual([count, count, count])
})

test('a limit of the caller wins, and a small plan gets the first of them', async () => {
  const query = 'five software companies in Porto'
  expect((await ask('discover_companies', { query, limit: 2 })).data).toHaveLength(2)
  const { key } = await createAccount(app.context, 'free')
  const free = await toolCaller({ origin: app.origin, key })
  const { structuredContent } = await free.call('discover_companies', { query })
  expect(structuredContent?.data).toHaveLength(5)
  await free.close()
})

test('a question of which a word matches nobody is asked without it, which is said', async () => {
  const { line, data, meta } = await ask('discover_companies', { query: 'software companies in Porto that press kelp' })
  expect(data).toHaveLength(8)
  expect(meta?.['relaxed']).toEqual([expect.objectContaining({ slot: 'keywords', why: 'no company matched all' })])
  expect(meta?.['filters']).not.toHaveProperty('keywords')
  expect(line).toContain('Nothing matched the whole question')
})

test('keywords that a caller sends are meant', async () => {
  const filters = { keywords: { include: ['kelp'] }, headquarters_location: { include: [{ country: 'PT' }] } }
  const { data, meta } = await ask('discover_companies', filters)
  expect(data).toEqual([])
  expect(meta).not.toHaveProperty('relaxed')
})

test('the account begins with what is left', async () => {
  expect((await ask('get_account')).line).toMatch(/^Plan Unlimited: no limit of credits; [\d.]+ used\.$/)
  const { key } = await createAccount(app.context, 'starter')
  const starter = await toolCaller({ origin: app.origin, key })
  const { content } = await starter.call('get_account')
  expect(content[0]?.text).toMatch(/^Plan Starter: 2000 of 2000 credits left until \d{4}-\d\d-\d\d\.\n/)
  await starter.close()
})
