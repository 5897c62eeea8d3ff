import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request, writtenCampaign } from '../../support/doors/campaign-client.ts'

const NOW = new Date('2026-03-02T04:00:00.000Z')

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => NOW } } })
})
afterAll(() => app[Symbol.asyncDispose]())

const sql = (text: string, values: unknown[] = []) => app.context.database.pool.query(text, values)
const recipientsPath = (id: number) => `/v2/campaigns/${id}/recipients`
const add = (id: number, body: unknown) => app.post(recipientsPath(id), body)
const listed = async (id: number, query = '') =>
  ((await app.get(`${recipientsPath(id)}${query}`)).body.data as { recipients: Record<string, unknown>[] }).recipients
const addresses = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `p${from + i}@makers.example`)
const firstError = ({ status, body }: Awaited<ReturnType<typeof add>>) => [
  status,
  body.errors?.[0]?.id,
  body.errors?.[0]?.details,
]

describe('recipients', () => {
  test('are added once; the answer says who is skipped and why', async () => {
    const { id } = await writtenCampaign(app)
    await add(id, { emails: 'jo@example.net' })
    const { status, body } = await add(id, { emails: ['Ines.Calder@example.org', 'jo@example.net'] })
    expect([status, JSON.stringify(body)]).toEqual([
      201,
      JSON.stringify({
        data: { recipients_added: 1, skipped_recipients: [{ email: 'jo@example.net', reason: 'duplicate' }] },
        meta: { params: { emails: ['ines.calder@example.org', 'jo@example.net'] } },
      }),
    ])
    expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ recipients_count: 2, status: 'draft' })
  })

  test('are listed oldest first with the details of their leads', async () => {
    const { id } = await writtenCampaign(app)
    const lead = await app.post('/v2/leads', { email: 'rui@lumen.example', first_name: 'Rui', company: 'Lumen' })
    const leadId = (lead.body.data as { id: number }).id
    await add(id, { lead_ids: [leadId], emails: 'b@lumen.example,rui@lumen.example' })
    const [first, second] = await listed(id)
    expect(JSON.stringify(second)).toBe(
      JSON.stringify({
        email: 'rui@lumen.example',
        first_name: 'Rui',
        last_name: null,
        position: null,
        company: 'Lumen',
        website: null,
        sending_status: null,
        lead_id: leadId,
      }),
    )
    expect(first).toMatchObject({ email: 'b@lumen.example', first_name: null })
    expect(first?.['lead_id']).not.toBeNull()
    await request(app, 'DELETE', `/v2/leads/${leadId}`)
    expect((await listed(id, '?limit=1&offset=1'))[0]).toMatchObject({ email: 'rui@lumen.example', lead_id: null })
  })

  test('who are not yet leads become leads in the newest list', async () => {
    const list = await app.post('/v2/leads_lists', { name: 'Newest of all' })
    const { id } = await writtenCampaign(app)
    await add(id, { emails: ['new1@makers.example', 'new2@makers.example'] })
    const { rows } = await sql(
      `select l.email, l.source, m.leads_list_id from leads l left join leads_list_members m on m.lead_id = l.id
       where l.email like 'new_@makers.example' order by 1`,
    )
    const leads_list_id = (list.body.data as { id: number }).id
    expect(rows).toEqual([
      { email: 'new1@makers.example', source: 'Campaign', leads_list_id },
      { email: 'new2@makers.example', source: 'Campaign', leads_list_id },
    ])
  })

  test('who become leads are reported once', async () => {
    const hook = await app.post('/v2/webhooks', {
      target_url: 'https://hooks.example.org/quarry',
      event: 'lead.created',
    })
    const { id: hookId } = hook.body.data as { id: number }
    const { id } = await writtenCampaign(app)
    await add(id, { emails: ['told@makers.example'] })
    const other = await writtenCampaign(app)
    await add(other.id, { emails: ['told@makers.example'] })
    const { rows } = await sql(`select payload::jsonb #>> '{data,lead,email}' as email from webhook_deliveries`)
    expect(rows).toEqual([{ email: 'told@makers.example' }])
    await request(app, 'DELETE', `/v2/webhooks/${hookId}`)
  })

  test('are skipped for the first reason that applies', async () => {
    const { id } = await writtenCampaign(app)
    const emails = ['claimed', 'unsubscribed', 'bounced', 'was-bounced', 'invalid', 'was-invalid', 'fine'].map(
      (name) => `${name}@reasons.example`,
    )
    await app.post('/v2/leads', { email: 'was-bounced@reasons.example' })
    await sql(`update leads set sending_status = 'bounced' where email = 'was-bounced@reasons.example'`)
    await addOptout(app.context, 'claimed@reasons.example', null)
    await sql(
      `insert into unsubscribes (account_id, email, reason) values (1, 'unsubscribed@reasons.example', 'unsubscribed'),
        (1, 'bounced@reasons.example', 'bounced'), (1, 'claimed@reasons.example', 'bounced')`,
    )
    const verdict = (name: string, days: number) =>
      sql(
        `insert into verifications (domain, value, status, outcome, checked_at, fresh_until)
         values ('reasons.example', $1, 'invalid', '{}', $2, $2)`,
        [`${name}@reasons.example`, new Date(NOW.getTime() - days * DAY_MS)],
      )
    await verdict('invalid', 89)
    await verdict('was-invalid', 91)
    await verdict('unsubscribed', 1)
    const { body } = await add(id, { emails })
    expect(body.data).toEqual({
      recipients_added: 2,
      skipped_recipients: [
        { email: 'claimed@reasons.example', reason: 'claimed' },
        { email: 'unsubscribed@reasons.example', reason: 'unsubscribed' },
        { email: 'bounced@reasons.example', reason: 'bounced' },
        { email: 'was-bounced@reasons.example', reason: 'bounced' },
        { email: 'invalid@reasons.example', reason: 'invalid' },
      ],
    })
    const leads = await sql(`select email from leads where email like '%@reasons.example' order by 1`)
    expect(leads.rows).toHaveLength(3)
  })

  test('may be pasted with invisible characters around and inside them', async () => {
    const { id } = await writtenCampaign(app)
    const pasted = ['\u202apasted1@makers.example\u202c', 'past\u00aded2@makers.example\u200b']
    expect((await add(id, { emails: pasted })).body.data).toMatchObject({ recipients_added: 2 })
    const known = await sql(`select email from leads where email like 'pasted%' order by 1`)
    expect(known.rows).toEqual([{ email: 'pasted1@makers.example' }, { email: 'pasted2@makers.example' }])
  })

  test('are all refused if one is wrong', async () => {
    const { id } = await writtenCampaign(app)
    expect(firstError(await add(id, {}))).toEqual([400, 'wrong_params', 'Send emails or lead_ids.'])
    expect(firstError(await add(id, { emails: ['a@makers.example', 'nobody'] }))).toEqual([
      400,
      'invalid_email',
      'nobody is not a valid email address.',
    ])
    expect(firstError(await add(id, { emails: addresses(51) }))).toEqual([
      400,
      'wrong_params',
      'emails accepts at most 50 items.',
    ])
    const ids = Array.from({ length: 51 }, (_, i) => i + 1)
    expect(firstError(await add(id, { lead_ids: ids }))[2]).toBe('lead_ids accepts at most 50 items.')
    expect(firstError(await add(id, { emails: 'a@makers.example', lead_ids: [999_999] }))).toEqual([
      422,
      'validation_failed',
      'lead_ids 999999 does not exist.',
    ])
    expect(firstError(await add(999_999, { emails: 'a@makers.example' }))[0]).toBe(404)
    expect(await listed(id)).toEqual([])
  })

  test('may be repeated in one call', async () => {
    const { id } = await writtenCampaign(app)
    const { body } = await add(id, {
      emails: [...addresses(40, 100), ...addresses(40, 100)].map((a) => a.toUpperCase()),
    })
    expect(body.data).toEqual({ recipients_added: 40, skipped_recipients: [] })
  })
})

