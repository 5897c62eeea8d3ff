import { afterAll, beforeAll, expect, test } from 'vitest'
import { followCrawl } from '../../../src/core/crawl/follow-crawl.ts'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'
import { htmlPage, type TestSite } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'

/** Accepts connections and never answers. */
const silentSite = (host: string): TestSite => ({ hosts: [host], handle: () => true })
const goodSite = (host: string): TestSite => ({
  hosts: [host],
  pages: { '/': htmlPage('Good', `<p>Ask jo.doe@${host}</p>`) },
})

const ANY = { pageBudget: 30, mayBeForWatch: true }

let internet: Internet
beforeAll(async () => {
  const silent = Array.from({ length: 40 }, (_, index) => silentSite(`silent${index}.test`))
  const good = Array.from({ length: 8 }, (_, index) => goodSite(`good${index}.test`))
  internet = await startInternet({ sites: [...silent, ...good] })
})
afterAll(() => internet.stop())

const never = new AbortController().signal
const nothing = () => undefined

test('a site that does not answer delays no other', async () => {
  const env = { QUARRY_CRAWL_CONCURRENCY: '2', QUARRY_CRAWL_WAIT_MS: '0', QUARRY_RATE_LIMIT_FACTOR: '1000' }
  await using app = await startApp({ internet, env })
  for (let index = 0; index < 40; index++) await app.get(`/v2/domain-search?domain=silent${index}.test`)
  await app.get('/v2/domain-search?domain=good0.test')
  await expect
    .poll(async () => (await app.get('/v2/domain-search?domain=good0.test')).body.data)
    .toMatchObject({ emails: [{ value: 'jo.doe@good0.test' }] })
  const { rows } = await app.database.pool.query(
    `select count(*)::integer from crawls where status <> 'queued' and domain like 'silent%'`,
  )
  expect(rows).toEqual([{ count: 40 }])
})

test('an account with too many unfinished visits gets an error, and keeps its data', async () => {
  await using app = await startApp({ internet, env: { QUARRY_CRAWL_MAX_UNFINISHED: '2', QUARRY_CRAWL_WAIT_MS: '0' } })
  await app.get('/v2/domain-search?domain=silent0.test')
  await app.get('/v2/domain-search?domain=silent1.test')
  expect((await app.get('/v2/domain-search?domain=silent0.test')).status).toBe(200)
  const refused = await app.get('/v2/domain-search?domain=good1.test')
  expect(refused).toMatchObject({ status: 429, body: { errors: [{ id: 'too_many_requests' }] } })
  expect(refused.headers.get('retry-after')).toBe('30')
})

test('visits go first to the account with the fewest running', async () => {
  await using app = await startApp({ internet, env: { QUARRY_ROLE: 'server' } })
  const { crawls } = app.context.store
  const ask = (domain: string, accountId: number) =>
    crawls.request(domain, { now: new Date(), force: false, accountId })
  for (let index = 0; index < 5; index++) await ask(`flood${index}.test`, 1)
  await ask('other.test', 2)
  const take = () => crawls.takeNext(crypto.randomUUID(), new Date(), ANY)
  const taken: (string | undefined)[] = []
  for (let turn = 0; turn < 3; turn++) taken.push((await take())?.domain)
  expect(taken).toEqual(['flood0.test', 'other.test', 'flood1.test'])
})

test('a visit whose process died is resumed by the next one, and given up if it never ends', async () => {
  await using app = await startApp({ internet, env: { QUARRY_ROLE: 'server' } })
  const { crawls } = app.context.store
  const take = () => crawls.takeNext(crypto.randomUUID(), new Date(), ANY)
  await crawls.request('good2.test', { now: new Date(), force: false, accountId: 1 })
  const first = await take()
  expect(await take()).toBeNull()
  await app.database.pool.query(`update crawls set heartbeat_at = now() - interval '21 seconds'`)
  const second = await take()
  expect(second).toMatchObject({ domain: 'good2.test', attempts: 2 })
  expect(first && (await crawls.beat(first))).toBe(false)
})

test('an interrupted visit keeps nobody waiting, and the next caller makes it', async () => {
  await using app = await startApp({ internet, env: { QUARRY_ROLE: 'server' } })
  const interrupted = new AbortController()
  const ending = followCrawl(app.context, 'silent2.test', interrupted.signal, nothing)
  const broken = expect(ending).rejects.toThrow()
  await expect.poll(async () => (await app.context.store.crawls.find('silent2.test'))?.status).toBe('running')
  interrupted.abort(new Error('Interrupted.'))
  await broken
  expect(await app.context.store.crawls.find('silent2.test')).toMatchObject({
    status: 'failed',
    reason: 'interrupted',
  })
  // A visit that is only queued, because no worker runs, is made by its caller.
  await app.context.store.crawls.request('good3.test', { now: new Date(), force: false, accountId: 1 })
  expect(await followCrawl(app.context, 'good3.test', never, nothing)).toMatchObject({ status: 'done', addresses: 1 })
})

test('a caller waiting for a visit by another process says so, and takes over when that process is dead', async () => {
  await using app = await startApp({ internet, env: { QUARRY_ROLE: 'server' } })
  const turn = { domain: 'good4.test', runId: crypto.randomUUID() }
  await app.context.store.crawls.takeOver(turn, new Date(), 30)
  let waits = 0
  const following = followCrawl(app.context, 'good4.test', never, nothing, () => waits++)
  await expect.poll(() => waits).toBe(1)
  await app.database.pool.query(`update crawls set heartbeat_at = now() - interval '21 seconds'`)
  expect(await following).toMatchObject({ status: 'done', addresses: 1 })
})

test('a stopping server passes its visits to the next one immediately', async () => {
  await using first = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '0' } })
  await first.get('/v2/domain-search?domain=silent3.test')
  await expect.poll(async () => (await first.context.store.crawls.find('silent3.test'))?.status).toBe('running')
  await first.stop({ atOnce: true })
  const { rows } = await first.database.pool.query('select status, run_id from crawls')
  expect(rows).toEqual([{ status: 'queued', run_id: null }])
})
