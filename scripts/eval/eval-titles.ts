/**
 * `npm run eval:titles -- PATH [--misses]`: seniority and department of job titles, compared with a labelled set
 * (`PATH/titles.jsonl`, or a file of such lines). A line has `title`, `department`, `seniority` and, if more than one
 * value is right, `…_accept`.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { classifyTitle } from '../../src/engine/classify/title.ts'
import { report } from '../support/report.ts'

interface LabelledTitle {
  title: string
  department: string | null
  department_accept?: (string | null)[]
  seniority: string | null
  seniority_accept?: (string | null)[]
  /** Null is not scored. */
  decision_maker?: boolean | null
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { misses: { type: 'boolean' } } })
const [path] = positionals
if (path === undefined) throw new Error('Name the labelled titles: npm run eval:titles -- PATH')

const file = statSync(path).isDirectory() ? join(path, 'titles.jsonl') : path
const titles = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as LabelledTitle)

const judged = titles.map((labelled) => ({ ...labelled, found: classifyTitle(labelled.title) }))
const departments = judged.map((one) => (one.department_accept ?? [one.department]).includes(one.found.department))
const seniorities = judged.map((one) => (one.seniority_accept ?? [one.seniority]).includes(one.found.seniority))
const deciders = judged.filter((one) => typeof one.decision_maker === 'boolean')
const decided = deciders.map((one) => one.decision_maker === one.found.decisionMaker)

if (values.misses === true) {
  for (const [index, { title, found, department, seniority }] of judged.entries()) {
    if (departments[index] === false) console.log(`department: ${title}: ${found.department}, labelled ${department}`)
    if (seniorities[index] === false) console.log(`seniority: ${title}: ${found.seniority}, labelled ${seniority}`)
  }
  for (const { title, found, decision_maker } of deciders) {
    if (found.decisionMaker !== decision_maker) console.log(`decision maker: ${title}: ${found.decisionMaker}`)
  }
}

const count = (right: readonly boolean[]): number => right.filter(Boolean).length
const rate = (right: readonly boolean[]): number => Math.round((1000 * count(right)) / right.length) / 1000
const row = (name: string, right: readonly boolean[]) => [name, rate(right), `${count(right)} of ${right.length}`]

report({
  title: `Job titles: ${titles.length} labelled`,
  rows: [
    ['figure', 'value', 'counts'],
    row('department', departments),
    row('seniority', seniorities),
    row('decision maker', decided),
  ],
  figures: { department: rate(departments), seniority: rate(seniorities), decisionMaker: rate(decided) },
  bars: [
    { figure: 'department', min: 0.95 },
    { figure: 'seniority', min: 0.97 },
  ],
})