describe('a start', () => {
  test('schedules every message for every recipient, and reports it once', async () => {
    const { id } = await writtenCampaign(app, { steps: 3 })
    await add(id, { emails: addresses(12, 200) })
    const start = () => app.post(`/v2/campaigns/${id}/start`, {})
    const { status, body } = await start()
    expect([status, JSON.stringify(body)]).toEqual([
      200,
      JSON.stringify({
        data: {
          message: '36 emails scheduled for sending. Sending begins on 2026-03-02 at 09:00 UTC.',
          recipients_count: 12,
        },
        meta: {},
      }),
    ])
    const { rows } = await sql(
      `select step, count(*), min(due_at) from messages where campaign_id = $1 group by 1 order by 1`,
      [id],
    )
    expect(rows).toEqual([
      { step: 0, count: 12, min: new Date('2026-03-02T09:00:00Z') },
      { step: 1, count: 12, min: new Date('2026-03-05T09:00:00Z') },
      { step: 2, count: 12, min: new Date('2026-03-09T09:00:00Z') },
    ])
    expect((await start()).body.data).toEqual({ message: 'Sequence already started.', recipients_count: 12 })
    expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ status: 'active', started: true })
    expect(new Set((await listed(id)).map(({ sending_status }) => sending_status))).toEqual(new Set(['pending']))
    const lead = await app.get('/v2/leads?email=p200@makers.example')
    expect((lead.body.data as { leads: { sending_status: string }[] }).leads[0]?.sending_status).toBe('pending')
  })

  test('waits for its date', async () => {
    const { id } = await writtenCampaign(app, { start_at: '2026-03-10', time_zone: 'Asia/Tokyo' })
    await add(id, { emails: 'later@makers.example' })
    const { body } = await app.post(`/v2/sequences/${id}/start`, {})
    expect(body.data).toMatchObject({
      message: '1 email scheduled for sending. Sending begins on 2026-03-10 at 00:00 UTC.',
    })
    expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ status: 'planned', started: true })
  })

  test('needs recipients, texts, a mailbox and a date', async () => {
    const refused = async (id: number) => firstError(await app.post(`/v2/campaigns/${id}/start`, {}))
    const nobody = await writtenCampaign(app)
    expect(await refused(nobody.id)).toEqual([
      422,
      'validation_failed',
      'A campaign needs at least one recipient to start.',
    ])
    const wordless = await app.post('/v2/sequences', { name: 'Empty' })
    const emptyId = (wordless.body.data as { id: number }).id
    await add(emptyId, { emails: 'a@makers.example' })
    expect((await refused(emptyId))[2]).toBe('Step 0 needs a subject.')
    await app.post(`/v2/sequences/${emptyId}/steps`, {})
    const { body } = await app.get(`/v2/sequences/${emptyId}/steps`)
    const [opening, second] = (body.data as { follow_ups: { id: number }[] }).follow_ups
    const write = (step: { id: number } | undefined, content: unknown) =>
      request(app, 'PUT', `/v2/sequences/${emptyId}/steps/${step?.id}`, content)
    await write(opening, { subject: 'Hello', body: 'Good day' })
    expect((await refused(emptyId))[2]).toBe('Step 1 needs a body.')
    await write(second, { body: 'Again' })
    expect((await refused(emptyId))[2]).toBe('A campaign needs a connected mailbox.')
    const paused = await writtenCampaign(app)
    await add(paused.id, { emails: 'a@makers.example' })
    await sql(`update mailboxes set sending_status = 'paused' where id = any($1)`, [paused.email_account_ids])
    expect((await refused(paused.id))[2]).toBe('A campaign needs a connected mailbox.')
    const never = await writtenCampaign(app)
    await add(never.id, { emails: 'a@makers.example' })
    await sql(`update campaigns set schedule_days = '{}' where id = $1`, [never.id])
    expect((await refused(never.id))[2]).toBe('A campaign needs at least one day of the week to send on.')
    const abroad = await writtenCampaign(app, { time_zone: 'Europe/Lisbon', time_start: '09:00', time_end: '17:00' })
    await add(abroad.id, { emails: 'a@makers.example' })
    const hours = { days: [1, 2, 3, 4, 5], start_time: '09:00', end_time: '11:00', time_zone: 'Asia/Tokyo' }
    const [mailboxId] = abroad.email_account_ids
    const setHours = (schedule: unknown) =>
      request(app, 'PUT', `/v2/email-accounts/${mailboxId}`, { sending_schedule: schedule })
    expect((await setHours(hours)).status).toBe(200)
    expect((await refused(abroad.id))[2]).toBe(
      'The hours of the campaign and those of its mailboxes never overlap: change the former, or sending_schedule of a mailbox.',
    )
    const { body: checked } = await app.get(`/v2/sequences/${abroad.id}/check`)
    expect(checked.data).toMatchObject({ ready: false, problems: [{ problem: 'no_common_hours' }] })
    await setHours({ ...hours, end_time: '18:00' })
    expect((await app.get(`/v2/sequences/${abroad.id}/check`)).body.data).toMatchObject({ ready: true })
    expect((await app.get(`/v2/sequences/${never.id}`)).body.data).toMatchObject({ status: 'draft' })
  })
})

