import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { startReceivingServer } from '../internet/receiving-server.ts'
import type { ReceivingServer } from '../internet/receiving-server.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { seedMailbox, writtenCampaign } from '../support/doors/campaign-client.ts'
import { insertMailbox } from '../support/records/outbox-in-hand.ts'
import { openContext } from '../support/web/browser.ts'
import { browser, browserTest } from '../support/web/use-browser.ts'
import { cookiesOf, pagesFrom, webVisitor } from '../support/web/web-visitor.ts'
import type { Page, Visitor } from '../support/web/web-visitor.ts'

const NOW = new Date('2026-03-02T04:00:00.000Z')

let app: TestApp
let server: ReceivingServer
let maya: Visitor
beforeAll(async () => {
  server = await startReceivingServer()
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => NOW } } })
  maya = await webVisitor(app, { email: 'maya@birch.example' })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await server.stop()
})
beforeEach(() => (server.mails.length = 0))

const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.context.database.pool.query<Row>(text, values)).rows
const placeOf = ({ headers }: Page): string => headers.get('location') ?? ''
const draft = async (emails: readonly string[] = []) => {
  const { id } = await writtenCampaign(app)
  if (emails.length > 0) await app.post(`/v2/campaigns/${id}/recipients`, { emails })
  return id
}
const stepsOf = (id: number) =>
  sql<{ id: number; subject: string | null; body: string | null }>(
    'select id, subject, body from campaign_steps where campaign_id = $1 order by step',
    [id],
  )
