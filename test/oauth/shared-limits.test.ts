import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpClientFor } from '../internet/crawl-at.ts'
import { startInternet } from '../internet/internet.ts'
import type { Internet } from '../internet/internet.ts'
import type { TestApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import { authorizeUrl, locationOf, newBrowser, newProof, REDIRECT, register } from '../support/oauth/oauth-client.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

/** What unknown clients may request from the authorization server, counted across two servers on one database. */

const ADDRESSES = ['198.51.100.1', '198.51.100.2']
const DOCUMENTS = Array.from({ length: 14 }, (_, index) => `${index}.json`)
const idOf = (address: string, name: string): string => `https://host.example/${address}/${name}`
const documentOf = (address: string, name: string) => ({
  type: 'application/json',
  body: JSON.stringify({
    client_id: idOf(address, name),
    client_name: name,
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
  }),
})

let internet: Internet
let database: TestDatabase
let servers: TestApp[]
beforeAll(async () => {
  const pages = Object.fromEntries(
    ADDRESSES.flatMap((address) => DOCUMENTS.map((name) => [`/${address}/${name}`, documentOf(address, name)])),
  )
  internet = await startInternet({ https: true, sites: [{ hosts: ['host.example'], pages }] })
  database = await testDatabase()
  const now = new Date()
  const start = () =>
    startOauthApp({
      database,
      env: { QUARRY_RATE_LIMIT_STORE: '', QUARRY_TRUST_PROXY: '1' },
      replace: { clock: { now: () => now }, documents: httpClientFor(internet) },
    })
  servers = [await start(), await start()]
})
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await internet.stop()
})

const originOf = (turn: number): string => servers[turn % 2]?.origin ?? ''

test('one address can register twenty clients an hour, whichever server it asks', async () => {
  const statuses: number[] = []
  for (let turn = 0; turn < 24; turn += 1) {
    // The same client again, at the other server, does not count.
    for (const again of [turn, turn + 1])
      statuses.push((await register(originOf(again), { client_name: `App ${turn}` })).status)
  }
  expect(statuses).toEqual([...Array<number>(39).fill(201), ...Array<number>(9).fill(429)])
})

test('one address can make them read ten documents a minute together, and another address ten more', async () => {
  const read = async (address: string): Promise<number> => {
    const before = internet.requests.length
    for (const [turn, name] of DOCUMENTS.entries()) {
      const asked = authorizeUrl(originOf(turn), { clientId: idOf(address, name), proof: newProof() })
      const { status } = await fetch(asked, { headers: { 'x-forwarded-for': address }, redirect: 'manual' })
      expect(status).toBe(turn < 10 ? 303 : 400)
    }
    return internet.requests.length - before
  }
  for (const address of ADDRESSES) expect(await read(address)).toBe(10)
})

test('the consent page of a document that is no longer remembered can be opened and answered', async () => {
  const browser = newBrowser((await webVisitor(servers[0] as TestApp)).cookie)
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const clientId = idOf('198.51.100.1', '12.json')
  const begun = await browser.open(authorizeUrl(originOf(0), { clientId, proof: newProof() }), { headers })
  // The other server has never read it: like the same one, half a minute later.
  const page = await browser.open(new URL(locationOf(begun), originOf(1)).href)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('12.json')])
})

test('once a hundred have been read in a minute, only those of apps that people have connected are', async () => {
  const known = idOf('198.51.100.1', '13.json')
  const asked = (turn: number, clientId: string) =>
    fetch(authorizeUrl(originOf(turn), { clientId, proof: newProof() }), {
      headers: { 'x-forwarded-for': `203.0.113.${turn}` },
      redirect: 'manual',
    })
  const statuses: number[] = []
  for (let turn = 0; turn < 82; turn += 1)
    statuses.push((await asked(turn, `https://host.example/none/${turn}.json`)).status)
  expect(new Set(statuses)).toEqual(new Set([400]))
  expect((await asked(100, known)).status).toBe(400)
  await database.pool.query(
    `insert into oauth_objects (model, id_hash, client_id, payload, expires_at)
      values ('Grant', '\\x01', $1, '{}', now() + interval '1 day')`,
    [known],
  )
  expect((await asked(101, known)).status).toBe(303)
})
