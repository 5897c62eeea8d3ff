import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { Pool } from 'pg'
import { openBenchHouse } from '../support/bench-house.ts'
import { DEAR_QUESTIONS } from './fair-questions.ts'
import type { DearQuestion } from './fair-questions.ts'
import { seedFair } from './fair-seed.ts'
import { report } from '../support/report.ts'
import { secondKey } from '../support/second-key.ts'

/**
 * What an account notices when another one asks the most expensive questions there are on 32 connections, at both
 * doors: the times of its light calls, and whether any was refused. Before that, how long each question takes alone;
 * afterwards, how long the statements of callers who hang up continue. Once with the rate limits of a new installation,
 * and once without any, since they would spare the database.
 *
 * `npm run bench:fair -- 30000 3` is the short form: the number of companies (leads and addresses in proportion), and
 * the seconds per flood.
 */

const COMPANIES = Number(process.argv[2] ?? 300_000)
const SECONDS = Number(process.argv[3] ?? 8)
const SHARE = COMPANIES / 300_000
/** Makes each question different. */
let asked = 0

const FLOOD = 32
const ALONE_ROUNDS = 3
/** This many other accounts take turns, because their calls during one flood have to be enough for a p99. */
const INNOCENTS = 4
/** Between the light calls of one account: few enough that no limit applies to them. */
const WITHIN_LIMITS_MS = 90
const HUNG_UP = 6
const LIGHT = ['/v2/account', '/v2/usage', '/v2/leads_lists', '/v2/domain-search?domain=small.example', '/readyz']

interface Request {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

type RequestOf = (n: number) => Request

interface Flooded {
  /** Of the flood, answered and refused. */
  answered: number
  refused: number
  times: number[]
  refusals: number
}

interface Noticed extends Flooded {
  name: string
  limits: 'default' | 'none'
  /** Null where a limit may answer instead. */
  alone: number | null
}

async function main(): Promise<void> {
  const limited = await house.startQuarry({ QUARRY_RATE_LIMIT_FACTOR: '1' })
  console.log(`Storing ${COMPANIES.toLocaleString('en')} companies, their addresses and leads …`)
  await seedFair(house.connectionString, {
    companies: COMPANIES,
    addresses: 50_000 + Math.round(100_000 * SHARE),
    leads: Math.round(100_000 * SHARE),
  })
  const innocents = await Promise.all(Array.from({ length: INNOCENTS }, () => secondKey(house.connectionString)))
  const asks = new Map<string, RequestOf>()
  for (const [name, question] of Object.entries(DEAR_QUESTIONS)) {
    asks.set(`${name}, /v2`, (n) => atApi(question, limited.key, n))
    asks.set(`${name}, /mcp`, (n) => atMcp(question, limited.key, n))
  }
  const noticed: Noticed[] = []
  await warmUp(limited.origin, innocents)
  for (const [name, ask] of asks)
    noticed.push({
      name,
      limits: 'default',
      alone: null,
      ...(await flood(limited.origin, ask, innocents, WITHIN_LIMITS_MS / INNOCENTS)),
    })
  await limited.stop()
  const quarry = await house.startQuarry()
  await warmUp(quarry.origin, innocents)
  for (const [name, ask] of asks) {
    const alone = await timeAlone(quarry.origin, ask)
    noticed.push({ name, limits: 'none', alone, ...(await flood(quarry.origin, ask, innocents, 5)) })
  }
  const stopped = await hangUps(quarry.origin, [...asks.values()])
  tell(noticed, stopped)
}

/** Makes a server compile what it compiles with the first calls, which is not caused by a flood. */
async function warmUp(origin: string, innocents: readonly string[]): Promise<void> {
  for (let turn = 0; turn < innocents.length * LIGHT.length * 5; turn++) {
    await lightCall(origin, innocents, turn)
    await sleep(WITHIN_LIMITS_MS / INNOCENTS)
  }
}

const atApi = ({ method, path, body }: DearQuestion, key: string, n: number): Request => ({
  method,
  path: path(n),
  headers: { 'x-api-key': key, 'content-type': 'application/json' },
  ...(body && { body: JSON.stringify(body(n)) }),
})

const atMcp = (question: DearQuestion, key: string, n: number): Request => ({
  method: 'POST',
  path: '/mcp',
  headers: {
    'x-api-key': key,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: n,
    method: 'tools/call',
    params: { name: question.tool, arguments: question.arguments(n) },
  }),
})

