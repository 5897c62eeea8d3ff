import { expect, test } from 'vitest'
import { createHostGate } from '../../../src/engine/crawl/host-gate.ts'
import { createRobotsCache } from '../../../src/engine/crawl/robots-cache.ts'
import { createRobotsReader } from '../../../src/engine/crawl/robots-reader.ts'
import { createByteBudget } from '../../../src/lib/process/byte-budget.ts'
import { systemClock } from '../../../src/lib/process/clock.ts'
import type { FetchResult } from '../../../src/net/http/http-exchange.ts'
import { collectGarbage } from '../../support/process/collect-garbage.ts'

const never = new AbortController().signal

function answerOf(body: Buffer): FetchResult {
  const url = 'https://acme.test/'
  return {
    outcome: 'response',
    url,
    status: 200,
    headers: {},
    body,
    wireBytes: body.length,
    truncated: false,
    redirects: [],
  }
}

test('a gate retains no answer of a host', async () => {
  const gate = createHostGate(0)
  const bodies: WeakRef<Buffer>[] = []
  for (const host of ['acme.test', 'www.acme.test', 'other.test']) {
    await gate.run(host, never, async () => {
      const body = Buffer.alloc(500_000, 'x')
      bodies.push(new WeakRef(body))
      return Promise.resolve(answerOf(body))
    })
  }
  // A weak reference keeps its target alive until the end of the job.
  await new Promise((resolve) => setTimeout(resolve, 0))
  collectGarbage()
  expect(bodies.map((body) => body.deref() === undefined)).toEqual([true, true, true])
})

test('a gate that forgets idle hosts never lets two requests into a busy one', async () => {
  const gate = createHostGate(0)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let inside = 0
  let most = 0
  const visit = (until: Promise<void>) =>
    gate.run('busy.test', never, async () => {
      most = Math.max(most, ++inside)
      await until
      inside--
      return answerOf(Buffer.alloc(0))
    })
  const first = visit(held)
  for (let host = 0; host < 20_001; host++) gate.gaveUp(`idle-${host}.test`)
  const second = visit(Promise.resolve())
  await new Promise((resolve) => setTimeout(resolve, 20))
  release()
  await Promise.all([first, second])
  expect(most).toBe(1)
})

test('the rules of hostile robots.txt files take bounded space', async () => {
  const rules = Buffer.from(
    `User-agent: *\n${Array.from({ length: 5_000 }, (_, index) => `Disallow: /${index}/forbidden`).join('\n')}`,
  )
  const asked: string[] = []
  const cache = createRobotsCache(
    {
      exchange: async (url) => {
        asked.push(url.host)
        return Promise.resolve(answerOf(rules))
      },
      bodies: createByteBudget({ total: 1_000_000, free: 0 }),
    },
    systemClock,
    createRobotsReader(),
  )
  const answerFor = (host: number) => cache.answerFor(new URL(`https://s${host}.test/`), never)
  await answerFor(0)
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let host = 1; host < 120; host++) await answerFor(host)
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000)
  await answerFor(119)
  expect(asked).toHaveLength(120)
})
