import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { readConfig } from '../src/config.ts'
import { startQuarry } from '../src/quarry.ts'
import { startKeyProxy } from '../test/mcp/key-proxy.ts'
import { startOverlay } from '../test/mcp/overlay.ts'
import { launchBrowser } from '../test/support/web/browser.ts'
import { openPerson } from './oauth/agree-in-browser.ts'
import { INSPECTOR, MCP_REMOTE, suiteOfServers } from './oauth/hosts.ts'
import type { Outcome } from './oauth/hosts.ts'
import { openOauthHouse } from './oauth/oauth-house.ts'
import { report } from './support/report.ts'
import type { Report } from './support/report.ts'

/**
 * `npm run conformance`: runs the protocol's own suite, the Inspector and mcp-remote against this server, all on
 * loopback. The suite cannot send headers, so a proxy adds the key. `-- --offline` leaves out what has to be fetched
 * first.
 */

const MODERN = '2026-07-28'
const OLDER = '2025-11-25'
const BASELINES = join(import.meta.dirname, '../test/mcp')

const MODERN_SCENARIOS = [
  'tools-list',
  'http-header-validation',
  'dns-rebinding-protection',
  'caching',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'sep-2164-resource-not-found',
]
const OLDER_SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'resources-list',
  'prompts-list',
]

interface Ended {
  code: number | null
  output: string
}

const workDir = await mkdtemp(join(tmpdir(), 'quarry-conformance-'))

function run(command: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(command, args, { cwd: workDir, stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** One run of the suite; it succeeds if its exit code is 0, with the baseline taken into account. */
async function suite(name: string, origin: string, args: readonly string[]): Promise<Outcome> {
  const { code, output } = await run('conformance', ['server', '--url', `${origin}/mcp`, ...args])
  const counted = /(?:Passed|Total): [^\n]+/.exec(output)?.[0] ?? `exit code ${code}`
  if (code !== 0) console.error(output.slice(-4_000))
  return { name, ok: code === 0, said: counted }
}

async function overlayRuns(): Promise<Outcome[]> {
  await using overlay = await startOverlay()
  await using proxy = await startKeyProxy(overlay.origin, 'full')
  const baseline = ['--expected-failures', join(BASELINES, 'conformance-2025.yml')]
  return [
    await suite(`overlay ${MODERN}`, proxy.origin, ['--requirements', MODERN]),
    await suite(`overlay ${OLDER}`, proxy.origin, ['--requirements', OLDER, ...baseline]),
  ]
}

async function productRuns(origin: string, key: string): Promise<Outcome[]> {
  await using proxy = await startKeyProxy(origin, key)
  const outcomes: Outcome[] = []
  const scenario = async (version: string, name: string, ...more: string[]) =>
    outcomes.push(
      await suite(`product ${version} ${name}`, proxy.origin, ['--spec-version', version, '--scenario', name, ...more]),
    )
  for (const name of MODERN_SCENARIOS) await scenario(MODERN, name)
  await scenario(MODERN, 'server-stateless', '--expected-failures', join(BASELINES, 'conformance-product.yml'))
  for (const name of OLDER_SCENARIOS) await scenario(OLDER, name)
  return outcomes
}

async function inspectorRuns(origin: string, key: string): Promise<Outcome[]> {
  const inspect = async (
    name: string,
    expected: number,
    args: readonly string[],
    headers = ['--header', `X-API-KEY: ${key}`],
  ) => {
    const target = ['--cli', '--server-url', `${origin}/mcp`, '--transport', 'http']
    const { code, output } = await run('npx', ['-y', INSPECTOR, ...target, ...headers, ...args])
    // Tool descriptions mention warnings too: those of the Inspector begin a line.
    const warned = /^Warning: tool .*\n +Path: inputSchema/m.test(output)
    const ok = code === expected && !warned
    if (!ok) console.error(output.slice(-2_000))
    return { name: `inspector ${name}`, ok, said: `exit code ${code}${warned ? ', warns of an input schema' : ''}` }
  }
  const strictList = ['--method', 'tools/list', '--strict', '--format', 'json']
  const call = (tool: string, ...args: string[]) => ['--method', 'tools/call', '--tool-name', tool, ...args]
  const outcomes: Outcome[] = []
  for (const era of ['legacy', 'auto', 'modern'])
    outcomes.push(await inspect(`${era} tools/list`, 0, ['--protocol-era', era, ...strictList]))
  outcomes.push(await inspect('tools/call', 0, call('get_account')))
  outcomes.push(await inspect('tools/call that fails', 5, call('email_count', '--tool-arg', 'domain=?')))
  outcomes.push(await inspect('without a key', 3, strictList, ['--stored-auth-only']))
  return outcomes
}

/** Lists and calls through mcp-remote, as a host that speaks only stdio would. */
async function remoteRun(origin: string, key: string, more: readonly string[]): Promise<Outcome> {
  const args = ['-y', MCP_REMOTE, `${origin}/mcp`, '--transport', 'http-only', '--header', `X-API-KEY:${key}`, ...more]
  const env = { ...(process.env as Record<string, string>), MCP_REMOTE_CONFIG_DIR: workDir }
  const client = new Client({ name: 'conformance', version: '1.0.0' })
  const name = ['mcp-remote', ...more].join(' ')
  try {
    await client.connect(new StdioClientTransport({ command: 'npx', args, env, stderr: 'ignore' }))
    const { tools } = await client.listTools()
    const { isError } = await client.callTool({ name: 'get_account' })
    return { name, ok: tools.length > 0 && isError !== true, said: `${tools.length} tools, one called` }
  } catch (error) {
    return { name, ok: false, said: String(error).slice(0, 120) }
  } finally {
    await client.close()
  }
}

async function withProduct(check: (origin: string, key: string) => Promise<Outcome[]>): Promise<Outcome[]> {
  const quarry = await startQuarry(
    readConfig({
      PORT: '0',
      QUARRY_DATA_DIR: join(workDir, 'data'),
      QUARRY_LOG_LEVEL: 'silent',
      QUARRY_CRAWL: 'off',
      QUARRY_RATE_LIMIT_FACTOR: '0',
    }),
  )
  try {
    return await check(quarry.url ?? '', quarry.firstKey ?? '')
  } finally {
    await quarry.stop()
  }
}

/** Runs with a person at a real browser who gives consent. */
async function authorizationRun(): Promise<Outcome> {
  await using house = await openOauthHouse()
  await using browser = await launchBrowser()
  await using person = await openPerson(browser, house)
  return await suiteOfServers({ house, person, folder: workDir }) // otherwise the servers would stop during the run
}

const toReport = (outcomes: readonly Outcome[]): Report => ({
  title: 'Conformance and interoperability',
  rows: [['run', 'result', 'said'], ...outcomes.map(({ name, ok, said }) => [name, ok ? 'ok' : 'FAILED', said])],
  figures: { runs: outcomes.length, failed: outcomes.filter(({ ok }) => !ok).length },
  bars: [{ figure: 'failed', max: 0 }],
})

try {
  const fetching = !process.argv.includes('--offline')
  const outcomes = await overlayRuns()
  const product = await withProduct(async (origin, key) => [
    ...(await productRuns(origin, key)),
    ...(fetching ? await inspectorRuns(origin, key) : []),
    ...(fetching ? [await remoteRun(origin, key, []), await remoteRun(origin, key, ['--protocol', 'auto'])] : []),
  ])
  report(toReport([...outcomes, ...product, await authorizationRun()]))
} finally {
  await rm(workDir, { recursive: true, force: true })
}
