/**
 * `npm run eval:mailboxes`: what mailboxes connected by OAuth have to get right, each scenario played by its own test,
 * and one mailbox at a real Postfix and Dovecot: it sends 100 emails, reads 100 answers, outlives its token and is
 * refused. `-- --real off` leaves the real servers out.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { renderTable, report } from '../../support/report.ts'
import type { Bar } from '../../support/report.ts'
import { installedServers } from './oauth-mail-servers.ts'
import { realRound } from './real-round.ts'
import { SCENARIOS } from './scenarios.ts'
import type { Scenario } from './scenarios.ts'

const { values } = parseArgs({ options: { real: { type: 'string', default: 'on' } } })
const ROOT = join(import.meta.dirname, '../../..')

interface TestFile {
  name: string
  assertionResults: { fullName: string; status: string }[]
}

/** Runs the tests of all scenarios. */
function playTests(): TestFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-mailboxes-'))
  try {
    const output = join(folder, 'tests.json')
    const files = new Set(SCENARIOS.map(([, file]) => join('test', file)))
    const args = ['run', ...files.values(), '--reporter=json', `--outputFile=${output}`]
    spawnSync(join(ROOT, 'node_modules/.bin/vitest'), args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
    return (JSON.parse(readFileSync(output, 'utf8')) as { testResults: TestFile[] }).testResults
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function outcomeOf([, file, name]: Scenario, played: readonly TestFile[]): 'holds' | 'fails' | 'not played' {
  const tests = played
    .filter((one) => one.name.endsWith(join('test', file)))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName }) => fullName.includes(name))
  if (tests.length === 0) return 'not played'
  return tests.every(({ status }) => status === 'passed') ? 'holds' : 'fails'
}

/** Sent, read, sent after expiry, refreshes, sent after refusal. */
async function playReal(): Promise<{ rows: (string | number)[][]; figures: Record<string, number>; bars: Bar[] }> {
  const installed = values.real === 'off' ? null : installedServers()
  if (installed === null) {
    console.log(
      '\n!!! REAL SERVERS ARE NOT PART OF THIS RUN: that needs root, Postfix and Dovecot (apt-get install postfix dovecot-imapd).',
    )
    return { rows: [['real servers', 'not played']], figures: { real: 0 }, bars: [] }
  }
  const rows: (string | number)[][] = []
  const figures: Record<string, number> = { real: 1 }
  const bars: Bar[] = []
  for (const mechanism of ['xoauth2', 'oauthbearer'] as const) {
    const { problem, state, ...counts } = await realRound(mechanism)
    rows.push([
      `${installed}, ${mechanism}`,
      `${Object.entries(counts)
        .map((pair) => pair.join(' '))
        .join(', ')}; then ${state}: ${problem}`,
    ])
    for (const [name, count] of Object.entries(counts)) figures[`${mechanism}_${name}`] = count
    figures[`${mechanism}_paused`] = state === 'needs_consent' && problem !== null ? 1 : 0
    const exact = { sent: 100, read: 100, afterExpiry: 5, refreshes: 1, afterRefusal: 0, paused: 1 }
    for (const [name, count] of Object.entries(exact))
      bars.push({ figure: `${mechanism}_${name}`, min: count, max: count })
  }
  return { rows, figures, bars }
}

const played = playTests()
const outcomes = SCENARIOS.map((scenario) => outcomeOf(scenario, played))
const rows = SCENARIOS.map(([sentence], at) => [at + 1, sentence, outcomes[at] ?? ''])
console.log(renderTable([['', 'scenario', 'outcome'], ...rows]))
const real = await playReal()
report({
  title: 'Mailboxes connected through OAuth',
  rows: [['figure', 'value'], ['scenarios that hold', outcomes.filter((one) => one === 'holds').length], ...real.rows],
  figures: {
    scenarios: SCENARIOS.length,
    hold: outcomes.filter((one) => one === 'holds').length,
    notPlayed: outcomes.filter((one) => one === 'not played').length,
    ...real.figures,
  },
  bars: [{ figure: 'hold', min: SCENARIOS.length }, ...real.bars],
})
