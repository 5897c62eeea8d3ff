import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inviteFromShell } from '../../src/core/logins/users.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { openContext } from '../support/web/browser.ts'
import { openIdProvider } from '../support/web/openid-provider.ts'
import type { OpenIdProvider } from '../support/web/openid-provider.ts'
import { browser, browserTest } from '../support/web/use-browser.ts'
import { anyVisitor, cookiesSet, webVisitor } from '../support/web/web-visitor.ts'
import type { Page, Visitor } from '../support/web/web-visitor.ts'

const ENV = {
  QUARRY_OIDC_CLIENT_ID: 'quarry',
  QUARRY_OIDC_CLIENT_SECRET: 'secret',
  QUARRY_OIDC_NAME: 'Birch Login',
  QUARRY_OIDC_JOIN: 'member:birch.example',
  QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
}

let provider: OpenIdProvider
let app: TestApp
let maya: Visitor

beforeAll(async () => {
  provider = await openIdProvider()
  app = await startApp({ env: { ...ENV, QUARRY_OIDC_ISSUER: provider.issuer } })
  maya = await webVisitor(app, { email: 'maya@birch.example' })
  provider.script = { sub: 'maya-1' }
  expect((await goThrough({ query: '?for=link&next=/app/settings/security', cookie: maya.cookie })).status).toBe(303)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})
beforeEach(() => {
  provider.script = { sub: 'nobody' }
})

interface Way {
  query?: string
  /** The cookies the browser has before. */
  cookie?: string
}

/** Begins at Quarry and continues to the address that leads back. */
async function setOut({ query = '', cookie = '' }: Way = {}, { to: house, by } = { to: app, by: provider }) {
  const led = await anyVisitor(house.origin, cookie).see(`/login/oidc${query}`)
  const to = led.headers.get('location') ?? ''
  if (!to.startsWith(by.issuer)) throw new Error(`Led to ${to} (${led.status}).`)
  const kept = [cookie.split('; ').filter((pair) => !pair.startsWith('quarry_flow')), cookiesSet(led)].flat().join('; ')
  const back = await by.visit(to)
  return { back, path: back.pathname.slice('/app'.length) + back.search, kept }
}

const comeBack = (back: URL, cookie: string): Promise<Page> =>
  anyVisitor(app.origin, cookie).see(back.pathname.slice('/app'.length) + back.search)

async function goThrough(way: Way = {}): Promise<Page> {
  const { back, kept } = await setOut(way)
  return comeBack(back, kept)
}

const isIn = (page: Page): boolean => cookiesSet(page).includes('quarry_session=')

const whoIs = async (page: Page): Promise<string> => {
  const { html } = await anyVisitor(app.origin, cookiesSet(page)).see('/settings/profile')
  return /<bdi>([^<]*@[^<]*)<\/bdi>/.exec(html)?.[1] ?? ''
}

