import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuthorizationServer } from '../internet/authorization-server.ts'
import type { AuthorizationServer } from '../internet/authorization-shape.ts'
import { startImapServer } from '../internet/imap-server.ts'
import type { TestImapServer } from '../internet/imap-server.ts'
import { startReceivingServer } from '../internet/receiving-server.ts'
import type { ReceivingServer } from '../internet/receiving-server.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startChild } from '../support/process/child-quarry.ts'
import { putProvider } from '../support/records/granted-mailbox.ts'

/** A person at a shell connects mailboxes; the test plays the browser by asking the provider where it redirects to. */

let app: TestApp
let provider: AuthorizationServer
let smtp: ReceivingServer
let imap: TestImapServer

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  provider = await startAuthorizationServer({ device: { intervalSeconds: 1 } })
  const tokens = { mechanisms: ['XOAUTH2'] as const, judge: provider.book.judge }
  ;[smtp, imap] = await Promise.all([startReceivingServer({ tokens }), startImapServer({ tokens })])
  await putProvider(app.context, provider, { smtp: smtp.port, imap: imap.port })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([provider.stop(), smtp.stop(), imap.stop()])
})

const CONSENT_PAGE = /^http\S+authorize\S+(?=\n)/m

const env = () => ({
  DATABASE_URL: app.database.connectionString,
  QUARRY_CRAWL: 'off',
  QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
})
const connect = (email: string, ...flags: string[]) => {
  provider.person.email = email
  return startChild('cli.ts', ['mailbox', 'connect', email, '--provider', 'scripted', ...flags], env(), null)
}
const mailboxes = async () => (await app.get('/v2/email-accounts')).body.data as { id: number; email: string }[]

test('a mailbox is connected with a code, and through a local port', async () => {
  const device = connect('rui@lumen.example')
  await expect.poll(() => device.errors()).toContain('enter the code BDWP-HQPK')
  await device.until(/connected\./)
  await device.end()
  const browser = connect('jo@lumen.example', '--browser')
  await expect.poll(() => browser.errors()).toMatch(CONSENT_PAGE)
  const [url = ''] = CONSENT_PAGE.exec(browser.errors()) ?? []
  const back = provider.visit(url) ?? ''
  expect((await fetch(back.replace('/callback', '/'))).status).toBe(404)
  expect(await (await fetch(back)).text()).toContain('Return to the terminal')
  await browser.until(/connected\./)
  await browser.end()
  expect((await mailboxes()).map(({ email }) => email).toSorted()).toEqual(['jo@lumen.example', 'rui@lumen.example'])
})

test("a mailbox is connected without a browser by pasting the address where another machine's browser ended", async () => {
  const shell = connect('ines@lumen.example', '--paste')
  await expect.poll(() => shell.errors()).toMatch(CONSENT_PAGE)
  const [url = ''] = CONSENT_PAGE.exec(shell.errors()) ?? []
  shell.type(provider.visit(url) ?? '')
  await shell.until(/connected\./)
  expect(await shell.end()).toBe(0)
  expect((await mailboxes()).map(({ email }) => email)).toContain('ines@lumen.example')
  const wrong = connect('maya@lumen.example', '--paste')
  await expect.poll(() => wrong.errors()).toMatch(CONSENT_PAGE)
  wrong.type('http://127.0.0.1:8642/callback')
  expect(await wrong.end()).toBe(1)
  expect(wrong.errors()).toContain('Paste the complete address of the page, including code and state.')
  expect((await mailboxes()).map(({ email }) => email)).not.toContain('maya@lumen.example')
})

test('the 103rd mailbox is connected again once, not twice', async () => {
  await app.database.pool.query(
    `insert into mailboxes (account_id, user_id, email, smtp_host, smtp_port, smtp_security)
      select 1, id, 'box' || n || '@lumen.example', '127.0.0.1', 1, 'none' from users, generate_series(1, 101) n
      where account_id = 1`,
  )
  const email = 'zoe@lumen.example'
  for (const time of [1, 2]) {
    const shell = connect(email, '--paste')
    await expect.poll(() => shell.errors()).toMatch(CONSENT_PAGE)
    const [url = ''] = CONSENT_PAGE.exec(shell.errors()) ?? []
    shell.type(provider.visit(url) ?? '')
    expect([time, await shell.end(), shell.errors().includes('already')]).toEqual([time, 0, false])
  }
  const { rows } = await app.database.pool.query('select email from mailboxes where email = $1', [email])
  expect(rows).toEqual([{ email }])
})
