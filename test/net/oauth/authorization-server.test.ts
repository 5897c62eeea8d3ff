import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'

/** The server that other tests build on behaves like the providers it represents. */

let provider: AuthorizationServer
let now = new Date('2026-11-23T10:00:00Z')
const later = (ms: number) => (now = new Date(now.getTime() + ms))
beforeEach(async () => {
  provider = await startAuthorizationServer({ clock: { now: () => now } })
})
afterEach(() => provider.stop())

const post = async (url: string, fields: Record<string, string>): Promise<Record<string, string>> => {
  const { id, secret } = provider.client
  const body = new URLSearchParams({ client_id: id, ...(secret !== null && { client_secret: secret }), ...fields })
  return (await (await fetch(url, { method: 'POST', body })).json()) as Record<string, string>
}
const refresh = (token = '') => post(provider.urls.token, { grant_type: 'refresh_token', refresh_token: token })
const isGood = (token = '') => provider.book.judge({ username: provider.person.email, token }) === 'good'

const verifier = 'v'.repeat(43)
const redirectUri = 'https://quarry.example/oauth/mail/callback'
function allow(): URL {
  const asked = new URL(provider.urls.authorize)
  asked.search = new URLSearchParams({
    client_id: provider.client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'mail email',
    state: 'a-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  return new URL(provider.visit(asked.href) ?? 'about:blank')
}
const exchange = (code: string | null, more: Record<string, string> = {}) =>
  post(provider.urls.token, {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  })

test('a person consents, and the code works once, for the client that started', async () => {
  const back = allow()
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'a-state', iss: provider.url })
  const code = back.searchParams.get('code')
  expect(await exchange(code, { code_verifier: 'w'.repeat(43) })).toMatchObject({ error: 'invalid_grant' })
  const tokens = await exchange(code)
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'mail email' })
  expect(isGood(tokens['access_token'])).toBe(true)
  expect(provider.book.judge({ username: 'sales@lumen.example', token: tokens['access_token'] ?? '' })).not.toBe('good')
  expect(await exchange(code)).toMatchObject({ error: 'invalid_grant' })
  later(3_600_000)
  expect(isGood(tokens['access_token'])).toBe(false)
})

test('a person refuses consent', () => {
  provider.person.decision = 'deny'
  expect(allow().searchParams.get('error')).toBe('access_denied')
})

test.each([
  ['none', [true, true, true]],
  ['keep-old', [true, true, true]],
  ['grace', [true, true, false]],
  ['strict', [true, false, false]],
] as const)('with rotation %s an old refresh token still works: %j', async (rotation, expected) => {
  provider.rotation = rotation
  const first = await exchange(allow().searchParams.get('code'))
  const again = await refresh(first['refresh_token'])
  const soon = await refresh(first['refresh_token'])
  later(31_000)
  const late = await refresh(first['refresh_token'])
  expect([again, soon, late].map((answer) => answer['error'] === undefined)).toEqual(expected)
  expect(again['refresh_token'] === undefined).toBe(rotation === 'none')
  if (rotation === 'strict') expect(await refresh(again['refresh_token'])).toMatchObject({ error: 'invalid_grant' })
})

test('a device waits until the person has decided, and polls no faster than allowed', async () => {
  provider.person.decision = 'wait'
  const { device_code: code = '' } = await post(provider.urls.device, { scope: 'mail' })
  const ask = () =>
    post(provider.urls.token, { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: code })
  expect(await ask()).toMatchObject({ error: 'authorization_pending' })
  expect(await ask()).toMatchObject({ error: 'slow_down' })
  provider.person.decision = 'approve'
  later(9_000)
  expect(await ask()).toMatchObject({ error: 'slow_down' })
  later(15_000)
  expect(isGood((await ask())['access_token'])).toBe(true)
})

test('a revoked token is invalid immediately, and refreshes in progress are counted', async () => {
  const tokens = await exchange(allow().searchParams.get('code'))
  let release: () => void = () => undefined
  const until = new Promise<void>((resolve) => (release = resolve))
  provider.script = () => ({ until })
  const both = [refresh(tokens['refresh_token']), refresh(tokens['refresh_token'])]
  await expect.poll(() => provider.refreshes.get('rui@lumen.example')).toEqual({ now: 2, peak: 2, total: 2 })
  release()
  await Promise.all(both)
  provider.script = null
  expect(provider.refreshes.get('rui@lumen.example')?.now).toBe(0)
  provider.book.endConsent('rui@lumen.example')
  expect(isGood(tokens['access_token'])).toBe(false)
  expect(await refresh(tokens['refresh_token'])).toMatchObject({ error: 'invalid_grant' })
  expect(await post(provider.urls.introspect, { token: tokens['access_token'] ?? '' })).toEqual({ active: false })
})
