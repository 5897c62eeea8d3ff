import { execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openBenchHouse, START } from '../support/bench-house.ts'
import type { BenchHouse } from '../support/bench-house.ts'
import type { ServerProcess } from '../support/bench-process.ts'
import { report } from '../support/report.ts'

/**
 * `npm run eval:upgrade -- --from COMMIT`: two releases at once on one database, under load. A server of the code of COMMIT
 * answers; one of today's code starts beside it and migrates; both answer; the old one stops. No request may fail.
 */

const { values } = parseArgs({ options: { from: { type: 'string' }, seconds: { type: 'string', default: '15' } } })
const { from } = values
if (from === undefined || !/^[\w./-]+$/.test(from)) throw new Error('Say which release is the last one: --from COMMIT')
const PHASE_MS = Number(values.seconds) * 1_000
const CALLERS = 6
const ROOT = join(import.meta.dirname, '../..')

/** Its code, beside the dependencies of today. */
async function codeOf(commit: string, dir: string): Promise<string> {
  await mkdir(dir)
  const tar = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1_073_741_824 })
  execFileSync('tar', ['-x', '-C', dir], { input: tar })
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  return dir
}

const startOf = (house: BenchHouse, code: string, name: string): Promise<ServerProcess> =>
  house.start([...START.slice(0, -1), join(code, START.at(-1) ?? '')], {
    DATABASE_URL: house.connectionString,
    QUARRY_DATA_DIR: join(house.dataDir, name),
    QUARRY_SECRET_KEY: Buffer.alloc(32, 'b').toString('base64'),
    QUARRY_RATE_LIMIT_FACTOR: '0',
    QUARRY_CRAWL: 'off',
    QUARRY_LOG_LEVEL: 'warn',
    QUARRY_DNS_SERVERS: '127.0.0.1:9',
    PORT: '0',
  })

interface Phase {
  name: string
  requests: number
  failed: number
  /** Some of what failed, without what was asked of whom. */
  said: Set<string>
}

/** What callers ask in turns: what reads, and what writes. */
const CALLS: readonly ((n: number) => { path: string; body?: object })[] = [
  () => ({ path: '/v2/account' }),
  (n) => ({ path: '/v2/leads', body: { email: `ada.birch${n}@lumen.example`, first_name: 'Ada', company: 'Lumen' } }),
  () => ({ path: '/v2/leads?limit=20' }),
  (n) => ({ path: `/v2/email-count?domain=lumen${n % 50}.example` }),
  () => ({ path: '/v2/campaigns' }),
  () => ({ path: '/v2/leads_lists' }),
  () => ({ path: '/v2/domain-search?domain=lumen.example' }),
  () => ({ path: '/v2/webhooks' }),
]

let asked = 0

async function load(
  name: string,
  key: string,
  servers: readonly ServerProcess[],
  during: Promise<unknown>,
): Promise<Phase> {
  const phase: Phase = { name, requests: 0, failed: 0, said: new Set() }
  const over = new AbortController()
  void during.finally(() => over.abort())
  const caller = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const n = asked++
      const { path, body } = CALLS[n % CALLS.length]?.(n) ?? { path: '/v2/account' }
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
      // Each call of a kind goes to another server in turn.
      const origin = servers[Math.floor(n / CALLS.length) % servers.length]?.origin
      phase.requests++
      const status = await fetch(`${origin}${path}`, init).then(
        async (response) => (await response.text(), response.status),
        () => 0,
      )
      if (status >= 200 && status < 300) continue
      phase.failed++
      phase.said.add(`${status} ${path.replaceAll(/\d+/g, 'N')}`)
    }
  }
  await Promise.all([...Array.from({ length: CALLERS }, caller), during])
  return phase
}

await using house = await openBenchHouse()
const old = await startOf(house, await codeOf(from, join(house.dataDir, 'code')), 'old')
const key = (await readFile(join(house.dataDir, 'old', 'first-key'), 'utf8')).trim()
const phases = [await load('the last release alone', key, [old], sleep(PHASE_MS / 2))]
const starting = startOf(house, ROOT, 'new')
phases.push(await load('while today’s starts and migrates', key, [old], starting))
const today = await starting
phases.push(await load('both', key, [old, today], sleep(PHASE_MS)))
phases.push(await load('while the last one stops', key, [today], old.stop()))
phases.push(await load('today’s alone', key, [today], sleep(PHASE_MS / 2)))

for (const { name, said } of phases) for (const each of said) console.log(`${name}: ${each}`)
const requests = phases.reduce((sum, phase) => sum + phase.requests, 0)
const failed = phases.reduce((sum, phase) => sum + phase.failed, 0)
report({
  title: `Two releases on one database: ${from} and today’s`,
  rows: [['phase', 'requests', 'failed'], ...phases.map((phase) => [phase.name, phase.requests, phase.failed])],
  figures: { requests, failed },
  bars: [
    { figure: 'requests', min: 100 },
    { figure: 'failed', max: 0 },
  ],
})
