import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyRecipients } from '../../../src/core/guard/verify-recipients.ts'
import { watchHealth } from '../../../src/core/guard/watch-health.ts'
import { sendNotices } from '../../../src/core/notices/send-notices.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { insertCampaign, insertMailbox } from '../../support/records/outbox-in-hand.ts'
import { sendingInHand } from '../../support/records/sending-in-hand.ts'

const START = '2026-03-02T09:00:00Z' // a Monday
const sending = sendingInHand({
  start: START,
  tables: [
    'unsubscribes',
    'verifications',
    'recipient_domains',
    'notices',
    'conversations',
    'send_outcomes',
    'webhooks',
  ],
})
const { clock, says, pool, send, rowsOf } = sending

beforeEach(async () => {
  await pool().query('update users set login_id = null, told_by_mail = true; delete from logins')
})

const NO_SUCH_USER = '550 5.1.1 No such user'

interface Seed {
  recipients?: number
  mailbox?: string
  campaign?: string
  /** Whether each recipient is at a different company. */
  apart?: boolean
}

/** @param seed.mailbox and seed.campaign are SQL assignments. */
async function guarded({ recipients = 3, mailbox = '', campaign = '', apart = false }: Seed) {
  const mailboxId = await insertMailbox(pool(), { port: sending.server.port, dailyLimit: 200 })
  const id = await insertCampaign(pool(), { mailboxIds: [mailboxId], recipients, dueAt: clock.now() })
  if (mailbox !== '') await pool().query(`update mailboxes set ${mailbox}`)
  if (campaign !== '') await pool().query(`update campaigns set ${campaign}`)
  if (apart) await pool().query(`update campaign_recipients set email = 'r' || id || '@company' || id || '.example'`)
  return { mailboxId, id }
}

const verdict = (email: string, status: string) =>
  pool().query(
    `insert into verifications (domain, value, status, outcome, checked_at, fresh_until)
      values (split_part($1, '@', 2), $1, $2, '{"smtpCheck": true}', $3, $3)
      on conflict (domain, value) do update set status = excluded.status, checked_at = excluded.checked_at`,
    [email, status, clock.now()],
  )

/**
 * A draft with two recipients and the gate on.
 * @returns the path that starts it
 */
async function draft({ context }: TestApp, allow: string[]): Promise<string> {
  const { pool: own } = context.database
  const email = `m${(drafts += 1)}@lumen.example`
  const mailboxId = await insertMailbox(own, { port: sending.server.port, email })
  const id = await insertCampaign(own, { mailboxIds: [mailboxId], recipients: 2, dueAt: clock.now() })
  await own.query('delete from messages where campaign_id = $1', [id])
  await own.query(`update campaigns set gate = 'gate', status = 'draft', allow = $2, started_at = null where id = $1`, [
    id,
    allow,
  ])
  await own.query(`update campaign_recipients set state = 'waiting' where campaign_id = $1`, [id])
  return `/v2/campaigns/${id}/start`
}
let drafts = 0

const heldReasons = async () =>
  (await rowsOf('select held_by from messages where held_by is not null order by id')).map(({ held_by }) => held_by)

