import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import {
  authorizeUrl,
  connect,
  locationOf,
  newBrowser,
  newProof,
  refresh,
  register,
} from '../support/oauth/oauth-client.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

/** What strangers cannot do to others by registering apps and asking to be connected. */

let app: TestApp
let origin: string
let cookie: string
beforeAll(async () => {
  app = await startOauthApp({ env: { QUARRY_TRUST_PROXY: '1' } })
  ;({ origin } = app)
  cookie = (await webVisitor(app)).cookie
})
afterAll(() => app[Symbol.asyncDispose]())

const pool = () => app.database.pool
const registeredFrom = async (address: string, name: string): Promise<{ status: number; id: string }> => {
  const answer = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ client_name: name, redirect_uris: ['http://127.0.0.1:6274/callback'] }),
  })
  return { status: answer.status, id: ((await answer.json()) as { client_id?: string }).client_id ?? '' }
}

/** Opens the connection of an app from an address. */
const begun = async (clientId: string, address: string) => {
  const browser = newBrowser(cookie)
  const headers = { 'x-forwarded-for': address }
  const answer = await browser.open(authorizeUrl(origin, { clientId, proof: newProof() }), { headers })
  await answer.arrayBuffer()
  return { browser, status: answer.status, location: locationOf(answer) }
}

/** Copies the newest object of this kind, which is a stranger's, under other ids. */
const copy = (model: string, count: number) =>
  pool().query(
    `insert into oauth_objects (model, id_hash, client_id, payload, created_at, expires_at)
      select model, sha256(convert_to($1 || n::text, 'UTF8')), $1 || n, payload, now() + n * interval '1 ms', expires_at
      from (select * from oauth_objects where model = $1 order by created_at desc limit 1) newest, generate_series(1, $2::int) n`,
    [model, count],
  )

test.each<[string, { redirect_uris?: string[] } & Record<string, unknown>]>([
  ['its refresh tokens', { grant_types: ['authorization_code'] }],
  ['its permissions', { scope: 'read' }],
  ['its redirects to this computer', { application_type: 'web', redirect_uris: ['https://app.example/callback'] }],
])('registering an app again under its name does not take away %s', async (_, stranger) => {
  const about = { client_name: 'Taken', ...(stranger.redirect_uris && { redirect_uris: stranger.redirect_uris }) }
  const redirect = stranger.redirect_uris?.[0]
  const { clientId, refresh_token: token } = await connect(origin, cookie, { about, ...(redirect && { redirect }) })
  const again = (await (await register(origin, { ...about, ...stranger })).json()) as { client_id: string }
  expect(again.client_id).not.toBe(clientId)
  const renewed = await refresh(origin, clientId, token)
  expect([renewed.status, ((await renewed.json()) as { scope: string }).scope]).toEqual([200, 'read write send'])
})

test('what apps only say about themselves makes no new client', async () => {
  const about = { client_name: 'Same', grant_types: ['refresh_token', 'authorization_code'], client_uri: origin }
  const ids = await Promise.all(
    [{ client_name: 'Same' }, about, { ...about, software_version: '2' }].map(
      async (each) => ((await (await register(origin, each)).json()) as { client_id: string }).client_id,
    ),
  )
  expect(new Set(ids).size).toBe(1)
})

test('a flood of registrations from one network shuts nobody out', async () => {
  const honest = await registeredFrom('198.51.100.7', 'Honest')
  await registeredFrom('2001:db8:bad:1::1', 'Flood')
  await copy('Client', 500)
  const late = await registeredFrom('198.51.101.9', 'Late')
  expect(late.status).toBe(201)
  for (let turn = 0; turn < 10; turn += 1) await registeredFrom(`2001:db8:bad:${turn + 2}::1`, `Flood ${turn}`)
  for (const { id } of [honest, late]) expect((await begun(id, '198.51.100.7')).status).toBe(303)
  const { rows } = await pool().query<{ count: number }>(
    `select count(*)::int as count from oauth_objects where model = 'Client' and last_used_at is null`,
  )
  expect(rows[0]?.count).toBeLessThanOrEqual(501)
})

test('one address begins no more than one connection a second, and a flood of them closes no other', async () => {
  const { id } = await registeredFrom('198.51.102.1', 'Asks')
  const waiting = await begun(id, '198.51.102.1')
  const statuses: number[] = []
  for (let turn = 0; turn < 62; turn += 1) statuses.push((await begun(id, '203.0.113.5')).status)
  expect(statuses).toEqual([...Array<number>(60).fill(303), 429, 429])
  await copy('Interaction', 2_000)
  expect((await begun(id, '203.0.114.5')).status).toBe(303)
  const page = await waiting.browser.open(new URL(waiting.location, origin).href)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Asks')])
})
