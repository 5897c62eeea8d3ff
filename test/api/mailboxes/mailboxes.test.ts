import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { insertCampaign } from '../../support/records/outbox-in-hand.ts'
import { request } from '../../support/doors/campaign-client.ts'
import { emptyTables } from '../../support/records/empty-tables.ts'

const PASSWORD = 'lamp-light-47'
let app: TestApp
let server: ReceivingServer

beforeAll(async () => {
  server = await startReceivingServer({ login: { username: 'rui@lumen.example', password: PASSWORD } })
  app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await server.stop()
})
beforeEach(async () => {
  await emptyTables(app.context.database, 'campaigns', 'mailboxes')
})

const mailbox = () => ({
  email: 'Rui@Lumen.example',
  first_name: 'Rui',
  smtp_host: '127.0.0.1',
  smtp_port: server.port,
  smtp_security: 'none',
  smtp_password: PASSWORD,
})
interface Shown {
  id: number
  [key: string]: unknown
}
const connect = async (changes: Record<string, unknown> = {}) => {
  const answer = await app.post('/v2/email-accounts', { ...mailbox(), ...changes })
  return { ...answer, data: answer.body.data as Shown, details: answer.body.errors?.[0]?.details }
}
const put = (id: number, body: unknown) => request(app, 'PUT', `/v2/email-accounts/${id}`, body)

