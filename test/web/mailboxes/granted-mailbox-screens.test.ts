import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request } from '../../support/doors/campaign-client.ts'
import { insertMailbox } from '../../support/records/outbox-in-hand.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'
import type { Visitor } from '../../support/web/web-visitor.ts'

const EMAIL = 'rui@lumen.example'
let app: TestApp
let authorization: AuthorizationServer
let smtp: ReceivingServer
let maya: Visitor
let mailboxId = 0

beforeAll(async () => {
  authorization = await startAuthorizationServer()
  smtp = await startReceivingServer({ tokens: { mechanisms: ['XOAUTH2'], judge: authorization.book.judge } })
  app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await pool().query(`update api_keys set scopes = scopes || '{operator}'`)
  const { id: clientId, secret: clientSecret } = authorization.client
  await request(app, 'PUT', '/v2/mail-providers/own', {
    client_id: clientId,
    client_secret: clientSecret,
    issuer: authorization.url,
    scopes: ['mail', 'openid', 'email', 'offline_access'],
    smtp: { host: '127.0.0.1', port: smtp.port, security: 'none' },
  })
  maya = await webVisitor(app, { email: 'maya@lumen.example' })
  mailboxId = await insertMailbox(pool(), { email: EMAIL, port: smtp.port })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([authorization.stop(), smtp.stop()])
})

const pool = () => app.context.database.pool
const placeOf = (url: string) => new URL(authorization.visit(url) ?? '')

/** Presses a button that leads to the provider, and returns from there in the same browser. */
async function comeBack(visitor: Visitor, path: string, fields: Record<string, string>) {
  const { html } = await visitor.send(path, fields)
  const { pathname, search } = placeOf(
    (/href="(http[^"]+authorize[^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&'),
  )
  const page = await fetch(`${app.origin}${pathname}${search}`, { headers: { cookie: visitor.cookie } })
  return { text: await page.text(), pathname }
}

test('a mailbox with a password is connected to its provider from the page of its servers, and then has no password', async () => {
  authorization.person = { email: EMAIL, decision: 'approve' }
  const before = await maya.see(`/mailboxes/${mailboxId}/servers`)
  expect(before.html).toContain('Connect with own')
  expect(before.html).toContain('name="smtp_password"')
  const { text, pathname } = await comeBack(maya, `/mailboxes/${mailboxId}/connect`, { provider: 'own' })
  const nonce = /name="nonce" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const done = await fetch(`${app.origin}${pathname}`, {
    method: 'POST',
    headers: { cookie: maya.cookie, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ nonce }),
  })
  expect(done.status).toBe(200)
  const servers = await maya.see(`/mailboxes/${mailboxId}/servers`)
  expect(servers.html).toContain('This mailbox is connected with own')
  expect(servers.html).not.toMatch(/name="(smtp|imap)_(password|username)"|Connect with own/)
  expect((await maya.see(`/mailboxes/${mailboxId}/disconnect`)).html).toContain('returns the permission')
})

test("an ended permission is reported once on its mailbox's page, with its command and how to restore it", async () => {
  const sentence = `own no longer lets Quarry use ${EMAIL}: connect it again with \`quarry mailbox connect ${EMAIL}\`.`
  await pool().query('update mailboxes set problem = $1, imap_problem = $1', [sentence])
  await pool().query(`update mailbox_grants set state = 'needs_consent', problem = $1`, [sentence])
  const { html } = await maya.see(`/mailboxes/${mailboxId}`)
  expect(html.match(/no longer lets Quarry use/g)).toHaveLength(1)
  expect(html).toContain(`<code>quarry mailbox connect ${EMAIL}</code>`)
  expect(html).toContain('<button class="small">Connect again</button>')
})

test('a person who declines at the provider is told so in the language of the screens', async () => {
  authorization.person = { email: EMAIL, decision: 'deny' }
  const jonas = await webVisitor(app, { email: 'jonas@lumen.example', language: 'de' })
  const { text } = await comeBack(jonas, '/mailboxes/connect', { provider: 'own' })
  expect(text).toContain('Sie haben own nicht erlaubt, Quarry Zugang zu geben: Es wurde nichts verbunden.')
})

test('a mailbox that is warming up shows what it may send, and one paused by its provider is not called unhealthy', async () => {
  await pool().query(`update mailboxes set problem = null, imap_problem = null, ramp = 'auto', ramp_cap = 12,
    rest_until = now() + interval '1 hour', rest_reason = 'sender_limit'`)
  expect((await maya.see('/mailboxes')).html).toContain('0 of 12')
  const { html } = await maya.see(`/mailboxes/${mailboxId}`)
  expect(html).toContain('is not accepting more')
  expect(html).not.toContain(`/mailboxes/${mailboxId}/resume`)
})
