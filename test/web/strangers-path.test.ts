import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { startInternet } from '../internet/internet.ts'
import { mailboxes } from '../internet/mail-script.ts'
import { startMailServers } from '../internet/mail-server.ts'
import { LUMENWORKS_PEOPLE, lumenworksSites } from '../internet/sites/lumenworks.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { openContext } from '../support/web/browser.ts'
import { keyboard, MOST_CLICKS, pointer, STRANGERS_WAYS, walkStrangersPath } from '../support/web/strangers-path.ts'
import { browser, browserTest, hasBrowser } from '../support/web/use-browser.ts'
import { cookiesOf, webVisitor } from '../support/web/web-visitor.ts'

const DOMAIN = 'lumenworks.test'

/** Starts a company with a site and a mail server that knows everybody named there. */
async function startCompany() {
  const locals = LUMENWORKS_PEOPLE.map(({ email }) => email.slice(0, email.indexOf('@')))
  const mail = await startMailServers([{ name: `mx.${DOMAIN}`, script: { rcpt: mailboxes(...locals) } }])
  const internet = await startInternet({
    sites: lumenworksSites,
    zone: {
      [DOMAIN]: { mx: [{ exchange: `mx.${DOMAIN}`, preference: 10 }] },
      [`mx.${DOMAIN}`]: { a: [mail.servers[0]?.address ?? ''] },
    },
  })
  const app = await startApp({
    internet,
    env: {
      QUARRY_SMTP_PORT: String(mail.port),
      QUARRY_SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
      QUARRY_SMTP_HELO: 'quarry.studio.test',
      QUARRY_RATE_LIMIT_FACTOR: '0',
    },
  })
  return {
    app,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]()
      await Promise.all([internet.stop(), mail[Symbol.asyncDispose]()])
    },
  }
}

/** Checks that the draft has the people, and that the list of this account has the same ones. */
async function expectResult(app: TestApp, accountId: number, draft: string): Promise<void> {
  const text = `select (select count(*) from campaign_recipients where account_id = $1 and campaign_id = $2) as drafted,
      (select count(*) from leads_list_members m join leads_lists l on l.account_id = m.account_id and l.id = m.leads_list_id
        where m.account_id = $1 and l.name = 'Lumen') as saved`
  const { rows } = await app.database.pool.query<{ drafted: number; saved: number }>(text, [
    accountId,
    /\d+/.exec(draft)?.[0],
  ])
  const { drafted = 0, saved = 0 } = rows[0] ?? {}
  expect(saved).toBe(drafted)
  expect(saved).toBeGreaterThanOrEqual(5)
}

describe('a first-time user gets from a domain to five people in a draft', () => {
  let company: Awaited<ReturnType<typeof startCompany>>
  beforeAll(async () => {
    if (hasBrowser) company = await startCompany()
  })
  afterAll(() => company?.[Symbol.asyncDispose]())

  // The first way begins while the site is being read; the others find its results.
  for (const [way, { tick, clicks, ...look }] of Object.entries(STRANGERS_WAYS))
    browserTest(way, async () => {
      const { app } = company
      const { accountId } = await createAccount(app.context, 'unlimited')
      const { cookie } = await webVisitor(app, { accountId })
      const { keys, ...settings } = { keys: false, ...look }
      const context = await openContext(await browser(), {
        origin: app.origin,
        cookies: cookiesOf(cookie),
        ...settings,
      })
      const page = await context.newPage()
      const hands = keys ? keyboard(page) : pointer()
      const draft = await walkStrangersPath(page, hands, { domain: DOMAIN, list: 'Lumen', tick })
      await context.close()
      expect(hands.presses()).toBe(clicks)
      expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
      await expectResult(app, accountId, draft)
    })
})
