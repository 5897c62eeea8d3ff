import { expect, test } from 'vitest'
import { startInternet } from '../../internet/internet.ts'
import { crawling, startApp } from '../../support/app.ts'
import { startChild } from '../../support/process/child-quarry.ts'

const LISTENS = /Quarry listens on (http:\/\/127\.0\.0\.1:\d+)/

test('a request running in another process blocks its duplicates until that process is gone', async () => {
  await using internet = await startInternet({ sites: [{ hosts: ['silent.test'], handle: () => true }] })
  await using app = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '0' } })
  const env = { ...crawling(internet), QUARRY_CRAWL_WAIT_MS: '60000', QUARRY_LOG_LEVEL: 'error', PORT: '0' }
  await using elsewhere = startChild('main.ts', [], {
    ...env,
    QUARRY_SECRET_KEY: Buffer.alloc(32, 'k').toString('base64'),
    DATABASE_URL: app.database.connectionString,
  })
  const [, url = ''] = await elsewhere.until(LISTENS)
  const headers = { 'content-type': 'application/json', 'x-api-key': app.key, 'idempotency-key': 'order-1' }
  const body = { domain: 'silent.test' }
  const first = fetch(`${url}/v2/domain-search`, { method: 'POST', headers, body: JSON.stringify(body) })
  const died = first.then(() => false, () => true) // prettier-ignore
  await expect.poll(() => internet.requests.length).toBeGreaterThan(0)
  const again = () => app.post('/v2/domain-search', body, { 'idempotency-key': 'order-1' })
  const twin = await again()
  expect([twin.status, twin.body.errors?.[0]?.id]).toEqual([409, 'idempotency_key_in_flight'])
  expect(twin.headers.get('retry-after')).toBe('2')
  await elsewhere.end('SIGKILL')
  expect(await died).toBe(true)
  await expect.poll(async () => (await again()).status).toBe(200)
})
