import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../src/db/postgres/embedded-postgres.ts'
import { startChild } from '../../test/support/process/child-quarry.ts'
import type { ChildQuarry } from '../../test/support/process/child-quarry.ts'
import { addressesOf, planTown } from '../support/bulk-town.ts'
import type { Seen } from '../support/bulk-town-servers.ts'
import { report } from '../support/report.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/**
 * `npm run bench:bulk`: a list of 100,000 addresses at 5,000 domains, verified by a real process against real mail
 * servers on loopback, with the default limits and the real clock. The process is killed with -9 midway and another one
 * continues. The servers report whether the limits were kept. `-- --addresses 20000` for a quick look.
 */

const { values } = parseArgs({ options: { addresses: { type: 'string', default: '100000' } } })
const ADDRESSES = Number(values.addresses)
const DOMAINS = Math.max(1, Math.round(ADDRESSES / 20))
const KILLED_AT = 0.4
const SAMPLE_MS = 500
const MEBIBYTE = 2 ** 20

interface Sample {
  /** Since the list was sent. */
  ms: number
  done: number
  rssMib: number
}

const dataDir = await temporaryFolder('quarry-bench-')
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) })
const pool = new Pool({ connectionString: postgres.urls.superuser, max: 2 })
const servers = fork('scripts/support/bulk-town-servers.ts', [String(ADDRESSES), String(DOMAINS)])
const children: ChildQuarry[] = []

