import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedUrl, signToken, TEST_MESSAGE_ID } from '../../src/engine/send/signed-link.ts'
import type { SignedLink } from '../../src/engine/send/signed-link.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { request } from '../support/doors/campaign-client.ts'
import { seedMailbox, seedSent, standing } from '../support/mails/sent-mail.ts'
import type { SeededMailbox, SentTo } from '../support/mails/sent-mail.ts'

let app: TestApp
let mailbox: SeededMailbox
let people = 0

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  mailbox = await seedMailbox(app.context, 1)
})
afterAll(() => app[Symbol.asyncDispose]())

const TARGET = 'https://maker.example/price?a=1&b=%20x#part'

async function sentMail(): Promise<SentTo> {
  const sent = await seedSent(app.context, mailbox, `jo${++people}@maker.example`)
  const links = [TARGET, 'javascript:alert(1)', 'https://maker.example/second']
  await app.database.pool.query(
    `insert into message_links (account_id, message_id, position, url)
      select 1, $1, ordinality - 1, url from unnest($2::text[]) with ordinality as given (url, ordinality)`,
    [sent.messageId, links],
  )
  return sent
}

const of = ({ messageId }: SentTo) => ({ accountId: 1, messageId })
const url = (link: SignedLink): string => signedUrl(app.origin, app.context.linkKey, link)
const follow = (link: SignedLink | string, init: RequestInit = {}) =>
  fetch(typeof link === 'string' ? link : url(link), { redirect: 'manual', ...init })

describe('the tracking pixel of an email', () => {
  test('counts the first opening, and is a picture for any client', async () => {
    const sent = await sentMail()
    const answer = await follow({ kind: 'open', ...of(sent) })
    expect([answer.status, answer.headers.get('content-type'), (await answer.bytes()).length]).toEqual([
      200,
      'image/gif',
      42,
    ])
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await standing(app.context, sent)).toMatchObject({
      recipient: 'opened',
      lead: 'opened',
      noted: ['opened'],
      state: 'scheduled',
    })
    await follow({ kind: 'open', ...of(sent) })
    expect(await standing(app.context, sent)).toMatchObject({ noted: ['opened'] })
  })

  test.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
  ])('does not count an opening by a %s with %j', async (method, headers) => {
    const sent = await sentMail()
    expect((await follow({ kind: 'open', ...of(sent) }, { method, headers })).status).toBe(200)
    expect(await standing(app.context, sent)).toMatchObject({ noted: [] })
  })
})

describe('a counted link', () => {
  test('leads to the link in the email, and counts', async () => {
    const sent = await sentMail()
    const answer = await follow({ kind: 'click', ...of(sent), position: 0 })
    expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([302, TARGET, ''])
    expect(await standing(app.context, sent)).toMatchObject({
      recipient: 'clicked',
      lead: 'clicked',
      noted: ['clicked'],
    })
  })

  test('never moves a lead backwards', async () => {
    const sent = await sentMail()
    await follow({ kind: 'click', ...of(sent), position: 2 })
    await follow({ kind: 'open', ...of(sent) })
    expect(await standing(app.context, sent)).toMatchObject({
      recipient: 'clicked',
      lead: 'clicked',
      noted: ['opened', 'clicked'],
    })
  })

  test('leads nowhere else, whatever is requested', async () => {
    const sent = await sentMail()
    const asked = `${url({ kind: 'click', ...of(sent), position: 0 })}?url=https://elsewhere.example&to=//elsewhere.example`
    expect((await follow(asked)).headers.get('location')).toBe(TARGET)
  })

  test('that the email did not contain, or that is not a page, leads nowhere', async () => {
    const sent = await sentMail()
    for (const position of [1, 3, 900])
      expect((await follow({ kind: 'click', ...of(sent), position })).status).toBe(404)
    expect(await standing(app.context, sent)).toMatchObject({ noted: [] })
  })
})

