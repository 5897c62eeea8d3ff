/**
 * `npm run eval:providers [-- --modules DIR]`: what the libraries of model providers do to the tools, tested with the
 * libraries themselves. `DIR` contains them from an earlier run; without it they are fetched in their pinned versions.
 * The rules derived from this are tested at every change (`test/mcp/tools/provider-schemas.test.ts`).
 */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { isRecord } from '../../src/lib/text/json-record.ts'
import { ownValue } from '../../src/lib/text/own-value.ts'
import { buildCatalogue } from '../../src/mcp/tools/catalogue.ts'
import { toolsets } from '../../tools/index.ts'
import { report } from '../support/report.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { LOOKED_AT, lossesOf } from './providers/schema-losses.ts'

const PACKAGES = ['@openai/agents@0.20.0', '@google/genai@2.32.0', '@ai-sdk/google@3.0.141', '@ai-sdk/openai@3.0.141']
const MAX_OUTPUT_BYTES = 16 * 1_024 * 1_024

const run = promisify(execFile)
const { values } = parseArgs({ options: { modules: { type: 'string' } } })
const modules = values.modules ?? (await temporaryFolder('quarry-providers-'))
if (!existsSync(join(modules, 'node_modules'))) {
  mkdirSync(modules, { recursive: true })
  writeFileSync(join(modules, 'package.json'), '{"private":true}')
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], { cwd: modules })
}

const entries = buildCatalogue(toolsets).entries.filter(({ tool }) => tool.unlisted !== true)
const driver = join(modules, 'convert-tools.mjs')
cpSync(join(import.meta.dirname, 'providers/convert-tools.mjs'), driver)
const list = join(modules, 'tools.json')
writeFileSync(list, JSON.stringify(entries.map(({ published }) => published)))
const { stdout } = await run(process.execPath, [driver, list], { cwd: modules, maxBuffer: MAX_OUTPUT_BYTES })
const libraries = Object.entries(JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>)

const rows: string[][] = [['library', 'converted', ...LOOKED_AT]]
const faults: string[] = []
for (const [library, converted] of libraries) {
  if (!isRecord(converted)) faults.push(`${library}: ${String(converted)}`)
  const found = entries.map((entry) => {
    const schema = isRecord(converted) ? ownValue(converted, entry.tool.name) : null
    if (isRecord(schema)) return { tool: entry.tool.name, losses: lossesOf(entry, schema) }
    faults.push(`${library}, ${entry.tool.name}: ${typeof schema === 'string' ? schema : 'It is missing.'}`)
    return { tool: entry.tool.name, losses: null }
  })
  for (const { tool, losses } of found)
    for (const [what, fault] of Object.entries(losses ?? {}))
      if (fault !== null) faults.push(`${library}, ${tool}, ${what}: ${fault}`)
  const whole = (holds: (one: (typeof found)[number]) => boolean): string =>
    `${found.filter(holds).length}/${entries.length}`
  rows.push([
    library,
    whole(({ losses }) => losses !== null),
    ...LOOKED_AT.map((what) => whole(({ losses }) => losses?.[what] === null)),
  ])
}
for (const fault of faults) console.log(fault)

report({
  title: `${entries.length} tools as passed on by model vendors' libraries`,
  rows,
  figures: { tools: entries.length, libraries: libraries.length, faults: faults.length },
  bars: [
    { figure: 'libraries', min: PACKAGES.length },
    { figure: 'faults', max: 0 },
  ],
})
