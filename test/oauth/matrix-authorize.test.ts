import { request } from 'node:http'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerClient } from '../../src/core/apps/operate-apps.ts'
import { untrustedText } from '../../src/lib/text/untrusted-text.ts'
import { html } from '../../src/web/page/html.ts'
import type { TestApp } from '../support/app.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import {
  authorizeUrl,
  callMcp,
  connect,
  locationOf,
  newBrowser,
  newProof,
  openConsent,
  press,
  redeem,
  REDIRECT,
  register,
  registeredId,
  toolNames,
} from '../support/oauth/oauth-client.ts'
import type { Asked } from '../support/oauth/oauth-client.ts'
import { hostileNames, wrongOfConsent } from '../support/oauth/hostile-names.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

/** How a connection begins, and every way in which it must not. */

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

const DOCUMENTS = ['oauth-authorization-server', 'openid-configuration'].map((name) => `/.well-known/${name}`)
const RESOURCES = ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']

/** Returns the error in the address that the browser is redirected to. */
async function errorOf(asked: Partial<Asked>): Promise<{ error: string | null; iss: string | null }> {
  const answer = await newBrowser(cookie).open(authorizeUrl(origin, { clientId, ...asked }))
  await answer.arrayBuffer()
  const { searchParams: query, hash } = new URL(locationOf(answer), origin)
  const searchParams = hash === '' ? query : new URLSearchParams(hash.slice(1))
  return { error: searchParams.get('error'), iss: searchParams.get('iss') }
}

const isConsent = async (asked: Partial<Asked>): Promise<boolean> => {
  const answer = await newBrowser(cookie).open(authorizeUrl(origin, { clientId, ...asked }))
  await answer.arrayBuffer()
  return /^\/oauth\/consent\/[\w-]+$/.test(locationOf(answer))
}

describe('documents', () => {
  test('M02: of the resource are the same for every host name, method and origin', async () => {
    const seen = await Promise.all(RESOURCES.map(async (path) => (await fetch(origin + path)).json()))
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]).toMatchObject({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
      scopes_supported: ['read', 'write', 'send'],
      bearer_methods_supported: ['header'],
    })
    const head = await fetch(origin + RESOURCES[0], { method: 'HEAD', headers: { origin: 'https://strange.example' } })
    expect([head.status, head.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(await fromHost('evil.example', RESOURCES[0] ?? '')).toEqual(seen[0])
  })

  test('M03: of the server name one issuer, S256, client documents and iss; no implicit grant, no PAR, no openid', async () => {
    const [one, other] = await Promise.all(
      DOCUMENTS.map(async (path) => (await fetch(origin + path)).json() as Promise<Record<string, unknown>>),
    )
    expect(one).toEqual(other)
    expect(one).toMatchObject({
      issuer: origin,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ['read', 'write', 'send', 'offline_access'],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      registration_endpoint: `${origin}/oauth/register`,
    })
    expect(Object.keys(one ?? {})).not.toContain('pushed_authorization_request_endpoint')
    expect((await fetch(origin + DOCUMENTS[0], { method: 'HEAD' })).status).toBe(200)
  })

  test("M04: do not exist with /mcp appended or at other servers' addresses, which answer in JSON", async () => {
    for (const path of [...DOCUMENTS.map((each) => `${each}/mcp`), '/register', '/token', '/authorize']) {
      const answer = await fetch(origin + path)
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        404,
        {
          error: 'not_found',
          error_description: 'Nothing is here. GET /.well-known/oauth-protected-resource/mcp says where to connect.',
        },
      ])
    }
  })

  test('M36: are not affected by any host name sent, nor are cookies', async () => {
    const plain = await fromHost(new URL(origin).host, DOCUMENTS[0] ?? '')
    expect(
      await fromHost('evil.example', DOCUMENTS[0] ?? '', {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
      }),
    ).toEqual(plain)
    const { pathname, search } = new URL(authorizeUrl(origin, { clientId }))
    const answer = await raw(pathname + search, {
      host: 'evil.example',
      'x-forwarded-host': 'a.example, b.example',
      'x-forwarded-proto': 'https',
    })
    expect(answer.headers.location).toMatch(/^\/oauth\/consent\//)
    for (const line of answer.headers['set-cookie'] ?? []) expect(line).not.toMatch(/evil|a\.example|; secure/i)
  })
})