describe('the unsubscribe page', () => {
  test('asks first, and acts when the button is pressed', async () => {
    const [sent, other] = [await sentMail(), await sentMail()]
    const { rows } = await app.database.pool.query<{ email: string }>(
      'select email from campaign_recipients where id = $1',
      [sent.recipientId],
    )
    const again = await seedSent(app.context, mailbox, rows[0]?.email ?? '')
    const link: SignedLink = { kind: 'unsubscribe', ...of(sent) }
    const asking = await follow(link)
    expect([asking.status, await asking.text()]).toEqual([200, expect.stringContaining('<form method="post" ')])
    expect(await standing(app.context, sent)).toMatchObject({ state: 'scheduled', unsubscribed: null })
    const done = await follow(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('You are unsubscribed')])
    const OUT = {
      state: 'stopped',
      stopped_by: 'unsubscribed',
      lead: 'unsubscribed',
      followUp: 'canceled',
      unsubscribed: 'unsubscribed',
    }
    expect(await standing(app.context, sent)).toMatchObject({ ...OUT, noted: ['unsubscribed'] })
    expect(await standing(app.context, again)).toMatchObject({ ...OUT, noted: [] })
    expect(await standing(app.context, other)).toMatchObject({ state: 'scheduled', unsubscribed: null })
    expect((await follow(link, { method: 'POST' })).status).toBe(200)
  })

  test('says what the button does, and only afterwards that it is done', async () => {
    const link: SignedLink = { kind: 'unsubscribe', ...of(await sentMail()) }
    const asking = await (await follow(link)).text()
    expect(asking).toContain('Press the button to stop receiving these emails.')
    expect(asking).not.toContain('You will not')
    expect(await (await follow(link, { method: 'POST' })).text()).toContain('You will not receive any more')
  })

  test.each([
    ['de-AT, en;q=0.5', 'de', 'Abmelden', 'Sie sind abgemeldet'],
    ['fr', 'fr', 'Se désabonner', 'Vous êtes désabonné'],
    ['es-MX', 'es', 'Darse de baja', 'Se ha dado de baja'],
    ['fi, sv;q=0.8', 'en', 'Unsubscribe', 'You are unsubscribed'],
  ])('is in the language of a browser that prefers %s', async (preferred, language, asks, done) => {
    const link: SignedLink = { kind: 'unsubscribe', ...of(await sentMail()) }
    const headers = { 'accept-language': preferred }
    const asking = await follow(link, { headers })
    expect(asking.headers.get('vary')).toMatch(/accept-language/i)
    const html = await asking.text()
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(`<h1>${asks}</h1>`)
    expect(await (await follow(link, { method: 'POST', headers })).text()).toContain(`<h1>${done}</h1>`)
  })

  test('of a test says so, and unsubscribes nobody', async () => {
    const link: SignedLink = { kind: 'unsubscribe', accountId: 1, messageId: TEST_MESSAGE_ID }
    const before = await app.database.pool.query('select 1 from unsubscribes')
    for (const method of ['GET', 'POST']) {
      const answer = await follow(link, { method })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('This email was a test')])
    }
    const after = await app.database.pool.query('select 1 from unsubscribes')
    expect(after.rows.length).toBe(before.rows.length)
    expect((await follow(url(link).slice(0, -1))).status).toBe(404)
  })

  test('is open to those who replied before', async () => {
    const sent = await sentMail()
    await app.database.pool.query(`update leads set sending_status = 'replied' where id = $1`, [sent.leadId])
    await follow({ kind: 'unsubscribe', ...of(sent) }, { method: 'POST' })
    expect(await standing(app.context, sent)).toMatchObject({ lead: 'unsubscribed' })
  })

  test('stays open when campaign, lead and mailbox are removed as far as an account can remove them', async () => {
    const own = await seedMailbox(app.context, 1)
    const sent = await seedSent(app.context, own, `jo${++people}@maker.example`)
    const remove = async (path: string) => (await request(app, 'DELETE', `/v2/${path}`)).status
    expect(await remove(`sequences/${sent.campaignId}`)).toBe(422)
    expect((await request(app, 'POST', `/v2/sequences/${sent.campaignId}/archive`)).status).toBe(200)
    expect(await remove(`sequences/${sent.campaignId}`)).toBe(422)
    expect(await remove(`leads/${sent.leadId}`)).toBe(204)
    expect(await remove(`email-accounts/${own.mailboxId}`)).toBe(204)
    const link: SignedLink = { kind: 'unsubscribe', ...of(sent) }
    expect((await follow(link)).status).toBe(200)
    expect((await follow(link, { method: 'POST' })).status).toBe(200)
    expect(await standing(app.context, sent)).toMatchObject({ unsubscribed: 'unsubscribed', noted: ['unsubscribed'] })
  })
})

describe('a link that Quarry did not make', () => {
  test('says so on a page, and does nothing', async () => {
    const sent = await sentMail()
    const click = signToken(app.context.linkKey, { kind: 'click', ...of(sent), position: 0 })
    const open = signToken(app.context.linkKey, { kind: 'open', ...of(sent) })
    const elsewhere = signToken(app.context.linkKey, {
      kind: 'click',
      accountId: 2,
      messageId: sent.messageId,
      position: 0,
    })
    const otherPosition = click.replace(/-0\./, '-2.')
    const otherMessage = open.replace(/^1-\w+/, '1-1')
    const paths = [
      ...[
        otherPosition,
        elsewhere,
        open,
        click.slice(0, -1),
        `${click}A`,
        'x',
        encodeURIComponent('../../v2/account'),
      ].map((token) => `/t/c/${token}`),
      ...[otherMessage, click, '%00', 'a'.repeat(5_000)].map((token) => `/t/o/${token}`),
      ...[open, click, '1-1.AAAAAAAAAAAAAAAAAAAAAA'].map((token) => `/t/u/${token}`),
    ]
    for (const path of paths) {
      const answer = await follow(app.origin + path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
      expect(await answer.text()).toContain('This link does not work')
    }
    for (const path of paths.slice(-3)) expect((await follow(app.origin + path, { method: 'POST' })).status).toBe(404)
    expect(await standing(app.context, sent)).toMatchObject({ noted: [], state: 'scheduled', unsubscribed: null })
  })

  test('refuses other methods', async () => {
    const sent = await sentMail()
    const refused = await follow({ kind: 'click', ...of(sent), position: 0 }, { method: 'DELETE' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('is not stored or indexed, and does not reveal where its reader came from', async () => {
    const sent = await sentMail()
    for (const kind of ['open', 'unsubscribe'] as const) {
      const { headers } = await follow({ kind, ...of(sent) })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('set-cookie')).toBeNull()
    }
  })

  test('is refused when one client opens too many in a minute', async () => {
    const clock = { now: () => new Date('2026-03-02T09:00:00Z') }
    const env = { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0.0025' }
    await using slow = await startApp({ env, replace: { clock } })
    const statuses = []
    for (let i = 0; i < 8; i += 1) statuses.push((await fetch(`${slow.origin}/t/c/x`)).status)
    expect(statuses.at(0)).toBe(404)
    expect(statuses.at(-1)).toBe(403)
  })
})
