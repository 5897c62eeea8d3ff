import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { writtenCampaign } from '../../support/doors/campaign-client.ts'
import { seedPeople } from '../../support/records/seed.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../support/doors/mcp-client.ts'

const DOMAIN = 'fjordwerk.example'
const EMAIL = `rui.abano@${DOMAIN}`
const HOOK = 'https://hooks.example.org/replies?a=1&b=2'

type Data = Record<string, unknown> | null
type Call = (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer<Data>>

let app: TestApp
let call: Call
let close: () => Promise<void>

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
  ;({ call, close } = await toolCaller<Data>(app))
})
afterAll(async () => {
  await close()
  await app[Symbol.asyncDispose]()
})

/** Stores the person in the index, as a lead, in a running campaign, and unsubscribed in another. */
async function keep(email = EMAIL): Promise<void> {
  await app.post('/v2/leads', { email, first_name: 'Rui', last_name: 'Abano', notes: `Write to ${email}` })
  const { id } = await writtenCampaign(app, { steps: 2 })
  await app.post(`/v2/campaigns/${id}/recipients`, { emails: [email, `other@${DOMAIN}`] })
  await app.post(`/v2/campaigns/${id}/start`, {})
}

/** Returns every row of the database that contains a text, as `table: row`. */
async function dumpOf(text: string): Promise<string[]> {
  const { pool } = app.context.database
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const held = await pool.query<{ row: string }>(
      `select t::text as row from ${name} t where position($1 in lower(t::text)) > 0`,
      [text],
    )
    found.push(...held.rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

const effectOf = ({ structuredContent }: ToolAnswer<Data>) =>
  structuredContent?.meta['effect'] as Record<string, unknown>
const saidBy = ({ content }: ToolAnswer<Data>): string => (content[0]?.text ?? '').split('\n')[0] ?? ''

describe('forget_person, with one account', () => {
  test('shows everything stored, then leaves nothing of the person, at any door or in a dump', async () => {
    await seedPeople(app.context, DOMAIN, [
      ['Rui', 'Abano', 'Chief Technology Officer'],
      ['Tom', 'Birch', 'Sales Manager'],
    ])
    await keep()
    const preview = await call('forget_person', { email: EMAIL.toUpperCase() })
    expect(preview.structuredContent?.data).toBeNull()
    expect(effectOf(preview)).toMatchObject({
      email: EMAIL,
      index: 'removed',
      done_at: null,
      kept: {
        address: { value: EMAIL, first_name: 'Rui', position: 'Chief Technology Officer' },
        sources: [{ uri: expect.any(String) as string }],
        leads: [{ email: EMAIL, notes: `Write to ${EMAIL}` }],
        messages: [{ step: 0, status: 'scheduled' }, { step: 1 }],
      },
    })
    expect((await app.get(`/v2/leads?email=${EMAIL}`)).body.meta).toMatchObject({ count: 1 })
    const done = await call('forget_person', { email: EMAIL, reason: 'Asked by mail', confirm: true })
    expect(done.structuredContent?.data).toEqual({
      removed: { leads: 1, messages_cancelled: 2, replies: 0, index: 'removed', unsubscribed: true },
    })
    expect(await dumpOf(EMAIL)).toEqual([])
    expect(await dumpOf('abano')).toEqual([])
    for (const path of [`/v2/email-verifier?email=${EMAIL}`, `/v2/people/find?email=${EMAIL}`])
      expect([path, (await app.get(path)).status]).toEqual([path, 451])
    expect(JSON.stringify((await app.get(`/v2/domain-search?domain=${DOMAIN}`)).body)).not.toContain('rui')
    expect((await app.post('/v2/leads', { email: EMAIL })).status).toBe(451)
    const requests = await app.context.store.forgotten.list(10)
    expect(requests).toMatchObject([{ accountId: 1, reason: 'Asked by mail', decidedAt: expect.any(Date) as Date }])
  })

  test('answers a second time that it was done, and when; the same for unknown people', async () => {
    const again = await call('forget_person', { email: EMAIL, confirm: true })
    const known = { removed: { leads: 0, messages_cancelled: 0, replies: 0, index: 'removed', unsubscribed: true } }
    expect(again.structuredContent?.data).toEqual(known)
    expect(again.structuredContent?.meta).toMatchObject({ repeated: true, done_at: expect.any(String) as string })
    expect(effectOf(again)['done_at']).toBe(again.structuredContent?.meta['done_at'])
    const stranger = await call('forget_person', { email: 'nobody@nowhere.example', confirm: true })
    expect(stranger.structuredContent?.data).toEqual(known)
    expect(saidBy(await call('forget_person', { email: 'x' }))).toMatch(/^invalid_email: /)
    const { body, status } = await app.post('/v2/people/forget', { email: EMAIL })
    expect([status, body.data]).toEqual([200, known])
  })

  test('asks for confirmation each time', async () => {
    await keep(`ines@${DOMAIN}`)
    for (const confirm of [undefined, null, false]) {
      const args = { email: `ines@${DOMAIN}`, ...(confirm === undefined ? {} : { confirm }) }
      expect((await call('forget_person', args)).structuredContent?.data).toBeNull()
    }
    expect((await app.get(`/v2/leads?email=ines@${DOMAIN}`)).body.meta).toMatchObject({ count: 1 })
  })
})

describe('set_webhook', () => {
  test('creates one when confirmed, shows its secret once, and removes it without asking', async () => {
    const args = { event: 'message.replied', target_url: HOOK }
    const preview = await call('set_webhook', args)
    expect([preview.structuredContent?.data, effectOf(preview)]).toEqual([
      null,
      { event: 'message.replied', target_url: HOOK, data_leave: true },
    ])
    const made = await call('set_webhook', { ...args, confirm: true })
    expect(made.structuredContent?.data).toMatchObject({ ...args, secret: expect.stringMatching(/^whsec_/) as string })
    const id = made.structuredContent?.data?.['id']
    expect((await call('set_webhook', args)).structuredContent).toMatchObject({
      data: { id, ...args, secret: null },
      meta: { created: false },
    })
    expect((await app.get('/v2/webhooks')).body.data).toEqual([{ id, ...args }])
    const removed = await call('set_webhook', { ...args, remove: true })
    expect(removed.structuredContent).toMatchObject({ data: { id }, meta: { removed: true } })
    expect((await app.get('/v2/webhooks')).body.data).toEqual([])
    expect(saidBy(await call('set_webhook', { ...args, remove: true }))).toMatch(/^not_found: There is no webhook/)
  })

  test.each<[Record<string, unknown>, RegExp]>([
    [{ event: 'message.lost', target_url: HOOK }, /^validation_failed: event must be one of /],
    [{ event: 'message.sent', target_url: 'http://10.0.0.1/hook' }, /^validation_failed: target_url must not point at/],
    [
      { event: 'message.sent', target_url: HOOK, campaign_id: 999_999 },
      /^validation_failed: campaign_id 999999 does not exist/,
    ],
    [{ event: 'message.sent', target_url: HOOK, campaign_id: 1, leads_list_id: 1 }, /^wrong_params: Send either/],
    [{ event: 'message.sent' }, /^wrong_params: The target_url parameter is missing/],
  ])('refuses %j', async (args, sentence) => {
    for (const confirm of [false, true])
      expect(saidBy(await call('set_webhook', { ...args, confirm }))).toMatch(sentence)
  })
})

/** One list of an account's people in which the address was found, and one in which it was verified. */
async function lookedFor(accountId: number, email: string): Promise<void> {
  const { pool } = app.context.database
  const now = app.context.clock.now()
  await pool.query(
    `with job as (insert into find_jobs (account_id, key_id, user_id, status, total, done, found, created_at)
        select $1, 0, id, 'done', 1, 1, 1, $3 from users where account_id = $1 limit 1 returning id)
      insert into find_rows (account_id, job_id, place, asked, queue, due_at, status, outcome, domain, email)
        select $1, id, 0, '{"full_name":"Tom Birch"}', $4, $3, 'found', '{"company":"Fjordwerk"}', $4, $2 from job`,
    [accountId, email, now, DOMAIN],
  )
  await pool.query(
    `with job as (insert into bulk_jobs (account_id, status, total, done, created_at) values ($1, 'done', 1, 1, $3) returning id)
      insert into bulk_rows (account_id, job_id, position, email, domain, queue, due_at, settled_at, outcome)
        select $1, id, 0, $2, $4, '', $3, $3, '{"status":"valid","score":97}' from job`,
    [accountId, email, now, DOMAIN],
  )
}

async function foundIn(accountId: number, email: string): Promise<number> {
  const { rows } = await app.context.database.pool.query<{ rows: number }>(
    `select (select count(*) from find_rows where account_id = $1 and email = $2)::int
      + (select count(*) from bulk_rows r join bulk_jobs j on j.id = r.job_id where j.account_id = $1 and r.email = $2)::int as rows`,
    [accountId, email],
  )
  return rows[0]?.rows ?? 0
}

describe('forget_person, with several accounts', () => {
  test('removes the person from one account, and asks the operator for the rest', async () => {
    const email = `tom.birch@${DOMAIN}`
    const other = await createAccount(app.context, 'starter')
    const theirs = await toolCaller<Data>({ origin: app.origin, key: other.key })
    const emailsOf = async (key: string) => {
      const { body } = await app.get(`/v2/domain-search?domain=${DOMAIN}`, { 'x-api-key': key })
      return (body.data as { emails: { value: string }[] }).emails.map(({ value }) => value)
    }
    expect(await emailsOf(other.key)).toEqual([email])
    await lookedFor(other.accountId, email)
    await lookedFor(1, email)
    const kept = effectOf(await theirs.call('forget_person', { email }))['kept']
    expect(kept).toMatchObject({ searches: [{ found: { company: 'Fjordwerk' } }], checks: [{ result: { score: 97 } }] })
    const done = await theirs.call('forget_person', { email, confirm: true })
    expect(done.structuredContent?.data).toMatchObject({ removed: { index: 'requested', unsubscribed: true } })
    await theirs.close()
    expect(await foundIn(other.accountId, email)).toBe(0)
    expect(await foundIn(1, email)).toBe(2)
    expect([await emailsOf(other.key), await emailsOf(app.key)]).toEqual([[], [email]])
    const verified = await app.get(`/v2/email-verifier?email=${email}`, { 'x-api-key': other.key })
    expect(verified.status).toBe(451)
    const find = `/v2/email-finder?domain=${DOMAIN}&first_name=Tom&last_name=Birch`
    expect((await app.get(find, { 'x-api-key': other.key })).status).toBe(451)
    expect((await app.get(find)).body.data).toMatchObject({ email })
    const lift = await fetch(`${app.origin}/v2/unsubscribes?email=${email}`, {
      method: 'DELETE',
      headers: { 'x-api-key': other.key },
    })
    expect(lift.status).toBe(403)
    const waiting = async () =>
      (await app.context.store.forgotten.list(10)).filter(({ decidedAt }) => decidedAt === null)
    expect(await waiting()).toMatchObject([{ accountId: other.accountId }])
    await addOptout(app.context, email, null)
    expect([await waiting(), await emailsOf(app.key)]).toEqual([[], []])
  })
})
