import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../config.ts'
import type { Context } from '../context.ts'
import { lazily } from '../lib/process/lazily.ts'
import { addStoredMetrics, readSoon } from './stored-metrics.ts'
import { addVerificationMetrics } from './verification-metrics.ts'

export interface Metrics {
  observe: (url: string, status: number, ms: number) => void
  /** @param id of one of our errors */
  countRefusal: (id: string) => void
  /** The text that Prometheus reads. */
  render: () => Promise<string>
  contentType: string
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** First path segments that exist; any other would let strangers create label values. */
const DOORS = new Set(['v2', 'mcp', 'docs', 'healthz', 'readyz', 'metrics', 't'])

/** What Node says of the process, measured from the first server on: its observers would outlive each server. */
const ofProcess = lazily(() => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
})

/** Counters of this process and of the shared queue. */
export function createMetrics(context: Context): Metrics {
  const { queue, database, log } = context
  const registry = new Registry()
  ofProcess()
  const durations = new Histogram({
    name: 'quarry_http_request_seconds',
    help: 'Duration of requests by door and status class.',
    labelNames: ['door', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  const jobs = new Gauge({
    name: 'quarry_jobs',
    help: 'Jobs by queue and state.',
    labelNames: ['queue', 'state'],
    registers: [],
    async collect() {
      this.reset()
      for (const [name, states] of Object.entries((await readSoon(log, () => queue.counts())) ?? {}))
        for (const [state, count] of Object.entries(states)) this.set({ queue: name, state }, count)
    },
  })
  const connections = new Gauge({
    name: 'quarry_database_connections',
    help: 'Pool connections by state.',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'total' }, database.pool.totalCount)
      this.set({ state: 'idle' }, database.pool.idleCount)
      this.set({ state: 'waiting' }, database.pool.waitingCount)
    },
  })
  registry.registerMetric(jobs)
  registry.registerMetric(connections)
  addVerificationMetrics(registry, context)
  addStoredMetrics(registry, context)
  const build = new Gauge({
    name: 'quarry_build_info',
    help: 'Always 1; the labels describe the running process.',
    labelNames: ['version', 'node', 'role'],
    registers: [registry],
  })
  build.set({ version: VERSION, node: process.version, role: context.config.role }, 1)
  const refusals = new Counter({
    name: 'quarry_refusals_total',
    help: 'Requests to /v2 and /mcp that this process refused, by error id.',
    labelNames: ['id'],
    registers: [registry],
  })
  return {
    observe: (url, status, ms) =>
      durations.observe({ door: doorOf(url), status: `${Math.floor(status / 100)}xx` }, ms / 1_000),
    countRefusal: (id) => refusals.inc({ id }),
    render: async () => (await Promise.all([ofProcess().metrics(), registry.metrics()])).join('\n'),
    contentType: registry.contentType,
  }
}

function doorOf(url: string): string {
  const first = /^\/([a-z0-9]+)/.exec(url)?.[1] ?? ''
  return DOORS.has(first) ? first : 'other'
}
