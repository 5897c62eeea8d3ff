import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey } from 'jose'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpClientFor } from '../internet/crawl-at.ts'
import { startInternet } from '../internet/internet.ts'
import type { Internet } from '../internet/internet.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { freePort } from '../support/process/free-port.ts'
import { callMcp, toolNames } from '../support/oauth/oauth-client.ts'
import { webVisitor } from '../support/web/web-visitor.ts'
import type { Visitor } from '../support/web/web-visitor.ts'
import { listAllApps, unblockApp } from '../../src/core/apps/operate-apps.ts'

const ISSUER = 'https://id.example'

let internet: Internet
let app: TestApp
let key: CryptoKey
let publicKey: string
let owner: Visitor
beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  key = pair.privateKey
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  publicKey = String(jwk.n)
  internet = await startInternet({
    https: true,
    sites: [
      {
        hosts: ['id.example'],
        pages: {
          '/.well-known/openid-configuration': json({ issuer: ISSUER, jwks_uri: `${ISSUER}/keys` }),
          '/keys': json({ keys: [jwk] }),
        },
      },
    ],
  })
  const port = await freePort()
  const env = { PORT: String(port), QUARRY_PUBLIC_URL: `http://127.0.0.1:${port}`, QUARRY_OAUTH_ISSUER: ISSUER }
  app = await startApp({ env, replace: { documents: httpClientFor(internet) } })
  owner = await webVisitor(app)
  const { loginId } = owner
  await app.context.database.pool.query(
    "insert into oidc_subjects (issuer, subject, login_id) values ($1, 'ada', $2)",
    [ISSUER, loginId],
  )
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await internet.stop()
})

const json = (body: unknown) => ({ type: 'application/json', body: JSON.stringify(body) })

interface Made {
  sub?: string
  iss?: string
  aud?: string
  life?: number
  kid?: string
  scope?: string
}

const token = ({
  sub = 'ada',
  iss = ISSUER,
  aud = `${app.origin}/mcp`,
  life = 600,
  kid = 'one',
  scope = 'read write',
}: Made = {}) =>
  new SignJWT({ scope, client_id: 'some-host' })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setSubject(sub)
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt(Math.floor(Date.now() / 1000) + Math.min(0, life) * 2)
    .setExpirationTime(Math.floor(Date.now() / 1000) + life)
    .sign(key)

const statusOf = async (made: string): Promise<number> => (await callMcp(app.origin, made, 'tools/list')).status

test('M39: a valid token of the issuer is accepted, and every invalid one refused', async () => {
  const { status, body } = await callMcp(app.origin, await token(), 'tools/list')
  expect(status).toBe(200)
  const names = body.result?.tools?.map(({ name }) => name) ?? []
  expect(names).toContain('domain_search')
  expect(names).not.toContain('start_campaign')
  const wrong: Made[] = [
    { aud: 'https://other.example' },
    { iss: 'https://evil.example' },
    { life: -120 },
    { life: 7_200 },
    { sub: 'nobody' },
  ]
  for (const made of wrong) expect([made, await statusOf(await token(made))]).toEqual([made, 401])
  const [, payload = ''] = (await token()).split('.')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  const head = Buffer.from('{"alg":"HS256","kid":"one"}').toString('base64url')
  const mac = createHmac('sha256', publicKey).update(`${head}.${payload}`).digest('base64url')
  for (const made of [none, `${head}.${payload}.${mac}`]) expect(await statusOf(made)).toBe(401)
})

test('M39: a flood of unknown key ids causes at most one look-up of the keys in 30 seconds', async () => {
  const read = () => internet.requests.filter(({ path }) => path === '/keys').length
  for (let turn = 0; turn < 5; turn += 1) expect(await statusOf(await token({ kid: `strange ${turn}` }))).toBe(401)
  expect(read()).toBe(1)
})

test('its apps are shown; permissions apply, and a blocked app stays out until the operator unblocks it', async () => {
  const mine = await token({ scope: 'read write' })
  expect(await toolNames(app.origin, mine)).toContain('save_lead')
  const [shown] = await listAllApps(app.context, null)
  expect(shown).toMatchObject({ name: 'some-host', issuer: ISSUER })
  const id = shown?.id ?? ''
  expect((await owner.see('/settings/apps')).html).toContain('Block')
  expect((await owner.see(`/settings/apps/${id}`)).html).toContain('Block some-host?')
  await owner.send(`/settings/apps/${id}`, { daily_credits: '' })
  await expect.poll(() => toolNames(app.origin, mine)).not.toContain('save_lead')
  await owner.send(`/settings/apps/${id}/disconnect`, {})
  await expect.poll(() => statusOf(mine)).toBe(401)
  expect(await statusOf(await token())).toBe(401)
  await unblockApp(app.context, id)
  await expect.poll(() => statusOf(mine)).toBe(200)
  await expect(unblockApp(app.context, id)).rejects.toThrow('No app with this id is blocked')
})

test('the document names only the issuer, and Quarry offers no authorization server of its own', async () => {
  const document = (await (await fetch(`${app.origin}/.well-known/oauth-protected-resource/mcp`)).json()) as Record<
    string,
    unknown
  >
  expect(document['authorization_servers']).toEqual([ISSUER])
  expect((await fetch(`${app.origin}/.well-known/oauth-authorization-server`)).status).toBe(404)
})
