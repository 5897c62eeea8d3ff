import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import { freePort } from '../support/process/free-port.ts'
import { callMcp, connect, refresh, register, registeredId, toolNames } from '../support/oauth/oauth-client.ts'
import type { Tokens } from '../support/oauth/oauth-client.ts'
import { shownSecrets } from '../support/oauth/planted-secrets.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

/** What tokens are good for, how they are renewed, and how they end. */

let app: TestApp
let origin: string
let cookie: string
let clientId: string
beforeAll(async () => {
  app = await startOauthApp()
  ;({ origin } = app)
  cookie = (await webVisitor(app)).cookie
  clientId = await registeredId(origin)
})
afterAll(() => app[Symbol.asyncDispose]())

const statusOf = async (token: string, at = origin): Promise<number> => (await callMcp(at, token, 'tools/list')).status
const query = (text: string, values: unknown[] = []) => app.context.database.pool.query(text, values)
const refreshed = async (token: string): Promise<Tokens> =>
  (await refresh(origin, clientId, token)).json() as Promise<Tokens>
const errorOf = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  ((await answer.json()) as { error: string }).error,
]

describe('refreshing', () => {
  test('M20: returns a new pair, and the old access token stays valid until it expires', async () => {
    const first = await connect(origin, cookie, { clientId })
    const second = await refreshed(first.refresh_token)
    expect(second.access_token).not.toBe(first.access_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect([await statusOf(first.access_token), await statusOf(second.access_token)]).toEqual([200, 200])
  })

  test('M21: accepts an old token again right away, and revokes everything at the third use', async () => {
    const first = await connect(origin, cookie, { clientId })
    const second = await refreshed(first.refresh_token)
    const again = await refresh(origin, clientId, first.refresh_token)
    expect(again.status).toBe(200)
    const third = (await again.json()) as Tokens
    expect(await statusOf(third.access_token)).toBe(200)
    expect(await errorOf(await refresh(origin, clientId, first.refresh_token))).toEqual([400, 'invalid_grant'])
    for (const token of [second, third]) await expect.poll(() => statusOf(token.access_token)).toBe(401)
  })

  test('M22: lets two tabs that refresh at the same moment both continue', async () => {
    let { refresh_token: token } = await connect(origin, cookie, { clientId })
    for (let round = 0; round < 50; round += 1) {
      const [one, other] = await Promise.all([refresh(origin, clientId, token), refresh(origin, clientId, token)])
      expect([round, one.status, other.status]).toEqual([round, 200, 200])
      const [pair] = (await Promise.all([one.json(), other.json()])) as [Tokens, Tokens]
      token = pair.refresh_token
    }
  })

  test('M22: revokes everything when a third use follows two at the same moment', async () => {
    // Whether the two meet before either of them is noted is chance: then a third was accepted, too.
    for (let round = 0; round < 10; round += 1) {
      const { refresh_token: token } = await connect(origin, cookie, { clientId })
      const two = await Promise.all([refresh(origin, clientId, token), refresh(origin, clientId, token)])
      const [one] = (await Promise.all(two.map((each) => each.json()))) as [Tokens]
      expect([round, ...(await errorOf(await refresh(origin, clientId, token)))]).toEqual([round, 400, 'invalid_grant'])
      await expect.poll(() => statusOf(one.access_token)).toBe(401)
    }
  })

  test('M23: grants no more than before, and nothing to another client', async () => {
    const { refresh_token: token } = await connect(origin, cookie, { clientId, scope: 'read', scopes: [] })
    expect(await errorOf(await refresh(origin, clientId, token, { scope: 'read send' }))).toEqual([
      400,
      'invalid_scope',
    ])
    const other = await registeredId(origin, { client_name: 'Other' })
    expect(await errorOf(await refresh(origin, other, token))).toEqual([400, 'invalid_grant'])
  })
})

describe('tokens', () => {
  test('M25: revoked on one server are invalid on the other within a moment', async () => {
    const port = await freePort()
    const url = new URL(origin)
    await using second = await startApp({
      database: app.database,
      key: app.key,
      env: { PORT: String(port), QUARRY_PUBLIC_URL: url.origin, QUARRY_OAUTH: 'on' },
    })
    const { access_token: token, clientId: own } = await connect(origin, cookie, { clientId })
    await expect.poll(() => second.context.accessChanges.isListening()).toBe(true)
    expect(await statusOf(token, second.origin)).toBe(200)
    await fetch(`${origin}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token, client_id: own }) })
    await expect.poll(() => statusOf(token, second.origin), { interval: 20 }).toBe(401)
  })

  test('M26: are worthless at /v2, as a key and in a URL', async () => {
    const { access_token: token } = await connect(origin, cookie, { clientId })
    expect((await fetch(`${origin}/v2/account`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    const asKey = await callMcp(origin, null, 'tools/list', {}, { 'x-api-key': token })
    expect([asKey.status, asKey.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="quarry", error="invalid_token"',
    ])
    const inUrl = await fetch(`${origin}/mcp?access_token=${token}`, { method: 'POST', body: '{}' })
    expect(inUrl.status).toBe(400)
  })

  test('M27: that are old, invented or overlong get told where to start over', async () => {
    const { access_token: token } = await connect(origin, cookie, { clientId })
    await query("update oauth_objects set expires_at = now() - interval '1 s' where model = 'AccessToken'")
    for (const wrong of [token, 'x'.repeat(43), 'y'.repeat(10_000)]) {
      const { status, headers } = await callMcp(origin, wrong, 'tools/list')
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe(
        `Bearer realm="quarry", error="invalid_token", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="read write send"`,
      )
    }
  })

  test('M29: follow their user: fewer rights as a reader, none in a suspended account, invalid after leaving', async () => {
    const member = await webVisitor(app, { role: 'member' })
    const { access_token: token } = await connect(origin, member.cookie, { clientId })
    expect(await toolNames(origin, token)).toContain('start_campaign')
    await query("update users set role = 'reader' where login_id = $1", [member.loginId])
    await expect.poll(() => toolNames(origin, token)).not.toContain('start_campaign')
    await query('update accounts set suspended_at = now() where id = $1', [member.accountId])
    await expect.poll(() => statusOf(token)).toBe(429)
    expect((await callMcp(origin, token, 'tools/list')).body.error).toMatchObject({
      message: expect.stringContaining('restricted_account') as string,
    })
    await query('update accounts set suspended_at = null where id = $1', [member.accountId])
    await expect.poll(() => statusOf(token)).toBe(200)
    await query('update users set left_at = now() where login_id = $1', [member.loginId])
    await expect.poll(() => statusOf(token)).toBe(401)
  })

  test('M30: make no difference for callers with a key', async () => {
    await using plain = await startApp({ database: app.database, key: app.key })
    for (const key of [app.key, 'qry_wrong', 'test-api-key']) {
      const answers = await Promise.all(
        [plain.origin, origin].map(async (at) => {
          const { status, headers, body } = await callMcp(at, null, 'tools/list', {}, { 'x-api-key': key })
          return { status, challenge: headers.get('www-authenticate'), body: JSON.stringify(body) }
        }),
      )
      expect(answers[1]).toEqual(answers[0])
      const bearer = await callMcp(origin, key, 'tools/list')
      const before = await callMcp(plain.origin, key, 'tools/list')
      expect([bearer.status, bearer.headers.get('www-authenticate')]).toEqual([
        before.status,
        before.headers.get('www-authenticate'),
      ])
    }
  })
})

describe('clients that register themselves', () => {
  test('M31: are one client when they register the same again; new ones are refused after twenty', async () => {
    const ids = new Set<string>()
    for (let turn = 0; turn < 30; turn += 1) ids.add(await registeredId(origin, { client_name: 'Same' }))
    expect(ids.size).toBe(1)
    const statuses: number[] = []
    for (let turn = 0; turn < 30; turn += 1)
      statuses.push((await register(origin, { client_name: `App ${turn}` })).status)
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(20)
    expect(statuses.at(-1)).toBe(429)
  })

  test('M32: are deleted after a day if never used, and ninety days after their last token otherwise', async () => {
    const ends = async (id: string): Promise<number> => {
      const text =
        "select extract(epoch from expires_at - now())::float8 / 86400 as days from oauth_objects where model = 'Client' and client_id = $1"
      return ((await query(text, [id])).rows[0] as { days: number }).days
    }
    expect(await ends(clientId)).toBeGreaterThan(89)
    const { rows } = await query(
      "select client_id as id from oauth_objects where model = 'Client' and last_used_at is null limit 1",
    )
    const unused = (rows[0] as { id: string }).id
    expect(await ends(unused)).toBeLessThanOrEqual(1)
    await query("update oauth_objects set expires_at = now() - interval '1 s' where client_id = $1", [unused])
    const answer = await fetch(`${origin}/oauth/authorize?client_id=${unused}&response_type=code`, {
      headers: { accept: 'text/html' },
    })
    expect(answer.status).toBe(400)
  })

  test('M37: let pages of this computer and of the app itself read answers, and no others', async () => {
    const preflight = await fetch(`${origin}/oauth/register`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:6274', 'access-control-request-method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'http://localhost:6274',
    ])
    const { refresh_token: token } = await connect(origin, cookie, { clientId })
    const from = (page: string) =>
      fetch(`${origin}/oauth/token`, {
        method: 'POST',
        headers: { origin: page },
        body: new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token }),
      })
    const strange = await from('https://strange.example')
    expect([strange.status, strange.headers.get('access-control-allow-origin')]).toEqual([400, null])
    const own = await from('http://127.0.0.1:6274')
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, 'http://127.0.0.1:6274'])
  })
})

test('no secret is in a dump of the whole database, whatever state a connection is in', async () => {
  expect(await shownSecrets({ origin, cookie, clientId, context: app.context })).toEqual([])
})
