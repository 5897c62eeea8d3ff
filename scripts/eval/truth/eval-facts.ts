/**
 * `npm run eval:facts -- PATH [--misses]`: facts of companies read from whole sites, compared with the labels in
 * `facts-labels.tsv` of a labelled set of pages. Two thirds of its hosts are for development; for the rest only figures
 * are printed.
 */
import { parseArgs } from 'node:util'
import { loadPages } from '../labelled-pages.ts'
import { report, type Bar } from '../../support/report.ts'
import { judgeLabels, type FactTallies } from './facts/judge-labels.ts'

const BARS: Bar[] = [
  { figure: 'address_recall', min: 0.6 },
  { figure: 'address_precision', min: 0.95 },
  { figure: 'name_recall', min: 0.85 },
  { figure: 'name_precision', min: 0.97 },
  { figure: 'founded_recall', min: 0.5 },
  { figure: 'founded_precision', min: 0.95 },
  { figure: 'legal_name_precision', min: 0.95 },
  { figure: 'social_recall', min: 0.9 },
  { figure: 'social_precision', min: 0.97 },
]
/** How much lower the recall of held-out hosts may be. */
const UNSEEN = 0.05

const { values, positionals } = parseArgs({ allowPositionals: true, options: { misses: { type: 'boolean' } } })
const [path] = positionals
if (path === undefined) throw new Error('Name the folder of a labelled set: npm run eval:facts -- PATH')

const misses: string[] = []
const { development, held } = judgeLabels(loadPages(path), misses)
if (values.misses === true) for (const line of misses) console.log(line)
report({
  title: 'Facts of companies on labelled sites',
  rows: [
    ['fact', 'hosts', 'recall', 'of', 'precision', 'of'],
    ...rowsOf('development', development),
    ...rowsOf('held out', held),
  ],
  figures: { ...figuresOf('', development), ...figuresOf('held_', held) },
  bars: [
    ...BARS,
    ...BARS.map(({ figure, min = 0 }) => ({
      figure: `held_${figure}`,
      min: figure.endsWith('recall') ? Math.round((min - UNSEEN) * 100) / 100 : min,
    })),
  ],
})

function rowsOf(hosts: string, tallies: FactTallies): (string | number)[][] {
  return [...tallies].map(([fact, { hits, wanted, wrong }]) => [
    fact,
    hosts,
    share(hits, wanted),
    wanted,
    share(hits, hits + wrong),
    hits + wrong,
  ])
}

function figuresOf(prefix: string, tallies: FactTallies): Record<string, number> {
  return Object.fromEntries(
    [...tallies].flatMap(([fact, { hits, wanted, wrong }]) => [
      [`${prefix}${fact}_recall`, share(hits, wanted)],
      [`${prefix}${fact}_precision`, share(hits, hits + wrong)],
    ]),
  )
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000
}
