import { describe, expect, test } from 'vitest'
import { makeSetUpLink } from '../../src/core/logins/setup.ts'
import { setClock } from '../support/records/signed-in.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { arriveAt, openContext } from '../support/web/browser.ts'
import { browser, browserTest } from '../support/web/use-browser.ts'
import { anyVisitor, cookiesSet, webVisitor } from '../support/web/web-visitor.ts'

const OLGA = { name: 'Olga Cruz', email: 'olga@elm.example', password: 'seven blue umbrellas', language: 'en' }

async function setUp(app: TestApp) {
  const made = await makeSetUpLink(app.context)
  const page = await anyVisitor(app.origin).send('/setup', { ...OLGA, code: made?.code ?? '' })
  return { page, cookie: cookiesSet(page) }
}

describe('a new Quarry', () => {
  test('leads from everywhere to its set-up, and makes the holder of the code the owner', async () => {
    await using app = await startApp()
    const stranger = anyVisitor(app.origin)
    for (const path of ['', '/login', '/leads', '/nowhere'])
      expect((await stranger.see(path)).headers.get('location')).toBe('/app/setup')
    expect((await stranger.see('/setup')).html).toContain('Make this Quarry yours')
    const wrong = await stranger.send('/setup', { ...OLGA, code: 'qs_wrong', password: 'Password1234' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('quarry users setup-link')
    expect(wrong.html).toContain('value="Olga Cruz"')
    expect(wrong.html).not.toContain('Password1234')
    expect(wrong.html).toMatch(/name="code"[^>]* value="qs_wrong"/)
    const { page, cookie } = await setUp(app)
    expect([page.status, page.headers.get('location')]).toEqual([303, '/app'])
    const home = await anyVisitor(app.origin, cookie).see('')
    expect(home.status).toBe(200)
    expect(home.html).toContain('This Quarry is yours.')
    expect((await stranger.see('/setup')).status).toBe(404)
    expect((await stranger.see('')).headers.get('location')).toBe('/app/login?next=%2Fapp')
    const long = await stranger.see(`/leads?query=${'%E0'.repeat(3_000)}`)
    expect(long.headers.get('location')).toBe('/app/login')
  })

  test('accepts the whole link as the code, which is in no field without scripts', async () => {
    await using app = await startApp()
    const made = await makeSetUpLink(app.context)
    const page = await anyVisitor(app.origin).send('/setup', { ...OLGA, code: ` ${made?.link} ` })
    expect([page.status, page.headers.get('location')]).toEqual([303, '/app'])
    const log = (await anyVisitor(app.origin, cookiesSet(page)).see('/settings/audit')).html
    expect(log).toMatch(/<bdi>with the set-up link · [^→<]+<\/bdi>/)
  })

  test('sets cookies that scripts and other sites do not get', async () => {
    await using app = await startApp()
    const { page } = await setUp(app)
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^quarry_session=[\w-]{43}; Max-Age=2592000; Path=\/; .*HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^quarry_device=[\w.-]+; Max-Age=15552000; Path=\/; .*HttpOnly; SameSite=Lax$/),
    ])
  })

  test('keeps what was typed in one tab when its owner signs out in another', async () => {
    await using app = await startApp()
    const { cookie } = await setUp(app)
    expect((await anyVisitor(app.origin, cookie).send('/logout', {})).status).toBe(303)
    const device = cookie.split('; ').filter((pair) => pair.startsWith('quarry_device='))
    const kept = await anyVisitor(app.origin, device.join('; ')).send('/lists', { name: 'Typed before' })
    expect([kept.status, kept.html.includes('value="Typed before"')]).toEqual([401, true])
  })

  test('sets __Host- cookies if its address is https', async () => {
    await using app = await startApp({ env: { QUARRY_ORIGIN: 'https://quarry.example' } })
    const made = await makeSetUpLink(app.context)
    expect(made?.link).toMatch(/^https:\/\/quarry\.example\/app\/setup#qs_/)
    const page = await anyVisitor(app.origin).send('/setup', { ...OLGA, code: made?.code ?? '' })
    expect(page.headers.getSetCookie()[0]).toMatch(/^__Host-quarry=.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
  })
})

describe('the time zone of a person', () => {
  browserTest('is that of their browser at the first sign-in', async () => {
    await using app = await startApp()
    const made = await makeSetUpLink(app.context)
    await using context = await openContext(await browser(), { origin: app.origin })
    const page = await context.newPage()
    await page.goto('/app/setup') // the link is then opened in this tab, which does not load the page again
    await page.goto(`/app/setup#${made?.code}`)
    for (const [name, value] of Object.entries(OLGA).slice(0, 3)) await page.locator(`#${name}`).fill(value)
    await page.locator('main form button:not([type=button])').click()
    await arriveAt(page, '/app')
    await page.goto('/app/settings/profile')
    expect(await page.inputValue('#time_zone')).toBe('Europe/Lisbon')
  })

  test('stays as chosen, and is never something that is no zone', async () => {
    await using app = await startApp()
    const { cookie } = await setUp(app)
    const olga = anyVisitor(app.origin, cookie)
    const zone = async () =>
      /<option value="([^"]*)" selected>/.exec(
        (await olga.see('/settings/profile')).html.split('id="time_zone"')[1] ?? '',
      )?.[1]
    const signIn = (time_zone: string) => anyVisitor(app.origin).send('/login', { ...OLGA, time_zone })
    await signIn('Mars/Olympus')
    expect(await zone()).toBe('UTC')
    await signIn('America/New_York')
    expect(await zone()).toBe('America/New_York')
    await olga.send('/settings/profile', { ...OLGA, time_zone: 'UTC' })
    await signIn('Europe/Lisbon')
    expect(await zone()).toBe('UTC')
  })
})

