import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { startQuarry } from '../../src/quarry.ts'
import { flagsOf, startMailWorld, verifying } from '../../test/internet/mail-scenarios.ts'
import { playScenario, verifierDoors } from '../../test/support/doors/verifier-doors.ts'
import { report } from '../support/report.ts'

/**
 * `npm run eval:verify`: 34 mail servers as they occur in practice, on loopback, through both doors of a running
 * Quarry. The slow ones take their real time (8 and 30 seconds); only the greylist's minute passes on a simulated
 * clock.
 */

const REAL_TIME = 1
const BETWEEN_POLLS_MS = 1_000
const GREYLIST_MS = 61_000

let skippedMs = 0
const now = (): number => Date.now() + skippedMs
const dataDir = await mkdtemp(join(tmpdir(), 'quarry-eval-'))
await using world = await startMailWorld({ scale: REAL_TIME, now })
const environment = { PORT: '0', QUARRY_DATA_DIR: dataDir, QUARRY_CRAWL: 'off', QUARRY_RATE_LIMIT_FACTOR: '0' }
const quarry = await startQuarry(readConfig({ ...environment, ...verifying(world) }), {
  log: createLog({ logLevel: 'silent' }),
  clock: { now: () => new Date(now()) },
})
try {
  const rows: (string | number)[][] = [
    ['#', 'server', '/v2', 'status', 'flags', 'MCP', 'status', 'flags', 'wanted', 'flags', 'right'],
  ]
  const [api, mcp] = verifierDoors(quarry.url ?? '', quarry.firstKey ?? '')
  const later = async (): Promise<void> => {
    await sleep(BETWEEN_POLLS_MS)
    skippedMs += GREYLIST_MS
  }
  const results = await Promise.all(world.scenarios.map((scenario) => playScenario(api, world, scenario, { later })))
  await quarry.context.database.pool.query('truncate verifications, verification_runs, catch_all_domains, mx_slots')
  const again = await Promise.all(
    // The greylist has seen Quarry by now; everything else is new to the second door.
    world.scenarios.map((scenario) =>
      playScenario(mcp, world, scenario, { later, cold: scenario.name !== 'greylist' }),
    ),
  )
  for (const [index, { scenario, statuses, data, right }] of results.entries()) {
    const other = again[index]
    rows.push([
      index + 1,
      scenario.name,
      statuses.join(','),
      String(data['status']),
      flagsOf(data),
      other?.statuses.join(',') ?? '',
      String(other?.data['status']),
      flagsOf(other?.data ?? {}),
      scenario.status,
      scenario.flags,
      right && other?.right === true ? 'yes' : 'NO',
    ])
  }
  report({
    title: 'Verifier: flags are mx_records, smtp_server, smtp_check, accept_all, block; + true, - false, 0 null',
    rows,
    figures: {
      scenarios: world.scenarios.length,
      right_api: results.filter(({ right }) => right).length,
      right_mcp: again.filter(({ right }) => right).length,
      connections_to_localhost: world.servers.get('localhost')?.connections.total ?? 0,
    },
    bars: [
      { figure: 'right_api', min: 34 },
      { figure: 'right_mcp', min: 34 },
      { figure: 'connections_to_localhost', max: 0 },
    ],
  })
} finally {
  await quarry.stop()
  await rm(dataDir, { recursive: true, force: true })
}