describe('a mailbox that is warming up', () => {
  test('sends 10 emails in its first 24 hours and 12 in the next, whatever its campaigns plan', async () => {
    await guarded({ recipients: 40, mailbox: `ramp = 'auto'` })
    expect(await send()).toBe(10)
    clock.advance(23 * HOUR_MS)
    expect(await send()).toBe(0)
    clock.advance(HOUR_MS + 2 * MINUTE_MS)
    expect(await send()).toBe(12)
    expect(await rowsOf('select ramp_place, ramp_cap, ramp_on::text from mailboxes')).toEqual([
      { ramp_place: 1, ramp_cap: 12, ramp_on: '2026-03-03' },
    ])
  })

  test('counts human replies towards what it may send', async () => {
    const { mailboxId } = await guarded({ recipients: 20, mailbox: `ramp = 'auto'` })
    await pool().query(
      `with talk as (insert into conversations (account_id, mailbox_id, email, last_at, last_direction)
          values (1, $1, 'jo@maker.example', $2, 'out') returning id)
        insert into mails (account_id, conversation_id, mailbox_id, direction, dedupe, at, kept_at, status, leased_at)
        select 1, talk.id, $1, 'out', sha256(n::text::bytea), $2, $2, 'sent', $2 from talk, generate_series(1, 4) n`,
      [mailboxId, clock.now()],
    )
    expect(await send()).toBe(6)
    const shown = { cap: 10, weekly_cap: 50, sent_24_hours: 10 }
    expect((await sending.app.get(`/v2/email-accounts/${mailboxId}/health`)).body.data).toMatchObject(shown)
    expect((await sending.app.get(`/v2/email-accounts/${mailboxId}/usage`)).body.data).toMatchObject({
      sent_today: 10,
      daily_limit: 200,
      available: 0,
    })
  })

  test('shows that its provider accepts no more for now, and a limit of seven full days if it is excluded', async () => {
    says.rcpt = () => '550 5.4.5 Daily user sending limit exceeded'
    const { mailboxId } = await guarded({ recipients: 2 })
    await send()
    expect((await sending.app.get(`/v2/email-accounts/${mailboxId}/health`)).body.data).toMatchObject({
      band: 'healthy',
      cap: 200,
      weekly_cap: 1_400,
      rest_until: '2026-03-02T10:00:00.000Z',
      rest_reason: 'sender_limit',
    })
    clock.advance(HOUR_MS)
    expect((await sending.app.get(`/v2/email-accounts/${mailboxId}/health`)).body.data).toMatchObject({
      rest_reason: null,
    })
  })

  test('keeps its limit for seven days', async () => {
    await guarded({ recipients: 9, mailbox: `weekly_limit = 4` })
    expect(await send()).toBe(4)
    clock.advance(6 * DAY_MS)
    expect(await send()).toBe(0)
    clock.advance(DAY_MS + 2 * MINUTE_MS)
    expect(await send()).toBe(4)
  })

  test('pauses for a day when too much bounces and is then watched, and a person can end the pause early', async () => {
    says.rcpt = () => NO_SUCH_USER
    const { mailboxId } = await guarded({ recipients: 20, mailbox: `ramp = 'auto'`, apart: true })
    await send()
    expect(await rowsOf('select band, stops, rest_reason, rest_until from mailboxes')).toEqual([
      { band: 'stopped', stops: 1, rest_reason: 'health', rest_until: new Date('2026-03-03T09:00:00Z') },
    ])
    expect(await rowsOf(`select count(*)::int as refused from messages where failure_kind = 'address'`)).toEqual([
      { refused: 5 },
    ])
    const { body } = await sending.app.get(`/v2/email-accounts/${mailboxId}/health`)
    expect(body.data).toMatchObject({
      band: 'stopped',
      reason: '5 of the last 5 emails went to addresses that do not exist.',
      rest_until: '2026-03-03T09:00:00.000Z',
      windows: { last_25: { bounced: 5 } },
      cap: 10,
      plan: { next: [10, 12, 14, 17, 20] },
    })
    const shown = async () => (await sending.app.get(`/v2/email-accounts/${mailboxId}`)).body.meta
    const health = { band: 'stopped', rest_until: '2026-03-03T09:00:00.000Z', rest_reason: 'health' }
    expect(await shown()).toMatchObject({ connection: { health } })
    const account = await sending.app.get('/v2/account?include=mailboxes')
    expect(account.body.data).toMatchObject({
      included: { mailboxes: [{ id: mailboxId, state: 'rests', health: 'stopped', cap: 10 }] },
    })
    clock.advance(DAY_MS)
    await watchHealth(sending.app.context)
    expect(await rowsOf('select band, rest_until from mailboxes')).toEqual([{ band: 'watch', rest_until: null }])
    expect(await shown()).toMatchObject({ connection: { health: { band: 'watch', rest_until: null } } })
    clock.advance(2 * MINUTE_MS)
    await send()
    expect(await rowsOf('select band, stops, rest_until from mailboxes')).toEqual([
      { band: 'stopped', stops: 2, rest_until: new Date('2026-03-06T09:02:00Z') },
    ])
    const resumed = await sending.app.post(`/v2/email-accounts/${mailboxId}/resume`, {})
    expect(resumed.body.data).toMatchObject({ band: 'watch', rest_until: null, windows: { last_25: { bounced: 0 } } })
  })
})

