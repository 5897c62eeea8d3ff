import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { insertGrantedMailbox, putProvider } from '../../support/records/granted-mailbox.ts'
import { handClock, insertCampaign } from '../../support/records/outbox-in-hand.ts'
import { emptyTables } from '../../support/records/empty-tables.ts'

/** Token endpoints that do not answer as the RFC requires: mail waits for them, and nothing breaks or leaks. */

const START = '2026-03-02T09:00:00Z'
const EMAIL = 'rui@lumen.example'
const clock = handClock(START)
let app: TestApp
let provider: AuthorizationServer
let smtp: ReceivingServer
let answer: (response: ServerResponse) => unknown = () => undefined
/** Requests that followed a redirect. */
let strayed = 0

const endpoint = createServer((request, response) => {
  request.resume()
  if (request.url === '/inside') strayed += 1
  else answer(response)
})
const urlOf = (path: string) => `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}${path}`

beforeAll(async () => {
  endpoint.listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  provider = await startAuthorizationServer({ clock })
  smtp = await startReceivingServer({ clock, tokens: { mechanisms: ['XOAUTH2'], judge: () => 'good' } })
  app = await startApp({ env: { QUARRY_ROLE: 'server' }, replace: { clock } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  endpoint.closeAllConnections()
  await Promise.all([provider.stop(), smtp.stop(), once(endpoint.close(), 'close')])
})
beforeEach(async () => {
  clock.set(START)
  strayed = 0
  smtp.mails.length = 0
  await emptyTables(app.context.database, 'campaigns', 'mailboxes', 'leads')
  app.context.keptTokens.forget()
  await putProvider(app.context, provider, { smtp: smtp.port })
  await pool().query('update mail_providers set token_url = $1', [urlOf('/token')])
  const id = await insertGrantedMailbox(app.context, provider, {
    email: EMAIL,
    ports: { smtp: smtp.port },
    ageSeconds: 3_600,
  })
  await insertCampaign(pool(), { mailboxIds: [id], recipients: 1, dueAt: clock.now() })
})

const pool = () => app.context.database.pool
const rowsOf = async (text: string) => (await pool().query<Record<string, unknown>>(text)).rows
const json = (body: unknown) => bytes(JSON.stringify(body), { 'content-type': 'application/json' })
const bytes = (body: string | Buffer, headers: Record<string, string> = {}) => {
  return (response: ServerResponse) => response.writeHead(200, headers).end(body)
}
const TOKEN = { access_token: 'a-fresh-token', token_type: 'Bearer' }

test.each<[string, (response: ServerResponse) => unknown]>([
  ['a page', bytes('<!doctype html><h1>Sign in</h1>', { 'content-type': 'text/html' })],
  ['two megabytes', json({ ...TOKEN, more: 'x'.repeat(2_000_000) })],
  [
    'a bomb',
    bytes(gzipSync(JSON.stringify({ ...TOKEN, more: ' '.repeat(20_000_000) })), { 'content-encoding': 'gzip' }),
  ],
  ['lists in lists', bytes('['.repeat(30_000))],
  ['a list', json([TOKEN])],
  ['null', json(null)],
  ['a number for a token', json({ ...TOKEN, access_token: 5 })],
  ['a token of 20,000 letters', json({ ...TOKEN, access_token: 'x'.repeat(20_000) })],
  ['a token of two lines', json({ ...TOKEN, access_token: 'a\r\nRCPT TO:<eve@else.example>\u0001host=else' })],
  ['an error that is none', json({ error: { code: 'invalid_grant' } })],
  ['a way inside', (response) => response.writeHead(302, { location: urlOf('/inside') }).end()],
  ['a way inside that keeps the question', (response) => response.writeHead(307, { location: urlOf('/inside') }).end()],
  ['headers without end', (response) => response.writeHead(200, { 'x-more': 'x'.repeat(60_000) }).end('{}')],
  [
    'half an answer',
    (response) => response.writeHead(200, { 'content-length': '100' }).write('{') && response.destroy(),
  ],
])('%s makes mail wait, and the request is repeated', async (_, says) => {
  answer = says
  expect(await sendDueMessages(app.context)).toBe(0)
  expect(await rowsOf('select state, generation::int from mailbox_grants')).toEqual([
    { state: 'failing', generation: 1 },
  ])
  expect(await rowsOf('select problem from mailboxes')).toEqual([{ problem: null }])
  expect(await rowsOf('select status, attempts from messages')).toEqual([{ status: 'scheduled', attempts: 0 }])
  expect(strayed).toBe(0)
  answer = json(TOKEN)
  clock.advance(6_000)
  expect(await sendDueMessages(app.context)).toBe(1)
})

test.each<[string, Record<string, unknown>]>([
  ['scopes with NUL', { scope: 'mail \u0000 em\u0000ail' }],
  ['a thousand scopes', { scope: Array.from({ length: 2_000 }, (_, n) => `s${n}`).join(' ') }],
  ['half a letter', { scope: 'mail \ud800', refresh_token: 'r\ud800' }],
  ['a life of nothing', { expires_in: 0 }],
  ['a life before it began', { expires_in: -5 }],
  ['a life without end', { expires_in: 1e308 }],
  ['a life in words', { expires_in: 'an hour' }],
  ['names of every object', { __proto__: null, constructor: 'x', toString: 'y', hasOwnProperty: 1 }],
  ['an identity that is none', { id_token: `a.${Buffer.from('{"iss":"\u0000","sub":[]}').toString('base64url')}.c` }],
])('a token with %s is accepted', async (_, more) => {
  answer = json({ ...TOKEN, ...more })
  expect(await sendDueMessages(app.context)).toBe(1)
  expect(smtp.mails.map(({ to }) => to)).toEqual([['r1@crowd.example']])
  expect(await rowsOf('select state, generation::int from mailbox_grants')).toEqual([
    { state: 'active', generation: 2 },
  ])
})