async function raw(path: string, headers: Record<string, string>): Promise<IncomingMessage & { body: string }> {
  const asked = request(origin + path, { headers }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return Object.assign(answer, { body: await text(answer) })
}
const fromHost = async (host: string, path: string, more: Record<string, string> = {}): Promise<unknown> =>
  JSON.parse((await raw(path, { host, ...more })).body)

/** It leads to evil.test. */
const HIDDEN = 'https://known.example@evil.test/cb'

describe('an authorization request', () => {
  test('M06: may redirect to any port of this computer, even if none was registered', async () => {
    const ported = await registeredId(origin, { client_name: 'Ported', redirect_uris: ['http://127.0.0.1:33418/cb'] })
    expect(await isConsent({ clientId: ported, redirect: 'http://127.0.0.1:63450/cb' })).toBe(true)
    const bare = await registeredId(origin, { client_name: 'Bare', redirect_uris: ['http://localhost/cb'] })
    expect(await isConsent({ clientId: bare, redirect: 'http://localhost:50123/cb' })).toBe(true)
  })

  test("M07: with another path or host stays on a page of Quarry's", async () => {
    for (const redirect of ['http://127.0.0.1:6274/other', 'https://evil.example/callback']) {
      const answer = await newBrowser(cookie).open(authorizeUrl(origin, { clientId, redirect }))
      expect([redirect, answer.status, answer.headers.get('location')]).toEqual([redirect, 400, null])
      expect(await answer.text()).toContain('The app was not connected')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  test('M08: cannot be prepared by registering redirects that run a script, leave the computer in plain text or hide their host, or too many of them', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `http://127.0.0.1:6274/${index}`)
    const bad = ['javascript:alert(1)', 'data:text/html,x', 'http://evil.test/cb', HIDDEN, 'https://:x@evil.test/cb']
    for (const redirects of [...bad.map((uri) => [uri]), many]) {
      const answer = await register(origin, { redirect_uris: redirects })
      expect([redirects[0], answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
        redirects[0],
        400,
        'invalid_redirect_uri',
      ])
    }
    const typed = registerClient(app.context, { name: 'Typed in', redirects: [HIDDEN], secret: false })
    await expect(typed).rejects.toThrow('without a fragment, user name or password')
  })

  test('is refused for an app that registered such a redirect with an earlier version', async () => {
    const early = await registeredId(origin, { client_name: 'Early', redirect_uris: ['https://evil.test/cb'] })
    await app.database.pool.query(
      `update oauth_objects set payload = jsonb_set(payload, '{redirect_uris}', to_jsonb(array[$2])) where client_id = $1`,
      [early, HIDDEN],
    )
    const answer = await newBrowser(cookie).open(authorizeUrl(origin, { clientId: early, redirect: HIDDEN }))
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(await answer.text()).toContain('The app was not connected')
  })

  test('M09: is refused without a proof key, with a plain one, and with one that is too short', async () => {
    for (const more of [
      { code_challenge: null, code_challenge_method: null },
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
    ])
      expect((await errorOf({ more })).error).toBe('invalid_request')
  })

  test('M10: without a scope offers all, ignores unknown scopes, and never returns an ID token', async () => {
    expect((await connect(origin, cookie, { clientId, scope: null })).scope).toBe('read write send')
    expect((await connect(origin, cookie, { clientId, scope: 'read dance', scopes: [] })).scope).toBe('read')
    const openid = await connect(origin, cookie, { clientId, scope: 'openid read', scopes: [] })
    expect([openid.scope, openid.id_token]).toEqual(['read', undefined])
  })

  test('M11: is always answered with the issuer', async () => {
    const browser = newBrowser(cookie)
    const page = await openConsent(browser, origin, { clientId })
    const declined = await press(browser, page, { decision: 'decline' })
    expect([declined.searchParams.get('error'), declined.searchParams.get('iss')]).toEqual(['access_denied', origin])
    expect(declined.searchParams.get('state')).toBe('state-of-the-client')
    const agreed = await press(browser, await openConsent(browser, origin, { clientId }))
    expect(agreed.searchParams.get('iss')).toBe(origin)
    expect(await errorOf({ resource: 'https://other.example/mcp' })).toEqual({ error: 'invalid_target', iss: origin })
  })

  test('M12: is for the one resource, named, unnamed or in upper case, and for nothing similar', async () => {
    const upper = `${origin}/mcp`.replace('http://127', 'HTTP://127')
    for (const resource of [null, `${origin}/mcp`, upper]) {
      const tokens = await connect(origin, cookie, { clientId, resource })
      expect([resource, (await callMcp(origin, tokens.access_token, 'tools/list')).status]).toEqual([resource, 200])
    }
    for (const resource of [origin, `${origin}/mcp/`, 'https://other.example/mcp'])
      expect([resource, (await errorOf({ resource })).error]).toEqual([resource, 'invalid_target'])
  })

  test('M16: for implicit answers, no prompt or repeated parameters ends at the redirect', async () => {
    expect((await errorOf({ more: { response_type: 'token' } })).error).toBe('unsupported_response_type')
    expect((await errorOf({ more: { prompt: 'none' } })).error).toBe('interaction_required')
    const answer = await newBrowser(cookie).open(`${authorizeUrl(origin, { clientId })}&state=again`)
    await answer.arrayBuffer()
    expect(new URL(locationOf(answer), origin).searchParams.get('error')).toBe('invalid_request')
  })
})

describe('the consent page', () => {
  test('says who asks, on whose behalf and where the redirect goes, and does not preselect sending mail', async () => {
    const { html } = await openConsent(newBrowser(cookie), origin, { clientId })
    expect(html).toContain('Test app')
    expect(html).toContain('127.0.0.1:6274')
    expect(html).toContain('Not verified')
    expect(html).toContain('If you did not just start one, decline.')
    expect(/value="write"[^>]*checked/.test(html)).toBe(true)
    expect(/value="send"[^>]*checked/.test(html)).toBe(false)
  })

  test('is reached after signing in if nobody is signed in', async () => {
    const browser = newBrowser()
    const begun = await browser.open(authorizeUrl(origin, { clientId }))
    await begun.arrayBuffer()
    const page = await browser.open(new URL(locationOf(begun), origin).href)
    const next = new URL(locationOf(page), origin).searchParams.get('next')
    expect(next).toBe(locationOf(begun))
    const login = await browser.open(`${origin}/app/login?next=${encodeURIComponent(next ?? '')}`)
    expect(await login.text()).toContain(`value="${next}"`)
  })

  test('M17: grants nothing by GET, from another site, with an old proof or with that of another session', async () => {
    const { pool } = app.context.database
    const granted = async (): Promise<number> =>
      (await pool.query<{ count: number }>("select count(*)::int as count from oauth_objects where model = 'Grant'"))
        .rows[0]?.count ?? -1
    const before = await granted()
    const browser = newBrowser(cookie)
    const page = await openConsent(browser, origin, { clientId })
    const post = (proof: string, headers: Record<string, string>, from = browser) =>
      from.open(page.url, { method: 'POST', headers, body: new URLSearchParams({ decision: 'allow', proof }) })
    const own = { 'sec-fetch-site': 'same-origin' }
    expect((await browser.open(`${page.url}?decision=allow&proof=${page.proof}`)).status).toBe(200)
    expect((await post(page.proof, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await post(page.proof, {})).status).toBe(403)
    const [, mac = ''] = page.proof.split('.')
    expect((await post(`${Date.now() - 1}.${mac}`, own)).status).toBe(400)
    const other = newBrowser((await webVisitor(app)).cookie)
    for (const [name, value] of browser.cookies) if (name !== 'quarry_session') other.cookies.set(name, value)
    expect((await post(page.proof, own, other)).status).toBe(400)
    // A browser without the request cannot answer it either.
    const stranger = newBrowser(cookie)
    expect((await post(page.proof, own, stranger)).status).toBe(400)
    expect(await granted()).toBe(before)
  })

  test('answers a request once, however often the button is pressed', async () => {
    const before = new Date()
    const browser = newBrowser(cookie)
    const page = await openConsent(browser, origin, { clientId })
    const press1 = () =>
      browser.open(page.url, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ decision: 'allow', proof: page.proof }),
      })
    const statuses = (await Promise.all([press1(), press1(), press1()])).map(({ status }) => status)
    expect(statuses).toEqual([303, 303, 303])
    const press2 = await press1()
    const end = new URL(locationOf(await browser.open(locationOf(press2))))
    expect(end.searchParams.get('code')).not.toBeNull()
    expect((await press1()).status).toBe(400)
    const { rows } = await app.context.database.pool.query<{ grants: number }>(
      "select count(*)::int as grants from oauth_objects where model = 'Grant' and created_at >= $1",
      [before],
    )
    expect(rows).toEqual([{ grants: 1 }])
  })

  test('answers as it did first, and not otherwise, if another button is pressed after it', async () => {
    const browser = newBrowser(cookie)
    const page = await openConsent(browser, origin, { clientId })
    const decide = (decision: string) =>
      browser.open(page.url, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ decision, proof: page.proof }),
      })
    expect((await decide('decline')).status).toBe(303)
    expect((await decide('allow')).status).toBe(400)
    const again = await decide('decline')
    const end = new URL(locationOf(await browser.open(locationOf(again))))
    expect(end.searchParams.get('error')).toBe('access_denied')
  })

  test('M18: grants only what is ticked, whatever was requested', async () => {
    const tokens = await connect(origin, cookie, { clientId, scopes: [] })
    expect(tokens.scope).toBe('read')
    expect(await toolNames(origin, tokens.access_token)).not.toContain('save_lead')
    const { body } = await callMcp(origin, tokens.access_token, 'tools/call', {
      name: 'start_campaign',
      arguments: { campaign_id: 1 },
    })
    expect(body.result?.content?.[0]?.text).toBe(
      'forbidden: This app does not have the permission send. Tick it in Quarry under Connected apps. ' +
        '(The user can do that in a browser; it takes effect at once.)',
    )
  })

  test('lets a reader grant only reading, even if the form says more', async () => {
    const reader = await webVisitor(app, { role: 'reader' })
    expect((await connect(origin, reader.cookie, { clientId, scopes: ['write', 'send'] })).scope).toBe('read')
  })

  test('M19: is shown again to the same browser', async () => {
    const browser = newBrowser(cookie)
    await press(browser, await openConsent(browser, origin, { clientId }))
    const again = await openConsent(browser, origin, { clientId })
    expect(again.html).toContain('name="proof"')
  })

  test('M38: shows names of apps cleaned, and only as text', async () => {
    for (const name of ['<script>alert(1)</script>Name', 'x'.repeat(10_000)]) {
      const id = await registeredId(origin, { client_name: name })
      const { html } = await openConsent(newBrowser(cookie), origin, { clientId: id })
      expect([name, wrongOfConsent(html)]).toEqual([name, null])
    }
    const { count, wrong } = await namesShown(2_000)
    expect([count, wrong]).toEqual([2_000, []])
  })
})