describe('a password field', () => {
  browserTest('shows what was typed, and says how to hide it again', async () => {
    await using app = await startApp()
    const made = await makeSetUpLink(app.context)
    await using context = await openContext(await browser(), { origin: app.origin })
    const page = await context.newPage()
    await page.goto(`/app/setup#${made?.code}`)
    expect(await page.inputValue('#code')).toBe(made?.code)
    const [field, button] = [page.locator('#password'), page.locator('[data-show]')]
    for (const [word, type] of [
      ['Show', 'password'],
      ['Hide', 'text'],
      ['Show', 'password'],
    ]) {
      expect([await button.innerText(), await field.getAttribute('type')]).toEqual([word, type])
      await button.click()
    }
    await page.fill('#name', OLGA.name)
    await page.fill('#email', OLGA.email)
    await page.fill('#password', 'password1234')
    await page.click('main form button:not([type=button])')
    await page.waitForSelector('.problems')
    await page.fill('#password', OLGA.password)
    await page.click('main form button:not([type=button])')
    await arriveAt(page, '/app')
  })
})

describe('signing in', () => {
  test('gives the same answer to a wrong password and to an unknown address', async () => {
    await using app = await startApp()
    await setUp(app)
    const stranger = anyVisitor(app.origin)
    const answers = await Promise.all([
      stranger.send('/login', { email: OLGA.email, password: 'seven red umbrellas' }),
      stranger.send('/login', { email: 'nobody@elm.example', password: 'seven red umbrellas' }),
    ])
    const sentences = answers.map(({ status, html }) => [status, /<li>(.*?)<\/li>/.exec(html)?.[1]])
    expect(sentences[0]).toEqual([422, 'The address or the password is wrong.'])
    expect(sentences[1]).toEqual(sentences[0])
    expect(answers[0].html).not.toContain('seven red umbrellas')
  })

  test('continues to the requested page, and to no other site', async () => {
    await using app = await startApp()
    await setUp(app)
    const go = async (next: string) =>
      (await anyVisitor(app.origin).send('/login', { ...OLGA, next })).headers.get('location')
    expect(await go('/app/leads?sort=email')).toBe('/app/leads?sort=email')
    for (const elsewhere of [
      'https://evil.example/app',
      '//evil.example/app',
      '/app\\evil',
      '/application',
      '/v2/leads',
      '',
    ])
      expect(await go(elsewhere)).toBe('/app')
  })

  test('adopts no planted token, and ends the previous session', async () => {
    await using app = await startApp()
    await setUp(app)
    const planted = `quarry_session=${'A'.repeat(43)}`
    const first = await anyVisitor(app.origin, planted).send('/login', OLGA)
    expect(cookiesSet(first)).not.toContain(planted)
    expect((await anyVisitor(app.origin, planted).see('')).status).toBe(303)
    const cookie = cookiesSet(first)
    const second = await anyVisitor(app.origin, cookie).send('/login', OLGA)
    expect((await anyVisitor(app.origin, cookie).see('')).status).toBe(303)
    expect((await anyVisitor(app.origin, cookiesSet(second)).see('')).status).toBe(200)
  })

  test('takes no address that the database cannot hold', async () => {
    await using app = await startApp()
    await setUp(app)
    const { status, html } = await anyVisitor(app.origin).send('/login', { ...OLGA, email: 'olga\0@elm.example' })
    expect([status, html.includes('The address or the password is wrong.')]).toEqual([422, true])
  })

  test('says how long to wait after too many attempts', async () => {
    const clock = setClock()
    await using app = await startApp({ replace: { clock } })
    await setUp(app)
    const stranger = anyVisitor(app.origin)
    const wrong = { email: OLGA.email, password: 'seven red umbrellas' }
    for (let n = 0; n < 5; n++) await stranger.send('/login', wrong)
    expect((await stranger.send('/login', OLGA)).html).toContain('Too many attempts. Try again in 32 seconds.')
    clock.pass(32_000)
    expect((await stranger.send('/login', OLGA)).status).toBe(303)
  })

  test('ends with the sign-out', async () => {
    await using app = await startApp()
    const { cookie } = await setUp(app)
    const out = await anyVisitor(app.origin, cookie).send('/logout', {})
    expect([out.status, out.headers.get('location'), out.headers.get('clear-site-data')]).toEqual([
      303,
      '/app/login',
      '"cache"',
    ])
    expect((await anyVisitor(app.origin, cookie).see('')).status).toBe(303)
  })
})

