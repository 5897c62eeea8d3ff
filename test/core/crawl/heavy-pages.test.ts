import { expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { startInternet } from '../../internet/internet.ts'
import { heavySites } from '../../internet/sites/heavy-pages.ts'
import { htmlPage } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'

/**
 * Milliseconds of work: several times what it takes on an idle machine. Each of these pages once took at least three seconds
 * on the thread that answers, and the worst a minute.
 */
const MOST_WORK_MS = 2_000

test('pages that take long to read delay no other request', async () => {
  const sites = heavySites()
  await using internet = await startInternet({ sites })
  await using app = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '60000', QUARRY_CRAWL_MAX_PAGES: '1' } })
  for (const host of sites.flatMap(({ hosts }) => hosts)) {
    const before = process.threadCpuUsage()
    // The first answer waits for the crawl, but on a busy machine not until its end.
    const crawl = async () => (await app.get(`/v2/domain-search?domain=${host}`)).body.meta
    await expect.poll(crawl, { interval: 1_000, message: host }).toMatchObject({ crawl: { status: 'done', pages: 1 } })
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000, host).toBeLessThan(MOST_WORK_MS)
  }
})

test('pages that take long to read delay no page of another account', async () => {
  const slow = Array.from({ length: 12 }, (_, i) => `slow${i}.test`)
  const sites = [
    { hosts: slow, pages: { '/': htmlPage('Slow', '<b><i><u><p>'.repeat(150_000)) } },
    { hosts: ['quick.test'], pages: { '/': htmlPage('Quick', '<p>ada@quick.test</p>') } },
  ]
  await using internet = await startInternet({ sites })
  await using app = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '60000' } })
  const { accountId } = await createAccount(app.context, 'unlimited')
  for (const domain of slow)
    await app.context.store.crawls.request(domain, { now: new Date(), force: false, accountId })
  const fetched = () => internet.requests.filter(({ host, path }) => slow.includes(host) && path === '/').length
  await expect.poll(fetched).toBe(slow.length)
  const { body } = await app.get('/v2/domain-search?domain=quick.test')
  expect(body.meta).toMatchObject({ results: 1, crawl: { status: 'done' } })
  const { rows } = await app.database.pool.query(
    `select domain from crawls where account_id = $1 and status = 'done'`,
    [accountId],
  )
  // In one queue, it would have come last.
  expect(rows.length).toBeLessThan(slow.length / 3)
})
