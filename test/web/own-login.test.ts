import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeResetLink } from '../../src/core/logins/reset-password.ts'
import { inviteFromShell, SHELL } from '../../src/core/logins/users.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { setClock } from '../support/records/signed-in.ts'
import { anyVisitor, cookiesSet, webVisitor } from '../support/web/web-visitor.ts'

const PASSWORD = 'seven blue umbrellas'

/** Each test has people of its own. */
let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app[Symbol.asyncDispose]())

describe("the user's own profile", () => {
  test('sets the language, time zone and theme of the screens', async () => {
    const maya = await webVisitor(app, { role: 'reader' })
    expect((await maya.see('/settings')).headers.get('location')).toBe('/app/settings/profile')
    const fields = { first_name: 'Maya', last_name: '', language: 'de', time_zone: 'Europe/Lisbon', theme: 'dark' }
    expect((await maya.send('/settings/profile', fields)).status).toBe(303)
    const { html } = await maya.see('/settings/profile')
    expect(html).toContain('<html lang="de" data-theme="dark">')
    expect(html).toContain('value="Maya"')
    expect(html).toContain('Gespeichert.')
    expect(html).toMatch(/<option value="Europe\/Lisbon" selected>/)
    expect(html).not.toContain('data-shortcuts')
    const wrong = await maya.send('/settings/profile', { ...fields, time_zone: 'Nowhere' })
    expect(wrong.status).toBe(422)
  })

  test("does not show other people's team, log or webhooks to a reader", async () => {
    const html = async (role: 'reader' | 'admin') =>
      (await (await webVisitor(app, { role })).see('/settings/profile')).html
    expect(await html('admin')).toContain('/app/settings/team')
    expect(await html('reader')).not.toContain('/app/settings/team')
  })
})

describe("the user's own security page", () => {
  test('is shown only to a user who has just confirmed their identity', async () => {
    const clock = setClock()
    await using app = await startApp({ replace: { clock } })
    const maya = await webVisitor(app)
    expect((await maya.see('/settings/security')).status).toBe(200)
    clock.pass(11 * 60_000)
    const led = await maya.see('/settings/security')
    expect(led.headers.get('location')).toBe('/app/confirm?next=%2Fapp%2Fsettings%2Fsecurity')
    const post = await maya.send('/settings/security/password', { password: PASSWORD })
    expect(post.headers.get('location')).toMatch(/^\/app\/confirm/)
  })

  test('sets a first password, then another one given the right old one, and ends all other sessions', async () => {
    const maya = await webVisitor(app)
    const weak = await maya.send('/settings/security/password', { password: 'Password1234' })
    expect(weak.html).toContain('easy to guess')
    const first = await maya.send('/settings/security/password', { password: PASSWORD })
    const again = anyVisitor(app.origin, cookiesSet(first))
    expect((await maya.see('')).status).toBe(303)
    expect((await again.see('/settings/security')).html).toContain('All other sessions have ended.')
    const change = { current_password: 'seven red umbrellas', password: 'a quiet river in May' }
    expect((await again.send('/settings/security/password', change)).html).toContain(
      '<a href="#current_password">The password is wrong.</a>',
    )
    const second = await again.send('/settings/security/password', { ...change, current_password: PASSWORD })
    expect(second.status).toBe(303)
  })

  test('lists the sessions of the login and ends one, but not those of others', async () => {
    const [maya, olga] = [await webVisitor(app, { email: 'maya@birch.example' }), await webVisitor(app)]
    const password = { current_password: '', password: PASSWORD }
    const here = anyVisitor(app.origin, cookiesSet(await maya.send('/settings/security/password', password)))
    const elsewhere = await anyVisitor(app.origin).send(
      '/login',
      { email: 'maya@birch.example', password: PASSWORD },
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    )
    const { html } = await here.see('/settings/security')
    expect(html).toContain('Firefox, Linux')
    const [, id = ''] = /name="id" value="([\w-]{43})"/.exec(html) ?? []
    expect((await olga.send('/settings/security/sessions', { id })).status).toBe(404)
    expect((await here.send('/settings/security/sessions', { id })).status).toBe(303)
    expect((await anyVisitor(app.origin, cookiesSet(elsewhere)).see('')).status).toBe(303)
    expect((await here.see('')).status).toBe(200)
  })

  test('says why there are no passkeys on an IP address, and offers them on localhost', async () => {
    const maya = await webVisitor(app)
    expect((await maya.see('/settings/security')).html).toContain('Passkeys do not work at 127.0.0.1')
    const named = anyVisitor(app.origin.replace('127.0.0.1', 'localhost'), maya.cookie)
    expect((await named.see('/settings/security')).html).toContain('data-passkey="create"')
    expect((await anyVisitor(app.origin).see('/login')).html).not.toContain('data-passkey')
  })
})

