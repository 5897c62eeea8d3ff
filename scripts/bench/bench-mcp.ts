import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { connect } from '../../test/support/oauth/oauth-client.ts'
import { openOauthHouse } from '../oauth/oauth-house.ts'
import type { ServerProcess } from '../support/bench-process.ts'
import { report } from '../support/report.ts'

/**
 * `npm run bench:mcp`: what the MCP door costs. It measures the server's processor time (user and system) per request
 * for a trivial tool (`verify_email` with the test key: the whole door, and nothing behind it) and for `tools/list`, in
 * both protocol generations, compared with bare `node:http` and a plain SDK server with the same tools in one run; and
 * for a call with an app's token compared with one with a key. The last figure shows whether memory stays constant over
 * many calls. Usage: node scripts/bench/bench-mcp.ts [CALLS_FOR_MEMORY [SECONDS_OF_A_ROUND]]
 */

const CONNECTIONS = 8
const ROUNDS = 5
/** V8 keeps compiling a server's code for about this long; until then a request takes up to twice its time. */
const WARM_UP_SECONDS = 4
const WARM_UP_SLICE = 250
/** Of processor time: slices that take less are made larger. */
const WHOLE_SLICE_SECONDS = 0.5
const MOST_SLICES = 120
/** On a busy machine an answer may take long. */
const PATIENCE_SECONDS = 120
const LONG_RUN = Number(process.argv[2] ?? 20_000)
/** Of the server's own processor time, as above: a busy machine makes the run longer but the figures no less precise. */
const ROUND_SECONDS = Number(process.argv[3] ?? 0.8)

const JSON_TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const CLIENT = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const CALL = { name: 'verify_email', arguments: { email: 'marta.quill@example.com' } }

/** A call that checks the key or the token: the same account calls with one and with the other. */
const ASKED = { name: 'get_account', arguments: {} }
const WITH_KEY_ALONE = '/mcp, tools/call, key, OAuth off'
const WITH_KEY = '/mcp, tools/call, key, OAuth on'
const WITH_TOKEN = '/mcp, tools/call, token'
/**
 * Each round measures them in one order and then in the reverse, so that none is always first; each round is compared
 * with itself.
 */
const COMPARED = new Set([WITH_KEY_ALONE, WITH_KEY, WITH_TOKEN])

interface Target {
  name: string
  server: ServerProcess
  request: Pick<autocannon.Options, 'url' | 'method' | 'headers' | 'body'>
  /** As many as take the time of a round, determined while warming up. */
  requestsOfARound?: number
}

