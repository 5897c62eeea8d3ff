import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { checkPublicUrl } from '../../../src/core/operate/public-url-check.ts'
import { systemClock } from '../../../src/lib/process/clock.ts'
import type { HttpClient } from '../../../src/net/http/http-exchange.ts'
import { httpClientFor } from '../../internet/crawl-at.ts'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'

const RESOURCE = '/.well-known/oauth-protected-resource/mcp'
const SERVER = '/.well-known/oauth-authorization-server'
const json = (body: unknown) => ({
  type: 'application/json',
  body: JSON.stringify(body),
})
const resource = (issuer: string) => json({ authorization_servers: [issuer] })
const site = (host: string, pages: Record<string, ReturnType<typeof json> | string | object>) => ({
  hosts: [host],
  pages: pages as Record<string, string>,
})

let internet: Internet
let documents: HttpClient
beforeAll(async () => {
  const right = (host: string) => ({
    [RESOURCE]: resource(`https://${host}`),
    [SERVER]: json({ issuer: `https://${host}` }),
  })
  internet = await startInternet({
    https: true,
    sites: [
      site('right.example', right('right.example')),
      site('other.example', right('elsewhere.example')),
      site('half.example', { [RESOURCE]: resource('https://half.example'), [SERVER]: '<!doctype html><p>Sign in' }),
      site('moved.example', { [RESOURCE]: { status: 301, headers: { location: 'https://right.example/' }, body: '' } }),
      site('none.example', {}),
      site('leans.example', { [RESOURCE]: resource('https://id.example') }),
    ],
    zone: { 'inside.example': { a: ['10.0.0.7'] } },
  })
  documents = httpClientFor(internet)
})
afterAll(async () => {
  await documents.close()
  await internet.stop()
})

const check = (url: string, more: Record<string, string> = { QUARRY_OAUTH: 'on' }, clock = systemClock) =>
  checkPublicUrl({ config: readConfig({ QUARRY_PUBLIC_URL: url, ...more }), documents, clock })

test.each([
  ['https://right.example', 'ok', /find where to connect/],
  ['http://127.0.0.1:3000', 'ok', /Apps on this computer/],
  ['https://right.example:8443', 'warning', /has a non-standard port/],
  ['https://other.example', 'problem', /belongs to another server: QUARRY_PUBLIC_URL/],
  ['https://half.example', 'problem', /oauth-authorization-server is not answered by Quarry \(status 200\)/],
  ['https://moved.example', 'problem', /is redirected/],
  ['https://none.example', 'problem', /is not answered by Quarry \(status 404\)/],
  ['https://inside.example', 'problem', /\(private_address\)/],
  ['https://nobody.example', 'problem', /cannot be read from here/],
])('%s: %s', async (url, state, sentence) => {
  expect(await check(url)).toEqual({ name: 'public url', state, sentence: expect.stringMatching(sentence) as string })
})

test('a wrong clock is reported', async () => {
  const late = { ...systemClock, now: () => new Date(Date.now() - 120_000) }
  expect((await check('https://right.example', { QUARRY_OAUTH: 'on' }, late))?.sentence).toMatch(
    /differ by 1\d\d seconds/,
  )
})

test("with another issuer, that issuer's metadata is checked; without OAuth, none is", async () => {
  const foreign = { QUARRY_OAUTH_ISSUER: 'https://id.example' }
  expect((await check('https://leans.example', foreign))?.state).toBe('ok')
  expect(await check('https://right.example', {})).toBeNull()
})

test('a path, below which screens do not work, is reported while there are any', async () => {
  const below = await check('https://right.example/quarry', {})
  expect([below?.state, below?.sentence]).toEqual([
    'warning',
    expect.stringMatching(/^Screens do not work below \/quarry, .* QUARRY_WEB=off\.$/),
  ])
  expect(await check('https://right.example/quarry', { QUARRY_WEB: 'off' })).toBeNull()
})
