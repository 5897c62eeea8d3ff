import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { emptyTables } from '../../support/records/empty-tables.ts'
import { insertGrantedMailbox, putProvider } from '../../support/records/granted-mailbox.ts'
import { handClock, insertCampaign, insertMailbox } from '../../support/records/outbox-in-hand.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'
import type { Visitor } from '../../support/web/web-visitor.ts'

const START = '2026-03-02T09:00:00Z'
const clock = handClock(START)
let app: TestApp
let provider: AuthorizationServer
let server: ReceivingServer
let maya: Visitor

beforeAll(async () => {
  provider = await startAuthorizationServer({ clock })
  const judge = () => ({ status: '400' })
  server = await startReceivingServer({ clock, tokens: { mechanisms: ['XOAUTH2'], judge } })
  app = await startApp({ env: { QUARRY_ROLE: 'server' }, replace: { clock } })
  maya = await webVisitor(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([provider.stop(), server.stop()])
})
beforeEach(async () => {
  clock.set(START)
  provider.script = null
  await emptyTables(app.context.database, 'campaigns', 'mailboxes', 'leads')
  app.context.keptTokens.forget()
  await putProvider(app.context, provider, { smtp: server.port })
})

const pool = () => app.context.database.pool

async function granted(ageSeconds: number): Promise<number> {
  const ports = { smtp: server.port }
  const id = await insertGrantedMailbox(app.context, provider, { email: 'rui@lumen.example', ports, ageSeconds })
  await insertCampaign(pool(), { mailboxIds: [id], recipients: 1, dueAt: clock.now() })
  return id
}

async function toldToModels(): Promise<unknown> {
  const params = { name: 'get_account', arguments: { include: ['mailboxes'] } }
  const { body } = await app.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const { result } = body as { result?: { structuredContent: { data: { included: { mailboxes: unknown[] } } } } }
  return result?.structuredContent.data.included.mailboxes[0]
}

test('a mailbox whose provider issues no tokens does not work once its last token has expired, wherever it is shown', async () => {
  const id = await granted(3_600 - 60)
  provider.script = () => ({ status: 503, body: { error: 'temporarily_unavailable' } })
  await sendDueMessages(app.context)
  expect(await toldToModels()).toMatchObject({ problem: null })
  clock.advance(DAY_MS)
  expect(await sendDueMessages(app.context)).toBe(0)
  const problem = 'scripted is not issuing tokens right now: Quarry will retry automatically.'
  expect(await toldToModels()).toMatchObject({ state: 'problem', problem })
  for (const path of ['/mailboxes', `/mailboxes/${id}`]) {
    const { html } = await maya.see(path)
    expect(html).toContain(problem)
    expect(html).toContain('Does not work')
  }
})

test('a mailbox whose fresh token is refused is not said to have reached the limit of its provider', async () => {
  const id = await granted(0)
  await sendDueMessages(app.context)
  const { html } = await maya.see(`/mailboxes/${id}`)
  expect(html).toContain('rejects a newly issued token')
  expect(html).not.toContain('not accepting more mail')
})

test('a mailbox that is excluded from warm-up is not called healthy, because nothing judges it', async () => {
  const id = await insertMailbox(pool(), { port: server.port })
  const page = async () => (await maya.see(`/mailboxes/${id}`)).html
  expect(await page()).not.toContain('Healthy')
  expect(await page()).toContain('excluded from warm-up')
  expect(await toldToModels()).toMatchObject({ health: null })
  await pool().query(`update mailboxes set ramp = 'auto'`)
  expect(await page()).toContain('Healthy')
  expect(await toldToModels()).toMatchObject({ health: 'healthy' })
})