const hiddenIn = (html: string, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

describe('a campaign on its screens', () => {
  test('is created once, however often its form is sent', async () => {
    const { html } = await maya.see('/campaigns')
    const fields = { name: 'Hello Birch', once: hiddenIn(html, 'once') }
    const answers = [await maya.send('/campaigns', fields), await maya.send('/campaigns', fields)]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(new Set(answers.map(placeOf)).size).toBe(1)
    expect(await sql(`select 1 from campaigns where name = 'Hello Birch'`)).toHaveLength(1)
    expect((await maya.see('/campaigns')).html).toContain('Hello Birch')
  })

  test('previews a first step without a subject as empty, not as a continuation', async () => {
    const made = await app.post('/v2/sequences', { name: 'Empty', email_account_ids: [await seedMailbox(app)] })
    const { id } = made.body.data as { id: number }
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['ana@fir.example'] })
    const { html } = await maya.see(`/campaigns/${id}/write`)
    expect(html).toContain('Nothing has been written yet.')
    expect(html).not.toContain('Re:')
  })

  test('says of a started one whose mailbox is paused that it cannot send, and of a draft that it needs a mailbox', async () => {
    const [id, unstarted] = [await draft(['ana@fir.example']), await draft()]
    await app.post(`/v2/campaigns/${id}/start`, {})
    await sql(`update mailboxes set sending_status = 'paused'`)
    const shown = async (campaign: number) => (await maya.see(`/campaigns/${campaign}/write`)).html
    expect(await shown(unstarted)).toContain('It needs a mailbox before it can start.')
    const started = await shown(id)
    expect(started).toContain('None of this campaign&#39;s mailboxes can send.')
    expect(started).not.toContain('This draft')
    await app.post(`/v2/sequences/${id}/archive`, {})
    expect(await shown(id)).not.toContain('mailboxes can send')
  })

  test('without a mailbox leads to where one is chosen, or connected if there is none', async () => {
    const { accountId } = await createAccount(app.context, 'unlimited')
    const ana = await webVisitor(app, { accountId })
    const path = placeOf(await ana.send('/campaigns', { name: 'Hello' })).replace('/app', '')
    await ana.send(path.replace('write', 'people'), { emails: 'ana@fir.example' })
    expect((await ana.see(path)).html).toContain('<a href="/app/mailboxes/new">Connect a mailbox</a>')
    await seedMailbox(app, { accountId })
    const { html } = await ana.see(path)
    expect(html).toContain(`<a href="/app${path.replace('write', 'schedule')}">Choose a mailbox</a>`)
    const [step] = /action="\/app(\/campaigns\/\d+\/steps\/\d+)/.exec(html)?.slice(1) ?? []
    const part = { 'hx-request': 'true', 'hx-request-type': 'partial', 'hx-target': 'section#preview' }
    const saved = await ana.send(`${step}`, { subject: 'Hi', body: 'Hello', message_format: 'text' }, part)
    expect(saved.html).toContain('once the campaign has a mailbox that can send')
  })

  test('says which tag there is not, in the words of the reader and without the name of a parameter', async () => {
    const id = await draft()
    const hans = await webVisitor(app, { email: 'hans@birch.example', language: 'de' })
    const [step] = await stepsOf(id)
    const path = `/campaigns/${id}/steps/${step?.id}`
    const wrong = { subject: 'Hi {{frist_name}}', body: 'Hello {{colour}}', message_format: 'text' }
    const [one, two] = [await maya.send(path, wrong), await hans.send(path, wrong)]
    expect([one.status, two.status]).toEqual([422, 422])
    expect(one.html).toContain('There is no tag frist_name. Choose one under Insert a tag.')
    expect(two.html).toContain('Den Platzhalter frist_name gibt es nicht.')
    const body = { ...wrong, subject: 'Hi' }
    expect((await maya.send(path, body)).html).toContain('There is no tag colour.')
    for (const { html } of [one, two]) expect(html).not.toContain('subject: ')
  })

  browserTest(
    'keeps typed text when the session has ended, and saves it once its author has signed in again',
    async () => {
      const id = await draft()
      const guest = await webVisitor(app, { email: 'gone@birch.example' })
      const cookies = cookiesOf(guest.cookie)
      await using context = await openContext(await browser(), { origin: app.origin, cookies })
      const page = await context.newPage()
      await page.goto(`/app/campaigns/${id}/write`)
      await sql('update sessions set seen_at = $2 where login_id = $1', [guest.loginId, new Date(0)])
      await page.locator('#body').fill('The last words')
      await page.getByText('Not saved: your session has ended').waitFor()
      expect(await page.locator('#body').inputValue()).toBe('The last words')
      expect((await stepsOf(id))[0]?.body).not.toBe('The last words')
      await sql('update sessions set seen_at = $2 where login_id = $1', [guest.loginId, NOW])
      await page.locator('#body').fill('The last words, and more')
      await page.getByText('Not saved: your session has ended').waitFor({ state: 'detached' })
      expect((await stepsOf(id))[0]?.body).toBe('The last words, and more')
    },
  )

  test('shows a step as a recipient gets it, and saves it with and without a script', async () => {
    await app.post('/v2/leads', { email: 'jane@write.example', first_name: 'Jane' })
    const id = await draft(['jane@write.example'])
    const [step] = await stepsOf(id)
    const path = `/campaigns/${id}/steps/${step?.id}`
    const typed = { subject: 'Lamps', body: 'Hi {{first_name|fallback:"there"}}', message_format: 'text' }
    const plain = await maya.send(path, typed)
    expect([plain.status, placeOf(plain)]).toEqual([303, `/app/campaigns/${id}/write?step=1`])
    const { html } = await maya.see(`/campaigns/${id}/write`)
    expect(html).toContain('Hi Jane')
    const htmx = { 'hx-request': 'true', 'hx-request-type': 'partial', 'hx-target': 'section#preview' }
    const part = await maya.send(path, { ...typed, body: 'Dear {{first_name|fallback:"you"}}' }, htmx)
    expect([part.status, part.html.includes('<html'), part.html.includes('Dear Jane')]).toEqual([200, false, true])
    expect((await stepsOf(id))[0]?.body).toBe('Dear {{first_name|fallback:"you"}}')
    const refused = await maya.send(path, { ...typed, body: 'Dear {{shoe_size}}' }, htmx)
    expect([refused.status, refused.html.includes('shoe_size')]).toEqual([422, true])
    expect((await stepsOf(id))[0]?.body).toBe('Dear {{first_name|fallback:"you"}}')
  })

  test('shows HTML in a document that may do nothing, and that only this screen may frame', async () => {
    const id = await draft(['jane@frame.example'])
    await sql(
      `update campaign_steps set body = '<b>Hi</b><script>alert(1)</script>', message_format = 'html' where campaign_id = $1`,
      [id],
    )
    const page = await maya.see(`/campaigns/${id}/write`)
    expect(page.headers.get('content-security-policy')).toContain(`frame-src 'self'`)
    expect(page.html).toMatch(/<iframe class="mail" sandbox title="[^"]+" src="\/app\/campaigns\/\d+\/mail\?/)
    const mail = await maya.see(`/campaigns/${id}/mail?step=0&as=jane%40frame.example`)
    expect(mail.headers.get('content-security-policy')).toBe(
      `sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'`,
    )
    expect(mail.html).toBe('<b>Hi</b><script>alert(1)</script>')
    expect((await maya.see('/campaigns')).headers.get('content-security-policy')).not.toContain('frame-src')
  })

  test('restores a deleted step', async () => {
    const id = await draft()
    await maya.send(`/campaigns/${id}/steps`, { body: 'A reminder', wait_days: 4 })
    const [, second] = await stepsOf(id)
    await maya.send(`/campaigns/${id}/steps/${second?.id}/delete`, { body: 'A reminder', wait_days: 4 })
    expect(await stepsOf(id)).toHaveLength(1)
    const { html } = await maya.see(`/campaigns/${id}/write`)
    expect(html).toContain(`action="/app/campaigns/${id}/steps"`)
    await maya.send(`/campaigns/${id}/steps`, { body: hiddenIn(html, 'body'), wait_days: hiddenIn(html, 'wait_days') })
    expect((await stepsOf(id))[1]?.body).toBe('A reminder')
  })

  test('sends a test to its user, and to no other address', async () => {
    const mailbox = await insertMailbox(app.context.database.pool, { email: 'anna@test.example', port: server.port })
    const { id } = await writtenCampaign(app, { email_account_ids: [mailbox] })
    const [step] = await stepsOf(id)
    const send = (to: string) => maya.send(`/campaigns/${id}/test`, { to, follow_up_id: step?.id ?? 0, once: to })
    const answers = [
      await send('maya@birch.example'),
      await send('maya@birch.example'),
      await send('jane@other.example'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 422])
    expect(server.mails.map(({ to }) => to)).toEqual([['maya@birch.example']])
  })
})