describe('a campaign with a gate', () => {
  test('writes to valid addresses, never to invalid ones, and holds the others until they are allowed', async () => {
    const { id } = await guarded({ recipients: 5, campaign: `gate = 'gate'` })
    await verdict('r1@crowd.example', 'valid')
    await verdict('r2@crowd.example', 'invalid')
    await verdict('r3@crowd.example', 'accept_all')
    await verdict('r4@crowd.example', 'unknown')
    expect(await send()).toBe(1)
    expect(await heldReasons()).toEqual(['accept_all', 'unknown', 'unverified'])
    expect(await rowsOf(`select r.email, r.stopped_by from campaign_recipients r where state = 'stopped'`)).toEqual([
      { email: 'r2@crowd.example', stopped_by: 'invalid' },
    ])
    const path = `/v2/sequences/${id}/settings`
    const headers = { 'x-api-key': sending.app.key, 'content-type': 'application/json' }
    const allow = (words: string[]) =>
      fetch(sending.app.origin + path, { method: 'PUT', headers, body: JSON.stringify({ allow: words }) })
    const consent = await allow(['accept_all', 'unverified'])
    expect(consent.status).toBe(200)
    expect((await sending.app.get(path)).body.meta).toMatchObject({
      guard: { gate: 'gate', allow: ['accept_all', 'unverified'], max_verdict_days: 30, send_to_former: false },
    })
    expect(await send()).toBe(2)
    expect(await heldReasons()).toEqual(['unknown'])
    expect((await allow([])).status).toBe(200)
    expect((await sending.app.get(path)).body.meta).toMatchObject({ guard: { allow: [] } })
    expect(sending.server.mails.map(({ to }) => to[0])).toEqual([
      'r1@crowd.example',
      'r3@crowd.example',
      'r5@crowd.example',
    ])
  })

  test('says when started what it has to allow where mail servers cannot be asked', async () => {
    const nobody: ZoneEntry = { a: ['127.0.99.1'] }
    const dns = await startDnsServer(new Map([['mx.gmail.com', nobody]]))
    await using closed = await startApp({
      env: { QUARRY_ROLE: 'server', QUARRY_DNS_SERVERS: dns.address },
      replace: { clock },
    })
    const note = expect.stringContaining('only if the campaign allows unverified') as string
    const started = await closed.post(await draft(closed, []), {})
    expect(started.body.meta).toMatchObject({ held: { unverifiable: 2 }, note })
    const consents = await closed.post(await draft(closed, ['unverified']), {})
    expect(consents.body.meta).toMatchObject({ held: {} })
    expect(consents.body.meta).not.toHaveProperty('note')
    await dns.stop()
    // If this process cannot know it, the workers report it after their first attempt.
    expect((await sending.app.post(await draft(sending.app, []), {})).body.meta).toMatchObject({
      held: { unverified: 2 },
    })
    await pool().query(`update messages set held_by = 'unverifiable'`)
    expect((await sending.app.post(await draft(sending.app, []), {})).body.meta).toMatchObject({
      held: { unverifiable: 2 },
      note,
    })
  })

  test.each([
    ['false', ['r2@crowd.example'], 'left_company'],
    ['true', ['r1@crowd.example', 'r2@crowd.example'], null],
  ])('with send_to_former %s writes to %j when the first has left', async (isSent, to, stoppedBy) => {
    const campaign = `gate = 'gate', allow = '{unverified}', send_to_former = ${isSent}`
    const { id } = await guarded({ recipients: 2, campaign })
    await pool().query(
      `insert into addresses (domain, value, type, confidence, sources_count, visible, affiliation, found_on, last_seen_on)
        values ('crowd.example', 'r1@crowd.example', 'personal', 90, 1, true, 'former', '2026-02-01', '2026-02-01')`,
    )
    await verifyRecipients(sending.app.context, AbortSignal.abort())
    expect(await heldReasons()).toEqual([])
    await send()
    clock.advance(HOUR_MS)
    await send()
    expect(sending.server.mails.map((mail) => mail.to[0])).toEqual(to)
    const recipients = await rowsOf(
      'select stopped_by, sending_status is null as untold from campaign_recipients order by id',
    )
    expect(recipients[0]).toEqual({ stopped_by: stoppedBy, untold: stoppedBy !== null })
    const check = await sending.app.get(`/v2/sequences/${id}/check`)
    expect(check.body.data).toMatchObject({
      no_mail: stoppedBy === null ? [] : [{ reason: stoppedBy, recipients: 1 }],
    })
    await pool().query('delete from addresses')
  })

  test('releases recipients with a good verdict, and stops those who became invalid between planning and sending', async () => {
    await guarded({ recipients: 2, campaign: `gate = 'gate'` })
    await verifyRecipients(sending.app.context, AbortSignal.abort())
    expect(await heldReasons()).toEqual(['unverified', 'unverified'])
    expect(await send()).toBe(0)
    await verdict('r1@crowd.example', 'valid')
    await verdict('r2@crowd.example', 'invalid')
    await verifyRecipients(sending.app.context, AbortSignal.abort())
    expect(await send()).toBe(1)
    expect(await rowsOf(`select status, verdict, verdict_at from messages order by id`)).toEqual([
      { status: 'sent', verdict: 'valid', verdict_at: new Date(START) },
      { status: 'canceled', verdict: null, verdict_at: null },
    ])
  })
})