describe('signing in with a provider', () => {
  test('recognises a linked subject, and continues to the requested page', async () => {
    expect((await anyVisitor(app.origin).see('/login')).html).toContain('Sign in with Birch Login')
    provider.script = { sub: 'maya-1', claims: { email: 'other@elm.example', email_verified: true } }
    const page = await goThrough({ query: '?next=/app/leads' })
    expect([page.status, page.headers.get('location')]).toEqual([303, '/app/leads'])
    expect(await whoIs(page)).toBe('maya@birch.example')
  })

  test('makes a new person with a verified address at the domain a member, once', async () => {
    const claims = { email: 'Tom@birch.example', email_verified: true, name: 'Tom Okafor' }
    provider.script = { sub: 'tom-1', claims }
    expect(await whoIs(await goThrough())).toBe('tom@birch.example')
    provider.script = { sub: 'tom-1', claims: { ...claims, email: 'renamed@birch.example' } }
    expect(await whoIs(await goThrough())).toBe('tom@birch.example')
  })

  browserTest('takes the time zone of the browser, as every sign-in does', async () => {
    await using context = await openContext(await browser(), { origin: app.origin })
    const page = await context.newPage()
    await page.goto('/app/login?next=/app/leads')
    const to = new URL((await page.locator('a[href*="/login/oidc"]').getAttribute('href')) ?? '', app.origin)
    expect(Object.fromEntries(to.searchParams)).toEqual({ next: '/app/leads', time_zone: 'Europe/Lisbon' })
    provider.script = { sub: 'lisa-1', claims: { email: 'lisa@birch.example', email_verified: true } }
    const lisa = anyVisitor(app.origin, cookiesSet(await goThrough({ query: to.search })))
    expect((await lisa.see('/settings/profile')).html).toContain('<option value="Europe/Lisbon" selected>')
  })

  test('accepts an invitation under its address, whatever the provider calls the person', async () => {
    const { code } = await inviteFromShell(app.context, { email: 'ada@elm.example', role: 'reader', accountId: null })
    const seen = await anyVisitor(app.origin).send('/join', { code })
    expect(seen.html).toContain('Sign in with Birch Login')
    provider.script = { sub: 'ada-1', claims: { email: 'private@mail.example', email_verified: false } }
    const page = await goThrough({ query: '?for=join', cookie: cookiesSet(seen) })
    expect(await whoIs(page)).toBe('ada@elm.example')
  })

  test('confirms with a fresh proof of the same person', async () => {
    provider.script = { sub: 'maya-1' }
    const olga = await goThrough()
    const confirm = (cookie: string) => goThrough({ query: '?for=confirm&next=/app/settings/security', cookie })
    provider.script = { sub: 'maya-1', claims: { auth_time: Math.floor(Date.now() / 1_000) - 3_600 } }
    expect((await confirm(cookiesSet(olga))).status).toBe(422)
    provider.script = { sub: 'tom-1' }
    expect((await confirm(cookiesSet(olga))).status).toBe(422)
    provider.script = { sub: 'maya-1' }
    const confirmed = await confirm(cookiesSet(olga))
    expect(confirmed.headers.get('location')).toBe('/app/settings/security')
    expect((await anyVisitor(app.origin, cookiesSet(olga)).see('')).status).toBe(303)
  })

  test('leaves nothing behind when strangers begin and never come back', async () => {
    const kept = async () => (await app.database.pool.query('select from login_flows')).rowCount
    const before = await kept()
    await Promise.all([setOut(), setOut(), setOut()])
    expect(await kept()).toBe(before)
  })

  test('cannot be started by another site if it changes who signs in as whom', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await maya.see('/login/oidc?for=link', headers)).status).toBe(403)
  })
})

describe('errors are reported', () => {
  test('to a person who declines at the provider', async () => {
    provider.script = { sub: 'maya-1', back: { error: 'access_denied' } }
    const page = await goThrough()
    expect(page.html).toContain('You cancelled it at the provider.')
    expect([page.status, isIn(page)]).toEqual([422, false])
  })

  test('to the operator in the log, and to a person who returns while the provider is away', async () => {
    const lines: string[] = []
    const away = await openIdProvider()
    const env = { ...ENV, QUARRY_OIDC_ISSUER: away.issuer }
    await using house = await startApp({
      env,
      replace: { log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) },
    })
    await webVisitor(house)
    away.script = { sub: 'maya-1', claims: { aud: 'another-client' } }
    const wrong = await setOut({}, { to: house, by: away })
    const refused = await anyVisitor(house.origin, wrong.kept).see(wrong.path)
    expect(refused.html).toContain('That did not work. Start again')
    expect(lines.join('')).toContain('unexpected JWT \\"aud\\" (audience) claim value')
    const late = await setOut({}, { to: house, by: away })
    await away[Symbol.asyncDispose]()
    const page = await anyVisitor(house.origin, late.kept).see(late.path)
    expect(page.html).toContain('The provider cannot be reached right now. Sign in another way.')
    expect(isIn(page)).toBe(false)
  })
})