describe('people of a campaign', () => {
  test('join a draft immediately, or from a list after a confirmation with numbers', async () => {
    const id = await draft()
    const added = await maya.send(`/campaigns/${id}/people`, {
      emails: 'a@people.example\nb@people.example, a@people.example',
    })
    expect([added.status, placeOf(added)]).toEqual([303, `/app/campaigns/${id}/people`])
    const page = await maya.see(`/campaigns/${id}/people`)
    expect(page.html).toContain('2 people added.')
    const list = ((await app.post('/v2/leads_lists', { name: 'Fair' })).body.data as { id: number }).id
    for (const email of ['a@people.example', 'c@people.example'])
      await app.post('/v2/leads/bulk/save', { people: [email], leads_list_id: list })
    const question = await maya.send(`/campaigns/${id}/people`, { leads_list_id: list })
    expect(question.html).toContain('Add 1 person?')
    expect(question.html).toContain('1 person: already in this campaign')
    const fields = { leads_list_id: list, sure: 'yes', expected_count: hiddenIn(question.html, 'expected_count') }
    await app.post('/v2/leads/bulk/save', { people: ['d@people.example'], leads_list_id: list })
    expect((await maya.send(`/campaigns/${id}/people`, fields)).status).toBe(422)
    expect((await maya.send(`/campaigns/${id}/people`, { ...fields, expected_count: 3 })).status).toBe(303)
    expect(await sql('select 1 from campaign_recipients where campaign_id = $1', [id])).toHaveLength(4)
  })

  test('are removed after a confirmation, and can be restored to a draft', async () => {
    const id = await draft(['a@out.example', 'b@out.example'])
    const path = `/campaigns/${id}/people/remove`
    const asked = await maya.send(path, { emails: ['a@out.example', 'b@out.example'] })
    expect(asked.html).toContain('Remove 2 people from this draft?')
    expect(await sql('select 1 from campaign_recipients where campaign_id = $1', [id])).toHaveLength(2)
    await maya.send(path, { emails: ['a@out.example', 'b@out.example'], sure: 'yes' })
    expect(await sql('select 1 from campaign_recipients where campaign_id = $1', [id])).toHaveLength(0)
    const { html } = await maya.see(`/campaigns/${id}/people`)
    await maya.send(`/campaigns/${id}/people`, { emails: hiddenIn(html, 'emails'), sure: 'yes' })
    expect(await sql('select 1 from campaign_recipients where campaign_id = $1', [id])).toHaveLength(2)
  })
})