test('mail to a domain known to bounce a lot is held, whatever the campaign allows', async () => {
  await guarded({ recipients: 2, campaign: `gate = 'gate', allow = '{accept_all}'`, apart: true })
  await verdict('r1@company1.example', 'accept_all')
  await verdict('r2@company2.example', 'accept_all')
  await pool().query(
    `insert into send_outcomes (account_id, level, verdict, key, evidence, n, b, recent_n, recent_b, updated_at)
      values (1, 'domain', 'accept_all', 'company2.example', 'pattern', 40, 20, 0, 0, $1)`,
    [clock.now()],
  )
  await verifyRecipients(sending.app.context, AbortSignal.abort())
  expect(await heldReasons()).toEqual(['risk'])
  expect(await send()).toBe(1)
  expect(sending.server.mails.map(({ to }) => to[0])).toEqual(['r1@company1.example'])
})

describe('a campaign with a brake', () => {
  test('sends three of its first emails, and waits three minutes for their outcome', async () => {
    await guarded({ recipients: 30, campaign: 'brake = true', apart: true })
    expect(await send()).toBe(3)
    clock.advance(2 * MINUTE_MS)
    expect(await send()).toBe(0)
    clock.advance(MINUTE_MS)
    expect(await send()).toBe(3)
  })

  test('pauses at the third address that does not exist, says why, and notifies its owner', async () => {
    says.rcpt = () => NO_SUCH_USER
    await pool().query(`update users set email = 'ines@lumen.example' where account_id = 1`)
    const { id } = await guarded({ recipients: 30, campaign: 'brake = true', apart: true })
    await send()
    expect(await rowsOf('select status, pause_reason from campaigns')).toEqual([
      { status: 'paused', pause_reason: 'bounces' },
    ])
    expect(await rowsOf(`select count(*)::int as refused from messages where failure_kind = 'address'`)).toEqual([
      { refused: 3 },
    ])
    const { body } = await sending.app.get(`/v2/sequences/${id}`)
    expect(body.meta).toMatchObject({
      guard: {
        brakes: true,
        pause: {
          reason: 'bounces',
          sentence:
            'Paused after 3 emails: 3 of the last 3 went to addresses that do not exist. Of its recipients: 100 % unverified. Verify the list again before you resume it.',
        },
      },
    })
    expect(await rowsOf('select subject from notices')).toEqual([{ subject: 'Paused: Lamps' }])
    expect((await sending.app.post(`/v2/sequences/${id}/resume`, {})).status).toBe(200)
    expect(await rowsOf('select status, pause_reason, brake_since from campaigns')).toEqual([
      { status: 'active', pause_reason: null, brake_since: new Date(START) },
    ])
  })

  test.each(['notices', 'webhook_deliveries'])(
    'reports its pause even if %s cannot be written at first',
    async (table) => {
      says.rcpt = () => NO_SUCH_USER
      await pool().query(`update users set email = 'ines@lumen.example' where account_id = 1`)
      await pool().query(`insert into webhooks (account_id, target_url, event, secret_sealed, created_at)
      values (1, 'https://hooks.example/', 'sequence.paused', '', now())`)
      await guarded({ recipients: 30, campaign: 'brake = true', apart: true })
      await pool().query(
        `create function no_row() returns trigger language plpgsql as 'begin raise exception ''the disk is full''; end'`,
      )
      await pool().query(`create trigger no_row before insert on ${table} execute function no_row()`)
      await send().catch(() => undefined)
      await watchHealth(sending.app.context).catch(() => undefined)
      expect(await rowsOf('select status from campaigns')).toEqual([{ status: 'active' }])
      await pool().query('drop function no_row cascade')
      await watchHealth(sending.app.context)
      expect(await rowsOf('select status, pause_reason from campaigns')).toEqual([
        { status: 'paused', pause_reason: 'bounces' },
      ])
      expect(await rowsOf('select subject from notices')).toEqual([{ subject: 'Paused: Lamps' }])
      expect(await rowsOf('select event from webhook_deliveries')).toEqual([{ event: 'sequence.paused' }])
    },
  )

  test('writes to a company every ten minutes, and to at most five of its people a day', async () => {
    await guarded({ recipients: 7, campaign: 'brake = true' })
    const sent: number[] = []
    for (let turn = 0; turn < 7; turn++) {
      sent.push(await send())
      clock.advance(10 * MINUTE_MS)
    }
    expect(sent).toEqual([1, 1, 1, 1, 1, 0, 0])
    clock.advance(DAY_MS)
    expect(await send()).toBe(1)
  })

  test('writes to one address at most twice in seven days, together with all campaigns of the account', async () => {
    for (let campaign = 0; campaign < 3; campaign++)
      await insertCampaign(pool(), {
        mailboxIds: [await insertMailbox(pool(), { port: sending.server.port, email: `box${campaign}@lumen.example` })],
        recipients: 1,
        dueAt: clock.now(),
      })
    await pool().query('update campaigns set brake = true')
    for (let turn = 0; turn < 6; turn++) {
      await send()
      clock.advance(10 * MINUTE_MS)
    }
    expect(sending.server.mails).toHaveLength(2)
    clock.advance(7 * DAY_MS)
    await send()
    expect(sending.server.mails).toHaveLength(3)
  })
})

