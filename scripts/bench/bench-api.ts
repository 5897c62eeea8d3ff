import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { Pool } from 'pg'
import { openBenchHouse } from '../support/bench-house.ts'
import type { ServerProcess } from '../support/bench-process.ts'
import { seedIndex } from './bench-seed.ts'
import { report } from '../support/report.ts'

/**
 * `npm run bench:api`: a domain search of a known domain through `/v2` and `/mcp`, compared with a bare express route
 * and a bare MCP tool in the same run, over a million addresses. Servers run on one core where `taskset` exists; the
 * load and PostgreSQL share the others, so on a small machine these limit how much Quarry is asked. The server's
 * processor time shows what one core of it could answer; both are reported. Everything stays on loopback.
 */

const CONNECTIONS = 16
const SECONDS = 4
const ROUNDS = 3
const ADDRESSES = 1_000_000

interface Target {
  name: string
  server: ServerProcess
  request: Pick<autocannon.Options, 'url' | 'method' | 'headers' | 'body' | 'requests'>
}

interface Measured {
  perSecond: number
  /** Requests per second of the server's processor time. */
  perCore: number
  p50: number
  p99: number
}

await using house = await openBenchHouse()
await main()

async function main(): Promise<void> {
  const quarry = await house.startQuarry({ QUARRY_RATE_LIMIT_FACTOR: '1000000', QUARRY_LOCAL_SUFFIXES: 'example' })
  const headers = { 'x-api-key': quarry.key }
  const pool = new Pool({ connectionString: house.connectionString })
  console.log(`Filling the index with ${ADDRESSES.toLocaleString('en')} addresses …`)
  await seedIndex(pool, ADDRESSES)
  await pool.end()
  const bodyFile = join(house.dataDir, 'answer.json')
  const small = `${quarry.origin}/v2/domain-search?domain=small.example`
  await writeFile(bodyFile, await (await fetch(small, { headers })).text())
  const bare = await house.start(['scripts/bench/bare-server.ts', bodyFile])
  const targets: Target[] = [
    {
      name: 'bare express route',
      server: bare,
      request: { url: `${bare.origin}/v2/domain-search?domain=small.example` },
    },
    { name: '/v2, domain of 50', server: quarry, request: { url: small, headers } },
    { name: '/v2, 500 domains in turn', server: quarry, request: { url: quarry.origin, requests: inTurn(headers) } },
    {
      name: '/v2, domain of 50,000',
      server: quarry,
      request: { url: `${quarry.origin}/v2/domain-search?domain=large.example`, headers },
    },
    {
      name: '/v2, of 50,000, offset 49,000',
      server: quarry,
      request: { url: `${quarry.origin}/v2/domain-search?domain=large.example&offset=49000`, headers },
    },
    {
      name: '/v2, of 50,000, filtered',
      server: quarry,
      request: { url: `${quarry.origin}/v2/domain-search?domain=large.example&department=it&type=personal`, headers },
    },
    { name: 'bare MCP tool', server: bare, request: mcpCall(bare.origin, {}) },
    { name: '/mcp, domain of 50', server: quarry, request: mcpCall(quarry.origin, headers) },
  ]
  const measured = await measureAll(targets)
  tell(targets, measured)
}

/** Identical simultaneous calls share one look into the index; these are never identical. */
function inTurn(headers: Record<string, string>): autocannon.Request[] {
  return Array.from({ length: 500 }, (_, i) => ({ path: `/v2/domain-search?domain=site${i + 2}.example`, headers }))
}

function mcpCall(origin: string, headers: Record<string, string>): Target['request'] {
  const params = { name: 'domain_search', arguments: { domain: 'small.example' } }
  return {
    url: `${origin}/mcp`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }
}

/** Measures in rounds, so that a machine whose speed drifts treats all targets alike; the median round counts. */
async function measureAll(targets: readonly Target[]): Promise<Map<string, Measured>> {
  const rounds = new Map<string, Measured[]>()
  for (const target of targets) await measure(target, 1)
  for (let round = 0; round < ROUNDS; round++)
    for (const target of targets)
      rounds.set(target.name, [...(rounds.get(target.name) ?? []), await measure(target, SECONDS)])
  return new Map(
    [...rounds].map(([name, all]) => [
      name,
      all.sort((a, b) => a.perSecond - b.perSecond)[Math.floor(all.length / 2)] as Measured,
    ]),
  )
}

async function measure({ name, server, request }: Target, duration: number): Promise<Measured> {
  const before = server.cpuSeconds()
  const result = await autocannon({ ...request, connections: CONNECTIONS, duration })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} answers were no 2xx, ${result.errors} failed.`)
  const perCore = result.requests.total / (server.cpuSeconds() - before)
  return { perSecond: result.requests.average, perCore, p50: result.latency.p50, p99: result.latency.p99 }
}

function tell(targets: readonly Target[], measured: ReadonlyMap<string, Measured>): void {
  const of = (name: string): Measured => measured.get(name) ?? { perSecond: NaN, perCore: NaN, p50: NaN, p99: NaN }
  const ratio = (a: string, b: string, by: 'perSecond' | 'perCore'): number =>
    Math.round((of(a)[by] / of(b)[by]) * 1_000) / 1_000
  const figures = {
    v2_of_bare_express: ratio('/v2, domain of 50', 'bare express route', 'perSecond'),
    v2_of_bare_express_per_core: ratio('/v2, domain of 50', 'bare express route', 'perCore'),
    v2_in_turn_of_bare_express_per_core: ratio('/v2, 500 domains in turn', 'bare express route', 'perCore'),
    mcp_of_bare_tool: ratio('/mcp, domain of 50', 'bare MCP tool', 'perSecond'),
    mcp_of_bare_tool_per_core: ratio('/mcp, domain of 50', 'bare MCP tool', 'perCore'),
    large_domain_slowdown: ratio('/v2, domain of 50', '/v2, domain of 50,000', 'perSecond'),
    deep_page_slowdown: ratio('/v2, domain of 50', '/v2, of 50,000, offset 49,000', 'perSecond'),
  }
  report({
    title: `Domain search over ${ADDRESSES.toLocaleString('en')} addresses, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s`,
    rows: [
      ['target', 'requests/s', 'per core-second', 'p50 ms', 'p99 ms'],
      ...targets.map(({ name }) => [
        name,
        Math.round(of(name).perSecond),
        Math.round(of(name).perCore),
        of(name).p50,
        of(name).p99,
      ]),
    ],
    figures,
    bars: [
      { figure: 'v2_of_bare_express', min: 0.4 },
      { figure: 'large_domain_slowdown', max: 2 },
    ],
  })
}
