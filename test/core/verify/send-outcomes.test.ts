import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { bounceRisks } from '../../../src/core/verify/bounce-risks.ts'
import { drainBulk } from '../../../src/core/verify/bulk-drain.ts'
import { countOutcomes } from '../../../src/core/verify/count-outcomes.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

/** Ages and weights are counted from this time. */
const NOW = new Date('2026-06-01T12:00:00Z')
const DAYS_AGO = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS)

let now = NOW
let app: TestApp
beforeAll(async () => {
  const env = { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' }
  app = await startApp({ env, replace: { clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  now = NOW
  await app.database.pool.query('delete from campaigns')
  await app.database.pool.query('delete from send_outcomes')
  await app.database.pool.query(`update send_outcome_mark set settled_to = 'epoch', answered_to = 'epoch'`)
})

interface Mail {
  to: string
  verdict?: string | null
  group?: string
  status?: string
  failure?: string | null
  days?: number
  answered?: boolean
}

/** Messages of a separate campaign, as the sender and the mailbox reader leave them. */
async function sent(accountId: number, mails: readonly Mail[]): Promise<void> {
  const { pool } = app.database
  const campaign = `insert into campaigns (account_id, user_id, name) values ($1, 1, 'Own') returning id`
  const [row] = (await pool.query<{ id: number }>(campaign, [accountId])).rows
  for (const mail of mails) {
    const { to, verdict = 'accept_all', group = 'lane.example', status = 'sent', failure = null, days = 8 } = mail
    const at = DAYS_AGO(days)
    const bounced = failure === null ? null : at
    const answered = mail.answered === true ? at : null
    await pool.query(
      `with r as (insert into campaign_recipients (account_id, campaign_id, email, state) values ($1, $2, $3, 'finished')
          on conflict (account_id, campaign_id, email) do update set state = 'finished' returning id)
        insert into messages (account_id, campaign_id, recipient_id, step, status, due_at, leased_at, sent_at, bounced_at, failure_kind,
          replied_at, verdict, verdict_at, mx_group, evidence)
        select $1, $2, r.id, (select count(*) from messages m where m.recipient_id = r.id), $4, $5, $5, $5, $6, $7, $8, $9, $5,
          $10, 'none' from r`,
      [accountId, row?.id, to, status, at, bounced, failure, answered, verdict, group],
    )
  }
}

/** As many messages to people at a domain, the first of which bounced. */
const mails = (domain: string, many: number, dead: number, more: Partial<Mail> = {}): Mail[] =>
  Array.from({ length: many }, (_, index) => ({
    to: `p${index}@${domain}`,
    failure: index < dead ? 'address' : null,
    ...more,
  }))

/** Stores a fresh verdict, so that no server is asked. */
async function judged(email: string, status: string, group: string | null): Promise<void> {
  const domain = email.slice(email.indexOf('@') + 1)
  const outcome = {
    email,
    status,
    score: status === 'accept_all' ? 70 : 100,
    regexp: true,
    gibberish: false,
    disposable: false,
    webmail: false,
    mxRecords: true,
    smtpServer: true,
    smtpCheck: true,
    acceptAll: status === 'accept_all',
    reason: 'accepted',
    mxGroup: group,
    transcript: [],
    checkedAt: NOW.toISOString(),
  }
  await app.database.pool.query(
    `insert into verifications (domain, value, status, outcome, checked_at, fresh_until)
      values ($1, $2, $3, $4, $5, $6)`,
    [domain, email, status, outcome, NOW, new Date(NOW.getTime() + DAY_MS)],
  )
}

const counted = () => countOutcomes(app.context, new AbortController().signal)

async function countsOf(accountId: number): Promise<unknown[]> {
  const text = `select level, verdict, key, round(n) as n, round(b) as b from send_outcomes where account_id = $1
    order by level, verdict, key`
  return (await app.database.pool.query({ text, values: [accountId], rowMode: 'array' })).rows
}

async function newAccount(): Promise<{ id: number; headers: Record<string, string> }> {
  const { key, accountId } = await createAccount(app.context, 'unlimited')
  return { id: accountId, headers: { 'x-api-key': key } }
}

const verify = async (email: string, headers: Record<string, string>) => {
  const { status, body } = await app.get(`/v2/email-verifier?email=${email}`, headers)
  expect(status).toBe(200)
  return body as { data: { status: string; result: string; score: number }; meta: { risk: unknown } }
}

describe('the outcome of messages', () => {
  test('counts each one once, when it has been answered or has had time to bounce', async () => {
    const { id } = await newAccount()
    await sent(id, [
      ...mails('a.example', 3, 1),
      { to: 'early@a.example', days: 2 },
      { to: 'glad@a.example', days: 2, answered: true },
      { to: 'policy@a.example', failure: 'policy' },
      { to: 'doubt@a.example', status: 'uncertain' },
      { to: 'broken@a.example', status: 'error' },
      { to: 'unasked@a.example', verdict: null },
    ])
    await counted()
    const expected = [
      ['domain', 'accept_all', 'a.example', 4, 1],
      ['group', 'accept_all', 'lane.example', 4, 1],
      ['verdict', 'accept_all', '', 4, 1],
    ]
    expect(await countsOf(id)).toEqual(expected)
    await counted()
    expect(await countsOf(id)).toEqual(expected)
    // The week is over for all of them; the only new one is that which was too early.
    now = new Date(NOW.getTime() + 7 * DAY_MS)
    await counted()
    expect((await countsOf(id))[0]).toEqual(['domain', 'accept_all', 'a.example', 5, 1])
  })

  test('is counted once by several workers at the same time', async () => {
    const { id } = await newAccount()
    await sent(id, mails('many.example', 12, 2))
    await Promise.all([counted(), counted(), counted(), counted()])
    expect((await countsOf(id))[0]).toEqual(['domain', 'accept_all', 'many.example', 12, 2])
  })
})

describe('the risk of a bounce', () => {
  test('is in the answer of the verifier, and changes the score on a catch-all domain', async () => {
    const { id, headers } = await newAccount()
    await sent(id, mails('catchall.example', 30, 9))
    await counted()
    await judged('new@catchall.example', 'accept_all', 'lane.example')
    const { data, meta } = await verify('new@catchall.example', headers)
    expect(data).toMatchObject({ status: 'accept_all', result: 'risky' })
    expect(meta.risk).toMatchObject({ basis: 'domain', sends: 29 })
    const { bounce } = meta.risk as { bounce: number }
    expect(bounce).toBeGreaterThan(0.2)
    expect(data.score).toBe(Math.round(100 * (1 - bounce)))
  })

  test('never changes a verdict, and leaves the score unchanged if little is known', async () => {
    const { id, headers } = await newAccount()
    await sent(id, [...mails('sure.example', 30, 12, { verdict: 'valid' }), ...mails('few.example', 8, 4)])
    await counted()
    await judged('new@sure.example', 'valid', null)
    await judged('new@few.example', 'accept_all', 'other.example')
    await judged('new@gone.example', 'invalid', null)
    const sure = await verify('new@sure.example', headers)
    expect(sure.data).toMatchObject({ status: 'valid', score: 100 })
    expect(sure.meta.risk).toMatchObject({ basis: 'domain', sends: 29 })
    const few = await verify('new@few.example', headers)
    expect([few.data.score, few.meta.risk]).toMatchObject([70, { basis: 'domain', sends: 8 }])
    expect((await verify('new@gone.example', headers)).meta.risk).toBeNull()
  })

  test('is learned by each account from its own mail, unless the installation shares outcomes', async () => {
    const [own, other] = [await newAccount(), await newAccount()]
    await sent(own.id, mails('shared.example', 30, 15))
    await counted()
    await judged('new@shared.example', 'accept_all', 'lane.example')
    expect((await verify('new@shared.example', own.headers)).meta.risk).toMatchObject({ basis: 'domain' })
    expect((await verify('new@shared.example', other.headers)).meta.risk).toEqual({
      bounce: 0.192,
      basis: 'verdict',
      sends: 0,
    })
    const { config } = app.context
    const sharing = {
      ...app.context,
      config: { ...config, verification: { ...config.verification, shareOutcomes: true } },
    }
    const question = { email: 'new@shared.example', status: 'accept_all', evidence: 'none' } as const
    expect(await bounceRisks(sharing, other.id, [question])).toMatchObject([{ basis: 'domain', sends: 29 }])
  })

  test('is that of the address itself if a person answered or the mailbox did not exist, in that account only', async () => {
    const [own, other] = [await newAccount(), await newAccount()]
    await sent(own.id, [
      { to: 'glad@facts.example', answered: true, days: 100 },
      { to: 'dead@facts.example', failure: 'address', days: 80 },
      { to: 'old@facts.example', failure: 'address', days: 91 },
      { to: 'back@facts.example', failure: 'address', days: 80 },
      { to: 'back@facts.example', answered: true, days: 10 },
    ])
    for (const name of ['glad', 'dead', 'old', 'back']) await judged(`${name}@facts.example`, 'accept_all', null)
    const answered = { bounce: 0.003, basis: 'address', sends: 1 }
    expect((await verify('glad@facts.example', own.headers)).meta.risk).toEqual(answered)
    expect((await verify('back@facts.example', own.headers)).meta.risk).toEqual(answered)
    const dead = await verify('dead@facts.example', own.headers)
    expect(dead.data).toMatchObject({ status: 'invalid', result: 'undeliverable', score: 0, smtp_check: false })
    expect(dead.meta.risk).toBeNull()
    expect((await verify('old@facts.example', own.headers)).data.status).toBe('accept_all')
    const elsewhere = await verify('dead@facts.example', other.headers)
    expect([elsewhere.data.status, elsewhere.meta.risk]).toMatchObject(['accept_all', { basis: 'verdict' }])
  })

  test('is in the rows of a list, where bounces count as well', async () => {
    const { id, headers } = await newAccount()
    await sent(id, [...mails('list.example', 30, 0), { to: 'dead@list.example', failure: 'address' }])
    await counted()
    for (const name of ['one', 'dead']) await judged(`${name}@list.example`, 'accept_all', 'lane.example')
    const emails = ['one@list.example', 'dead@list.example', 'no address']
    const { body } = await app.post('/v2/email-verifier/bulk', { emails }, headers)
    const list = (body.data as { id: number }).id
    await drainBulk(app.context, new AbortController().signal)
    const { body: page } = await app.get(`/v2/email-verifier/bulk/${list}/results`, headers)
    const { results } = page.data as { results: { status: string; score: number; risk: unknown }[] }
    expect(results).toMatchObject([
      { status: 'accept_all', risk: { basis: 'domain', sends: 30 } },
      { status: 'invalid', score: 0, risk: null },
      { status: 'invalid', risk: null },
    ])
    expect(results[0]?.score).toBe(90)
  })
})