async function main(): Promise<void> {
  const { dnsServer, port } = await message<{ dnsServer: string; port: number }>(servers)
  const environment = {
    DATABASE_URL: postgres.urls.superuser,
    PORT: '0',
    QUARRY_CRAWL: 'off',
    QUARRY_LOG_LEVEL: 'error',
    QUARRY_RATE_LIMIT_FACTOR: '0',
    QUARRY_DEFAULT_PLAN: 'unlimited',
    QUARRY_LOCAL_SUFFIXES: 'example',
    QUARRY_DNS_SERVERS: dnsServer,
    QUARRY_SMTP_PORT: String(port),
    QUARRY_SMTP_HELO: 'probe.quarry.example',
    QUARRY_SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  const rows = addressesOf(planTown(ADDRESSES, DOMAINS))
  const first = startChild('main.ts', [], environment)
  children.push(first)
  const origin = (await first.until(/Quarry listens on (http:\/\/127\.0\.0\.1:\d+)/))[1] ?? ''
  const key = await first.firstKey()
  const startedAt = performance.now()
  const id = await send(origin, key, rows)
  const before = await watch(first, id, startedAt, ({ done }) => done >= KILLED_AT * ADDRESSES)
  await first.end('SIGKILL')
  const killed = await stateAtKill(id)
  const second = startChild('main.ts', [], environment)
  children.push(second)
  const after = await watch(second, id, startedAt, ({ done }) => done === ADDRESSES)
  servers.send('report')
  tell({ rows, before, after, killed, seen: await message<Seen>(servers), ...(await results(id)) })
}

async function message<T>(from: ChildProcess): Promise<T> {
  const [said] = (await once(from, 'message')) as [T]
  return said
}

async function send(origin: string, key: string, rows: readonly { email: string }[]): Promise<number> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const body = JSON.stringify({ emails: rows.map(({ email }) => email) })
  const answer = await fetch(`${origin}/v2/email-verifier/bulk`, { method: 'POST', headers, body })
  if (answer.status !== 202) throw new Error(`The list was refused: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: { id: number } }).data.id
}

/** Samples memory and progress until the condition is met. */
async function watch(
  { pid, output, errors }: ChildQuarry,
  id: number,
  startedAt: number,
  isReached: (sample: Sample) => boolean,
): Promise<Sample[]> {
  const samples: Sample[] = []
  for (;;) {
    const { rows } = await pool.query<{ done: number }>('select done from bulk_jobs where id = $1', [id])
    const sample = { ms: performance.now() - startedAt, done: rows[0]?.done ?? 0, rssMib: rssMib(pid) }
    samples.push(sample)
    if (samples.length % 20 === 0) tellProgress(sample)
    if (isReached(sample)) return samples
    const problem = errors() === '' ? /^\{"level":[56]0.*/m.exec(output())?.[0] : errors()
    if (problem !== undefined) throw new Error(problem)
    await sleep(SAMPLE_MS)
  }
}

const tellProgress = ({ ms, done, rssMib: mib }: Sample): void =>
  console.log(`${Math.round(ms / 1_000)} s: ${done} of ${ADDRESSES} answered, ${Math.round(mib)} MiB`)

/** Resident size from /proc (proc_pid_statm(5), in pages of 4 KiB). */
const rssMib = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096) / MEBIBYTE

interface AtKill {
  /** Addresses that had their answer. */
  settled: string[]
  /** Addresses whose dialogue was in progress. */
  inFlight: number
  asked: Map<string, number>
}

async function stateAtKill(id: number): Promise<AtKill> {
  const text = 'select email from bulk_rows where job_id = $1 and settled_at is not null'
  const settled = await pool.query<{ email: string }>(text, [id])
  const running = await pool.query(`select 1 from verification_runs where state = 'running'`)
  servers.send('report')
  const { asked } = await message<Seen>(servers)
  return { settled: settled.rows.map(({ email }) => email), inFlight: running.rowCount ?? 0, asked: new Map(asked) }
}

interface Results {
  answers: { email: string; status: string | null }[]
  job: { done: number; credits: number }
  ledger: number
}

async function results(id: number): Promise<Results> {
  const text = `select email, outcome ->> 'status' as status from bulk_rows where job_id = $1 order by position`
  const answers = await pool.query<Results['answers'][number]>(text, [id])
  const job = await pool.query<Results['job']>(
    'select done, credits_charged::float8 as credits from bulk_jobs where id = $1',
    [id],
  )
  const ledger = await pool.query<{ sum: number }>('select sum(credits_used)::float8 as sum from billing_periods')
  return { answers: answers.rows, job: job.rows[0] ?? { done: 0, credits: 0 }, ledger: ledger.rows[0]?.sum ?? 0 }
}

interface Run extends Results {
  rows: { email: string; status: string }[]
  before: Sample[]
  after: Sample[]
  killed: AtKill
  seen: Seen
}

function tell({ rows, before, after, killed, seen, answers, job, ledger }: Run): void {
  const asked = new Map(seen.asked)
  const seconds = (after.at(-1)?.ms ?? NaN) / 1_000
  const figures = {
    addresses: ADDRESSES,
    domains: DOMAINS,
    seconds: Math.round(seconds),
    per_second: Math.round(ADDRESSES / seconds),
    per_second_before_the_kill: Math.round(((before.at(-1)?.done ?? 0) * 1_000) / (before.at(-1)?.ms ?? NaN)),
    answered: job.done,
    wrong: rows.filter(({ email, status }, i) => answers[i]?.email !== email || answers[i]?.status !== status).length,
    charged: job.credits,
    charged_wrongly: Math.abs(job.credits - ADDRESSES / 2) + Math.abs(ledger - ADDRESSES / 2),
    in_flight_at_the_kill: killed.inFlight,
    asked_again: [...asked.values()].filter((times) => times > 1).length,
    asked_again_though_answered: killed.settled.filter((email) => asked.get(email) !== killed.asked.get(email)).length,
    asked_more_than_twice: [...asked.values()].filter((times) => times > 2).length,
    sessions: seen.sessions,
    recipients_a_session: Math.round((asked.size / seen.sessions) * 10) / 10,
    most_connections_at_once: seen.connectionsAtOnce,
    most_connections_of_strangers: seen.connectionsOfStrangers,
    most_connections_a_minute: seen.connectionsAMinute,
    most_recipients_a_transaction: seen.recipientsATransaction,
    most_refused_a_connection: seen.refusedAConnection,
    most_transactions_a_connection: seen.transactionsAConnection,
    most_invented_a_domain: Math.max(0, ...seen.invented.map(([, times]) => times)),
    peak_mib: Math.round(Math.max(...before.map(mibOf), ...after.map(mibOf))),
    memory_growth_mib: growthMib([...before, ...after]),
  }
  report({
    title: `A list of ${ADDRESSES} addresses over ${DOMAINS} domains, killed at ${KILLED_AT * 100} %`,
    rows: [['figure', 'value'], ...Object.entries(figures)],
    figures,
    bars: [
      { figure: 'answered', min: ADDRESSES, max: ADDRESSES },
      { figure: 'wrong', max: 0 },
      { figure: 'charged_wrongly', max: 0 },
      { figure: 'asked_again', max: killed.inFlight },
      { figure: 'asked_again_though_answered', max: 0 },
      { figure: 'asked_more_than_twice', max: 0 },
      { figure: 'most_connections_at_once', max: 2 },
      { figure: 'most_connections_of_strangers', max: 1 },
      { figure: 'most_connections_a_minute', max: 60 },
      { figure: 'most_recipients_a_transaction', max: 10 },
      { figure: 'most_refused_a_connection', max: 8 },
      { figure: 'most_transactions_a_connection', max: 5 },
      { figure: 'memory_growth_mib', max: 50 },
    ],
  })
}

const mibOf = ({ rssMib: mib }: Sample): number => mib

/** The peak while the last half was answered, minus that of the first tenth. */
function growthMib(samples: readonly Sample[]): number {
  const peak = (part: (share: number) => boolean): number =>
    Math.max(...samples.filter(({ done }) => part(done / ADDRESSES)).map(mibOf))
  return Math.round(peak((share) => share >= 0.5) - peak((share) => share <= 0.1))
}

try {
  await main()
} finally {
  for (const child of children) await child.end('SIGKILL')
  servers.disconnect()
  await pool.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
