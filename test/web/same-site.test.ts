import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { comesFromUs } from '../../src/web/same-site.ts'
import { nextPath } from '../../src/web/page/next-path.ts'
import type { Request } from 'express'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

const PUBLIC = 'https://quarry.example'
const asked = (protocol: string, headers: Record<string, string>): boolean =>
  comesFromUs({ protocol, headers } as unknown as Request, PUBLIC)

describe('a request that may change something', () => {
  const LAN = { host: '192.168.1.7:3000' }
  test.each([
    ['a page of ours, says the browser', 'http', { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, true],
    ['another site', 'http', { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' }, false],
    ['another host of our site', 'https', { host: 'quarry.example', 'sec-fetch-site': 'same-site' }, false],
    ['typed by hand, as a link is', 'https', { host: 'quarry.example', 'sec-fetch-site': 'none' }, false],
    [
      'another site that claims our origin',
      'https',
      { host: 'quarry.example', 'sec-fetch-site': 'cross-site', origin: PUBLIC },
      false,
    ],
    ['our origin in a LAN, where browsers say no more', 'http', { ...LAN, origin: 'http://192.168.1.7:3000' }, true],
    ['another port there', 'http', { ...LAN, origin: 'http://192.168.1.7:8080' }, false],
    ['the public address behind a proxy', 'http', { host: 'inner:3000', origin: PUBLIC }, true],
    ['an origin that is hidden', 'https', { host: 'quarry.example', origin: 'null' }, false],
    ['nobody says where from', 'https', { host: 'quarry.example' }, false],
  ])('%s', (_, protocol, headers, passes) => {
    expect(asked(protocol, headers)).toBe(passes)
  })
})

describe('a running server', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test.each([
    ['POST', { 'sec-fetch-site': 'cross-site' }],
    ['POST', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['PUT', { 'sec-fetch-site': 'same-site' }],
    ['DELETE', { origin: 'null' }],
  ])('refuses %s with %j before anything is done', async (method, headers) => {
    const { cookie } = await webVisitor(app)
    const response = await fetch(`${app.origin}/app/logout`, { method, headers: { cookie, ...headers } })
    expect(response.status).toBe(403)
    const still = await fetch(`${app.origin}/app`, { headers: { cookie }, redirect: 'manual' })
    expect(still.status).toBe(200)
  })

  test.each([
    ['/app/logout', 'en', 'nothing was changed. Open the page in Quarry and repeat it there.'],
    ['/app/logout', 'de', 'Nichts wurde geändert. Öffnen Sie die Seite in Quarry und wiederholen Sie es dort.'],
    ['/oauth/mail/callback', 'en', 'no mailbox was connected. Start again under Mailboxes'],
    ['/oauth/mail/callback', 'de', 'Es wurde kein Postfach verbunden. Beginnen Sie unter Postfächer neu'],
  ])('answers %s from another site with what is true and what to do, in %s', async (path, language, sentence) => {
    const { cookie } = await webVisitor(app)
    for (const headers of [{}, { cookie }]) {
      const response = await fetch(app.origin + path, {
        method: 'POST',
        headers: { ...headers, 'sec-fetch-site': 'cross-site', 'accept-language': language },
      })
      const page = await response.text()
      expect(response.status).toBe(403)
      expect(page).toContain(sentence)
      expect(page).not.toMatch(/Your role|Ihre Rolle|Ask an owner|Fragen Sie Inhaber/)
    }
  })

  test('does not explain an unknown host name with roles', async () => {
    const { hostname, port } = new URL(app.origin)
    const page = await new Promise<string>((resolve, reject) => {
      get({ hostname, port, path: '/app/login', headers: { host: 'evil.example' } }, (response) => {
        response
          .setEncoding('utf8')
          .toArray()
          .then((parts) => resolve(parts.join('')), reject)
      }).on('error', reject)
    })
    expect(page).toContain('The operator can add it to QUARRY_ALLOWED_HOSTS.')
    expect(page).not.toMatch(/Your role|Ask an owner/)
  })
})

describe('a sign-in leads', () => {
  test("only to Quarry's own paths", () => {
    for (const path of ['/app', '/app/leads?after=4', '/app#x', '/app?x=1']) expect(nextPath(path)).toBe(path)
    for (const path of [
      '//evil.example/app',
      '/app/../..//evil.example',
      '/\\evil.example',
      '/application',
      'https://evil.example',
      '/app\\@evil',
      '/app\n',
      7,
    ])
      expect(nextPath(path), String(path)).toBe('/app')
  })

  test('never off the origin, in 1,000 attempts', () => {
    const piece = fc.constantFrom(
      '/app',
      '/',
      '//',
      '\\',
      '..',
      '.',
      'evil.example',
      '@',
      '%2f',
      '%5c',
      '\t',
      '\n',
      ':',
      '?',
      '#',
      'https:',
      'javascript:',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const url = new URL(nextPath(pieces.join('')), 'https://quarry.example')
        return url.origin === 'https://quarry.example' && /^\/app(?:\/|$)/.test(url.pathname)
      }),
      { numRuns: 1_000 },
    )
  })
})
