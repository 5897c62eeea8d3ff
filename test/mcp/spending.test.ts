import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import type { Tool } from '../../src/mcp/tools/define-tool.ts'
import { toolsets } from '../../tools/index.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { request } from '../support/doors/campaign-client.ts'
import { toolCaller } from '../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../support/doors/mcp-client.ts'

/** Costs of calls are stated beforehand, kept to, and reported truthfully at the end. */

type Data = Record<string, unknown>
type Caller = Awaited<ReturnType<typeof toolCaller<Data>>>

let app: TestApp
let rich: Caller
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_LOCAL_SUFFIXES: 'example' } })
  rich = await toolCaller<Data>(app)
})
afterAll(async () => {
  await rich.close()
  await app[Symbol.asyncDispose]()
})

const spenders = toolsets.flatMap(({ tools }) => tools).filter(({ spends }) => spends !== undefined)

/** Arguments of a call that would spend something, filtered by what the tool takes. */
const QUESTION: Data = {
  domain: 'nobody-yet.example',
  full_name: 'Anna Birch',
  email: '.anna@birch.example',
  people: [
    { full_name: 'Anna Birch', domain: 'nobody-yet.example' },
    { full_name: 'Otto Birch', domain: 'nobody-yet.example' },
  ],
  emails: ['.a@birch.example', '.b@birch.example', '.c@birch.example'],
}
const questionFor = ({ input }: Tool): Data =>
  Object.fromEntries(Object.entries(QUESTION).filter(([name]) => name in input.shape))

/** Each is not a valid address, which costs half a credit to establish, and needs no mail server. */
let made = 0
const addresses = (count: number): string[] => Array.from({ length: count }, () => `.n${made++}@birch.example`)

const used = async (): Promise<number> =>
  ((await app.get('/v2/usage')).body.data as { requests: { credits: { used: number } } }).requests.credits.used

async function ended(caller: Caller, args: Data): Promise<ToolAnswer<Data>> {
  let answer = await caller.call('verify_emails', args)
  while (answer.structuredContent?.meta['running'] === true)
    answer = await caller.call('verify_emails', { job_id: answer.structuredContent.meta['job_id'] })
  return answer
}

describe.each(spenders.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('returns its price for max_credits 0, and does nothing', async () => {
    const before = await used()
    const { isError, content, structuredContent } = await rich.call(name, { ...questionFor(tool), max_credits: 0 })
    expect(isError, content[0]?.text).toBeUndefined()
    expect(structuredContent).toMatchObject({
      data: null,
      meta: { performed: false, estimate: { at_most: expect.any(Number), expected: expect.any(Number) } },
    })
    expect(content[0]?.text).toMatch(/^Nothing was done: up to [\d.]+ credits?, probably [\d.]+ \(/)
    expect(await used()).toBe(before)
  })

  test('refuses a limit that is not a number of credits', async () => {
    const { isError, content } = await rich.call(name, { ...questionFor(tool), max_credits: 'some' })
    expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining('wrong_params: max_credits must be')])
  })
})

test('makes a call within its limit, but not one beyond it', async () => {
  const [email] = addresses(1)
  const beyond = await rich.call('verify_email', { email, max_credits: 0.4 })
  expect(beyond.structuredContent?.meta['performed']).toBe(false)
  const within = await rich.call('verify_email', { email, max_credits: 0.5 })
  expect(within.structuredContent).toMatchObject({ data: { status: 'invalid' }, meta: { credits: { charged: 0.5 } } })
})

test('does not begin a large job without a limit', async () => {
  const { structuredContent } = await rich.call('verify_emails', { emails: addresses(51) })
  expect(structuredContent?.meta).toMatchObject({ performed: false, estimate: { at_most: 25.5, unit: 'verdict' } })
})

describe('a job', () => {
  test('stops at its limit, and says which addresses were left out', async () => {
    const emails = addresses(12)
    const { structuredContent, content } = await ended(rich, { emails, max_credits: 4 })
    expect(structuredContent?.meta).toMatchObject({ status: 'stopped', stopped_reason: 'max_credits', done: 8 })
    expect(structuredContent?.meta['summary']).toMatchObject({ invalid: 8, not_checked: 4 })
    expect(content[0]?.text).toMatch(/^8 of 12 addresses checked; 4 not: max_credits is reached\./)
    const { job_id } = structuredContent?.meta ?? {}
    const rest = await rich.call('verify_emails', { job_id, status: 'not_checked' })
    const rows = rest.structuredContent?.data['results'] as Data[]
    expect(rows).toHaveLength(4)
    expect(rows.every((row) => row['status'] === 'not_checked' && row['error'] === undefined)).toBe(true)
    expect((await app.get(`/v2/email-verifier/bulk/${String(job_id)}`)).body.data).toMatchObject({
      status: 'stopped',
      stopped_reason: 'max_credits',
      credits_charged: 4,
    })
  })

  test('never charges more than its limit', async () => {
    const lists = fc.tuple(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 0, max: 40 }))
    const property = fc.asyncProperty(lists, async ([count, halves]) => {
      const limit = halves / 2 + 0.25
      const before = await used()
      const { structuredContent } = await ended(rich, { emails: addresses(count), max_credits: limit })
      expect((await used()) - before).toBeLessThanOrEqual(limit)
      const done = Math.min(count, Math.floor(limit * 2))
      expect(structuredContent?.meta).toMatchObject({ done, status: done === count ? 'done' : 'stopped' })
    })
    await fc.assert(property, { numRuns: 20 })
  })

  test('stops when the account runs out of credits, and says what is left and until when', async () => {
    const poor = await createAccount(app.context, 'free')
    const caller = await toolCaller<Data>({ origin: app.origin, key: poor.key })
    try {
      const { structuredContent, content } = await ended(caller, { emails: addresses(102), max_credits: 60 })
      expect(structuredContent?.meta).toMatchObject({ stopped_reason: 'credits_used_up', done: 100 })
      expect(content[0]?.text).toMatch(/^100 of 102 addresses checked; 2 not: 0 credits are left\./)
      const refused = await caller.call('verify_email', { email: '.x@birch.example' })
      expect(refused.content[0]?.text).toMatch(
        /^too_many_requests: This call costs 0\.5 credits and 0 are left of 50; the period ends on \d{4}-\d\d-\d\d\. \(Use free tools until then, or ask the operator for a larger plan\.\)$/,
      )
    } finally {
      await caller.close()
    }
  })

  test('shows only counts if no rows are requested', async () => {
    const { structuredContent } = await ended(rich, { emails: addresses(3) })
    const { job_id } = structuredContent?.meta ?? {}
    const counts = await rich.call('verify_emails', { job_id, limit: 0 })
    expect(counts.structuredContent).toMatchObject({
      data: { results: [] },
      meta: { total: 3, summary: { valid: 0, invalid: 3, not_checked: 0 } },
    })
  })
})