test('the owner is notified of a pause once, from a working mailbox', async () => {
  says.rcpt = (to) => (to.endsWith('@lumen.example') ? '250 Ok' : NO_SUCH_USER)
  await pool().query(`update users set email = 'ines@lumen.example' where account_id = 1`)
  await guarded({ recipients: 30, campaign: 'brake = true', apart: true })
  await send()
  await sendNotices(sending.app.context)
  await sendNotices(sending.app.context)
  expect(sending.server.mails.map(({ to }) => to[0])).toEqual(['ines@lumen.example'])
  expect(sending.server.mails[0]?.raw).toContain('Paused: Lamps')
  await pool()
    .query(`with login as (insert into logins (email, language) values ('rui@lumen.example', 'de') returning id)
    update users set login_id = login.id from login where account_id = 1`)
  await pool().query(`update campaigns set status = 'active'`)
  clock.advance(MINUTE_MS)
  await watchHealth(sending.app.context)
  await sendNotices(sending.app.context)
  const { subject, text } = await PostalMime.parse(sending.server.mails[1]?.raw ?? '')
  expect(subject).toBe('Angehalten: Lamps')
  expect(text).toMatch(/gingen an Adressen, die es nicht gibt\. Ihre Empfänger: 100 % nicht geprüft\./)
  expect(text).toContain('Solche Mails schalten Sie in Ihrem Profil ab')
  await pool().query(`update users set told_by_mail = false; update campaigns set status = 'active'`)
  clock.advance(MINUTE_MS)
  await watchHealth(sending.app.context)
  expect(await rowsOf('select status from campaigns')).toEqual([{ status: 'paused' }])
  expect(await rowsOf('select id from notices')).toEqual([])
})
