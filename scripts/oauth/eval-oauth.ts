import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { principalOfToken } from '../../src/core/apps/app-token.ts'
import { connect, registeredId } from '../../test/support/oauth/oauth-client.ts'
import { launchBrowser } from '../../test/support/web/browser.ts'
import { openPerson } from './agree-in-browser.ts'
import { wrongConsents } from './hostile-consents.ts'
import { disconnectAll, inspector, mcpRemote, suiteOfServers } from './hosts.ts'
import type { Outcome } from './hosts.ts'
import { libraries } from './libraries.ts'
import { matrix } from './matrix.ts'
import { openOauthHouse } from './oauth-house.ts'
import type { OauthHouse } from './oauth-house.ts'
import { shownSecrets } from '../../test/support/oauth/planted-secrets.ts'
import { starts } from './starts.ts'
import { codesWorthSomething, revocations, tabsThrownOut } from './two-servers.ts'
import { renderTable, report } from '../support/report.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/**
 * `npm run eval:oauth`: whether apps connect by OAuth as they should. The matrix (`test/oauth`, one row each); the
 * protocol's suite, its libraries, the Inspector and mcp-remote, each through its whole life cycle with a person at a
 * real browser; two servers on one database; hostile names; and whether a dump contains a secret. Timings need a quiet
 * machine. `-- --offline` leaves out what has to be fetched first; `--connects N` and `--names N` say how many.
 */

const { values: options } = parseArgs({
  options: {
    offline: { type: 'boolean', default: false },
    connects: { type: 'string', default: '100' },
    names: { type: 'string', default: '2000' },
  },
})
const CONNECTS = Number(options.connects)
const NAMES = Number(options.names)
const ROUNDS = 50
/** Enough for its last hundredth to be several. */
const REVOCATIONS = 300
const CODES = 10
const STARTS = 3
const IN_BROWSER = 50

const folder = await temporaryFolder('quarry-oauth-')
try {
  const { rows, others } = await matrix(folder)
  await using house = await openOauthHouse()
  await using browser = await launchBrowser()
  await using person = await openPerson(browser, house)
  const visit = { house, person, folder }
  const clients: Outcome[] = [
    await suiteOfServers(visit),
    ...(await libraries(visit)),
    ...(options.offline ? [] : [await inspector(visit), await mcpRemote(visit)]),
  ]
  console.log(
    `\n${renderTable([['client', '', 'said'], ...clients.map(({ name, ok, said }) => [name, ok ? 'ok' : 'FAILED', said])])}`,
  )

  const grown = await growth(house)
  const second = await house.startSecond()
  const thrownOut = await tabsThrownOut(house, second, ROUNDS)
  const worth = await codesWorthSomething(house, second, CODES)
  const ended = await revocations(house, second, REVOCATIONS)
  await second.stop()
  const wrongPages = await wrongConsents(house, browser, { names: NAMES, inBrowser: Math.min(NAMES, IN_BROWSER) })
  const shown = await shownSecrets(house)
  for (const name of shown) console.log(`A dump shows: ${name}`)
  const { off, on } = await starts(house.bench, STARTS)
  report({
    title: 'Connecting apps by OAuth: the matrix',
    rows: [
      ['row', 'tests', 'failed', 'says'],
      ...[...rows, others].map(({ row, tests, failed, says }) => [row, tests, failed, says]),
    ],
    figures: {
      rows_without_a_test: rows.filter(({ tests }) => tests === 0).length,
      rows_failing: rows.filter(({ failed }) => failed > 0).length,
      other_tests_failing: others.failed,
      clients: clients.length,
      clients_failing: clients.filter(({ ok }) => !ok).length,
      ...grown,
      tabs_thrown_out: thrownOut,
      codes_redeemed_twice: worth,
      revoked_elsewhere_ms_p50: at(ended, 0.5),
      revoked_elsewhere_ms_p99: at(ended, 0.99),
      hostile_names: NAMES,
      wrong_pages: wrongPages,
      secrets_shown: shown.length,
      start_adds_processor_ms: Math.round(on.processorMs - off.processorMs),
      start_adds_mb: Math.round(on.residentMb - off.residentMb),
      first_request_ms: Math.round(on.firstRequestMs),
      loaded_adds_mb: Math.round(on.loadedMb - off.loadedMb),
    },
    bars: [
      { figure: 'rows_without_a_test', max: 0 },
      { figure: 'rows_failing', max: 0 },
      { figure: 'other_tests_failing', max: 0 },
      { figure: 'clients_failing', max: 0 },
      { figure: 'flow_ms', max: 400 },
      { figure: 'clients_kept', max: 1 },
      { figure: 'rows_of_a_grant', max: 4 },
      { figure: 'first_call_ms_p95', max: 5 },
      { figure: 'tabs_thrown_out', max: 0 },
      { figure: 'codes_redeemed_twice', max: 0 },
      { figure: 'revoked_elsewhere_ms_p99', max: 250 },
      { figure: 'wrong_pages', max: 0 },
      { figure: 'secrets_shown', max: 0 },
      { figure: 'start_adds_processor_ms', max: 150 },
      { figure: 'start_adds_mb', max: 25 },
    ],
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** What a connector that connects again and again leaves behind, and how long that takes. */
async function growth(house: OauthHouse): Promise<Record<string, number>> {
  const { origin, cookie, context } = house
  await disconnectAll(house)
  await context.database.pool.query('delete from oauth_objects')
  const flows: number[] = []
  const firsts: number[] = []
  for (let turn = 0; turn < CONNECTS; turn += 1) {
    const beganAt = performance.now()
    const clientId = await registeredId(origin)
    const { access_token: token } = await connect(origin, cookie, { clientId })
    flows.push(performance.now() - beganAt)
    const askedAt = performance.now()
    await principalOfToken(context, token)
    firsts.push(performance.now() - askedAt)
  }
  const { rows } = await context.database.pool.query<{ clients: number; grants: number; others: number }>(
    `select count(*) filter (where model = 'Client')::int as clients, count(*) filter (where model = 'Grant')::int as grants,
       count(*) filter (where model <> 'Client')::int as others from oauth_objects`,
  )
  const { clients = NaN, grants = NaN, others: kept = NaN } = rows[0] ?? {}
  return {
    connects: CONNECTS,
    flow_ms: at(
      flows.toSorted((a, b) => a - b),
      0.5,
    ),
    clients_kept: clients,
    rows_of_a_grant: kept / grants,
    first_call_ms_p95: at(
      firsts.toSorted((a, b) => a - b),
      0.95,
    ),
  }
}

/** @param sorted ascending */
function at(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN
  return Math.round(value * 10) / 10
}
