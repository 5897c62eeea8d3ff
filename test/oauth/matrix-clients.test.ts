import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerClient } from '../../src/core/apps/operate-apps.ts'
import { httpClientFor } from '../internet/crawl-at.ts'
import { startInternet } from '../internet/internet.ts'
import type { Internet } from '../internet/internet.ts'
import type { TestApp } from '../support/app.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import {
  authorizeUrl,
  newBrowser,
  newProof,
  openConsent,
  press,
  redeem,
  REDIRECT,
} from '../support/oauth/oauth-client.ts'
import type { Browser } from '../support/oauth/oauth-client.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

/** Clients that describe themselves in a document, and those that authenticate. */

const json = (body: unknown) => ({ type: 'application/json', body: JSON.stringify(body) })
const HOST = 'https://host.example'
const at = (name: string): string => `${HOST}/${name}.json`
const document = (name: string, more: Record<string, unknown> = {}) => ({
  client_id: at(name),
  client_name: `Shape of ${name}`,
  redirect_uris: [REDIRECT],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...more,
})

let internet: Internet
let app: TestApp
let origin: string
let cookie: string
let key: CryptoKey
/** Where a private address would lead, at the port that the small internet uses for https. */
let canary: Server
let caught = 0
beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  key = pair.privateKey
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
  const signing = { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'RS256' }
  internet = await startInternet({
    https: true,
    sites: [
      {
        hosts: ['host.example'],
        pages: {
          '/claude-code.json': json(
            document('claude-code', { redirect_uris: ['http://localhost/callback', REDIRECT] }),
          ),
          '/chatgpt.json': json(document('chatgpt', { ...signing, jwks_uri: `${HOST}/keys` })),
          '/keyless.json': json(document('keyless', signing)),
          '/copilot.json': json(document('copilot', { application_type: 'native', logo_uri: `${HOST}/logo.png` })),
          '/keys': json(jwks),
          '/other-id.json': json(document('claude-code')),
          '/inward-keys.json': json(document('inward-keys', { ...signing, jwks_uri: 'https://beside.example/keys' })),
          '/turning-keys.json': json(
            document('turning-keys', { ...signing, jwks_uri: 'https://turning.example/keys' }),
          ),
          '/moved-keys.json': json(document('moved-keys', { ...signing, jwks_uri: `${HOST}/away` })),
          '/away': { status: 302, headers: { location: 'https://beside.example/keys' }, body: '' },
          '/secret.json': json(document('secret', { client_secret: 'known to all' })),
          '/long.json': json(document('long', { client_name: 'x'.repeat(6_000) })),
          '/moved.json': { status: 302, headers: { location: at('claude-code') }, body: '' },
          '/page.json': '<!doctype html><p>Not here',
        },
        handle: ({ path }) => path === '/silent.json',
      },
    ],
    zone: {
      'inside.example': { a: ['10.0.0.1'] },
      'link.example': { a: ['169.254.169.254'] },
      'beside.example': { a: ['127.0.0.2'] },
      'turning.example': { rebind: [['10.0.0.7'], ['127.0.0.2']], ttl: 0 },
      'both.example': { a: ['127.0.0.2', '10.0.0.1'] },
    },
  })
  canary = createServer((socket) => {
    caught += 1
    socket.destroy()
  }).listen(internet.httpsPort, '127.0.0.2')
  await once(canary, 'listening')
  app = await startOauthApp({ env: { QUARRY_TRUST_PROXY: '1' }, replace: { documents: httpClientFor(internet) } })
  ;({ origin } = app)
  cookie = (await webVisitor(app)).cookie
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await internet.stop()
  canary.close()
})

let strangers = 0
/** A browser at its own address: each may make the server read ten documents a minute. */
function stranger(): Browser {
  const browser = newBrowser(cookie)
  const from = `198.51.100.${(strangers += 1)}`
  return {
    ...browser,
    open: (url, { headers, ...init } = {}) =>
      browser.open(url, { ...init, headers: { ...(headers as Record<string, string>), 'x-forwarded-for': from } }),
  }
}

