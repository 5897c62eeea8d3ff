import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startReceivingServer } from '../internet/receiving-server.ts'
import type { ReceivingServer } from '../internet/receiving-server.ts'
import { startInternet } from '../internet/internet.ts'
import type { Internet } from '../internet/internet.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { seedMailbox, writtenCampaign } from '../support/doors/campaign-client.ts'
import { openContext } from '../support/web/browser.ts'
import { browser, browserTest } from '../support/web/use-browser.ts'
import { cookiesOf, webVisitor } from '../support/web/web-visitor.ts'
import type { Page, Visitor } from '../support/web/web-visitor.ts'

let app: TestApp
let internet: Internet
let server: ReceivingServer
let maya: Visitor
beforeAll(async () => {
  server = await startReceivingServer({ login: { username: 'anna@birch.example', password: 'right' } })
  internet = await startInternet({
    sites: [],
    zone: {
      '_dmarc.example': {},
      'birch.example': { mx: [{ exchange: 'mx.birch.example', preference: 1 }], txt: ['v=spf1 -all'] },
    },
  })
  app = await startApp({ internet, env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  maya = await webVisitor(app, { email: 'maya@birch.example' })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await internet.stop()
  await server.stop()
})

const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.context.database.pool.query<Row>(text, values)).rows
const placeOf = ({ headers }: Page): string => headers.get('location') ?? ''
const connection = (password: string) => ({
  email: 'anna@birch.example',
  smtp_host: '127.0.0.1',
  smtp_port: server.port,
  smtp_security: 'none',
  smtp_password: password,
  imap_host: '',
})

describe('mailboxes on their screens', () => {
  test('are connected once their server has been tried, and only once', async () => {
    expect((await maya.see('/mailboxes')).html).toContain('Quarry sends from mailboxes you already have')
    expect((await maya.see('/mailboxes/new?provider=google')).html).toContain('value="smtp.gmail.com"')
    const refused = await maya.send('/mailboxes/new?provider=other', { ...connection('wrong'), once: 'x' })
    expect([
      refused.status,
      refused.html.includes('<a href="#smtp_password">The server for sending (SMTP) refused'),
    ]).toEqual([422, true])
    const lost = await maya.send('/mailboxes/new', {
      ...connection('right'),
      smtp_host: 'mail.nowhere.example',
      once: 'z',
    })
    expect(lost.html).toMatch(/name="smtp_host"[^>]* aria-invalid="true"/)
    expect([refused.html.includes('value="127.0.0.1"'), refused.html.includes('wrong')]).toEqual([true, false])
    const fields = { ...connection('right'), first_name: 'Anna', once: 'y' }
    const answers = [await maya.send('/mailboxes/new', fields), await maya.send('/mailboxes/new', fields)]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(new Set(answers.map(placeOf)).size).toBe(1)
    expect(await sql('select email, first_name from mailboxes')).toEqual([
      { email: 'anna@birch.example', first_name: 'Anna' },
    ])
    const written = await sql<{ action: string }>(`select action from audit_events where action like 'mailbox%'`)
    expect(written).toEqual([{ action: 'mailbox_connected' }])
  })

  test('require a recent sign-in before servers and passwords are shown or changed', async () => {
    const late = await webVisitor(app)
    await sql(`update sessions set confirmed_at = now() - interval '11 minutes' where login_id = $1`, [late.loginId])
    const [{ id } = { id: 0 }] = await sql<{ id: number }>('select id from mailboxes limit 1')
    for (const path of ['/mailboxes/new', `/mailboxes/${id}/servers`]) {
      expect(placeOf(await late.see(path))).toMatch(/^\/app\/confirm\?next=/)
      expect(placeOf(await late.send(path, connection('right')))).toMatch(/^\/app\/confirm\?next=/)
    }
    expect((await late.see(`/mailboxes/${id}/settings`)).status).toBe(200)
  })

  test('show their state, and what DNS says about their domain on request', async () => {
    const [{ id } = { id: 0 }] = await sql<{ id: number }>('select id from mailboxes limit 1')
    const before = internet.questions.length
    const { html } = await maya.see(`/mailboxes/${id}`)
    expect(html).toContain('0 of 200')
    expect(html).toContain('Replies cannot be read: it has no IMAP server.')
    expect(internet.questions).toHaveLength(before)
    const part = await maya.see(`/mailboxes/${id}?dns=ask`, {
      'hx-request': 'true',
      'hx-request-type': 'partial',
      'hx-target': 'section#domain',
    })
    expect(part.html).toContain(
      'Replies to birch.example cannot arrive: mx.birch.example, its mail server, does not exist.',
    )
    expect(part.html).toContain('_dmarc.birch.example')
    expect(part.html).not.toContain('<html')
    expect(part.html).toContain('No receivers have sent reports yet.')
    await sql(
      `with r as (insert into dmarc_reports (account_id, domain, org, report_id, begins_at, ends_at, policy, received_at)
        select account_id, 'birch.example', 'Receiver', 'r1', now() - interval '1 day', now(), '{}', now() from mailboxes
        where id = $1 returning account_id, id)
      insert into dmarc_rows (account_id, report_id, position, source_ip, count, disposition, dkim, spf, header_from, auth)
      select account_id, id, 0, '203.0.113.5'::inet, 8, 'none', 'fail', 'fail', 'birch.example', '[]'::jsonb from r
      union all select account_id, id, 1, '192.0.2.9', 24, 'none', 'pass', 'pass', 'birch.example', '[]'::jsonb from r`,
      [id],
    )
    const reported = await maya.see(`/mailboxes/${id}?dns=ask`)
    expect(reported.html).toContain(
      'In the last 30 days 75% of 32 emails passed, according to 1 report from receivers.',
    )
    expect(reported.html.indexOf('203.0.113.5')).toBeLessThan(reported.html.indexOf('192.0.2.9'))
    await maya.send(`/mailboxes/${id}/dkim`, { once: 'key' })
    expect((await maya.see(`/mailboxes/${id}?dns=ask`)).html).toContain(`quarry${id}._domainkey.birch.example`)
    await maya.send(`/mailboxes/${id}/dkim/remove`, {})
    expect(await sql('select dkim_domain from mailboxes')).toEqual([{ dkim_domain: null }])
  })

  test('are paused and resumed, tested, changed and disconnected', async () => {
    const id = await seedMailbox(app, { email: 'ben@birch.example' })
    const state = async () =>
      (await sql<{ sending_status: string }>('select sending_status from mailboxes where id = $1', [id]))[0]
    await maya.send(`/mailboxes/${id}/pause`, { sending_status: 'paused' })
    expect(await state()).toEqual({ sending_status: 'paused' })
    expect((await maya.see('/mailboxes')).html).toContain('Paused')
    await maya.send(`/mailboxes/${id}/pause`, { sending_status: 'active' })
    await maya.send(`/mailboxes/${id}/test`, {})
    const tested = await maya.see(`/mailboxes/${id}`)
    expect(tested.html).toContain('The server for sending (SMTP) could not be found.')
    const german = await webVisitor(app, { language: 'de' })
    expect((await german.see(`/mailboxes/${id}`)).html).toContain(
      'Der Server zum Senden (SMTP) war gerade nicht zu finden.',
    )
    const hours = {
      own_hours: 'true',
      hours_days: ['1', '2'],
      hours_start: '08:00',
      hours_end: '12:00',
      hours_zone: 'UTC',
    }
    await maya.send(`/mailboxes/${id}/settings`, {
      signature: 'Ben\nBirch',
      daily_limit: 40,
      gap_seconds: 90,
      ...hours,
    })
    expect(await sql('select signature, daily_limit, sending_schedule from mailboxes where id = $1', [id])).toEqual([
      {
        signature: 'Ben\nBirch',
        daily_limit: 40,
        sending_schedule: { days: [1, 2], start_time: '08:00', end_time: '12:00', time_zone: 'UTC' },
      },
    ])
    const night = { ...hours, hours_start: '22:00', hours_end: '06:00' }
    const refused = await maya.send(`/mailboxes/${id}/settings`, night)
    expect([refused.status, refused.html.includes('The hours must start before they end, on the same day.')]).toEqual([
      422,
      true,
    ])
    expect(refused.html).not.toContain('sending_schedule must')
    expect((await maya.see(`/mailboxes/${id}/disconnect`)).html).toContain('Disconnect ben@birch.example?')
    await maya.send(`/mailboxes/${id}/disconnect`, {})
    expect(await sql('select 1 from mailboxes where id = $1', [id])).toEqual([])
  })

  test('show their health and why they are paused, and send again when a user resumes them', async () => {
    const id = await seedMailbox(app, { email: 'cleo@birch.example' })
    const facts = { sign: 'bounces', count: 5, of: 25 }
    await sql(
      `update mailboxes set ramp = 'auto', ramp_cap = 12, ramp_place = 1, band = 'stopped', stops = 1, band_facts = $2,
        rest_until = now() + interval '1 day', rest_reason = 'health' where id = $1`,
      [id, facts],
    )
    const { html } = await maya.see(`/mailboxes/${id}`)
    expect(html).toContain('5 of the last 25 emails went to addresses that do not exist.')
    expect(html).toContain('0 of 12 in 24 hours, 60 in seven days')
    expect(html).toContain('12, 14, 17, 20, 24 per day')
    expect(html).not.toContain('Its provider is not accepting more')
    const german = await webVisitor(app, { language: 'de' })
    const said = (await german.see(`/mailboxes/${id}`)).html
    expect(said).toContain('5 der letzten 25 Mails gingen an Adressen, die es nicht gibt.')
    expect((await maya.see('/mailboxes')).html).toContain('Stopped')
    const resumed = await maya.send(`/mailboxes/${id}/resume`, {})
    expect(placeOf(resumed)).toBe(`/app/mailboxes/${id}`)
    const rest = 'select band, rest_until, rest_reason, sending_status from mailboxes where id = $1'
    const active = { band: 'watch', rest_until: null, rest_reason: null, sending_status: 'active' }
    expect(await sql(rest, [id])).toEqual([active])
    // Resuming a mailbox that waits for a person resumes it completely, by whichever button.
    await sql(
      `update mailboxes set sending_status = 'paused', band = 'stopped', rest_reason = 'health' where id = $1`,
      [id],
    )
    expect((await maya.see(`/mailboxes/${id}`)).html).toContain('It rests until you let it send again.')
    await maya.send(`/mailboxes/${id}/pause`, { sending_status: 'active' })
    expect(await sql(rest, [id])).toEqual([active])
    await maya.send(`/mailboxes/${id}/settings`, { daily_limit: 40, gap_seconds: 60, weekly_limit: 90, ramp: 'true' })
    expect((await maya.see(`/mailboxes/${id}`)).html).toContain('0 of 12 in 24 hours, 90 in seven days')
  })

  test('send a proof email to another mailbox that is read', async () => {
    const id = await seedMailbox(app, { email: 'finn@birch.example' })
    const other = await seedMailbox(app, { email: 'gail@elm.example' })
    await sql(`update mailboxes set imap_host = '127.0.0.1', imap_port = 1, imap_security = 'none' where id = $1`, [
      other,
    ])
    expect((await maya.see(`/mailboxes/${id}`)).html).toContain('<option value="gail@elm.example"')
    const refused = await maya.send(`/mailboxes/${id}/proof`, { to: 'ben@elsewhere.example', once: 'p' })
    expect([refused.status, refused.html.includes('only be sent to another mailbox of your account')]).toEqual([
      422,
      true,
    ])
  })

  test('are only for those who may write', async () => {
    const reader = await webVisitor(app, { role: 'reader' })
    const [{ id } = { id: 0 }] = await sql<{ id: number }>('select id from mailboxes limit 1')
    const { html, status } = await reader.see(`/mailboxes/${id}`)
    expect([status, html.includes('/servers'), html.includes('/pause')]).toEqual([200, false, false])
    for (const place of ['pause', 'test', 'settings', 'servers', 'dkim', 'disconnect'])
      expect((await reader.send(`/mailboxes/${id}/${place}`, {})).status).toBe(403)
  })
})

test('a campaign says whom it holds back and why it stopped, and its start page what prevents it', async () => {
  const mailbox = await seedMailbox(app, { email: 'dora@oak.example' })
  const { id } = await writtenCampaign(app, { name: 'Oak', email_account_ids: [mailbox] })
  await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['a@crowd.example', 'b@crowd.example'] })
  await sql(`update campaigns set gate = 'gate', brake = true where id = $1`, [id])
  await sql(
    `insert into sending_domains (account_id, domain, state, findings, next_check_at) values (1, 'oak.example', 'not_ready', $1, now())`,
    [
      JSON.stringify([
        { code: 'spf.none', seenAt: '2026-03-01T00:00:00.000Z', details: { domain: 'oak.example' }, record: null },
      ]),
    ],
  )
  const question = await maya.see(`/campaigns/${id}/start`)
  expect(question.html).toContain('2 not verified yet')
  expect(question.html).toMatch(/of 2 emails/)
  expect(question.html).toContain('oak.example does not say which servers may send for it')
  const german = await webVisitor(app, { language: 'de' })
  expect((await german.see(`/campaigns/${id}/start`)).html).toContain('oak.example nennt keine Server')
  expect(placeOf(await maya.send('/mailboxes/guard', { strict: 'true' }))).toBe('/app/mailboxes')
  const refused = await maya.send(`/campaigns/${id}/start`, { expected_recipients: 2 })
  expect([refused.status, refused.html.includes('does not say which servers')]).toEqual([422, true])
  expect((await german.see(`/campaigns/${id}/start`)).html).toContain('oak.example nennt keine Server')
  await maya.send('/mailboxes/guard', {})
  expect((await app.get('/v2/account/guard')).body.data).toEqual({ guard: 'warn' })
  expect((await maya.send(`/campaigns/${id}/start`, { expected_recipients: 2 })).status).toBe(303)
  await sql(`update messages set held_by = 'accept_all' where campaign_id = $1`, [id])
  const facts = {
    sent: 9,
    bounced: 3,
    of: 9,
    verdicts: [
      { verdict: 'accept_all', count: 3 },
      { verdict: 'none', count: 1 },
    ],
  }
  await sql(`update campaigns set status = 'paused', pause_reason = 'bounces', pause_facts = $2 where id = $1`, [
    id,
    facts,
  ])
  const { html } = await maya.see(`/campaigns/${id}/stats`)
  expect(html).toContain('2 people wait for a first email')
  expect(html).toContain('2 at servers that accept everything')
  expect(html).toContain('After 9 emails: 3 of the last 9 went to addresses that do not exist.')
  expect(html).toContain('75 % Accepts all'.replace(' %', '%'))
  expect((await german.see(`/campaigns/${id}/stats`)).html).toContain('Diese Kampagne wurde automatisch angehalten')
})