describe('a key with a daily credit limit', () => {
  let keysMade = 0
  const limited = async (dailyCredits: number) => {
    const made = await app.post('/v2/api-keys', { name: `Limit ${keysMade++}`, daily_credits: dailyCredits })
    const { id, token } = made.body.data as { id: number; token: string }
    return { id, token, caller: await toolCaller<Data>({ origin: app.origin, key: token }) }
  }

  test('spends no more, through calls or lists, and is told what is left', async () => {
    const { token, caller } = await limited(3)
    try {
      expect((await caller.call('verify_email', { email: addresses(1)[0] })).structuredContent?.meta).toMatchObject({
        credits: { charged: 0.5 },
      })
      const list = await ended(caller, { emails: addresses(8) })
      expect(list.structuredContent?.meta).toMatchObject({ status: 'stopped', stopped_reason: 'daily_limit', done: 5 })
      expect(list.content[0]?.text).toMatch(/^5 of 8 addresses checked; 3 not: the limit for today is reached\./)
      const refused = await caller.call('verify_email', { email: addresses(1)[0] })
      expect(refused.content[0]?.text).toBe(
        'too_many_requests: This key may spend 3 credits a day and has spent 3; this call costs 0.5. (Use free tools until midnight UTC, or ask for a larger limit.)',
      )
      const price = await caller.call('verify_emails', { emails: addresses(4), max_credits: 0 })
      expect(price.structuredContent?.meta['estimate']).toMatchObject({ limits: { max_credits: 0, daily_left: 0 } })
      const account = await app.get('/v2/account', { 'x-api-key': token })
      expect(account.body.meta).toEqual({ daily_credits: { limit: 3, spent: 3, left: 0 } })
      const { content } = await caller.call('get_account', {})
      expect(content[0]?.text).toContain(' 0 of 3 are left today for this connection.')
    } finally {
      await caller.close()
    }
  })

  test('cannot raise limits; another key can, with immediate effect', async () => {
    const { id, token, caller } = await limited(0.25)
    try {
      const own = { 'x-api-key': token }
      for (const wanted of [{ name: 'Free' }, { name: 'Also', daily_credits: 0.2 }])
        expect((await app.post('/v2/api-keys', wanted, own)).status).toBe(403)
      expect((await app.get('/v2/api-keys')).body.data).toContainEqual(
        expect.objectContaining({ id, daily_credits: 0.25 }),
      )
      expect((await caller.call('verify_email', { email: addresses(1)[0] })).isError).toBe(true)
      await request(app, 'PUT', `/v2/api-keys/${id}`, { daily_credits: 0 })
      await expect
        .poll(async () => (await caller.call('verify_email', { email: addresses(1)[0] })).isError)
        .not.toBe(true)
    } finally {
      await caller.close()
    }
  })
})

test('prices and previews are shown only for what would be done', async () => {
  const emails = ['rui.abano@birch.example', 'nobody@birch.example']
  const said = async (tool: string, args: object) => (await rich.call(tool, { ...args })).content[0]?.text
  const price = (more: object) => said('verify_emails', { emails, max_credits: 0, ...more })
  expect(await price({})).toMatch(/^Nothing was done: up to 1 credit/)
  expect(await price({ limit: 'many' })).toMatch(/^pagination_error: limit/)
  expect(await price({ status: ['great'] })).toMatch(/^invalid_verification_status: /)
  expect(await price({ leads_list_id: 1 })).toMatch(/^wrong_params: Send either emails, leads_list_id or job_id\./)
  const tag = { action: 'tag', query: 'nobody', custom_attributes: 'tall' }
  expect(await said('change_leads', tag)).toMatch(
    /^wrong_params: custom_attributes must be a list of objects with slug and value/,
  )
})

test('a credit limit that no job can reach has no effect', async () => {
  const emails = ['rui.abano@birch.example', 'nobody@birch.example']
  const job = await app.post('/v2/email-finder/bulk', {
    people: [{ full_name: 'Rui Abano', domain: 'birch.example' }],
    max_credits: 1e308,
  })
  expect([job.status, job.body.errors]).toEqual([202, undefined])
  expect((await app.post('/v2/email-verifier/bulk', { emails, max_credits: 1e308 })).status).toBe(202)
})