describe("nobody's login is taken over", () => {
  const refused = (page: Page, sentence: string) => {
    expect(page.html).toContain(sentence)
    expect([page.status, isIn(page)]).toEqual([422, false])
  }
  const BEGIN_AGAIN = 'That did not work. Start again'

  test('by the same verified address', async () => {
    provider.script = { sub: 'mallory', claims: { email: 'maya@birch.example', email_verified: true } }
    refused(await goThrough(), 'Sign in as before and link it')
  })

  test.each([false, 'true', 1, undefined])('by an address that is not verified (%j)', async (email_verified) => {
    provider.script = { sub: 'mallory', claims: { email: 'new@birch.example', email_verified } }
    refused(await goThrough(), 'No login here uses that identity')
  })

  test('by an address that only resembles one at the domain', async () => {
    for (const email of ['x@evil-birch.example', 'x@birch.example.evil.example', 'x@sub.birch.example']) {
      provider.script = { sub: 'mallory', claims: { email, email_verified: true } }
      refused(await goThrough(), 'No login here uses that identity')
    }
  })

  test('by the same subject of another issuer', async () => {
    provider.script = { sub: 'maya-1', claims: { iss: 'https://evil.example' } }
    refused(await goThrough(), BEGIN_AGAIN)
  })

  test('by a state that was used before', async () => {
    provider.script = { sub: 'maya-1' }
    const { back, kept } = await setOut()
    expect(isIn(await comeBack(back, kept))).toBe(true)
    refused(await comeBack(back, kept), BEGIN_AGAIN)
  })

  test('by a code replayed in another browser, with or without a sign-in of its own', async () => {
    provider.script = { sub: 'maya-1' }
    const victim = await setOut()
    refused(await comeBack(victim.back, ''), BEGIN_AGAIN)
    const attacker = await setOut()
    const mixed = new URL(attacker.back)
    mixed.searchParams.set('code', victim.back.searchParams.get('code') ?? '')
    refused(await comeBack(mixed, attacker.kept), BEGIN_AGAIN)
  })

  test('by another nonce', async () => {
    provider.script = { sub: 'maya-1', claims: { nonce: 'another' } }
    refused(await goThrough(), BEGIN_AGAIN)
  })

  test('by an answer that another issuer mixed in', async () => {
    provider.script = { sub: 'maya-1', back: { iss: 'https://evil.example' } }
    refused(await goThrough(), BEGIN_AGAIN)
    provider.script = { sub: 'maya-1', back: { state: 'another' } }
    refused(await goThrough(), BEGIN_AGAIN)
  })

  test('by a redirect that leads elsewhere', async () => {
    provider.script = { sub: 'maya-1' }
    for (const next of ['https://evil.example', '//evil.example/app', '/app\\evil'])
      expect((await goThrough({ query: `?next=${encodeURIComponent(next)}` })).headers.get('location')).toBe('/app')
  })

  test("by linking somebody else's subject, or in somebody else's session", async () => {
    const olga = await webVisitor(app)
    const link = { query: '?for=link', cookie: olga.cookie }
    provider.script = { sub: 'maya-1' }
    refused(await goThrough(link), 'Somebody else here already signs in with that.')
    provider.script = { sub: 'mallory-2' }
    const { back, kept } = await setOut(link)
    const flow = kept.split('; ').find((pair) => pair.startsWith('quarry_flow=')) ?? ''
    refused(await comeBack(back, `${maya.cookie}; ${flow}`), BEGIN_AGAIN)
    expect(
      await app.context.store.oidcSubjects.loginOf({ issuer: provider.issuer, subject: 'mallory-2' }, new Date()),
    ).toBeNull()
  })
})

test('a link can be removed if there is another way to sign in', async () => {
  provider.script = { sub: 'only-1', claims: { email: 'only@birch.example', email_verified: true } }
  const only = anyVisitor(app.origin, cookiesSet(await goThrough()))
  expect((await only.send('/settings/security/oidc/unlink', {})).html).toContain('Set a password first')
  const changed = await only.send('/settings/security/password', { password: 'seven blue umbrellas' })
  const again = anyVisitor(app.origin, cookiesSet(changed))
  expect((await again.send('/settings/security/oidc/unlink', {})).status).toBe(303)
  provider.script = { sub: 'only-1' }
  expect(isIn(await goThrough())).toBe(false)
})