describe('the start of a campaign', () => {
  test('says what is missing, and where to fix it', async () => {
    const { html } = await maya.see(`/campaigns/${await draft()}/start`)
    expect(html).toContain('It cannot start yet')
    expect(html).toContain('No one is in this campaign yet.')
    expect(html).not.toContain('expected_recipients')
  })

  test('asks with numbers, and sends nothing when they have changed', async () => {
    const id = await draft(['a@start.example', 'b@start.example'])
    const { html } = await maya.see(`/campaigns/${id}/start`)
    expect(html).toContain('Send 2 emails to 2 people, from 1 mailbox, beginning 2 Mar 2026, 09:00?')
    expect(html).toContain(`the links begin with ${app.context.config.origin}, which works only on this machine`)
    const fields = { expected_recipients: hiddenIn(html, 'expected_recipients') }
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['c@start.example'] })
    const refused = await maya.send(`/campaigns/${id}/start`, fields)
    expect([refused.status, refused.html.includes('Send 3 emails to 3 people')]).toEqual([422, true])
    expect(await sql('select status from campaigns where id = $1', [id])).toEqual([{ status: 'draft' }])
    const started = await maya.send(`/campaigns/${id}/start`, { expected_recipients: 3 })
    expect([started.status, placeOf(started)]).toEqual([303, `/app/campaigns/${id}/stats`])
    expect((await maya.see(`/campaigns/${id}/write`)).html).toContain('Pause the campaign to change its steps.')
  })

  test('can be paused, resumed and archived', async () => {
    const id = await draft(['a@pause.example'])
    await maya.send(`/campaigns/${id}/start`, { expected_recipients: 1 })
    const statusAfter = async (place: string) => {
      await maya.send(`/campaigns/${id}/${place}`, {})
      return (await sql<{ status: string }>('select status from campaigns where id = $1', [id]))[0]?.status
    }
    expect(await statusAfter('pause')).toBe('paused')
    expect((await maya.see(`/campaigns/${id}/stats`)).html).toContain(`action="/app/campaigns/${id}/resume"`)
    expect(await statusAfter('resume')).toBe('active')
    expect((await maya.see(`/campaigns/${id}/archive`)).html).toContain(
      '1 scheduled email will be cancelled permanently.',
    )
    expect(await statusAfter('archive')).toBe('archived')
  })

  test('is only for those who may send; readers change nothing and see no buttons', async () => {
    const reader = await webVisitor(app, { role: 'reader' })
    const id = await draft(['a@read.example'])
    const { status, html } = await reader.see(`/campaigns/${id}/write`)
    expect([status, html.includes('textarea'), html.includes('/start')]).toEqual([200, false, false])
    for (const place of ['start', 'pause', 'resume', 'archive', 'schedule', 'people'])
      expect((await reader.send(`/campaigns/${id}/${place}`, { name: 'x' })).status).toBe(403)
    expect((await reader.see(`/campaigns/${id}/start`)).status).toBe(403)
  })
})