test('a confirmation gives the session a new token, and continues', async () => {
  await using app = await startApp()
  const { cookie } = await setUp(app)
  const olga = anyVisitor(app.origin, cookie)
  const wrong = await olga.send('/confirm', { password: 'wrong', next: '/app/leads' })
  expect([wrong.status, wrong.html.includes('<a href="#password">The password is wrong.</a>')]).toEqual([422, true])
  const confirmed = await olga.send('/confirm', { password: OLGA.password, next: '/app/leads' })
  expect(confirmed.headers.get('location')).toBe('/app/leads')
  expect((await olga.see('')).status).toBe(303)
  expect((await anyVisitor(app.origin, cookiesSet(confirmed)).see('')).status).toBe(200)
})

test('a member of two accounts can switch between them, but not to a third', async () => {
  await using app = await startApp()
  const maya = await webVisitor(app, { role: 'member' })
  const second = await app.context.store.accounts.createAccount('unlimited', new Date())
  const third = await app.context.store.accounts.createAccount('unlimited', new Date())
  await app.database.pool.query(`insert into users (account_id, login_id, role) values ($1, $2, 'reader')`, [
    second.accountId,
    maya.loginId,
  ])
  expect((await maya.see('/accounts')).html).toContain('Switch to it')
  expect((await maya.send('/accounts', { account_id: third.accountId })).status).toBe(422)
  const moved = await maya.send('/accounts', { account_id: second.accountId })
  expect(moved.status).toBe(303)
  expect((await maya.see('')).status).toBe(303)
  const there = await anyVisitor(app.origin, cookiesSet(moved)).see('/accounts')
  expect(there.html).toMatch(/Reader<\/span>\s*<span[^>]*>You are here/)
})