describe('cancelling', () => {
  test('cancels scheduled messages and nothing else', async () => {
    const { id } = await writtenCampaign(app, { steps: 3 })
    await add(id, { emails: ['jo@cancel.example', 'al@cancel.example'] })
    await app.post(`/v2/campaigns/${id}/start`, {})
    const cancel = (body: unknown) => request(app, 'DELETE', recipientsPath(id), body)
    const { status, body } = await cancel({ emails: ['nobody@cancel.example', 'Jo@cancel.example'] })
    expect([status, JSON.stringify(body)]).toEqual([
      200,
      JSON.stringify({
        data: { recipients_canceled: ['jo@cancel.example'], messages_canceled: 3 },
        meta: { params: { emails: ['nobody@cancel.example', 'jo@cancel.example'] }, recipients_removed: [] },
      }),
    ])
    expect((await cancel({ email: 'jo@cancel.example' })).body.data).toEqual({
      recipients_canceled: [],
      messages_canceled: 0,
    })
    expect(firstError(await cancel({}))).toEqual([400, 'wrong_params', 'The emails parameter is missing.'])
    expect(firstError(await cancel({ emails: ['al@cancel.example', 'x'] }))[1]).toBe('invalid_email')
    expect(await listed(id)).toHaveLength(2)
    const one = await request(app, 'DELETE', `${recipientsPath(id)}/al@cancel.example`)
    expect(one.body.data).toEqual({ recipients_canceled: ['al@cancel.example'], messages_canceled: 3 })
    expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ status: 'completed' })
  })

  test('leaves nobody pending to whom nothing will be sent', async () => {
    const statusOf = async (email: string) => {
      const { body } = await app.get(`/v2/leads?email=${email}`)
      return (body.data as { leads: { sending_status: string | null }[] }).leads[0]?.sending_status
    }
    const started = async (...emails: string[]) => {
      const { id } = await writtenCampaign(app)
      await add(id, { emails })
      await app.post(`/v2/campaigns/${id}/start`, {})
      return id
    }
    const [both, one, gone] = ['both@idle.example', 'one@idle.example', 'gone@idle.example']
    const first = await started(both, one, gone)
    const second = await started(both)
    await request(app, 'DELETE', recipientsPath(first), { emails: [both, one] })
    await app.post('/v2/unsubscribes', { email: gone })
    expect((await listed(first)).map(({ sending_status }) => sending_status)).toEqual([null, null, null])
    expect(await Promise.all([both, one, gone].map(statusOf))).toEqual(['pending', null, null])
    await request(app, 'POST', `/v2/sequences/${second}/archive`, {})
    expect(await statusOf(both)).toBe(null)
  })

  test('removes a recipient from a draft, and says so', async () => {
    const { id } = await writtenCampaign(app)
    await add(id, { emails: ['a@kept.example', 'b@kept.example'] })
    const emails = ['nobody@kept.example', 'a@kept.example']
    const { status, body } = await request(app, 'DELETE', recipientsPath(id), { emails })
    expect([status, body]).toEqual([
      200,
      {
        data: { recipients_canceled: [], messages_canceled: 0 },
        meta: { params: { emails }, recipients_removed: ['a@kept.example'] },
      },
    ])
    expect((await listed(id)).map(({ email }) => email)).toEqual(['b@kept.example'])
    expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ recipients_count: 1 })
    const again = await add(id, { emails: ['a@kept.example'] })
    expect(again.body.data).toEqual({ recipients_added: 1, skipped_recipients: [] })
    await request(app, 'DELETE', recipientsPath(id), { emails: 'a@kept.example' })
    expect((await app.post(`/v2/campaigns/${id}/start`, {})).body.data).toMatchObject({ recipients_count: 1 })
    const running = await request(app, 'DELETE', recipientsPath(id), { emails: 'b@kept.example' })
    expect(running.body).toMatchObject({
      data: { recipients_canceled: ['b@kept.example'], messages_canceled: 1 },
      meta: { recipients_removed: [] },
    })
    expect(await listed(id)).toHaveLength(1)
  })
})
