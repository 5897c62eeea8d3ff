import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startInternet } from '../internet/internet.ts'
import { htmlPage } from '../internet/test-site.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { holding } from '../support/records/cut-waiting.ts'

const metricsOf = async (app: TestApp): Promise<string> => (await fetch(`${app.origin}/metrics`)).text()

/** Returns the metric names in queries; for histograms, without the suffixes that Prometheus adds. */
const askedIn = (page: string): string[] =>
  Array.from(
    readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8').matchAll(/\b(?:quarry|process|nodejs)_\w+/g),
    ([name]) => name.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds'),
  )

test('metrics show what the installation has done, what is waiting and what is running', async () => {
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

test('metrics say how long the oldest job has waited if no worker is running', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  const waitingSince = new Date(Date.now() - 600_000)
  await app.context.store.crawls.request('tiles.test', { now: waitingSince, force: false, accountId: 1 })
  const [, seconds] = /quarry_oldest_job_seconds\{queue="crawl"\} ([\d.]+)/.exec(await metricsOf(app)) ?? []
  expect(Number(seconds)).toBeGreaterThan(590)
})

test('metrics say how long a transaction has been open, and how many dead rows await vacuum', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  const holder = await holding(app.database.connectionString, 'select 1')
  await expect
    .poll(async () => (await holder.query(`select clock_timestamp() - now() > '100 ms' as old`)).rows)
    .toEqual([{ old: true }])
  const text = await metricsOf(app)
  expect(Number(/^quarry_oldest_transaction_seconds ([\d.]+)$/m.exec(text)?.[1])).toBeGreaterThan(0.1)
  for (const schema of ['public', 'pgboss'])
    expect(text).toMatch(new RegExp(`^quarry_dead_rows{schema="${schema}"} \\d+$`, 'm'))
  await holder.query('rollback')
  await holder.end()
})

test('metrics include all that the dashboard and the alert rules use', async () => {
  await using app = await startApp()
  const told = new Set(Array.from((await metricsOf(app)).matchAll(/^# TYPE (\w+) /gm), ([, name]) => name))
  const asked = [...askedIn('grafana-board.json'), ...askedIn('alert-rules.yaml')]
  expect(asked.length).toBeGreaterThan(20)
  for (const name of asked) expect(told).toContain(name)
})
