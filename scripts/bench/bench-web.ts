import { Client, Pool } from 'pg'
import { request } from 'undici'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { startQuarry } from '../../src/quarry.ts'
import { fillAccount } from '../../test/support/web/full-account.ts'
import { addressOf, SHOWN_SCREENS } from '../../test/support/web/screens.ts'
import { webVisitor } from '../../test/support/web/web-visitor.ts'
import { openBenchHouse } from '../support/bench-house.ts'
import type { BenchHouse } from '../support/bench-house.ts'
import { report } from '../support/report.ts'
import { seedWeb } from './web-seed.ts'

/**
 * How long each screen takes with 100,000 leads in the account, 50 lists, 20 campaigns and 1,000 emails, when four
 * signed-in users go through all screens and filters at once. Between rounds a lead changes, so that no count stays
 * cached. The times are those of server and loopback; no browser renders.
 *
 * `npm run bench:web -- 2` is the short form: the number of rounds.
 */

const SEED = { leads: 100_000, lists: 50, campaigns: 20, mails: 1_000 }
const PEOPLE = 4
/** A hundred visits to each screen: the 95th of a hundred is a percentile, the 31st of 32 nearly the slowest. */
const ROUNDS = Number(process.argv[2] ?? 25)
const MAX_P95_MS = 100

/** Views of leads in addition to those in the table of screens, including filters that half of the leads match. */
const LEAD_VIEWS = [
  '/app/leads?sort=email',
  '/app/leads?industry=Technology',
  '/app/leads?industry=Technology&sort=email',
  '/app/leads?verification_status=valid&limit=50',
  '/app/leads?company=Works%20777',
  '/app/leads?query=person54321',
  '/app/leads?query=person&sort=email',
  '/app/leads?custom_attributes=%7B%22met_at%22%3A%22Fair%203%22%7D',
  '/app/leads?leads_list_id=HALF',
  '/app/leads?leads_list_id=SMALL',
  '/app/leads?leads_list_id=HALF&industry=Technology',
  '/app/leads?industry=Technology&all=1',
]

interface Prepared {
  addresses: string[]
  cookies: string[]
  /** How many statements a screen sends to the database, by address. */
  statements: ReadonlyMap<string, number>
}

/** Fills the account, signs people in, and counts statements, in this process; the server to measure starts afterwards. */
async function prepare(house: BenchHouse): Promise<Prepared> {
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: house.connectionString,
    QUARRY_DATA_DIR: house.dataDir,
    QUARRY_CRAWL: 'off',
    QUARRY_DNS_SERVERS: '127.0.0.1:9',
    QUARRY_RATE_LIMIT_FACTOR: '0',
    QUARRY_LOG_LEVEL: 'error',
  })
  const quarry = await startQuarry(config, { log: createLog(config) })
  try {
    const origin = quarry.url ?? ''
    const { context } = quarry
    const values = await fillAccount({ context, origin, key: quarry.firstKey ?? '' })
    const pool = new Pool({ connectionString: house.connectionString })
    await seedWeb(pool, SEED, Number(values['campaigns']))
    const [half, small] = await twoLists(pool)
    const cookies: string[] = []
    for (let n = 0; n < PEOPLE; n++) cookies.push((await webVisitor({ context, origin }, { operator: true })).cookie)
    await pool.query(`update sessions set confirmed_at = now() + interval '1 day'`)
    await pool.end()
    const screens = SHOWN_SCREENS.filter(({ who }) => who === 'signed in').flatMap((shown) => addressIn(shown, values))
    const views = LEAD_VIEWS.map((view) => view.replace('HALF', String(half)).replace('SMALL', String(small)))
    const addresses = [...new Set([...screens, ...views, await deepPage(origin, cookies[0] ?? '')])]
    return { addresses, cookies, statements: await countStatements(origin, cookies[0] ?? '', addresses) }
  } finally {
    await quarry.stop()
  }
}

/** Empty for a kind of record that the account does not have. */
function addressIn(...[shown, values]: Parameters<typeof addressOf>): string[] {
  try {
    return [addressOf(shown, values)]
  } catch {
    return []
  }
}

async function twoLists(pool: Pool): Promise<[half: number, small: number]> {
  const text = `select leads_list_id as id from leads_counts where account_id = 1 and leads_list_id > 0
    group by 1 order by sum(total) desc`
  const { rows } = await pool.query<{ id: string }>(text)
  return [Number(rows[0]?.id), Number(rows[2]?.id)]
}

/** The fifth page of a filter that half of the leads match. */
async function deepPage(origin: string, cookie: string): Promise<string> {
  let address = '/app/leads?industry=Technology'
  for (let page = 0; page < 4; page++) {
    const { text } = await see(origin + address, cookie)
    address = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? address
  }
  return address
}

type Ask = (...given: unknown[]) => unknown

