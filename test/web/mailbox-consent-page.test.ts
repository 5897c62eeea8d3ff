import { expect } from 'vitest'
import { startAuthorizationServer } from '../internet/authorization-server.ts'
import { startReceivingServer } from '../internet/receiving-server.ts'
import { startApp } from '../support/app.ts'
import { request } from '../support/doors/campaign-client.ts'
import { mailboxConsents } from '../support/doors/mailbox-consents.ts'
import { openContext } from '../support/web/browser.ts'
import * as checks from '../support/web/browser-checks.ts'
import { browser, browserTest } from '../support/web/use-browser.ts'

const EMAIL = `${'a-department-with-a-long-name.'.repeat(2)}ines@customer-relations.lumen.example`

browserTest(
  'a person returning from a provider on a phone, without scripts, connects the mailbox with one button',
  async () => {
    await using authorization = await startAuthorizationServer()
    const tokens = { mechanisms: ['XOAUTH2'] as const, judge: authorization.book.judge }
    await using smtp = await startReceivingServer({ tokens })
    await using app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' } })
    await app.context.database.pool.query(`update api_keys set scopes = scopes || '{operator}'`)
    const { id: clientId, secret: clientSecret } = authorization.client
    const stored = await request(app, 'PUT', '/v2/mail-providers/own', {
      client_id: clientId,
      client_secret: clientSecret,
      issuer: authorization.url,
      scopes: ['mail', 'openid', 'email', 'offline_access'],
      smtp: { host: '127.0.0.1', port: smtp.port, security: 'none' },
    })
    expect(stored.body.errors).toBeUndefined()
    authorization.person = { email: EMAIL, decision: 'approve' }
    const consents = mailboxConsents(app, authorization, { provider: 'own' })
    const begun = await consents.begin()
    const back = new URL(authorization.visit(begun.authorize_url) ?? '')
    const address = `${app.origin}${back.pathname}${back.search}`

    await using context = await openContext(await browser(), {
      origin: app.origin,
      width: 360,
      script: false,
      language: 'de-DE',
    })
    const page = await context.newPage()
    const complaints = checks.complaints(page)
    const fits = async () => [...(await checks.sidewaysScroll(page)), ...(await checks.smallTargets(page))]
    await page.goto(address)
    const button = page.getByRole('button', { name: 'Erlauben' })
    await button.waitFor()
    expect(await page.getByText(EMAIL).isVisible()).toBe(true)
    expect(await fits()).toEqual([])
    await button.click()
    await page.getByRole('heading', { name: 'verbunden' }).waitFor()
    expect([await fits(), await complaints()]).toEqual([[], []])
    expect(await consents.statusOf(begun)).toMatchObject({ status: 'connected', problem: null })

    // The same address again asks nothing and says so.
    await page.goto(address)
    await page.getByRole('alert').waitFor()
    expect(await fits()).toEqual([])
  },
)