async function main(): Promise<void> {
  await using connected = await openOauthHouse()
  const house = connected.bench
  const quarry = await house.startQuarry()
  const { key } = quarry
  // What a process has been asked before decides how its code is compiled, so each of the three to compare is new and
  // is asked only one thing.
  const alone = await house.startQuarry()
  const withOauth = await connected.startSecond()
  const forToken = await connected.startSecond()
  const { access_token: token } = await connect(connected.origin, connected.cookie)
  const testKey = { 'x-api-key': 'test-api-key' }
  const answer = await resultOf(quarry, testKey)
  const bare = await house.start(['scripts/bench/plain-mcp-servers.ts', 'http', answer])
  const plain = await house.start(['scripts/bench/plain-mcp-servers.ts', 'sdk', answer])
  const targets: Target[] = [
    { name: 'bare node:http', server: bare, request: older(bare, 'tools/call', CALL) },
    { name: 'plain SDK, tools/call, 2025', server: plain, request: older(plain, 'tools/call', CALL) },
    { name: 'plain SDK, tools/call, 2026', server: plain, request: newer(plain, 'tools/call', CALL) },
    { name: 'plain SDK, tools/list, 2026', server: plain, request: newer(plain, 'tools/list', {}) },
    { name: '/mcp, tools/call, 2025', server: quarry, request: older(quarry, 'tools/call', CALL, testKey) },
    { name: '/mcp, tools/call, 2026', server: quarry, request: newer(quarry, 'tools/call', CALL, testKey) },
    { name: '/mcp, tools/list, 2025', server: quarry, request: older(quarry, 'tools/list', {}, { 'x-api-key': key }) },
    { name: '/mcp, tools/list, 2026', server: quarry, request: newer(quarry, 'tools/list', {}, { 'x-api-key': key }) },
    { name: WITH_KEY_ALONE, server: alone, request: newer(alone, 'tools/call', ASKED, { 'x-api-key': key }) },
    { name: WITH_KEY, server: withOauth, request: newer(withOauth, 'tools/call', ASKED, { 'x-api-key': key }) },
    {
      name: WITH_TOKEN,
      server: forToken,
      request: newer(forToken, 'tools/call', ASKED, { authorization: `Bearer ${token}` }),
    },
    {
      name: '/v2/email-verifier',
      server: quarry,
      request: { url: `${quarry.origin}/v2/email-verifier?email=${CALL.arguments.email}`, headers: testKey },
    },
  ]
  for (const target of targets) {
    console.log(`warming up ${target.name}`)
    await warmUp(target)
  }
  const rounds = new Map<string, Round[]>(targets.map(({ name }) => [name, []]))
  for (let round = 1; round <= ROUNDS; round++) {
    console.log(`round ${round} of ${ROUNDS}`)
    for (const target of targets) if (!COMPARED.has(target.name)) rounds.get(target.name)?.push(await measure(target))
    const compared = targets.filter(({ name }) => COMPARED.has(name))
    const there: [string, Round][] = []
    for (const target of [...compared, ...compared.toReversed()]) there.push([target.name, await measure(target)])
    for (const { name } of compared)
      rounds.get(name)?.push(meanOf(there.filter(([of]) => of === name).map(([, one]) => one)))
  }
  const growth = await memoryGrowth(quarry, targets)
  const compared = {
    token_of_key: medianRatio(rounds.get(WITH_TOKEN), rounds.get(WITH_KEY)),
    key_with_oauth_of_without: medianRatio(rounds.get(WITH_KEY), rounds.get(WITH_KEY_ALONE)),
  }
  tell(targets, new Map([...rounds].map(([name, all]) => [name, median(all)])), { ...compared, growth })
}

type Params = Record<string, unknown>

const older = (server: ServerProcess, method: string, params: Params, headers = {}): Target['request'] => ({
  url: `${server.origin}/mcp`,
  method: 'POST',
  headers: { ...JSON_TYPES, ...headers },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})

const newer = (server: ServerProcess, method: string, params: Params, headers = {}): Target['request'] => {
  const name = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}
  const revision = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name }
  return older(server, method, { ...params, _meta: CLIENT }, { ...headers, ...revision })
}

/** Returns the tool's answer, for the servers that only repeat it. */
async function resultOf(quarry: ServerProcess, headers: Record<string, string>): Promise<string> {
  const { url, ...init } = older(quarry, 'tools/call', CALL, headers)
  const response = await fetch(url, init as RequestInit)
  const { result } = (await response.json()) as { result: unknown }
  return JSON.stringify(result)
}

interface Round {
  cpuMicroseconds: number
  p50: number
  p99: number
}

async function warmUp(target: Target): Promise<void> {
  const before = target.server.cpuSeconds()
  let begun = before
  let amount = WARM_UP_SLICE
  for (let slice = 0; slice < MOST_SLICES && begun - before < WARM_UP_SECONDS; slice++) {
    const { requests } = await ask(target, { amount })
    const now = target.server.cpuSeconds()
    // A slice takes a second of wall time, however little is asked.
    if (now - begun < WHOLE_SLICE_SECONDS) amount *= 2
    target.requestsOfARound = Math.ceil((requests.total * ROUND_SECONDS) / Math.max(now - begun, 0.01))
    begun = now
  }
}

async function measure(target: Target): Promise<Round> {
  const before = target.server.cpuSeconds()
  const { latency, requests } = await ask(target, { amount: target.requestsOfARound ?? WARM_UP_SLICE })
  const cpuMicroseconds = ((target.server.cpuSeconds() - before) * 1e6) / requests.total
  return { cpuMicroseconds, p50: latency.p50, p99: latency.p99 }
}

