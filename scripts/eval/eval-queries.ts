/**
 * `npm run eval:queries -- PATH… [--misses] [--companies FILE]`: what the query parser makes of labelled questions (`PATH/queries.jsonl`,
 * or a file of such lines), a table for each path. A line has `query`, gold `filters`, the slots left out of the score (`unscored`)
 * and a `topic` that is scored softly: right when the industries hold one of its `industries` or a keyword contains one of its
 * `terms`. `--companies` names a gzipped CSV file of companies that the index holds besides those that are asked for.
 */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { parse as parseCsv } from 'csv-parse'
import { companyKey } from '../../src/engine/classify/company-name.ts'
import { questionTables } from '../../src/engine/discover/question-tables.ts'
import type { KnownNames } from '../../src/engine/discover/known-companies.ts'
import { processorMs } from '../support/processor-time.ts'
import { renderTable, report } from '../support/report.ts'
import type { Bar } from '../support/report.ts'
import { domainLabel } from './queries/judge-query.ts'
import type { LabelledQuery } from './queries/judge-query.ts'
import { judgeSet } from './queries/judge-set.ts'

const SLOT_BAR = 0.92
const BARS: readonly Bar[] = [
  { figure: 'exact', min: 0.85 },
  { figure: 'topic', min: 0.88 },
  { figure: 'counts', min: 0.9 },
  { figure: 'wrong_and_silent', max: 0.05 },
  { figure: 'demands_too_much', max: 0 },
  { figure: 'read_as_a_name', max: 0.01 },
  { figure: 'mean_ms', max: 2 },
]

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'boolean' }, companies: { type: 'string' } },
})
if (paths.length === 0) throw new Error('Name the labelled queries: npm run eval:queries -- PATH…')

// As a server does once it is up: no question waits for the tables.
const started = processorMs()
Array.from(questionTables())
const figures: Record<string, number> = { tables_ms: Math.round(processorMs() - started) }
const bars: Bar[] = []
for (const path of paths) {
  const { name, all } = labelled(path)
  const set = judgeSet(all, await knownNames(all, values.companies))
  if (values.misses === true) for (const line of set.misses) console.log(line)
  console.log(`\n${name}: ${all.length} questions\n\n${renderTable(set.rows)}`)
  const own = paths.length === 1 ? '' : `${name}.`
  for (const [figure, value] of Object.entries(set.figures)) figures[own + figure] = value
  const slots = Object.keys(set.figures).filter((figure) => figure.includes('.'))
  bars.push(...slots.map((figure) => ({ figure: own + figure, min: SLOT_BAR })))
  bars.push(...BARS.map((bar) => ({ ...bar, figure: own + bar.figure })))
}
report({
  title: 'Questions about companies',
  rows: [['ms to read the tables, once', figures.tables_ms ?? 0]],
  figures,
  bars,
})

function labelled(path: string): { name: string; all: LabelledQuery[] } {
  const file = statSync(path).isDirectory() ? join(path, 'queries.jsonl') : path
  const lines = readFileSync(file, 'utf8').split('\n')
  const all = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as LabelledQuery)
  return { name: basename(dirname(file)), all }
}

/** An index that holds the companies that are asked for, among those of a file with a column `name`. */
async function knownNames(questions: readonly LabelledQuery[], companies: string | undefined): Promise<KnownNames> {
  const names = new Map<string, { name: string } | { domain: string }>()
  for await (const name of companies === undefined ? [] : namesIn(companies)) names.set(companyKey(name), { name })
  for (const { name, answer_domain: domain } of questions) {
    if (name !== undefined && name !== null) names.set(companyKey(name), { name })
    if (domain !== undefined && domain !== null) names.set(domainLabel(domain), { domain })
  }
  return names
}

/** The column `name` of a CSV file, gzipped. */
async function* namesIn(path: string): AsyncGenerator<string> {
  const rows = createReadStream(path)
    .pipe(createGunzip())
    .pipe(parseCsv({ columns: true, relax_quotes: true, relax_column_count: true }))
  for await (const row of rows as AsyncIterable<{ name?: string }>) yield row.name ?? ''
}
