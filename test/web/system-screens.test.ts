import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptInvitation } from '../../src/core/accounts/accept-invitation.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { writtenCampaign } from '../support/doors/campaign-client.ts'
import { openContext } from '../support/web/browser.ts'
import { browser, browserTest } from '../support/web/use-browser.ts'
import { cookiesOf, webVisitor } from '../support/web/web-visitor.ts'
import type { Visitor } from '../support/web/web-visitor.ts'

let app: TestApp
let olga: Visitor
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
  olga = await webVisitor(app, { operator: true, email: 'olga@elm.example' })
})
afterAll(() => app[Symbol.asyncDispose]())

describe('the system screens', () => {
  test("appear at once; the doctor's report is requested separately", async () => {
    const { html } = await olga.see('/system')
    expect(html).toContain('id="doctor"')
    expect(html).not.toContain('PostgreSQL')
    const part = await olga.see('/system', {
      'hx-request': 'true',
      'hx-request-type': 'partial',
      'hx-target': 'div#doctor',
    })
    expect(part.html).toContain('PostgreSQL')
    expect(part.html).not.toContain('<!doctype')
  })

  browserTest('reserve no space for the doctor if no script requests it', async () => {
    const cookies = cookiesOf(olga.cookie)
    const context = await openContext(await browser(), { origin: app.origin, cookies, script: false, width: 360 })
    const page = await context.newPage()
    await page.goto('/app/system')
    const box = await page.locator('#doctor').boundingBox()
    const button = await page.getByText('Check now').boundingBox()
    expect(box?.height).toBeLessThan(2 * (button?.height ?? 0))
    await context.close()
  })

  test('open an account by a link for its first owner, and suspend and resume it', async () => {
    const made = await olga.send('/system/accounts/new', {
      name: 'Birch Works',
      email: 'maya@birch.example',
      plan: 'starter',
      once: 'one-account',
    })
    const code = /\/app\/join#(qi_[\w-]+)/.exec(made.html)?.[1] ?? ''
    const login = `insert into logins (email) values ('maya@birch.example') returning id`
    const loginId = (await app.database.pool.query<{ id: number }>(login)).rows[0]?.id ?? 0
    const { accountId, role } = await acceptInvitation(app.context, code, async () => loginId)
    expect(role).toBe('owner')
    const maya = await webVisitor(app, { accountId })
    await olga.send(`/system/accounts/${accountId}/suspended`, { suspended: 'true' })
    expect((await olga.see('/system/accounts')).html).toContain('Suspended')
    expect((await maya.see('/settings/usage')).status).toBe(429)
    await olga.send(`/system/accounts/${accountId}/suspended`, { suspended: 'false' })
    expect((await maya.see('/settings/usage')).status).toBe(200)
  })

  test('take a site out of the queue by an opt-out until it is lifted', async () => {
    const ask = () => olga.send('/system/crawls/new', { domain: 'fir.example' })
    expect((await ask()).status).toBe(303)
    expect((await olga.see('/system/crawls?status=queued')).html).toContain('fir.example')
    await olga.send('/system/opt-outs/new', { email: '', domain: 'fir.example', reason: 'asked by phone' })
    expect((await olga.see('/system/opt-outs')).html).toContain('asked by phone')
    expect((await olga.see('/system/crawls')).html).not.toContain('fir.example</bdi>')
    expect((await ask()).status).toBe(422)
    await olga.send('/system/opt-outs/lift', { email: '', domain: 'fir.example' })
    expect((await ask()).status).toBe(303)
    const log = (await olga.see('/settings/audit')).html
    expect(log).toContain('lifted an opt-out')
  })

  test('list what people asked accounts for, until an opt-out of the address grants it', async () => {
    const email = 'rui@larch.example'
    await app.post('/v2/people/forget', { email, reason: 'asked <i>by letter</i>' })
    const shown = (await olga.see('/system/opt-outs')).html
    expect(shown).toContain('Requests to accounts: 1 waits')
    expect(shown).toContain('asked &lt;i&gt;by letter&lt;/i&gt;')
    expect(shown).not.toContain(email)
    await olga.send('/system/opt-outs/new', { email, domain: '', reason: '' })
    expect((await olga.see('/system/opt-outs')).html).toContain('>Requests to accounts<')
  })

  test('do not let the last operator give up that right', async () => {
    expect((await olga.send('/system/operators/end', { email: 'olga@elm.example' })).status).toBe(422)
    expect((await olga.see('/system')).status).toBe(200)
  })

  test('ask before the right to operate ends, and lead whoever ends their own to where it is not needed', async () => {
    const pia = await webVisitor(app, { operator: true, email: 'pia@elm.example' })
    const link = '/system/operators/end?email=pia%40elm.example'
    const list = (await olga.see('/system/operators')).html
    expect(list).toContain(`href="/app${link}"`)
    expect((await olga.see(link)).html).toContain('End the right of pia@elm.example?')
    for (const other of ['', '?email=nobody%40elm.example'])
      expect((await olga.see(`/system/operators/end${other}`)).html).toContain(
        'Nobody with this address is an operator.',
      )
    expect((await pia.see('/system')).status).toBe(200)
    const ended = await pia.send('/system/operators/end', { email: 'pia@elm.example' })
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/app'])
    expect((await pia.see('/system')).status).toBe(403)
  })

  test('name states in the language of the reader', async () => {
    const { id, email_account_ids: boxes } = await writtenCampaign(app)
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['ana@fir.example'] })
    await app.database.pool.query(
      `insert into messages (account_id, campaign_id, recipient_id, step, mailbox_id, status, due_at)
       select account_id, campaign_id, id, 0, $2, 'uncertain', now() from campaign_recipients where campaign_id = $1`,
      [id, boxes[0]],
    )
    const klaus = await webVisitor(app, { operator: true, language: 'de' })
    expect((await klaus.see('/system')).html).toContain('vielleicht gesendet 1')
  })
})

test('the keyboard shortcuts are shown to everybody', async () => {
  const reader = await webVisitor(app, { role: 'reader' })
  expect((await reader.see('/help/keys')).html).toContain('<kbd>/</kbd>')
  expect((await reader.see('/system')).status).toBe(403)
})