/** Takes the lowest count of three visits, because jobs query the database too. */
async function countStatements(
  origin: string,
  cookie: string,
  addresses: readonly string[],
): Promise<Map<string, number>> {
  let asked = 0
  const client = Client.prototype as unknown as { query: Ask }
  const ask = Reflect.get(client, 'query')
  client.query = function counted(this: unknown, ...given: unknown[]) {
    asked += 1
    return Reflect.apply(ask, this, given)
  }
  const counts = new Map<string, number>()
  try {
    for (const address of addresses)
      for (let visit = 0; visit < 3; visit++) {
        const before = asked
        await see(origin + address, cookie)
        counts.set(address, Math.min(counts.get(address) ?? Infinity, asked - before))
      }
  } finally {
    client.query = ask
  }
  return counts
}

interface Seen {
  status: number
  ms: number
  /** As sent: compressed. */
  bytes: number
  text: string
}

async function see(url: string, cookie: string, encoding = 'identity'): Promise<Seen> {
  const startedAt = performance.now()
  const { statusCode, body } = await request(url, {
    headers: { cookie, accept: 'text/html', 'accept-encoding': encoding, 'sec-fetch-site': 'same-origin' },
  })
  const content = Buffer.from(await body.arrayBuffer())
  return { status: statusCode, ms: performance.now() - startedAt, bytes: content.length, text: content.toString() }
}

interface Measured {
  times: number[]
  bytes: number
  status: number
}

interface Walked {
  measured: Map<string, Measured>
  /** The server's processor time for one screen, in milliseconds; without that of the database. */
  cpuMs: number
}

async function walk(house: BenchHouse, { addresses, cookies }: Prepared): Promise<Walked> {
  const quarry = await house.startQuarry({ QUARRY_DNS_SERVERS: '127.0.0.1:9' })
  const pool = new Pool({ connectionString: house.connectionString, max: 1 })
  const measured = new Map<string, Measured>(addresses.map((address) => [address, { times: [], bytes: 0, status: 0 }]))
  let round = 0
  const person = async (cookie: string, n: number): Promise<void> => {
    // Each user begins elsewhere, and in every round elsewhere, so that a screen does not always coincide with the same
    // three others.
    const start = (Math.floor((n * addresses.length) / PEOPLE) + n * n * round) % addresses.length
    for (const address of [...addresses.slice(start), ...addresses.slice(0, start)]) {
      const { ms, bytes, status } = await see(quarry.origin + address, cookie, 'gzip')
      const entry = measured.get(address)
      if (entry === undefined) continue
      entry.times.push(ms)
      entry.bytes = bytes
      if (status !== 200) entry.status = status
      else entry.status ||= status
    }
  }
  await Promise.all(cookies.map(person))
  for (const entry of measured.values()) entry.times = []
  const cpuBefore = quarry.cpuSeconds()
  for (; round < ROUNDS; round++) {
    await pool.query(`update leads set notes = $1 where account_id = 1 and email = 'person7@site7.example'`, [
      String(round),
    ])
    await Promise.all(cookies.map(person))
  }
  const cpuSeconds = quarry.cpuSeconds() - cpuBefore
  await pool.end()
  await quarry.stop()
  return { measured, cpuMs: (1_000 * cpuSeconds) / (ROUNDS * PEOPLE * addresses.length) }
}

const share = (times: readonly number[], part: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? NaN) * 10) / 10
}

function tell({ measured, cpuMs }: Walked, statements: Prepared['statements']): void {
  const rows = [...measured].map(([address, { times, bytes, status }]) => ({
    address,
    p50: share(times, 0.5),
    p95: share(times, 0.95),
    bytes,
    status,
    asked: statements.get(address) ?? NaN,
  }))
  const all = [...measured.values()].flatMap(({ times }) => times)
  report({
    title: `Screens with ${SEED.leads.toLocaleString('en')} leads, ${SEED.lists} lists, ${SEED.campaigns} campaigns and ${SEED.mails.toLocaleString('en')} emails; ${PEOPLE} people at once, ${ROUNDS} rounds`,
    rows: [
      ['screen', 'p50 ms', 'p95 ms', 'bytes', 'statements', 'status'],
      ...rows
        .toSorted((a, b) => b.p95 - a.p95)
        .map(({ address, p50, p95, bytes, asked, status }) => [address.slice(0, 90), p50, p95, bytes, asked, status]),
    ],
    figures: {
      screens: rows.length,
      not_shown: rows.filter(({ status }) => status !== 200).length,
      p50_ms: share(all, 0.5),
      p95_ms: share(all, 0.95),
      slowest_screen_p95_ms: Math.max(...rows.map(({ p95 }) => p95)),
      half_match_p95_ms: rows.find(({ address }) => address === '/app/leads?industry=Technology')?.p95 ?? NaN,
      cpu_ms_a_screen: Math.round(cpuMs * 10) / 10,
      most_bytes: Math.max(...rows.map(({ bytes }) => bytes)),
      most_statements: Math.max(...rows.map(({ asked }) => asked)),
    },
    bars: [
      { figure: 'slowest_screen_p95_ms', max: MAX_P95_MS },
      { figure: 'half_match_p95_ms', max: MAX_P95_MS },
      { figure: 'not_shown', max: 0 },
    ],
  })
}

await using house = await openBenchHouse()
const prepared = await prepare(house)
tell(await walk(house, prepared), prepared.statements)
