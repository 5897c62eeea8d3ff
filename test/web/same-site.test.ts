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

describe('at the door', () => {
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
  ])('%s with %j is refused before anything is done', async (method, headers) => {
    const { cookie } = await webVisitor(app)
    const response = await fetch(`${app.origin}/app/logout`, { method, headers: { cookie, ...headers } })
    expect(response.status).toBe(403)
    const still = await fetch(`${app.origin}/app`, { headers: { cookie }, redirect: 'manual' })
    expect(still.status).toBe(200)
  })
})

describe('where a sign-in leads', () => {
  test('only to paths of ours', () => {
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

  test('never off the origin, over 1,000 tries', () => {
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
