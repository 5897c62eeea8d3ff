import { describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { createKey } from '../../../src/core/accounts/issue-keys.ts'
import { charging } from '../../../src/core/billing/credits.ts'
import type { PlanId } from '../../../src/core/billing/plans.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedPage } from '../../support/records/seed.ts'

const OFF = { QUARRY_RATE_LIMIT_FACTOR: '0' }

async function keyOn(app: TestApp, plan: PlanId): Promise<Record<string, string>> {
  return { 'x-api-key': (await createAccount(app.context, plan)).key }
}

async function seed(app: TestApp, domain: string, count: number): Promise<void> {
  const addresses = Array.from({ length: count }, (_, i) => ({ value: `person${i}.name@${domain}` }))
  await seedPage(app.context, { url: `https://${domain}/team`, addresses })
}

const usage = async (app: TestApp, headers: Record<string, string>) =>
  ((await app.get('/v2/usage', headers)).body.data as { requests: { credits: { used: number; remaining: number } } })
    .requests.credits

describe('billing', () => {
  test('a search costs one credit per ten addresses or part thereof, nothing if it finds none, and once a period', async () => {
    await using app = await startApp({ env: OFF })
    await seed(app, 'lumen.example', 25)
    const headers = await keyOn(app, 'starter')
    const ask = async (query: string) =>
      (await app.get(`/v2/domain-search?domain=${query}`, headers)).headers.get('x-quarry-credits-charged')
    expect(await ask('lumen.example&limit=25')).toBe('3')
    expect(await ask('lumen.example&limit=25')).toBe('0')
    expect(await ask('WWW.lumen.example&limit=25')).toBe('0')
    expect(await ask('lumen.example&limit=5')).toBe('1')
    expect(await ask('nothing.example')).toBe('0')
    expect(await usage(app, headers)).toEqual({ used: 4, available: 2000, remaining: 1996 })
  })

  test('the last credit is spent once; the answer is then 429 with the date the period ends', async () => {
    await using app = await startApp({ env: OFF })
    await Promise.all(Array.from({ length: 60 }, (_, i) => seed(app, `site${i}.example`, 1)))
    const headers = await keyOn(app, 'free')
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => app.get(`/v2/domain-search?domain=site${i}.example`, headers)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(refused[0]?.body.errors?.[0]?.details).toMatch(
      /^This call costs 1 credit and [\d.]+ (?:is|are) left of 50; the period ends on \d{4}-\d\d-\d\d\.$/,
    )
    expect(await usage(app, headers)).toMatchObject({ used: 50, remaining: 0 })
  })

  test('a result dearer than the remaining balance is delivered whole, and the balance stops at 0', async () => {
    await using app = await startApp({ env: OFF })
    await seed(app, 'lumen.example', 100)
    const headers = await keyOn(app, 'starter')
    await app.get('/v2/domain-search?domain=lumen.example&limit=1', headers)
    await app.database.pool.query('update billing_periods set credits_used = 1999, search_credits_used = 1999')
    const answer = await app.get('/v2/domain-search?domain=lumen.example&limit=100', headers)
    expect((answer.body.data as { emails: unknown[] }).emails).toHaveLength(100)
    expect(answer.headers.get('x-quarry-credits-charged')).toBe('1')
    expect(await usage(app, headers)).toMatchObject({ used: 2000, remaining: 0 })
  })

  test('the free plan shows ten addresses per domain, and says so', async () => {
    await using app = await startApp({ env: OFF })
    const headers = await keyOn(app, 'free')
    const answer = await app.get('/v2/domain-search?domain=lumen.example&limit=10&offset=1', headers)
    expect(answer.status).toBe(400)
    expect(answer.body.errors?.[0]).toEqual({
      id: 'pagination_error',
      code: 400,
      details: 'The Free plan shows 10 addresses per domain: limit plus offset may not exceed 10.',
    })
  })

  test('the account shows plan and usage as documented', async () => {
    await using app = await startApp({ env: OFF })
    const { body } = await app.get('/v2/account')
    expect(body).toMatchObject({
      data: {
        plan_name: 'Unlimited',
        plan_level: 4,
        team_id: 1,
        requests: { credits: { used: 0, available: 100_000_000 }, verifications: { used: 0, available: 200_000_000 } },
        calls: { used: 0, available: 300_000_000 },
      },
      meta: {},
    })
  })

  test('hanging up on one of two identical calls does not make the other free', async () => {
    await using app = await startApp({ env: OFF })
    const principal = await payer(app)
    const call = { ...app.context, principal } as unknown as Parameters<typeof charging>[0]
    const purchase = { kind: 'search', request: ['find_email', 'one'], smallestPrice: 1 } as const
    const used = async () =>
      (await app.database.pool.query('select credits_used from billing_periods')).rows.flatMap(Object.values)

    const first = Promise.withResolvers<never>()
    const hungUp = charging(call, purchase, () => first.promise)
    await expect.poll(() => reservations(app)).toBe(1)
    const second = Promise.withResolvers<{ result: string; price: number }>()
    const patient = charging(call, purchase, () => second.promise)
    await new Promise((resolve) => setTimeout(resolve, 50))
    first.reject(new Error('hung up'))
    await expect(hungUp).rejects.toThrow('hung up')
    second.resolve({ result: 'found', price: 1 })
    expect(await patient).toEqual({ result: 'found', credits: { charged: 1, remaining: 1_999 } })
    expect(await used()).toEqual([1])

    // If both deliver, the first of them pays, and the other sees what is left.
    const both = { ...purchase, request: ['find_email', 'two'] }
    const slow = Promise.withResolvers<{ result: string; price: number }>()
    const late = charging(call, both, () => slow.promise)
    await expect.poll(() => reservations(app)).toBe(1)
    const early = await charging(call, both, async () => ({ result: 'found', price: 1 }))
    slow.resolve({ result: 'found', price: 1 })
    expect([early.credits, (await late).credits]).toEqual([
      { charged: 1, remaining: 1_998 },
      { charged: 0, remaining: 1_998 },
    ])
    expect(await used()).toEqual([2])
  })

  test('a daily limit holds for calls that cost more than the smallest price, also for many at once', async () => {
    await using app = await startApp({ env: OFF })
    const domains = Array.from({ length: 6 }, (_, i) => `quay${i}.example`)
    for (const domain of domains) await seed(app, domain, 50)
    const { key } = await createKey(app.context, { name: 'Limited', readOnly: true, dailyCredits: 12 })
    const answers = await Promise.all(
      domains.map((domain) => app.get(`/v2/domain-search?domain=${domain}&limit=50`, { 'x-api-key': key })),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 429, 429, 429, 429])
    expect(answers.find(({ status }) => status === 429)?.body.errors?.[0]?.details).toMatch(
      /^This key may spend 12 credits a day and has spent \d+; this call costs 5\.$/,
    )
    expect(await usage(app, {})).toMatchObject({ used: 10 })
  })
})

/** An account, as calls know it. */
async function payer(app: TestApp) {
  const { accountId } = await createAccount(app.context, 'starter')
  const { rows } = await app.database.pool.query<{ createdAt: Date }>(
    'select created_at as "createdAt" from accounts where id = $1',
    [accountId],
  )
  return { accountId, accountCreatedAt: rows[0]?.createdAt ?? new Date(0), plan: 'starter' as const }
}

async function reservations(app: TestApp): Promise<number> {
  return (await app.database.pool.query('select 1 from charges where not settled')).rowCount ?? 0
}
