import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { Pool } from 'pg'
import { openBenchHouse } from '../support/bench-house.ts'
import { seedLeads } from './leads-seed.ts'
import { rawUpserts } from './raw-upserts.ts'
import { report } from '../support/report.ts'

/**
 * How fast leads are listed, filtered, counted and saved, with 100,000 of them in the account. Reading is compared with
 * a bare express route that sends the same page unchanged; saving with the same upserts as raw SQL, from a program that
 * does nothing else, with as many connections to the database. Everything stays on loopback.
 *
 * `npm run bench:leads -- 1` is the short form: the seconds per round.
 */

const LEADS = 100_000
const CONNECTIONS = 16
const WRITERS = 32
const SECONDS = Number(process.argv[2] ?? 4)
const ROUNDS = 3
const POOL_SIZE = 10

interface Measured {
  perSecond: number
  p50: number
  p99: number
}

await using house = await openBenchHouse()
await main()

async function main(): Promise<void> {
  const quarry = await house.startQuarry({
    QUARRY_RATE_LIMIT_FACTOR: '1000000',
    QUARRY_DATABASE_POOL_SIZE: String(POOL_SIZE),
  })
  console.log(`Saving ${LEADS.toLocaleString('en')} leads …`)
  const pool = new Pool({ connectionString: house.connectionString })
  await seedLeads(pool, LEADS)
  await pool.end()
  const headers = { 'x-api-key': quarry.key }
  const bodyFile = join(house.dataDir, 'page.json')
  await writeFile(bodyFile, await (await fetch(`${quarry.origin}/v2/leads`, { headers })).text())
  const bare = await house.start(['scripts/bench/bare-server.ts', bodyFile])
  const page = (query: string) => ({ url: `${quarry.origin}/v2/leads${query}`, headers })
  const reads = new Map<string, autocannon.Options>([
    ['bare express route', { url: `${bare.origin}/v2/domain-search?domain=small.example` }],
    ['list', page('')],
    ['list, offset 90,000', page('?offset=90000')],
    ['list of 50,000', page('?leads_list_id=2')],
    ['filter, some match', page('?company=Works%20777')],
    ['query, one matches', page('?query=person54321%40')],
    ['filter, half match', page('?industry=Technology')],
  ])
  const measured = await inRounds(reads)
  const upserts = await upsertRounds(quarry.origin, quarry.key)
  tell(measured, upserts)
}

/** Measures in rounds, so that a machine whose speed drifts treats all targets alike; the median round counts. */
async function inRounds(targets: ReadonlyMap<string, autocannon.Options>): Promise<Map<string, Measured>> {
  const rounds = new Map<string, Measured[]>()
  for (const [name, request] of targets) await measure(name, request, 1)
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, request] of targets)
      rounds.set(name, [...(rounds.get(name) ?? []), await measure(name, request, SECONDS)])
  return new Map([...rounds].map(([name, all]) => [name, median(all, ({ p99 }) => p99)]))
}

function median<T>(all: readonly T[], by: (item: T) => number): T {
  return all.toSorted((a, b) => by(a) - by(b))[Math.floor(all.length / 2)] as T
}

async function measure(name: string, request: autocannon.Options, duration: number): Promise<Measured> {
  const result = await autocannon({ connections: CONNECTIONS, duration, ...request })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} answers were no 2xx, ${result.errors} failed.`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** One lead in four is new, the others change; both sides write the same kind of rows, each its own. */
async function upsertRounds(origin: string, key: string): Promise<{ quarry: number; raw: number }> {
  const rounds: { quarry: number; raw: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { perSecond } = await measure('upsert', upsertRequest(origin, key, round), SECONDS)
    const raw = await rawUpserts(house.connectionString, {
      writers: WRITERS,
      poolSize: POOL_SIZE,
      seconds: SECONDS,
      first: LEADS * 10 * (round + 1),
    })
    rounds.push({ quarry: perSecond, raw })
  }
  return median(rounds, (round) => round.quarry / round.raw)
}

function upsertRequest(origin: string, key: string, round: number): autocannon.Options {
  let sent = 0
  return {
    url: origin,
    connections: WRITERS,
    requests: [
      {
        method: 'PUT',
        path: '/v2/leads',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        setupRequest: (request) => {
          const n = sent++ % 4 === 0 ? LEADS * 100 * (round + 1) + sent : (sent * 7) % LEADS
          const body = {
            email: `person${n}@site${n % 2000}.example`,
            first_name: `First${sent}`,
            company: `Works ${n % 2000}`,
          }
          return { ...request, body: JSON.stringify(body) }
        },
      },
    ],
  }
}

function tell(measured: ReadonlyMap<string, Measured>, upserts: { quarry: number; raw: number }): void {
  const of = (name: string): Measured => measured.get(name) ?? { perSecond: NaN, p50: NaN, p99: NaN }
  const rounded = (value: number): number => Math.round(value * 100) / 100
  const bare = of('bare express route').p99
  /** 1 is what the bar allows: five times the bare route. */
  const ofBar = (name: string): number => rounded(of(name).p99 / (5 * bare))
  report({
    title: `Leads, ${LEADS.toLocaleString('en')} in the account; reading with ${CONNECTIONS} connections, saving with ${WRITERS}; median of ${ROUNDS} rounds of ${SECONDS} s`,
    rows: [
      ['target', 'requests/s', 'p50 ms', 'p99 ms'],
      ...[...measured].map(([name, { perSecond, p50, p99 }]) => [name, Math.round(perSecond), p50, p99]),
      ['upsert by PUT /v2/leads', Math.round(upserts.quarry), '', ''],
      ['upsert as raw SQL', Math.round(upserts.raw), '', ''],
    ],
    figures: {
      bare_p99_ms: bare,
      list_p99_ms: of('list').p99,
      list_p99_of_bar: ofBar('list'),
      deep_page_p99_of_bar: ofBar('list, offset 90,000'),
      large_list_p99_of_bar: ofBar('list of 50,000'),
      filter_p99_of_bar: ofBar('filter, some match'),
      query_p99_of_bar: ofBar('query, one matches'),
      half_match_p50_ms: of('filter, half match').p50,
      half_match_p99_ms: of('filter, half match').p99,
      upserts_of_raw: rounded(upserts.quarry / upserts.raw),
    },
    bars: [
      // A page, its count and its total are one or two statements; the bar is a multiple of what sending a ready page
      // takes.
      { figure: 'list_p99_of_bar', max: 1 },
      { figure: 'filter_p99_of_bar', max: 1 },
      { figure: 'query_p99_of_bar', max: 1 },
      { figure: 'half_match_p50_ms', max: 150 },
      // An upsert by HTTP pays for a request (what the bare route takes), for the key and its rate limits, for the
      // opt-outs and lists that it checks, and for the lead in the answer; the raw statement pays only for the row.
      { figure: 'upserts_of_raw', min: 0.2 },
    ],
  })
}