describe('a mailbox', () => {
  test('is connected once its server accepts user and password, and shows no secret', async () => {
    const { status, data, body } = await connect()
    expect(status).toBe(201)
    expect(data).toMatchObject({
      email: 'rui@lumen.example',
      sending_status: 'active',
      daily_limit: 200,
      provider: 'smtp_imap',
      default_account: true,
      warmup: { enabled: false, status: null, end_date: null },
      smtp: { host: '127.0.0.1', security: 'none', username: 'rui@lumen.example', has_password: true },
      imap: null,
      problem: null,
    })
    expect(JSON.stringify(body)).not.toContain(PASSWORD)
    const { rows } = await app.context.database.pool.query<{ text: string }>(
      'select mailboxes::text as text from mailboxes',
    )
    expect(rows[0]?.text).not.toContain(PASSWORD)
    expect(rows[0]?.text).not.toContain(Buffer.from(PASSWORD).toString('hex'))
    const list = await app.get('/v2/email-accounts')
    expect(list.body.meta).toEqual({ total: 1, limit: 20, offset: 0 })
    expect(Object.keys((list.body.data as object[])[0] ?? {})).toEqual([
      'id',
      'email',
      'first_name',
      'last_name',
      'sending_status',
      'daily_limit',
      'provider',
    ])
  })

  test.each([
    ['with a wrong password', { smtp_password: 'wrong' }, /rejected the user name or password/],
    ['where nothing listens', { smtp_port: 9 }, /cannot be reached: check host, port and security/],
    ['on a private address', { smtp_host: '10.1.2.3' }, /has a private address.*QUARRY_MAIL_ALLOWED_NETWORKS/],
    ['on the address that clouds keep their secrets at', { smtp_host: '169.254.169.254' }, /private address/],
    ['that does not speak TLS', { smtp_security: 'starttls' }, /does not speak TLS this way|cannot be reached/],
    ['whose IMAP host has a private address', { imap_host: '192.168.0.9' }, /IMAP host has a private address/],
  ])('%s is refused with advice on what to do', async (_, changes, details) => {
    const answer = await connect(changes)
    expect(answer.status).toBe(422)
    expect(answer.details).toMatch(details)
    expect((await app.get('/v2/email-accounts')).body.meta).toMatchObject({ total: 0 })
  })

  test('where no sign-in is offered is refused with the ports that usually do', async () => {
    await using relay = await startReceivingServer()
    const { status, details } = await connect({ smtp_port: relay.port })
    expect([status, details]).toEqual([422, expect.stringMatching(/SMTP server offers no sign-in this way.*587.*465/)])
  })

  test('is refused with every wrong parameter named', async () => {
    const { status, body } = await connect({
      email: 'nobody',
      daily_limit: 0,
      sending_schedule: { days: [8] },
      smtp_host: 'a b',
    })
    expect(status).toBe(400)
    expect(body.errors?.map(({ details }) => details)).toEqual([
      'nobody is not a valid email address.',
      'daily_limit must be an integer from 1 to 10000; it is 0.',
      'sending_schedule must contain days (0 to 6), start_time and end_time (HH:MM) and time_zone.',
      'smtp_host must be a host name; it is "a b".',
    ])
  })

  test('is refused with hours that run over midnight', async () => {
    const hours = { days: [1], start_time: '22:00', end_time: '06:00', time_zone: 'UTC' }
    const { status, details } = await connect({ sending_schedule: hours })
    expect([status, details]).toEqual([
      400,
      'sending_schedule must start before it ends, on the same day; it is "22:00 to 06:00".',
    ])
  })

  test('is refused if its address is already connected', async () => {
    await connect()
    expect((await connect()).details).toBe('email is already used by a mailbox.')
  })

  test("beyond the plan's limit is refused, even when two arrive at once", async () => {
    const { key } = await createAccount(app.context, 'free')
    const connectThere = (email: string) =>
      app.post('/v2/email-accounts', { ...mailbox(), email, smtp_username: 'rui@lumen.example' }, { 'x-api-key': key })
    const both = await Promise.all([connectThere('rui@lumen.example'), connectThere('ana@lumen.example')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
    const refused = both.find(({ status }) => status === 422)
    expect(refused?.body.errors?.[0]?.details).toBe('The Free plan allows at most 1 mailboxes.')
  })

  test('changes the fields sent and keeps the others', async () => {
    const { data } = await connect({ signature: 'Rui' })
    const schedule = { days: [1, 2], start_time: '09:00', end_time: '17:00', time_zone: 'Europe/Lisbon' }
    const { body } = await put(data.id, { daily_limit: 30, gap_seconds: 90, sending_schedule: schedule, signature: '' })
    expect(body.data).toMatchObject({
      daily_limit: 30,
      gap_seconds: 90,
      sending_schedule: schedule,
      signature: null,
      first_name: 'Rui',
    })
  })

  test('shows an empty schedule as an object that can be sent back unchanged', async () => {
    const { data } = await connect()
    const none = { days: null, start_time: null, end_time: null, time_zone: 'UTC' }
    expect((await app.get(`/v2/email-accounts/${data.id}`)).body.data).toMatchObject({ sending_schedule: none })
    const hours = { days: [1], start_time: '09:00', end_time: '17:00', time_zone: 'UTC' }
    await put(data.id, { sending_schedule: hours })
    expect((await put(data.id, { sending_schedule: none })).body.data).toMatchObject({ sending_schedule: none })
  })

  test('can be sent back as it is shown, also while it warms up', async () => {
    const { data } = await connect({ ramp: 'auto' })
    const shown = await app.get(`/v2/email-accounts/${data.id}`)
    expect(shown.body.data).toMatchObject({ sending_status: 'warming' })
    const again = await put(data.id, { ...(shown.body.data as object), signature: 'Rui' })
    expect([again.status, again.body.data]).toMatchObject([200, { ...(shown.body.data as object), signature: 'Rui' }])
    await put(data.id, { sending_status: 'paused' })
    expect((await put(data.id, { sending_status: 'warming' })).body.data).toMatchObject({ sending_status: 'warming' })
  })

  test('never sends its stored password to another server', async () => {
    await using other = await startReceivingServer({ login: { username: 'rui@lumen.example', password: 'x' } })
    const { data } = await connect()
    const { status, body } = await put(data.id, { smtp_port: other.port })
    expect(status).toBe(422)
    expect(body.errors?.[0]?.details).toMatch(/^Send smtp_password too/)
  })

  test('is retested on request; the result sets or clears its problem', async () => {
    const { data } = await connect()
    await app.context.database.pool.query(`update mailboxes set problem = 'Old problem.'`)
    const answer = await app.post(`/v2/email-accounts/${data.id}/test`, {})
    expect(answer.body.data).toEqual({ ok: true, smtp: { ok: true, problem: null }, imap: null })
    const { body } = await app.get(`/v2/email-accounts/${data.id}`)
    expect(body.meta).toMatchObject({ connection: { problem: null, smtp: { host: '127.0.0.1' } } })
    expect(body.data).not.toHaveProperty('smtp')
  })

  test('is gone when deleted, unless it has scheduled messages', async () => {
    const { data } = await connect()
    const { pool } = app.context.database
    const sequence = await insertCampaign(pool, { mailboxIds: [data.id], recipients: 2, dueAt: new Date() })
    expect((await request(app, 'DELETE', `/v2/email-accounts/${data.id}`)).status).toBe(422)
    const used = await app.get(`/v2/email-accounts/${data.id}/sequences`)
    expect(used.body).toEqual({
      data: [{ id: sequence, name: 'Lamps', status: 'active', recipients_allocated: 2, emails_scheduled: 2 }],
      meta: { total: 1, limit: 20, offset: 0 },
    })
    await pool.query(`update messages set status = 'sent', leased_at = now(), sent_at = now()`)
    expect((await app.get(`/v2/email-accounts/${data.id}/usage`)).body.data).toMatchObject({
      sent_today: 2,
      daily_limit: 200,
      available: 198,
      scheduled: 0,
    })
    expect((await request(app, 'DELETE', `/v2/email-accounts/${data.id}`)).status).toBe(204)
    expect((await pool.query('select 1 from messages')).rowCount).toBe(2)
  })
})

describe('the DKIM key of a mailbox', () => {
  test('is generated by Quarry, which shows the record to publish', async () => {
    const { data } = await connect()
    const made = await app.post(`/v2/email-accounts/${data.id}/dkim`, {})
    const dkim = made.body.data as { domain: string; selector: string; record: { name: string; value: string } }
    expect(dkim).toMatchObject({ domain: 'lumen.example', selector: `quarry${data.id}` })
    expect(dkim.record.name).toBe(`quarry${data.id}._domainkey.lumen.example`)
    expect(dkim.record.value).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{390,}$/)
    expect((await app.get(`/v2/email-accounts/${data.id}/dkim`)).body.data).toMatchObject({ record: dkim.record })
    expect((await request(app, 'DELETE', `/v2/email-accounts/${data.id}/dkim`)).status).toBe(204)
    expect((await app.get(`/v2/email-accounts/${data.id}/dkim`)).status).toBe(404)
  })

  test("may be your own; an unusable key, or a domain other than the address's, is refused", async () => {
    const { data } = await connect()
    const path = `/v2/email-accounts/${data.id}/dkim`
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const made = await app.post(path, { private_key: pem, selector: 'Mail1' })
    const { record } = made.body.data as { record: { value: string } }
    expect(record.value).toContain(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))
    expect(JSON.stringify(made.body)).not.toContain('PRIVATE')
    expect((await app.post(path, { private_key: 'no key' })).status).toBe(422)
    expect((await app.post(path, { domain: 'other.example' })).status).toBe(422)
    expect((await app.post(path, { selector: 'a.b/c' })).status).toBe(422)
  })
})
