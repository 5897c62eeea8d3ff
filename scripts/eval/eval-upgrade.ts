import { execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startDnsServer } from '../../test/internet/dns-server.ts'
import { openBenchHouse, START } from '../support/bench-house.ts'
import type { BenchHouse } from '../support/bench-house.ts'
import type { ServerProcess } from '../support/bench-process.ts'
import { report } from '../support/report.ts'
import { createUpgradeLoad } from './upgrade/two-releases-load.ts'
import { STORIES } from './upgrade/upgrade-stories.ts'

/**
 * `npm run eval:upgrade -- --from COMMIT`: two releases at once on one database, under load. A server with the code of
 * COMMIT answers and runs jobs; one with the current code starts beside it and migrates; both work; the old one stops.
 * No request may fail, no event promised to a webhook may be lost, and neither server may log an error.
 */

const { values } = parseArgs({ options: { from: { type: 'string' }, seconds: { type: 'string', default: '15' } } })
const { from } = values
if (from === undefined || !/^[\w./^~-]+$/.test(from)) throw new Error('Name the last release: --from COMMIT')
const PHASE_MS = Number(values.seconds) * 1_000
const CALLERS = 12
const ROOT = join(import.meta.dirname, '../..')

/** The code of that commit, with the current dependencies. */
async function codeOf(commit: string, dir: string): Promise<string> {
  await mkdir(dir)
  const tar = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1_073_741_824 })
  execFileSync('tar', ['-x', '-C', dir], { input: tar })
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  return dir
}

const NO_MAIL = { mx: [{ exchange: '.', preference: 0 }] } // RFC 7505
const ZONE = new Map(['lumen.example', 'birch.example'].map((domain) => [domain, NO_MAIL]))

const startOf = (house: BenchHouse, code: string, name: string): Promise<ServerProcess> =>
  house.start([...START.slice(0, -1), join(code, START.at(-1) ?? '')], {
    DATABASE_URL: house.connectionString,
    QUARRY_DATA_DIR: join(house.dataDir, name),
    QUARRY_SECRET_KEY: Buffer.alloc(32, 'b').toString('base64'),
    QUARRY_RATE_LIMIT_FACTOR: '0',
    QUARRY_CRAWL: 'off',
    QUARRY_LOG_LEVEL: 'warn',
    QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true',
    QUARRY_DNS_SERVERS: dns.address,
    PORT: '0',
  })

/** Records the ids of the test events that arrive. */
async function startHooks() {
  const tests = new Set<string>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data?: { test?: boolean } }
      if (data?.test === true) tests.add(String(request.headers['webhook-id']))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, tests, stop: () => server.close().closeAllConnections() }
}

async function routesOf({ origin }: ServerProcess, key: string): Promise<Set<string>> {
  const answer = await fetch(`${origin}/v2/openapi.json`, { headers: { 'x-api-key': key } })
  const { paths } = (await answer.json()) as { paths: Record<string, object> }
  return new Set(Object.entries(paths).flatMap(([path, by]) => Object.keys(by).map((method) => `${method} ${path}`)))
}

async function hookOf({ origin }: ServerProcess, key: string, url: string): Promise<number> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const body = JSON.stringify({ target_url: url, event: 'lead.created' })
  const answer = await fetch(`${origin}/v2/webhooks`, { method: 'POST', headers, body })
  return ((await answer.json()) as { data: { id: number } }).data.id
}

/** Returns what it has logged at level error and above. */
const errorsOf = (server: ServerProcess): string[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg?: string; err?: { message: string; stack?: string } })
    .filter(({ level }) => level >= 50)
    .map(({ msg = '', err }) => `${msg} ${err?.stack ?? err?.message ?? ''}`.split(/\n(?!.*\/src\/)/)[0] ?? '')

const dns = await startDnsServer(ZONE)
await using house = await openBenchHouse()
const hooks = await startHooks()
const old = await startOf(house, await codeOf(from, join(house.dataDir, 'code')), 'old')
const key = (await readFile(join(house.dataDir, 'old', 'first-key'), 'utf8')).trim()
const load = createUpgradeLoad({
  key,
  stories: STORIES,
  routes: await routesOf(old, key),
  hook: { url: hooks.url, id: await hookOf(old, key, hooks.url) },
  callers: CALLERS,
})
const phases = [
  await load.run({ name: 'the last release alone', servers: [old], during: sleep(PHASE_MS), learns: true }),
]
const alone = new Set(errorsOf(old))
const starting = startOf(house, ROOT, 'new')
phases.push(await load.run({ name: 'while today’s starts and migrates', servers: [old], during: starting }))
const today = await starting
phases.push(await load.run({ name: 'both', servers: [old, today], during: sleep(PHASE_MS) }))
phases.push(await load.run({ name: 'while the last one stops', servers: [today], during: old.stop() }))
phases.push(await load.run({ name: 'today’s alone', servers: [today], during: sleep(PHASE_MS / 2) }))

for (const each of load.refused()) console.log(`the last release alone: ${each}`)
for (const { name, said } of phases) for (const each of said) console.log(`${name}: ${each}`)
const errors = [errorsOf(old).filter((line) => !alone.has(line)), errorsOf(today)]
for (const [at, lines] of errors.entries())
  for (const line of lines.slice(0, 5)) console.log(`${at === 0 ? 'the last release' : 'today’s'} logged ${line}`)
const promised = phases.reduce((sum, phase) => sum + phase.promised, 0)
for (let tries = 0; tries < 240 && hooks.tests.size < promised; tries += 1) await sleep(500)
hooks.stop()
await dns.stop()
const requests = phases.reduce((sum, phase) => sum + phase.requests, 0)
const failed = phases.reduce((sum, phase) => sum + phase.failed, 0)
report({
  title: `Two releases on one database: ${from} and today’s`,
  rows: [['phase', 'requests', 'failed'], ...phases.map((phase) => [phase.name, phase.requests, phase.failed])],
  figures: { requests, failed, errors: errors.flat().length, promised, lost: promised - hooks.tests.size },
  bars: [
    { figure: 'requests', min: 100 },
    { figure: 'failed', max: 0 },
    { figure: 'errors', max: 0 },
    { figure: 'promised', min: 10 },
    { figure: 'lost', max: 0 },
  ],
})
