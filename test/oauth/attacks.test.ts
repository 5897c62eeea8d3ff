import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  refresh,
  registeredId,
} from '../support/oauth/oauth-client.ts'
import type { Tokens } from '../support/oauth/oauth-client.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

/** What an attacker sends to every address of the authorization server. */

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

/** Returns the status of a refusal, which must be Quarry's own, below 500, in JSON, and repeat nothing that was sent. */
async function refusalOf(answer: Response): Promise<number> {
  const text = await answer.text()
  expect(text).not.toContain('needle')
  expect(text).not.toMatch(/ at .*\.[jt]s|node_modules|oidc-provider/)
  if (answer.status !== 413) expect(typeof (JSON.parse(text) as { error: unknown }).error).toBe('string')
  return answer.status
}

const post = (path: string, body: string, type: string) =>
  fetch(`${origin}${path}`, { method: 'POST', headers: { 'content-type': type }, body })
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

describe('bodies', () => {
  test.each<[string, string]>([
    ['null', 'null'],
    ['an array', '[]'],
    ['a number', '7'],
    ['a string', '"needle"'],
    ['nothing', ''],
    ['no JSON', '{"needle'],
    ['lists of objects', '{"redirect_uris":[{"needle":1}]}'],
    ['a list of null', '{"redirect_uris":[null]}'],
    ['no list', '{"redirect_uris":"needle"}'],
    ['a name that is an object', `{"redirect_uris":["${REDIRECT}"],"client_name":{"needle":1}}`],
    ['grants that are numbers', `{"redirect_uris":["${REDIRECT}"],"grant_types":[1]}`],
    ['keys of its own', '{"__proto__":{"redirect_uris":["http://127.0.0.1/needle"]}}'],
    [
      'a grant that is not offered',
      `{"redirect_uris":["${REDIRECT}"],"grant_types":["implicit","client_credentials"]}`,
    ],
    ['a name with NUL', String.raw`{"redirect_uris":["${REDIRECT}"],"client_name":"needle\u0000"}`],
    ['half of a character', String.raw`{"redirect_uris":["${REDIRECT}"],"client_name":"needle\ud83d"}`],
    ['a wildcard', '{"redirect_uris":["https://*.needle.example/"]}'],
    ['a fragment', '{"redirect_uris":["https://needle.example/cb#x"]}'],
    ['somebody at a host', '{"redirect_uris":["http://127.0.0.1@needle.example/"]}'],
    ['a loopback name that only begins so', '{"redirect_uris":["http://localhost.needle.example/"]}'],
  ])('are refused by registration: %s', async (_, body) => {
    const status = await refusalOf(await post('/oauth/register', body, JSON_TYPE))
    expect(status).toBe(400)
  })

  test.each(['/oauth/token', '/oauth/revoke'])('are refused by %s if they are not forms or too long', async (path) => {
    for (const [body, type] of [
      ['{"grant_type":"authorization_code"}', JSON_TYPE],
      ['null', JSON_TYPE],
      ['grant_type=authorization_code', 'text/plain'],
      ['', FORM],
      [`grant_type[]=authorization_code&client_id[needle]=x`, FORM],
      [`grant_type=authorization_code&client_id=${clientId}&client_id=needle`, FORM],
      [`grant_type=authorization_code&grant_type=refresh_token&client_id=${clientId}`, FORM],
      [`grant_type=password&client_id=${clientId}&username=needle&password=needle`, FORM],
      [`grant_type=client_credentials&client_id=${clientId}`, FORM],
      [`grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=${clientId}&device_code=needle`, FORM],
      [`grant_type=authorization_code&client_id=${clientId}&code=%00needle&code_verifier=x&redirect_uri=x`, FORM],
    ] as const) {
      const status = await refusalOf(await post(path, body, type))
      expect([body, status]).toEqual([body, expect.any(Number)])
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
    const long = `grant_type=authorization_code&needle=${'x'.repeat(3_000_000)}`
    expect([400, 413]).toContain(await refusalOf(await post(path, long, FORM)))
  })

  test('without a way to authenticate get no secret', async () => {
    const answer = await post('/oauth/register', `{"redirect_uris":["${REDIRECT}"]}`, JSON_TYPE)
    const made = (await answer.json()) as Record<string, unknown>
    expect(made).toMatchObject({ token_endpoint_auth_method: 'none' })
    expect(Object.keys(made).filter((name) => name.includes('secret'))).toEqual([])
  })

  test('of megabytes are not read by registration', async () => {
    const body = JSON.stringify({ redirect_uris: [REDIRECT], client_name: 'x'.repeat(3_000_000) })
    expect([400, 413]).toContain(await refusalOf(await post('/oauth/register', body, JSON_TYPE)))
  })
})

describe('requests to connect', () => {
  const shown = async (url: string): Promise<{ status: number; location: string; html: string }> => {
    const answer = await newBrowser(cookie).open(url)
    return { status: answer.status, location: locationOf(answer), html: await answer.text() }
  }

  test.each([
    'http://127.0.0.1:6274/callback/../evil',
    'http://127.0.0.1:6274/callback%2F..%2Fevil',
    'http://127.0.0.1:6274/callback?next=https://evil.example',
    'http://127.0.0.1:6274/callback#needle',
    'http://127.0.0.1:6274\\@evil.example/callback',
    'http://evil.example#@127.0.0.1:6274/callback',
    'http://127.0.0.1.evil.example:6274/callback',
    'http://user@127.0.0.1:6274/callback',
    'HTTP://127.0.0.1:6274/CALLBACK',
    '//evil.example/callback',
    'javascript:alert(1)//127.0.0.1:6274/callback',
    'http://127.0.0.1:6274/callback\r\nSet-Cookie: a=b',
  ])('never lead to %j', async (redirect) => {
    const { status, location, html } = await shown(authorizeUrl(origin, { clientId, redirect }))
    expect([status, location]).toEqual([400, ''])
    expect(html).not.toContain('evil')
  })

  test.each([
    'client_id',
    'redirect_uri',
    'response_type',
    'code_challenge',
    'code_challenge_method',
    'scope',
    'prompt',
  ])('are refused when %s occurs twice', async (name) => {
    const { location } = await shown(`${authorizeUrl(origin, { clientId })}&${name}=needle`)
    const isAtClient = location.startsWith(REDIRECT)
    if (isAtClient) expect(new URL(location).searchParams.get('error')).toBe('invalid_request')
    expect(location).not.toContain('/oauth/consent/')
    expect(location).not.toContain('needle')
  })

  test('ignore request objects, other response modes, and claims', async () => {
    for (const more of [
      { request: 'e30.e30.' },
      { request_uri: 'https://evil.example/request' },
      { response_mode: 'form_post', response_type: 'code token' },
      { response_mode: 'web_message' },
      { registration: '{"client_name":"needle"}' },
    ]) {
      const { location, html } = await shown(authorizeUrl(origin, { clientId, more }))
      expect(location + html).not.toContain('evil.example')
      if (!location.startsWith('/oauth/consent/')) continue
      // Whatever it does not know it ignores.
      expect(Object.keys(more)).toEqual(['registration'])
    }
  })

  test("with an unusual client stay on a page of Quarry's, without what was sent", async () => {
    for (const strange of [
      'needle',
      '__proto__',
      'https://',
      'ftp://evil.example/x',
      'https://evil.example',
      '\0',
      'x'.repeat(9_000),
    ]) {
      const { status, location, html } = await shown(authorizeUrl(origin, { clientId: strange }))
      expect([status, location]).toEqual([400, ''])
      expect(html).not.toContain('needle')
    }
  })
})

describe('the consent page', () => {
  // Under no-referrer, browsers would post `Origin: null`.
  test('cannot be framed, loads nothing from elsewhere, is not cached and does not leak its address', async () => {
    const browser = newBrowser(cookie)
    const { url } = await openConsent(browser, origin, { clientId })
    const { headers } = await browser.open(url)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/form-action 'self' http:\/\/127\.0\.0\.1:6274(?:;|$)/)
    expect(policy).not.toMatch(/unsafe|\*|https?:\/\/(?!127\.0\.0\.1:6274)/)
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
      'same-origin',
      expect.stringContaining('no-store'),
    ])
  })

  test('accepts the proof of its own request only', async () => {
    const browser = newBrowser(cookie)
    const harmless = await openConsent(browser, origin, { clientId })
    const other = await registeredId(origin, { client_name: 'Other', redirect_uris: ['https://other.example/cb'] })
    const meant = await openConsent(browser, origin, { clientId: other, redirect: 'https://other.example/cb' })
    await expect(press(browser, { url: meant.url, proof: harmless.proof })).rejects.toThrow('answered 400')
    await expect(press(browser, { url: harmless.url, proof: meant.proof })).rejects.toThrow('answered 400')
  })

  test('gains an attacker nothing by a planted sign-in: the answer goes to the browser that asked', async () => {
    const victim = newBrowser(cookie)
    const attacker = newBrowser((await webVisitor(app)).cookie)
    const planted = await openConsent(attacker, origin, { clientId })
    for (const [name, value] of attacker.cookies) if (name.startsWith('quarry_oauth')) victim.cookies.set(name, value)
    const seen = await (await victim.open(planted.url)).text()
    const proof = /name="proof" value="([^"]+)"/.exec(seen)?.[1] ?? ''
    // The page names the person who would consent, and the proof the attacker holds is not valid in that session.
    expect(proof).not.toBe(planted.proof)
    await expect(press(victim, { url: planted.url, proof: planted.proof })).rejects.toThrow('answered 400')
    await expect(press(attacker, { url: planted.url, proof })).rejects.toThrow('answered 400')
  })

  test('grants nothing for invalid decisions', async () => {
    const browser = newBrowser(cookie)
    for (const decision of ['', 'ALLOW', 'allowed', '__proto__']) {
      const page = await openConsent(browser, origin, { clientId })
      const end = await press(browser, page, { decision })
      expect(end.searchParams.get('error')).toBe('access_denied')
    }
    const twice = await openConsent(browser, origin, { clientId })
    const end = await press(browser, twice, { decision: ['decline', 'allow'] })
    expect(end.searchParams.get('code')).toBeNull()
  })

  test('does not grant checkboxes it does not have', async () => {
    const tokens = await connect(origin, cookie, { clientId, scopes: ['operator', 'team', 'write', '__proto__'] })
    expect(tokens.scope).toBe('read write')
  })
})

