import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { timeLimit } from '../lib/process/with-deadline.ts'

type Figures = Awaited<ReturnType<Context['store']['figures']['read']>>

interface Shown {
  figure: Figures[number]['name']
  name: string
  help: string
  label?: string
}

/** Figures of the whole installation: every server reports the same, so they must not be summed. */
const GAUGES: readonly Shown[] = [
  { figure: 'crawls', name: 'quarry_crawls', help: 'Sites by the outcome of their last crawl.', label: 'status' },
  { figure: 'pages', name: 'quarry_pages', help: 'Stored pages of sites (estimate).' },
  { figure: 'verdicts', name: 'quarry_verdicts', help: 'Addresses by latest verdict.', label: 'status' },
  { figure: 'messages', name: 'quarry_messages', help: 'Campaign messages by state.', label: 'status' },
  { figure: 'bounced', name: 'quarry_messages_bounced', help: 'Bounced messages.' },
  {
    figure: 'deliveries',
    name: 'quarry_webhook_deliveries',
    help: 'Stored webhook deliveries by state.',
    label: 'status',
  },
  { figure: 'failing_webhooks', name: 'quarry_webhooks_failing', help: 'Webhooks whose latest deliveries all failed.' },
  { figure: 'database_bytes', name: 'quarry_database_bytes', help: 'Database size.' },
  {
    figure: 'oldest_job',
    name: 'quarry_oldest_job_seconds',
    help: 'How long the oldest waiting job has been overdue, by queue.',
    label: 'queue',
  },
  {
    figure: 'oldest_transaction',
    name: 'quarry_oldest_transaction_seconds',
    help: 'Age of the oldest open transaction on the database that its role can see.',
  },
  {
    figure: 'dead_rows',
    name: 'quarry_dead_rows',
    help: 'Rows waiting to be vacuumed (estimate): pgboss holds jobs, public everything else.',
    label: 'schema',
  },
]

/** They are counted from tables that may be large. */
const KEPT_MS = 30_000
/** Prometheus waits for ten seconds. */
const ANSWER_WITHIN_MS = 5_000

/** Registers figures from the database and of the disk that contains the data directory. */
export function addStoredMetrics(registry: Registry, context: Context): void {
  const figures = keptFigures(context)
  for (const { figure, name, help, label } of GAUGES) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [],
      async collect() {
        gauge.reset()
        for (const { label: of, value } of (await figures()).filter((each) => each.name === figure))
          gauge.set(label === undefined ? {} : { [label]: of }, value)
      },
    })
    registry.registerMetric(gauge)
  }
  const credits: Counter = new Counter({
    name: 'quarry_credits_used_total',
    help: 'Credits used by all accounts.',
    registers: [],
    async collect() {
      credits.reset()
      for (const { name, value } of await figures()) if (name === 'credits') credits.inc(value)
    },
  })
  registry.registerMetric(credits)
  registry.registerMetric(freeDisk(context))
}

/** Empty while the database does not answer. */
function keptFigures({ store, log }: Context): () => Promise<Figures> {
  let kept: { figures: Promise<Figures>; until: number } | null = null
  return () => {
    if (kept !== null && kept.until > performance.now()) return kept.figures
    const figures = readSoon(log, () => store.figures.read()).then((read): Figures => {
      if (read === null) kept = null
      return read ?? []
    })
    kept = { figures, until: performance.now() + KEPT_MS }
    return figures
  }
}

/** What metrics read from the database; null while that does not answer: other metrics are reported all the same. */
export async function readSoon<T>(log: Pick<Logger, 'warn'>, read: () => Promise<T>): Promise<T | null> {
  using limit = timeLimit(ANSWER_WITHIN_MS)
  const late = once(limit.signal, 'abort').then(() => Promise.reject(limit.signal.reason as Error))
  try {
    return await Promise.race([read(), late])
  } catch (error) {
    log.warn({ err: error }, 'Metrics could not be read from the database.')
    return null
  }
}

function freeDisk({ config }: Context): Gauge {
  const gauge: Gauge = new Gauge({
    name: 'quarry_disk_free_bytes',
    help: 'Free disk space at the data directory.',
    registers: [],
    async collect() {
      const disk = await statfs(config.dataDir).catch(() => null)
      gauge.reset()
      if (disk !== null) gauge.set(disk.bavail * disk.bsize)
    },
  })
  return gauge
}
