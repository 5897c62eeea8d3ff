/**
 * `npm run eval:clients [-- --modules DIR] [--write]`: real clients at a real Quarry on loopback. Each lists the tools,
 * calls one, gets an error, a large answer, and a refusal for a wrong key; with the key in either header. `DIR`
 * contains the clients from an earlier run; without it they are fetched in their pinned versions. `--write` stores the
 * table in the documentation.
 */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { startQuarry } from '../../src/quarry.ts'
import { report } from '../support/report.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Name of the driver → package and version, and its usual name. */
const CLIENTS: readonly (readonly [driver: string, npmPackage: string | null, shown: string])[] = [
  ['sdk-1', '@modelcontextprotocol/sdk@1.32.2', 'MCP SDK 1.32.2'],
  ['sdk-2-older', '@modelcontextprotocol/client@2.4.0', 'MCP SDK 2.4.0, revision 2025-11-25'],
  ['sdk-2', null, 'MCP SDK 2.4.0, revision 2026-07-28'],
  ['inspector', '@modelcontextprotocol/inspector@2.12.0', 'MCP Inspector 2.12.0'],
  ['mcp-remote', 'mcp-remote@0.15.1', 'mcp-remote 0.15.1'],
  ['mcpc', '@apify/mcpc@0.2.6', 'mcpc 0.2.6'],
  ['ai-sdk', '@ai-sdk/mcp@1.0.101', '@ai-sdk/mcp 1.0.101'],
  ['langchain', '@langchain/mcp-adapters@1.1.4', '@langchain/mcp-adapters 1.1.4'],
  ['mastra', '@mastra/mcp@0.14.5', '@mastra/mcp 0.14.5'],
  ['openai-agents', '@openai/agents@0.20.0', '@openai/agents 0.20.0'],
  ['gemini', '@google/gemini-cli@0.61.0', 'Gemini CLI 0.61.0'],
  ['quarry-mcp', null, '`quarry mcp`'],
]
/** What two of them need in addition. */
const BESIDE = ['@langchain/core@1.4.0', '@mastra/core@0.24.9']
const HEADERS = ['X-API-KEY', 'Authorization'] as const
const STEPS = ['list', 'call', 'error', 'big answer', 'refusal'] as const
const PAGE = 'docs/clients/README.md'
const MAX_MS = 180_000

const { values } = parseArgs({
  options: { modules: { type: 'string' }, write: { type: 'boolean' }, only: { type: 'string' } },
})
const modules = values.modules ?? (await temporaryFolder('quarry-clients-'))
if (!existsSync(join(modules, 'node_modules'))) {
  mkdirSync(modules, { recursive: true })
  writeFileSync(join(modules, 'package.json'), '{"private":true}')
  const wanted = [...CLIENTS.flatMap(([, npmPackage]) => npmPackage ?? []), ...BESIDE]
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], { cwd: modules })
}
const driver = join(modules, 'try-client.mjs')
cpSync(join(import.meta.dirname, 'clients/try-client.mjs'), driver)

const config = readConfig({
  PORT: '0',
  QUARRY_DATA_DIR: await temporaryFolder('quarry-matrix-'),
  QUARRY_LOG_LEVEL: 'silent',
  QUARRY_CRAWL: 'off',
  QUARRY_DNS_SERVERS: '127.0.0.1:9',
  QUARRY_RATE_LIMIT_FACTOR: '0',
  QUARRY_LOCAL_SUFFIXES: 'example',
})
const quarry = await startQuarry(config, { log: createLog(config) })
const rows: string[][] = [['client', 'key in', ...STEPS]]
try {
  const [origin, key] = [quarry.url ?? '', quarry.firstKey ?? '']
  await keepLeads(origin, key)
  for (const [name, , shown] of CLIENTS)
    for (const header of HEADERS) {
      if (values.only !== undefined && !values.only.split(',').includes(name)) continue
      if (name === 'quarry-mcp' && header === 'Authorization') continue // it takes a key, but no header
      const args = [driver, name, `${origin}/mcp`, header, key, join(ROOT, 'bin/quarry')]
      const outcome = await run(process.execPath, args, { cwd: modules, timeout: MAX_MS }).then(
        ({ stdout }) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, string>,
        (error: Error): Record<string, string> => ({ list: error.message.split('\n').at(-1) ?? '' }),
      )
      rows.push([shown, name === 'quarry-mcp' ? 'QUARRY_KEY' : header, ...STEPS.map((step) => outcome[step] ?? 'no')])
    }
} finally {
  await quarry.stop({ atOnce: true })
}

/** Gemini CLI only reports whether it connects; the rest of its row is left out. */
const cells = rows.slice(1).flatMap((row) => row.slice(2).filter((cell) => cell !== '–'))
const right = (cell: string): boolean => cell === 'yes' || cell === 'connects'
const figures = {
  clients: new Set(rows.slice(1).map(([shown]) => shown)).size,
  cells: cells.length,
  worked: cells.filter(right).length,
}
if (values.write === true) keepTable()
report({
  title: 'Clients at /mcp',
  rows,
  figures: { ...figures, failed: figures.cells - figures.worked },
  bars: [{ figure: 'failed', max: 0 }],
})

/** Enough for an answer that has to be cut. */
async function keepLeads(origin: string, key: string): Promise<void> {
  for (let index = 0; index < 60; index += 1) {
    const lead = {
      email: `lead${index}@birch.example`,
      first_name: 'Ada',
      last_name: 'Birch',
      notes: 'A note. '.repeat(60),
    }
    await fetch(`${origin}/v2/leads`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-KEY': key },
      body: JSON.stringify(lead),
    })
  }
}

/** Writes the table between two marks on the page, with the date. */
function keepTable(): void {
  const page = join(ROOT, PAGE)
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`
  const [head = [], ...others] = rows
  const table = [
    line(head),
    line(head.map(() => '---')),
    ...others.map((row) => line(row.map((cell, column) => (column < 2 || cell === '–' || right(cell) ? cell : 'no')))),
  ].join('\n')
  const day = new Date().toISOString().slice(0, 10)
  const text = readFileSync(page, 'utf8').replace(
    /<!-- clients: .*?-->[\s\S]*<!-- end of clients -->/,
    `<!-- clients: written by npm run eval:clients -->\n\nTried on ${day}.\n\n${table}\n\n<!-- end of clients -->`,
  )
  writeFileSync(page, text)
}