describe('tokens', () => {
  test('from a code used many times at once are at most one pair, which is revoked', async () => {
    const proof = newProof()
    const browser = newBrowser(cookie)
    const end = await press(browser, await openConsent(browser, origin, { clientId, proof }))
    const sent = { code: end.searchParams.get('code') ?? '', client_id: clientId, code_verifier: proof.verifier }
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(origin, sent)))
    const given = answers.filter(({ status }) => status === 200)
    expect(given.length).toBeLessThanOrEqual(1)
    for (const answer of given) {
      const { access_token: access, refresh_token: renewing } = (await answer.json()) as Tokens
      await expect.poll(async () => (await callMcp(origin, access, 'ping')).status).toBe(401)
      expect((await refresh(origin, clientId, renewing)).status).toBe(400)
    }
  })

  test('of one client can neither be renewed nor revoked by another', async () => {
    const tokens = await connect(origin, cookie, { clientId })
    const other = await registeredId(origin, { client_name: 'Thief' })
    expect((await refresh(origin, other, tokens.refresh_token)).status).toBe(400)
    const body = new URLSearchParams({ token: tokens.refresh_token, client_id: other })
    await fetch(`${origin}/oauth/revoke`, { method: 'POST', body })
    expect((await callMcp(origin, tokens.access_token, 'ping')).status).toBe(200)
    expect((await refresh(origin, clientId, tokens.refresh_token)).status).toBe(200)
  })

  test('are read only from the header, once, and only unchanged', async () => {
    const { access_token: token, refresh_token: renewing } = await connect(origin, cookie, { clientId })
    const status = async (authorization: string): Promise<number> =>
      (await callMcp(origin, null, 'ping', {}, { authorization })).status
    expect(await status(`Bearer ${token}`)).toBe(200)
    for (const wrong of [
      `Basic ${token}`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token}x`,
      `Bearer ${renewing}`,
    ])
      expect([wrong.slice(0, 8), await status(wrong)]).toEqual([wrong.slice(0, 8), 401])
  })
})
