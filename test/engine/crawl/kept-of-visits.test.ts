import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { DEFAULT_BUDGET } from '../../../src/engine/crawl/crawl-event.ts'
import type { CrawlNeeds } from '../../../src/engine/crawl/crawl-needs.ts'
import { crawlSite } from '../../../src/engine/crawl/crawler.ts'
import { createPoliteness } from '../../../src/engine/crawl/politeness.ts'
import { systemClock } from '../../../src/lib/process/clock.ts'
import { httpClientFor, TEST_USER_AGENT } from '../../internet/crawl-at.ts'
import { startInternet } from '../../internet/internet.ts'
import { collectGarbage } from '../../support/process/collect-garbage.ts'

const HOSTS = ['acme.test', 'other.test', 'third.test']
const countSignals = (): number => queryObjects(AbortSignal, { format: 'count' })

test('what visits share retains nothing of a visit that is over, well before its own time limit', async () => {
  const internet = await startInternet({
    sites: [{ hosts: ['first.test', ...HOSTS], pages: { '/': 'x'.repeat(300_000) } }],
  })
  const http = httpClientFor(internet)
  const stopping = new AbortController()
  const shared = { http, clock: systemClock, delayMs: 0, userAgent: TEST_USER_AGENT }
  const politeness = createPoliteness(shared)
  const kept: WeakRef<object>[] = []
  const visit = async (host: string): Promise<void> => {
    const needs: CrawlNeeds = {
      ...shared,
      politeness,
      signal: AbortSignal.any([stopping.signal, new AbortController().signal]),
      known: () => Promise.resolve(null),
      read: ({ body }) => {
        kept.push(new WeakRef(body))
        return Promise.resolve({
          outcome: 'unreachable',
          reason: 'parse_failed',
          picked: { follow: [], elsewhere: [] },
        })
      },
    }
    kept.push(new WeakRef(needs), new WeakRef(needs.signal))
    for await (const { kind } of crawlSite(needs, host, { ...DEFAULT_BUDGET, pages: 2 })) expect(kind).toBeDefined()
  }
  await visit('first.test')
  const signals = countSignals()
  for (const host of HOSTS) await visit(host)
  // Node keeps some signals derived from others, and does not document it.
  expect(countSignals()).toBeLessThan(signals + HOSTS.length)
  // Kept-alive connections are closed after some seconds, and their last request with them.
  await http.close()
  await internet.stop()
  collectGarbage()
  expect(kept.length).toBeGreaterThanOrEqual(3 * HOSTS.length)
  expect(kept.filter((reference) => reference.deref() !== undefined)).toEqual([])
  // What they share is still alive.
  stopping.abort()
  expect(politeness.bodies.held()).toBe(0)
})
