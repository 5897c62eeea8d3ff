import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { anyVisitor, webVisitor } from '../support/web/web-visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

describe('the web door', () => {
  test('sends browsers from the start page to the screens, and text to programs', async () => {
    const browser = await fetch(app.origin, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/app'])
    const program = await fetch(app.origin)
    expect(program.headers.get('content-type')).toContain('text/plain')
  })

  test('sends people who are not signed in to the sign-in, and back afterwards', async () => {
    await webVisitor(app)
    const { status, headers } = await anyVisitor(app.origin).see('')
    expect([status, headers.get('location')]).toEqual([303, '/app/login?next=%2Fapp'])
  })

  test('tells assistants the address that is set, or else the one in the address bar', async () => {
    const { cookie } = await webVisitor(app)
    const local = app.origin.replace('127.0.0.1', 'localhost')
    expect((await anyVisitor(local, cookie).see('')).html).toContain(`${local}/mcp`)
    await using known = await startApp({ env: { QUARRY_PUBLIC_URL: 'http://quarry.example' } })
    expect((await (await webVisitor(known)).see('')).html).toContain('http://quarry.example/mcp')
  })

  test('accepts no API key, and the other doors accept no session cookie', async () => {
    const keyed = await fetch(`${app.origin}/app`, { headers: { 'x-api-key': app.key }, redirect: 'manual' })
    expect(keyed.status).toBe(303)
    const { cookie } = await webVisitor(app)
    for (const path of ['/v2/account', '/mcp'])
      expect(
        (await fetch(app.origin + path, { method: path === '/mcp' ? 'POST' : 'GET', headers: { cookie } })).status,
      ).toBe(401)
  })

  test('states in every answer what browsers may do with it', async () => {
    const { headers, html } = await (await webVisitor(app)).see('')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toContain('Cookie')
    expect(html).toContain('<!doctype html>')
  })

  test('serves assets as cacheable for good under their hash, and under no other', async () => {
    const { html } = await (await webVisitor(app)).see('')
    const paths = [...html.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(paths.length).toBeGreaterThan(4)
    for (const path of paths) {
      const asset = await fetch(app.origin + path)
      expect([path, asset.status, asset.headers.get('cache-control')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ])
      await asset.bytes()
    }
    const wrong = (paths[0] ?? '').replace(/\.[\da-f]{10}\./, '.0123456789.')
    expect((await fetch(app.origin + wrong)).status).not.toBe(200)
  })

  test('refuses unknown host names', async () => {
    const asked = request(`${app.origin}/app`, { headers: { host: 'evil.example' } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(403)
  })

  test('answers an unknown path with a page that says so', async () => {
    const { status, html } = await (await webVisitor(app)).see('/nowhere')
    expect(status).toBe(404)
    expect(html).toContain('Not found')
  })

  test('shows German to a German reader', async () => {
    const { html } = await (await webVisitor(app, { language: 'de' })).see('')
    expect(html).toContain('<html lang="de"')
    expect(html).toContain('Zum Inhalt')
  })
})

describe('two windows', () => {
  test('in different accounts: a page of the previous account changes nothing in the other', async () => {
    const maya = await webVisitor(app)
    const page = await maya.see('/lists')
    const account = /name="page_account" value="(\d+)"/.exec(page.html)?.[1]
    expect(account).toBe(String(maya.accountId))
    const refused = await maya.send('/lists', { name: 'From elsewhere', page_account: maya.accountId + 1 })
    expect([refused.status, refused.html.includes('nothing was changed')]).toEqual([409, true])
    expect((await maya.send('/lists', { name: 'From here', page_account: maya.accountId })).status).toBe(303)
    const { html } = await maya.see('/lists')
    expect([html.includes('From elsewhere'), html.includes('From here')]).toEqual([false, true])
  })

  test('after the session ended: what was typed can be sent again', async () => {
    const maya = await webVisitor(app)
    await app.database.pool.query('delete from sessions where login_id = $1', [maya.loginId])
    const kept = await maya.send('/lists', { name: '"><b>Typed</b>', tags: ['one', 'two'], empty: '' })
    expect(kept.status).toBe(401)
    expect(kept.html).toContain('action="/app/lists"')
    expect(kept.html).toContain('name="name" value="&quot;&gt;&lt;b&gt;Typed&lt;/b&gt;"')
    for (const field of ['name="tags" value="one"', 'name="tags" value="two"', 'name="empty" value=""'])
      expect(kept.html).toContain(field)
    expect((await maya.send('/settings/security/password', { password: 'not kept' })).status).toBe(303)
    expect((await maya.send('/leads/1/enrich', { once: 'a-button' })).status).toBe(303)
    expect((await anyVisitor(app.origin).send('/lists', { name: 'Nobody' })).status).toBe(303)
  })
})