/** Renders the page that `/oauth/consent` shows, for many names, without a request for each. */
async function namesShown(count: number): Promise<{ count: number; wrong: unknown[] }> {
  const id = await registeredId(origin, { client_name: 'Renamed' })
  const rename =
    "update oauth_objects set payload = jsonb_set(payload, '{client_name}', to_jsonb($2::text)) where client_id = $1 and model = 'Client'"
  const browser = newBrowser(cookie)
  const { url } = await openConsent(browser, origin, { clientId: id })
  const names = hostileNames(count)
  const wrong: unknown[] = []
  const shown = names.slice(0, SHOWN)
  for (const name of shown) {
    await app.context.database.pool.query(rename, [id, name.replaceAll('\0', '').toWellFormed()])
    const html = await (await browser.open(url)).text()
    const problem = wrongOfConsent(html)
    if (problem !== null) wrong.push([name, problem])
  }
  for (const name of names.slice(SHOWN)) {
    const { text } = untrustedText(name, 60)
    const problem = wrongOfConsent(html`<strong><bdi>${text}</bdi></strong>`.toString())
    if (problem !== null) wrong.push([name, problem])
  }
  return { count: names.length, wrong }
}

/** How many names go the whole way; for the others only cleaning and escaping are tested. */
const SHOWN = 40

