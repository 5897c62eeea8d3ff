/**
 * `npm run eval:roundtrip [-- --questions 5000 --companies 2000 --seeds 1,2 --misses]`: invented companies are imported
 * from twelve forms of files into one index, and asked for in words: each topic and each name of a place at least once.
 * A question succeeds if a right company is among the first ten and nine in ten of the first fifty are right. The same
 * companies must be stored identically from each of the forms.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importCompanies } from '../../../src/core/data/import-companies.ts'
import { createDatabase } from '../../../src/db/database.ts'
import { startApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { silentLog } from '../../../test/support/process/silent-log.ts'
import { openBenchHouse } from '../../support/bench-house.ts'
import { report } from '../../support/report.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { FILE_FORMS, madeFile } from './made-files.ts'
import { madeQuestions } from './made-questions.ts'
import type { MadeQuestion } from './made-questions.ts'
import { madeCompanies } from './made-world.ts'
import type { MadeCompany } from './made-world.ts'

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '5000' },
    companies: { type: 'string', default: '2000' },
    seeds: { type: 'string', default: '1,2' },
    misses: { type: 'boolean', default: false },
  },
})
const SHOWN = 50
const FIRST = 10
const LEAST_PRECISION = 0.9
/** How many companies are stored in each form. */
const ALIKE = 200
const AT_ONCE = 4

interface SeedFigures {
  live: number
  empty: number
  wrong: number
  asked: number
  differing: number
}

const folder = await temporaryFolder('quarry-roundtrip-')

async function roundtrip(seed: number): Promise<SeedFigures> {
  const each = Number(values.companies)
  await using house = await openBenchHouse()
  const database = createDatabase({ connectionString: house.connectionString, poolSize: 5, log: silentLog })
  await using app = await startApp({
    env: { QUARRY_RATE_LIMIT_FACTOR: '0' },
    database: { ...database, [Symbol.asyncDispose]: () => database.close() },
  })
  const differing = await formsThatDiffer(app, seed)
  const companies = madeCompanies(each * FILE_FORMS.length, seed)
  for (const [at, form] of FILE_FORMS.entries())
    await load(app, madeFile(form, companies.slice(at * each, (at + 1) * each), seed + at))
  await app.database.pool.query('analyze companies')
  const known = new Map(companies.map((company) => [company.domain, company]))
  const questions = madeQuestions(companies, Number(values.questions), seed)
  const all = { live: 0, empty: 0, wrong: 0, asked: questions.length, differing }
  const waiting = [...questions]
  const ask = async (): Promise<void> => {
    for (let question = waiting.pop(); question !== undefined; question = waiting.pop())
      all[await judge(app, question, known)]++
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return all
}

async function judge(
  app: TestApp,
  question: MadeQuestion,
  known: ReadonlyMap<string, MadeCompany>,
): Promise<'live' | 'empty' | 'wrong'> {
  const { status, body } = await app.post('/v2/discover', { query: question.text, limit: SHOWN })
  if (status !== 200) throw new Error(`${question.text}: ${status} ${JSON.stringify(body)}`)
  const { data, meta } = body as { data: { domain: string }[]; meta: { filters: unknown; relaxed?: unknown } }
  const right = data.map(({ domain }) => {
    const company = known.get(domain)
    return company !== undefined && question.isRight(company)
  })
  const precision = right.filter(Boolean).length / Math.max(1, right.length)
  if (right.slice(0, FIRST).includes(true) && precision >= LEAST_PRECISION) return 'live'
  if (values.misses) {
    const wrong = data.find((_, at) => right[at] !== true)?.domain ?? ''
    const one = known.get(wrong)
    const shown = one === undefined ? '' : ` first wrong: ${one.told}, ${one.place.city} ${one.place.country}`
    console.log(
      `${question.text}\n    ${right.length} rows, ${precision.toFixed(2)} right;${shown} ${JSON.stringify(meta)}`.slice(
        0,
        900,
      ),
    )
  }
  return data.length === 0 ? 'empty' : 'wrong'
}

const STORED = `select domain, name, industry, tags, founded_year, headcount, employees, country, state, city, description,
  company_type, provenance -> 'industry' is not null as told from companies order by domain`

/** Returns the forms from which the same companies are stored differently than from the first one. */
async function formsThatDiffer(app: TestApp, seed: number): Promise<number> {
  const companies = madeCompanies(ALIKE * 2, seed).filter(({ topic }) => topic.kind === 'trade')
  let first: string | null = null
  let differing = 0
  for (const form of FILE_FORMS) {
    const asIndustry = { ...form, headers: { ...form.headers, told: 'industry' } }
    await load(app, madeFile(asIndustry, companies, seed, true))
    const { rows: stored } = await app.database.pool.query(STORED)
    const text = JSON.stringify(stored)
    first ??= text
    if (text !== first) differing++
    if (text !== first && values.misses) console.log(`${form.name}: ${JSON.stringify(stored[0])}`)
    await app.database.pool.query('delete from companies; delete from company_names')
  }
  return differing
}

async function load(app: TestApp, content: string): Promise<void> {
  const source = join(folder, 'companies')
  await writeFile(source, content)
  const signal = new AbortController().signal
  const options = { source, columns: {}, dryRun: false, priority: false, signal, onProgress: () => undefined }
  const { figures: stored } = await importCompanies(app.context, options)
  if (stored.rejected > 0) throw new Error(`${stored.rejected} rows were rejected.`)
}

async function main(): Promise<void> {
  const rows: (string | number)[][] = [
    ['seed', 'questions', 'live', 'empty', 'imprecise or none right', 'forms that differ'],
  ]
  const figures: Record<string, number> = {}
  for (const seed of values.seeds.split(',').map(Number)) {
    const { live, empty, wrong, asked, differing } = await roundtrip(seed)
    rows.push([seed, asked, live, empty, wrong, differing])
    figures[`live_${seed}`] = Math.round((live / asked) * 1000) / 1000
    figures[`empty_${seed}`] = empty
    figures[`differing_forms_${seed}`] = differing
  }
  const seeds = values.seeds.split(',')
  report({
    title: `Companies from ${FILE_FORMS.length} file variants, requested in words`,
    rows,
    figures,
    bars: seeds.flatMap((seed) => [
      { figure: `live_${seed}`, min: 0.95 },
      { figure: `differing_forms_${seed}`, max: 0 },
    ]),
  })
}

await main()