async function timeAlone(origin: string, ask: RequestOf): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ALONE_ROUNDS; round++) times.push(await timeOf(origin, ask(asked++)))
  return Math.min(...times)
}

/** @param pauseMs between the light calls */
async function flood(origin: string, ask: RequestOf, innocents: readonly string[], pauseMs: number): Promise<Flooded> {
  const flooding = autocannon({
    url: origin,
    connections: FLOOD,
    duration: SECONDS,
    timeout: 60,
    requests: [{ setupRequest: (request) => ({ ...request, ...ask(asked++) }) }],
  })
  const times: number[] = []
  let refusals = 0
  const over = performance.now() + SECONDS * 1_000
  for (let turn = 0; performance.now() < over; turn++) {
    const started = performance.now()
    if ((await lightCall(origin, innocents, turn)) !== 200) refusals++
    times.push(performance.now() - started)
    await sleep(pauseMs)
  }
  const { '2xx': answered, non2xx: refused } = await flooding
  return { answered, refused, times, refusals }
}

/**
 * Sends the next light call, from the next account.
 * @returns its status
 */
async function lightCall(origin: string, innocents: readonly string[], turn: number): Promise<number> {
  const key = innocents[turn % innocents.length] ?? ''
  const path = LIGHT[Math.floor(turn / innocents.length) % LIGHT.length]
  const response = await fetch(origin + path, { headers: { 'x-api-key': key } })
  await response.arrayBuffer()
  return response.status
}

async function timeOf(origin: string, { path, ...request }: Request): Promise<number> {
  const started = performance.now()
  const response = await fetch(origin + path, request)
  const text = await response.text()
  if (response.status !== 200 || text.includes('"isError":true'))
    throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return performance.now() - started
}

/** Returns the longest time until no statement of callers who hung up was running any more, in milliseconds. */
async function hangUps(origin: string, asks: readonly RequestOf[]): Promise<number> {
  const pool = new Pool({ connectionString: house.connectionString, max: 1 })
  const running = `select count(*)::int as n from pg_stat_activity
    where application_name = 'quarry' and state = 'active' and query not like '%pgboss%' and query not like '%pg_cancel_backend%'`
  let longest = 0
  for (const ask of asks) {
    const caller = new AbortController()
    const calls = Array.from({ length: HUNG_UP }, () => {
      const { path, ...request } = ask(asked++)
      return fetch(origin + path, { ...request, signal: caller.signal })
    })
    const outcome = Promise.allSettled(calls)
    await sleep(30)
    caller.abort()
    const started = performance.now()
    await outcome
    while (((await pool.query<{ n: number }>(running)).rows[0]?.n ?? 0) > 0 && performance.now() - started < 10_000)
      await sleep(10)
    longest = Math.max(longest, performance.now() - started)
  }
  await pool.end()
  return longest
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? NaN

function tell(noticed: readonly Noticed[], stopped: number): void {
  const limited = noticed.filter(({ limits }) => limits === 'default')
  const free = noticed.filter(({ limits }) => limits === 'none')
  const worst = (all: readonly Noticed[], of: (one: Noticed) => number): number => Math.round(Math.max(...all.map(of)))
  const p99 = ({ times }: Noticed): number => quantile(times, 0.99)
  report({
    title: `Light calls alongside ${FLOOD} connections of another account, ${SECONDS} s each, ${COMPANIES.toLocaleString('en')} companies; milliseconds`,
    rows: [
      ['question', 'limits', 'alone', 'answered', 'refused', 'light calls', 'p50', 'p99', 'worst'],
      ...noticed.map(({ name, limits, alone, answered, refused, times }) => [
        name,
        limits,
        alone === null ? '' : Math.round(alone),
        answered,
        refused,
        times.length,
        ...[quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)].map(Math.round),
      ]),
    ],
    figures: {
      light_p99_ms: worst(free, p99),
      light_p99_within_limits_ms: worst(limited, p99),
      light_refused: noticed.reduce((sum, { refusals }) => sum + refusals, 0),
      alone_worst_ms: worst(free, ({ alone }) => alone ?? 0),
      stopped_within_ms: Math.round(stopped),
    },
    bars: [
      { figure: 'light_p99_ms', max: 250 },
      { figure: 'light_p99_within_limits_ms', max: 250 },
      { figure: 'light_refused', max: 0 },
      { figure: 'alone_worst_ms', max: 200 },
      { figure: 'stopped_within_ms', max: 1_000 },
    ],
  })
}

await using house = await openBenchHouse()
await main()
