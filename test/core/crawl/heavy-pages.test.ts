import { expect, test } from 'vitest'
import { startInternet } from '../../internet/internet.ts'
import { heavySites } from '../../internet/sites/heavy-pages.ts'
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
