/**
 * `npm run eval:queries -- PATH… [--misses] [--companies FOLDER] [--seed 1]`: how labelled questions are understood
 * (`PATH/queries.jsonl`, or a file of such lines), with a table for each path. A line has `query`, gold `filters`, the
 * slots left out of the score (`unscored`) and a `topic` that is scored softly: it is right if the industries contain
 * one of its `industries`, or a keyword contains one of its `terms`. Look-ups are sent to a server that has the
 * companies they mean among those of `--companies`, by default the folder `companies` beside the first path. Then the
 * generated sets follow: ordinary and mistyped words, words that are also cities, and questions from templates.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { companyKey } from '../../src/engine/classify/company-name.ts'
import { questionTables } from '../../src/engine/discover/question-tables.ts'
import type { KnownNames } from '../../src/engine/discover/known-companies.ts'
import { processorMs } from '../support/processor-time.ts'
import { renderTable, report } from '../support/report.ts'
import type { Bar } from '../support/report.ts'
import { domainLabel } from './queries/judge-query.ts'
import type { LabelledQuery } from './queries/judge-query.ts'
import { judgeSet } from './queries/judge-set.ts'
import { askedLookUps } from './queries/look-ups.ts'
import { judgeMadeSets, MADE_BARS } from './queries/made-sets.ts'
import { barsOf } from './queries/set-bars.ts'

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    misses: { type: 'boolean', default: false },
    companies: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const [first] = paths
if (first === undefined) throw new Error('Name the labelled queries: npm run eval:queries -- PATH…')

// As in a server once it is up: no question waits for the tables.
const started = processorMs()
Array.from(questionTables())
const figures: Record<string, number> = { tables_ms: Math.round(processorMs() - started) }
const bars: Bar[] = []
const sets = paths.map(labelled)
const beside = join(folderOf(first), '..', 'companies')
const lookUps = await askedLookUps(
  sets.map(({ all }) => all),
  values.companies ?? (existsSync(beside) ? beside : null),
)
for (const [at, { name, all }] of sets.entries()) {
  const set = judgeSet(all, knownNames(all))
  const { asked = 0, right = 0, others = 0, named = 0, misses = [] } = lookUps[at] ?? {}
  const rows = [
    ...set.rows,
    ['look-ups, first row', asked === 0 ? 1 : rounded(right / asked), '', asked, right],
    ['others taken for a name', others === 0 ? 0 : rounded(named / others), '', others, named],
  ]
  if (values.misses) for (const line of [...set.misses, ...misses]) console.log(line)
  console.log(`\n${name}: ${all.length} questions\n\n${renderTable(rows)}`)
  const own: Record<string, number> = {
    ...set.figures,
    ...(asked > 0 && { first_row: rounded(right / asked) }),
    read_as_a_name: named,
  }
  const prefix = paths.length === 1 ? '' : `${name}.`
  for (const [figure, value] of Object.entries(own)) figures[prefix + figure] = value
  bars.push(...barsOf(name, own, others).map((bar) => ({ ...bar, figure: prefix + bar.figure })))
}
const made = judgeMadeSets(Number(values.seed))
if (values.misses) for (const line of made.misses) console.log(line)
console.log(`\nGenerated sets, seed ${values.seed}\n\n${renderTable(made.rows)}`)
report({
  title: 'Questions about companies',
  rows: [['ms to read the tables, once', figures.tables_ms ?? 0]],
  figures: { ...figures, ...made.figures },
  bars: [...bars, ...MADE_BARS],
})

function labelled(path: string): { name: string; all: LabelledQuery[] } {
  const file = statSync(path).isDirectory() ? join(path, 'queries.jsonl') : path
  const lines = readFileSync(file, 'utf8').split('\n')
  const all = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as LabelledQuery)
  return { name: basename(dirname(file)), all }
}

function folderOf(path: string): string {
  return statSync(path).isDirectory() ? path : dirname(path)
}

/** The companies that are looked up, as an index contains them. */
function knownNames(questions: readonly LabelledQuery[]): KnownNames {
  const names = new Map<string, { name: string } | { domain: string }>()
  for (const { name, answer_domain: domain } of questions) {
    if (name !== undefined && name !== null) names.set(companyKey(name), { name })
    if (domain !== undefined && domain !== null) names.set(domainLabel(domain), { domain })
  }
  return names
}

function rounded(share: number): number {
  return Math.round(1000 * share) / 1000
}
