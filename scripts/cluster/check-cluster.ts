import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { report } from '../support/report.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { findCitus, startCitus } from './citus-nodes.ts'
import { countTasks } from './task-counts.ts'

/**
 * `npm run check:cluster [-- --coordinator URL] [--pg-config pg_config] [test/api/search …]`: the product's front-door
 * tests on databases whose tables are on several nodes, and how many shards the named statements query; README.md says
 * what it needs.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { coordinator: { type: 'string' }, 'pg-config': { type: 'string', default: 'pg_config' } },
})
const ROOT = resolve(import.meta.dirname, '../..')
const dir = await temporaryFolder('quarry-check-cluster-')
try {
  await check()
} finally {
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
}

async function check(): Promise<void> {
  if (values.coordinator !== undefined) return checkAt(values.coordinator)
  const installation = await findCitus(values['pg-config'])
  if ('missing' in installation) {
    console.log(`\nNOTHING WAS CHECKED. ${installation.missing}\n`)
    console.log(JSON.stringify({ figures: {}, bars: [], missed: [], left_out: 'Citus was not found.' }))
    return
  }
  const cluster = await startCitus({ installation, dir })
  try {
    await checkAt(cluster.url)
  } finally {
    await cluster.stop()
  }
}

async function checkAt(coordinator: string): Promise<void> {
  const tests = await runTests(coordinator)
  const tasks = await countTasks(coordinator)
  const ingest = Math.max(...tasks.filter(({ isIngest }) => isIngest).map((each) => each.tasks))
  const search = tasks.find(({ isIngest }) => !isIngest)?.tasks ?? Number.NaN
  report({
    title: `${tests.passed} of ${tests.passed + tests.failed} front-door tests passed on a distributed database`,
    rows: [['statement', 'parts asked'], ...tasks.map((each) => [each.name, each.tasks])],
    figures: { passed: tests.passed, failed: tests.failed, search_parts: search, ingest_parts: ingest },
    bars: [
      { figure: 'failed', max: 0 },
      { figure: 'passed', min: 1 },
      { figure: 'search_parts', max: 1 },
      { figure: 'ingest_parts', max: 2 },
    ],
  })
}

interface Outcome {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

async function runTests(coordinator: string): Promise<{ passed: number; failed: number }> {
  const file = join(dir, 'outcome.json')
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--config', 'vitest.cluster.config.ts', '--reporter=dot', '--reporter=json']
  const child = spawn(process.execPath, [vitest, ...args, `--outputFile.json=${file}`, ...positionals], {
    cwd: ROOT,
    env: { ...process.env, QUARRY_CHECK_COORDINATOR: coordinator },
    stdio: 'inherit',
  })
  await once(child, 'exit')
  const outcome = JSON.parse(await readFile(file, 'utf8')) as Outcome
  // In a file that could not be loaded or set up, no test has failed: none was run.
  let notRun = 0
  for (const { name, status: ended, message, assertionResults } of outcome.testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName } of failed) console.log(`FAILED: ${name.slice(ROOT.length + 1)}: ${fullName}`)
    if (failed.length > 0 || ended !== 'failed') continue
    notRun += 1
    console.log(`FAILED: ${name.slice(ROOT.length + 1)}: ${message}`)
  }
  return { passed: outcome.numPassedTests, failed: outcome.numFailedTests + notRun }
}