test('a link sets a new password once', async () => {
  await webVisitor(app, { email: 'rosa@birch.example' })
  const { code } = await makeResetLink(app.context, 'rosa@birch.example', SHELL)
  const stranger = anyVisitor(app.origin)
  expect((await stranger.see('/reset')).html).toContain('data-from-hash')
  expect((await stranger.send('/reset', { code: 'qr_wrong', password: PASSWORD })).html).toContain('This code is wrong')
  const done = await stranger.send('/reset', { code, password: PASSWORD })
  expect(done.headers.get('location')).toBe('/app')
  expect((await anyVisitor(app.origin, cookiesSet(done)).see('')).status).toBe(200)
  expect((await stranger.send('/reset', { code, password: PASSWORD })).status).toBe(422)
})

describe('an invitation', () => {
  const invite = (email = 'tom@birch.example') =>
    inviteFromShell(app.context, { email, role: 'member', accountId: null })

  test('says what it is for, and creates a login for a new person', async () => {
    await webVisitor(app)
    const { code } = await invite()
    const tom = anyVisitor(app.origin)
    expect((await tom.send('/join', { code: 'qi_wrong' })).status).toBe(422)
    const { html } = await tom.send('/join', { code })
    expect(html).toContain('as Member')
    expect(html).toContain('tom@birch.example')
    const weak = await tom.send('/join/accept', { code, name: 'Tom Okafor', password: 'tom.okafor.birch' })
    expect(weak.html).toContain('easy to guess')
    expect(weak.html).toContain('value="Tom Okafor"')
    const joined = await tom.send('/join/accept', { code, name: 'Tom Okafor', password: PASSWORD })
    expect(joined.headers.get('location')).toBe('/app')
    const inside = anyVisitor(app.origin, cookiesSet(joined))
    expect((await inside.see('/settings/profile')).html).toContain('value="Okafor"')
    expect((await tom.send('/join/accept', { code, name: 'Tom', password: PASSWORD })).status).toBe(422)
  })

  test('uses the signed-in person, and never an address that has a login', async () => {
    const second = await app.context.store.accounts.createAccount('unlimited', new Date())
    const maya = await webVisitor(app, { email: 'nils@birch.example', accountId: second.accountId })
    const { code } = await invite('nils@birch.example')
    const stranger = await anyVisitor(app.origin).send('/join/accept', { code, name: 'Maya', password: PASSWORD })
    expect(stranger.html).toContain('Somebody already signs in with this address.')
    const joined = await maya.send('/join/accept', { code })
    expect(joined.headers.get('location')).toBe('/app')
    expect((await maya.see('')).status).toBe(303)
    const there = await anyVisitor(app.origin, cookiesSet(joined)).see('/accounts')
    expect(there.html.match(/You are here/g)).toHaveLength(1)
    expect(there.html.match(/Switch to it/g)).toHaveLength(1)
  })

  test('creates one user when it is accepted a hundred times at once', async () => {
    await using other = await startApp({ database: app.database })
    await webVisitor(app)
    const { code } = await invite('olaf@birch.example')
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        anyVisitor((n % 2 === 0 ? app : other).origin).send('/join/accept', {
          code,
          name: 'Olaf Okafor',
          password: PASSWORD,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    const { rows } = await app.database.pool.query(`select 1 from logins where email = 'olaf@birch.example'`)
    expect(rows).toHaveLength(1)
  })
})