async function ask({ name, request }: Target, howMuch: Pick<autocannon.Options, 'amount'>): Promise<autocannon.Result> {
  const result = await autocannon({ ...request, connections: CONNECTIONS, timeout: PATIENCE_SECONDS, ...howMuch })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} answers were no 2xx, ${result.errors} failed.`)
  return result
}

const meanOf = (rounds: readonly Round[]): Round => {
  const mean = (figure: keyof Round): number => rounds.reduce((sum, round) => sum + round[figure], 0) / rounds.length
  return { cpuMicroseconds: mean('cpuMicroseconds'), p50: mean('p50'), p99: mean('p99') }
}

/** Returns the median of the ratios of the rounds, each measured side by side. */
function medianRatio(above: readonly Round[] = [], below: readonly Round[] = []): number {
  const ratios = above.map(({ cpuMicroseconds }, index) => cpuMicroseconds / (below[index]?.cpuMicroseconds ?? NaN))
  return Math.round((ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? NaN) * 100) / 100
}

const median = (rounds: readonly Round[]): Round =>
  rounds.toSorted((a, b) => a.cpuMicroseconds - b.cpuMicroseconds)[Math.floor(rounds.length / 2)] as Round

/** Returns the MiB of resident memory that calls of both generations add between the first tenth of a long run and its end. */
async function memoryGrowth(quarry: ServerProcess, targets: readonly Target[]): Promise<number> {
  const calls = targets.filter(({ name }) => name.startsWith('/mcp, tools/call, 20'))
  const run = async (amount: number): Promise<void> => {
    for (const target of calls) await ask(target, { amount: Math.ceil(amount / calls.length) })
  }
  await run(LONG_RUN / 10)
  const before = residentMib(quarry.pid)
  await run((LONG_RUN * 9) / 10)
  return Math.round(residentMib(quarry.pid) - before)
}

/** VmRSS of proc_pid_status(5), which is in kB; NaN where the system does not provide it. */
function residentMib(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  } catch {
    return NaN
  }
}

interface Found {
  token_of_key: number
  key_with_oauth_of_without: number
  /** In MiB. */
  growth: number
}

function tell(targets: readonly Target[], measured: ReadonlyMap<string, Round>, found: Found): void {
  const cpu = (name: string): number => measured.get(name)?.cpuMicroseconds ?? NaN
  const ratio = (a: string, b: string): number => Math.round((cpu(a) / cpu(b)) * 100) / 100
  const bare = 'bare node:http'
  const figures = {
    call_2025_of_bare: ratio('/mcp, tools/call, 2025', bare),
    call_2026_of_bare: ratio('/mcp, tools/call, 2026', bare),
    list_2025_of_bare: ratio('/mcp, tools/list, 2025', bare),
    list_2026_of_bare: ratio('/mcp, tools/list, 2026', bare),
    call_faster_than_plain_sdk_2025: ratio('plain SDK, tools/call, 2025', '/mcp, tools/call, 2025'),
    call_faster_than_plain_sdk_2026: ratio('plain SDK, tools/call, 2026', '/mcp, tools/call, 2026'),
    list_faster_than_plain_sdk_2026: ratio('plain SDK, tools/list, 2026', '/mcp, tools/list, 2026'),
    token_of_key: found.token_of_key,
    key_with_oauth_of_without: found.key_with_oauth_of_without,
    mcp_of_v2: ratio('/mcp, tools/call, 2026', '/v2/email-verifier'),
    memory_growth_mib: found.growth,
  }
  report({
    title: `The MCP door: processor time per request, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${ROUND_SECONDS} s; memory over ${LONG_RUN.toLocaleString('en')} calls`,
    rows: [
      ['target', 'µs', '× bare', 'p50 ms', 'p99 ms'],
      ...targets.map(({ name }) => {
        const { cpuMicroseconds = NaN, p50 = NaN, p99 = NaN } = measured.get(name) ?? {}
        return [name, Math.round(cpuMicroseconds), ratio(name, bare), p50, p99]
      }),
    ],
    figures,
    bars: [
      { figure: 'call_2025_of_bare', max: 7 },
      { figure: 'call_2026_of_bare', max: 7 },
      { figure: 'list_2025_of_bare', max: 8 },
      { figure: 'list_2026_of_bare', max: 8 },
      { figure: 'call_faster_than_plain_sdk_2025', min: 1.3 },
      { figure: 'call_faster_than_plain_sdk_2026', min: 1.3 },
      { figure: 'list_faster_than_plain_sdk_2026', min: 1.3 },
      { figure: 'token_of_key', max: 1.1 },
      { figure: 'key_with_oauth_of_without', max: 1.05 },
      { figure: 'mcp_of_v2', max: 6 },
      { figure: 'memory_growth_mib', max: 30 },
    ],
  })
}

await main()
