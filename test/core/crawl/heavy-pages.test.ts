import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { startInternet } from '../../internet/internet.ts'
import { heavySites } from '../../internet/sites/heavy-pages.ts'
import { startApp } from '../../support/app.ts'

/** One of these pages took at least three times as long on the thread that answers, the worst of them a minute. */
const STALL_MS = 1_000

test('pages that take long to read keep nobody waiting', async () => {
  const sites = heavySites()
  await using internet = await startInternet({ sites })
  await using app = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '60000', QUARRY_CRAWL_MAX_PAGES: '1' } })
  const stalls = monitorEventLoopDelay({ resolution: 5 })
  stalls.enable()
  for (const host of sites.flatMap(({ hosts }) => hosts)) {
    const { body } = await app.get(`/v2/domain-search?domain=${host}`)
    expect(body.meta, host).toMatchObject({ crawl: { status: 'done', pages: 1 } })
  }
  stalls.disable()
  expect(stalls.max / 1e6).toBeLessThan(STALL_MS)
})
