import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startInternet } from '../internet/internet.ts'
import { htmlPage } from '../internet/test-site.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'

const metricsOf = async (app: TestApp): Promise<string> => (await fetch(`${app.origin}/metrics`)).text()

/** Names that queries ask for; those of histograms without what Prometheus adds. */
const askedIn = (page: string): string[] =>
  Array.from(
    readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8').matchAll(/\b(?:quarry|process|nodejs)_\w+/g),
    ([name]) => name.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds'),
  )

test('tells what the installation has done, what waits and what runs', async () => {
  const pages = { '/': htmlPage('Tiles', '<p>Ask jo.doe@tiles.test</p>') }
  await using internet = await startInternet({ sites: [{ hosts: ['tiles.test'], pages }] })
  await using app = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '60000' } })
  await app.get('/v2/domain-search?domain=tiles.test')
  await app.get('/v2/domain-search')
  await expect
    .poll(async () => (await app.database.pool.query('select from crawls where status = $1', ['done'])).rowCount)
    .toBe(1)
  const text = await metricsOf(app)
  expect(text).toContain('quarry_crawls{status="done"} 1')
  expect(text).toContain('quarry_credits_used_total 1')
  expect(text).toContain('quarry_refusals_total{id="wrong_params"} 1')
  expect(text).toMatch(/quarry_build_info\{version="[\d.]+",node="v\d[^"]+",role="all"\} 1/)
  expect(text).toMatch(/quarry_disk_free_bytes \d+/)
  expect(text).toMatch(/quarry_database_bytes \d+/)
})

test('says how long the oldest job waits where no worker runs', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  const waitingSince = new Date(Date.now() - 600_000)
  await app.context.store.crawls.request('tiles.test', { now: waitingSince, force: false, accountId: 1 })
  const [, seconds] = /quarry_oldest_job_seconds\{queue="crawl"\} ([\d.]+)/.exec(await metricsOf(app)) ?? []
  expect(Number(seconds)).toBeGreaterThan(590)
})

test('has every metric that the board and the alert rules ask for', async () => {
  await using app = await startApp()
  const told = new Set(Array.from((await metricsOf(app)).matchAll(/^# TYPE (\w+) /gm), ([, name]) => name))
  const asked = [...askedIn('grafana-board.json'), ...askedIn('alert-rules.yaml')]
  expect(asked.length).toBeGreaterThan(20)
  for (const name of asked) expect(told).toContain(name)
})