describe('M33: client documents', () => {
  test.each(['claude-code', 'chatgpt', 'keyless', 'copilot'])(
    'as %s writes them lead to the consent page, with their host',
    async (name) => {
      const { html } = await openConsent(stranger(), origin, { clientId: at(name) })
      expect(html).toContain(`Shape of ${name}`)
      expect(html).toContain('Identified by its document at <bdi class="mono">host.example</bdi>')
      expect(html).not.toContain('logo.png')
    },
  )

  test.each(['other-id', 'secret', 'long', 'moved', 'page', 'silent'])(
    "such as %s are refused on a page of Quarry's",
    async (name) => {
      const answer = await stranger().open(authorizeUrl(origin, { clientId: at(name) }))
      expect([name, answer.status, answer.headers.get('location')]).toEqual([name, 400, null])
    },
  )
})

describe('M34: inside private networks the server reads', () => {
  test.each([
    '10.0.0.1',
    '127.0.0.2',
    '2130706434', // 127.0.0.2 as a number
    '0x7f.2',
    '169.254.169.254',
    '[fd00::1]',
    '[::ffff:127.0.0.2]',
    'inside.example',
    'link.example',
    'beside.example',
    'turning.example',
    'both.example',
    'localhost',
  ])('no document of %s', async (place) => {
    const before = internet.requests.length
    for (const path of ['client.json', 'again.json']) {
      const clientId = `https://${place}/${path}`
      const answer = await stranger().open(authorizeUrl(origin, { clientId }))
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    }
    expect([internet.requests.length, caught]).toEqual([before, 0])
  })

  test.each(['inward-keys', 'turning-keys', 'moved-keys'])('no keys where %s says', async (name) => {
    const { status } = await openConsent(stranger(), origin, { clientId: at(name) })
    expect(status).toBe(200)
    const sent = { ...(await codeFor(at(name))), ...signed(await assertion(at(name))) }
    const answer = await redeem(origin, sent)
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([401, 'invalid_client'])
    expect(caught).toBe(0)
  })
})

async function codeFor(clientId: string) {
  const proof = newProof()
  const browser = stranger()
  const end = await press(browser, await openConsent(browser, origin, { clientId, proof }))
  return { code: end.searchParams.get('code') ?? '', code_verifier: proof.verifier, client_id: clientId }
}
const assertion = (clientId: string) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(origin)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('60 s')
    .sign(key)
const signed = (client_assertion: string) => ({
  client_assertion,
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
})

describe('M35: clients that authenticate', () => {
  test('use a signature, which is valid once', async () => {
    const proof = await assertion(at('chatgpt'))
    expect((await redeem(origin, { ...(await codeFor(at('chatgpt'))), ...signed(proof) })).status).toBe(200)
    expect((await redeem(origin, { ...(await codeFor(at('chatgpt'))), ...signed(proof) })).status).toBe(401)
  })

  test('use a secret entered by the operator, at either place', async () => {
    const { client_id: id, client_secret: secret } = await registerClient(app.context, {
      name: 'Typed in',
      redirects: [REDIRECT],
      secret: true,
    })
    expect((await redeem(origin, { ...(await codeFor(id)), client_secret: secret ?? '' })).status).toBe(200)
    expect((await redeem(origin, { ...(await codeFor(id)), client_secret: 'wrong' })).status).toBe(401)
    const registered = await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Basic',
        redirect_uris: [REDIRECT],
        token_endpoint_auth_method: 'client_secret_basic',
      }),
    })
    const made = (await registered.json()) as { client_id: string; client_secret: string }
    const basic = `Basic ${Buffer.from(`${made.client_id}:${made.client_secret}`).toString('base64')}`
    const { client_id: _, ...fields } = await codeFor(made.client_id)
    expect((await redeem(origin, fields, { authorization: basic })).status).toBe(200)
  })
})
