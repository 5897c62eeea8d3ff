import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { readSoon } from './stored-metrics.ts'

/** Registers the metrics of verification, where refusals of our host show first. */
export function addVerificationMetrics(registry: Registry, context: Context): void {
  const openRows = new Gauge({
    name: 'quarry_bulk_open_addresses',
    help: 'Addresses in bulk verifications without a result, across all processes.',
    registers: [],
    async collect() {
      const rows = await readSoon(context.log, () => context.store.bulk.openRows())
      if (rows === null) this.remove()
      else this.set(rows)
    },
  })
  const sessions = new Counter({
    name: 'quarry_smtp_sessions_total',
    help: 'Sessions of this process with mail servers, by outcome.',
    labelNames: ['report'],
    registers: [],
    collect() {
      this.reset()
      for (const [report, count] of context.verification.sessions) this.inc({ report }, count)
    },
  })
  registry.registerMetric(openRows)
  registry.registerMetric(sessions)
}