describe('codes', () => {
  async function codeFor(): Promise<{ code: string; verifier: string }> {
    const proof = newProof()
    const browser = newBrowser(cookie)
    const end = await press(browser, await openConsent(browser, origin, { clientId, proof }))
    return { code: end.searchParams.get('code') ?? '', verifier: proof.verifier }
  }
  const errorAt = async (answer: Response): Promise<[number, string]> => [
    answer.status,
    ((await answer.json()) as { error: string }).error,
  ]

  test('M13: are not redeemed for another resource', async () => {
    const { code, verifier } = await codeFor()
    const answer = await redeem(origin, {
      code,
      code_verifier: verifier,
      client_id: clientId,
      resource: 'https://other.example/',
    })
    expect(await errorAt(answer)).toEqual([400, 'invalid_target'])
  })

  test('M14: revoke their tokens when used twice', async () => {
    const { code, verifier } = await codeFor()
    const redeemed = await redeem(origin, { code, code_verifier: verifier, client_id: clientId })
    const { access_token: token } = (await redeemed.json()) as { access_token: string }
    expect((await callMcp(origin, token, 'tools/list')).status).toBe(200)
    expect(await errorAt(await redeem(origin, { code, code_verifier: verifier, client_id: clientId }))).toEqual([
      400,
      'invalid_grant',
    ])
    await expect.poll(async () => (await callMcp(origin, token, 'tools/list')).status).toBe(401)
  })

  test('M15: are refused with a wrong verifier, from another client, and when too old', async () => {
    const wrong = await codeFor()
    const { verifier: other } = newProof()
    expect(
      await errorAt(await redeem(origin, { code: wrong.code, code_verifier: other, client_id: clientId })),
    ).toEqual([400, 'invalid_grant'])
    const stolen = await codeFor()
    const thief = await registeredId(origin, { client_name: 'Thief', redirect_uris: [REDIRECT] })
    expect(
      await errorAt(await redeem(origin, { code: stolen.code, code_verifier: stolen.verifier, client_id: thief })),
    ).toEqual([400, 'invalid_grant'])
    const late = await codeFor()
    await app.context.database.pool.query(
      `update oauth_objects set expires_at = now() - interval '1 s', payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch from now())::bigint - 1))
       where model = 'AuthorizationCode' and consumed_at is null`,
    )
    expect(
      await errorAt(await redeem(origin, { code: late.code, code_verifier: late.verifier, client_id: clientId })),
    ).toEqual([400, 'invalid_grant'])
  })
})