describe('answers on their screen', () => {
  test('can be marked as done, reopened, given a note, and no longer written to', async () => {
    const { id } = await writtenCampaign(app, { name: 'Hello Birch', email_account_ids: [await seedMailbox(app)] })
    await app.post('/v2/leads', { email: 'jane@elm.example', first_name: 'Jane', last_name: 'Rivers' })
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['jane@elm.example'] })
    await app.post(`/v2/campaigns/${id}/start`, {})
    expect((await maya.see('/answers/events')).html).toContain('No answers yet.')
    await sql(
      `update messages set status = 'sent', subject = 'Lamps?', sent_at = now(), replied_at = now() where campaign_id = $1`,
      [id],
    )
    const { html } = await maya.see('/answers/events?kind=answered')
    expect(html).toContain('Jane Rivers')
    expect(html).toContain('href="mailto:jane@elm.example?subject=Re%3A%20Lamps%3F"')
    const message = /\/app\/answers\/(\d+)\/mark/.exec(html)?.[1] ?? ''
    const path = `/answers/${message}`
    const done = await maya.send(`${path}/mark?kind=answered`, { answer_kind: 'answered', done: 'true' })
    expect(placeOf(done)).toBe('/app/answers/events?kind=answered')
    const after = await maya.see('/answers/events?kind=answered')
    expect([after.html.includes('Jane Rivers'), after.html.includes('Undo')]).toEqual([false, true])
    await maya.send(`${path}/mark`, { answer_kind: 'answered', done: 'false' })
    const note = {
      answer_kind: 'answered',
      note_field: `note-${message}-answered`,
      [`note-${message}-answered`]: 'Call',
    }
    await maya.send(`${path}/mark`, note)
    const long = await maya.send(`${path}/mark`, { ...note, [note.note_field]: `${'x'.repeat(2_000)} to the end` })
    expect([long.status, long.html.includes(' to the end</textarea')]).toEqual([422, true])
    expect((await maya.see('/answers/events')).html).toContain('<bdi>Call</bdi>')
    await maya.send(`${path}/never-write`, { email: 'jane@elm.example' })
    expect(await sql('select email, reason from unsubscribes')).toEqual([
      { email: 'jane@elm.example', reason: 'manual' },
    ])
    expect((await maya.see('/answers/events')).html).toContain('You chose never to write to them.')
    await maya.send(`${path}/may-write`, { email: 'jane@elm.example' })
    expect(await sql('select 1 from unsubscribes')).toEqual([])
    const reader = await webVisitor(app, { role: 'reader' })
    expect((await reader.see('/answers/events')).html).not.toContain('/mark')
  })
})

browserTest('on a phone, each mailbox is a card: nothing has to be scrolled sideways', async () => {
  const context = await openContext(await browser(), {
    origin: app.origin,
    cookies: cookiesOf(maya.cookie),
    width: 360,
  })
  const page = await context.newPage()
  await page.goto('/app/mailboxes')
  const [hidden] = await page
    .locator('.table')
    .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
  expect(hidden).toBe(0)
  expect(await page.locator('td[data-label]').first().isVisible()).toBe(true)
  await context.close()
})