test('emails in doubt are sent again or counted as sent', async () => {
  const id = await draft(['a@doubt.example', 'b@doubt.example'])
  await maya.send(`/campaigns/${id}/start`, { expected_recipients: 2 })
  await sql(`update messages set status = 'uncertain', leased_at = now() where campaign_id = $1`, [id])
  const { html } = await maya.see(`/campaigns/${id}/stats`)
  expect(html).toContain('2 emails may or may not have been sent')
  const [first, second] = [...html.matchAll(/messages\/(\d+)\/resend/g)].map(([, message]) => message)
  await maya.send(`/campaigns/${id}/messages/${first}/resend`, {})
  await maya.send(`/campaigns/${id}/messages/${second}/sent`, {})
  const rows = await sql<{ status: string }>('select status from messages where campaign_id = $1', [id])
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['scheduled', 'sent'])
})

test('a schedule is one form; a started campaign keeps what is fixed', async () => {
  const id = await draft(['a@time.example'])
  const other = await seedMailbox(app)
  const fields = {
    name: 'Timed',
    schedule_days: ['1', '3'],
    schedule_time_start: '10:00',
    schedule_time_end: '11:30',
    time_zone: 'Europe/Lisbon',
    email_account_ids: [other],
    add_unsubscribe_link: 'false',
    start_at: '',
  }
  expect((await maya.send(`/campaigns/${id}/schedule`, fields)).status).toBe(303)
  const { body } = await app.get(`/v2/sequences/${id}`)
  expect(body.data).toMatchObject({
    name: 'Timed',
    schedule: { time_start: '10:00', time_end: '11:30', days: [1, 3], start_at: null },
    settings: { add_unsubscribe_link: false },
    email_account_ids: [other],
  })
  const noDays = await maya.send(`/campaigns/${id}/schedule`, { ...fields, schedule_days: [] })
  expect(noDays.status).toBe(422)
  expect(noDays.html).toContain('on one day of the week at least')
  const third = await seedMailbox(app)
  const changes = {
    schedule_days: ['2'],
    email_account_ids: [third],
    schedule_time_end: '09:00',
    tracked: ['false', 'true'],
  }
  const wrong = await maya.send(`/campaigns/${id}/schedule`, { ...fields, ...changes })
  expect([wrong.status, wrong.html.includes('The sending window must start before it ends.')]).toEqual([422, true])
  const ticked = [...wrong.html.matchAll(/name="(\w+)" value="(\w+)" checked/g)].map(
    ([, name, value]) => `${name} ${value}`,
  )
  expect(ticked).toEqual([`email_account_ids ${third}`, 'schedule_days 2', 'tracked true'])
  await maya.send(`/campaigns/${id}/start`, { expected_recipients: 1 })
  expect((await maya.see(`/campaigns/${id}/schedule`)).html).not.toContain('schedule_time_start')
  expect((await maya.send(`/campaigns/${id}/schedule`, { name: 'Renamed' })).status).toBe(303)
})

test('more campaigns than a page shows are found by part of their name, and paged without showing one twice', async () => {
  const add = (names: readonly string[]) =>
    app.database.pool.query(
      `insert into campaigns (account_id, user_id, name, created_at, updated_at)
        select u.account_id, u.id, n.name, now() + n.place * interval '1 ms', now()
        from (select account_id, id from users order by id limit 1) u, unnest($1::text[]) with ordinality n (name, place)`,
      [names],
    )
  const namesIn = (html: string): string[] =>
    Array.from(html.matchAll(/campaigns\/\d+[^"]*"><bdi>([^<]+)/g), ([, name = '']) => name)
  await add(['Quartz in spring', ...Array.from({ length: 120 }, (_, index) => `Row ${index}`)])
  expect(namesIn((await maya.see('/campaigns?query=QUARTZ')).html)).toEqual(['Quartz in spring'])
  expect((await maya.see('/campaigns?query=nowhere')).html).toContain('No name contains this.')
  const pages = await pagesFrom(maya, '/campaigns', (page) => add([`Meanwhile ${page}`]))
  const seen = pages.flatMap(namesIn)
  expect(new Set(seen.filter((name) => name.startsWith('Row '))).size).toBe(120)
  expect(seen.filter((name) => name.startsWith('Row '))).toHaveLength(120)
})
