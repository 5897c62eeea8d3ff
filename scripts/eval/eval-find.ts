/**
 * `npm run eval:find -- [FILE] [--alone] [--misses] [--seed N] [--world NAME|all] [--companies N]`: how well the finder
 * guesses a person's address from the other addresses at the domain, and whether its percentages are right. FILE is a
 * CSV of name, domain and true address; without one, invented people are used. `--alone` learns nothing from other
 * domains.
 */
import { parseArgs } from 'node:util'
import { calibrationOf } from './find/calibration.ts'
import type { Calibration } from './find/calibration.ts'
import { MIN_PEOPLE, worldOf } from './find/ask-world.ts'
import type { AskedGuess } from './find/ask-world.ts'
import { readTriples } from './find/named-triples.ts'
import { generateNames } from '../support/generate-names.ts'
import { WORLD_NAMES } from '../support/name-worlds.ts'
import type { WorldName } from '../support/name-worlds.ts'
import { report } from '../support/report.ts'
import type { Bar } from '../support/report.ts'

const KNOWN = [0, 1, 3, 8] as const
type Known = (typeof KNOWN)[number]

/** For invented people as published, and for real ones: 27 % of real addresses follow no rendering. */
const RANKS: Record<'published' | 'file', Record<Known, readonly [top1: number, top3: number, top10: number]>> = {
  published: { 0: [0.41, 0.56, 0.68], 1: [0.515, 0.65, 0.72], 3: [0.565, 0.7, 0.74], 8: [0.595, 0.71, 0.75] },
  file: { 0: [0.41, 0.57, 0.71], 1: [0.51, 0.63, 0.71], 3: [0.56, 0.66, 0.71], 8: [0.58, 0.665, 0.71] },
}
/** Largest gap of a tenth beyond chance, and mean gap weighted by cases. */
const GAPS = { published: [0.02, 0.02], other: [0.02, 0.03], file: [0.03, 0.04] } as const
const ENOUGH_CASES = { invented: 400, file: 150 } as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    alone: { type: 'boolean', default: false },
    companies: { type: 'string', default: '3000' },
    misses: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    world: { type: 'string', default: 'published' },
  },
})
const [file] = positionals
const names = values.world === 'all' ? WORLD_NAMES : WORLD_NAMES.filter((name) => name === values.world)
if (names.length === 0) throw new Error(`The worlds are ${WORLD_NAMES.join(', ')}, or all of them.`)

const figures: Record<string, number> = {}
const bars: Bar[] = []
const rows: (string | number)[][] = [
  ['known', 'cases', 'top-1', 'top-3', 'top-10', 'no answer', 'Brier', 'log loss', 'gap', 'beyond chance', 'mean gap'],
]
if (file !== undefined) ask('file', readTriples(file))
else for (const name of names) ask(name, generateNames(Number(values.companies), Number(values.seed), name))
report({ title: `The finder on ${file ?? 'invented people'}: domains with ${MIN_PEOPLE} or more`, rows, figures, bars })

function ask(name: WorldName | 'file', triples: Parameters<typeof worldOf>[0]): void {
  const world = worldOf(triples, values.alone)
  const prefix = names.length > 1 ? `${name}_` : ''
  figures[`${prefix}people`] = world.people
  figures[`${prefix}large_domains`] = world.largeDomains
  rows.push([name, world.people, `${world.largeDomains} of ${world.domains} domains`])
  for (const known of KNOWN) {
    const guesses = world.guessesAt(known)
    const enough = file === undefined ? ENOUGH_CASES.invented : ENOUGH_CASES.file
    tell({ name, key: `${prefix}k${known}`, known, guesses, calibration: calibrationOf(guesses, enough) })
    if (values.misses === true) for (const { missed } of guesses) if (missed !== null) console.log(missed)
  }
}

interface Told {
  name: WorldName | 'file'
  /** The suffix of this run's figures. */
  key: string
  known: Known
  guesses: readonly AskedGuess[]
  calibration: Calibration
}

function tell({ name, key, known, guesses, calibration }: Told): void {
  const { bins, worstGap, beyondChance, meanGap, brier, logLoss } = calibration
  const tops = [1, 3, 10].map((top) => share(guesses, ({ rank }) => rank !== null && rank <= top))
  const unanswered = share(guesses, ({ probability }) => probability === 0)
  const measured = [...tops, unanswered, brier, logLoss, worstGap, beyondChance, meanGap].map(round)
  rows.push([known, guesses.length, ...measured])
  const ranked = { top1: tops[0], top3: tops[1], top10: tops[2] }
  const said = { brier, log_loss: logLoss, no_answer: unanswered, gap: worstGap, beyond_chance: beyondChance }
  for (const [figure, value] of Object.entries({ ...ranked, ...said, mean_gap: meanGap }))
    figures[`${figure}_${key}`] = round(value ?? 0)
  if (name === 'published' || name === 'file')
    bars.push(
      ...['top1', 'top3', 'top10'].map((top, i) => ({ figure: `${top}_${key}`, min: RANKS[name][known][i] ?? 0 })),
    )
  const [beyond, mean] = name === 'published' || name === 'file' ? GAPS[name] : GAPS.other
  bars.push({ figure: `beyond_chance_${key}`, max: beyond }, { figure: `mean_gap_${key}`, max: mean })
  for (const { label, cases, predicted, right } of bins)
    rows.push(['', `  ${label}`, cases, `said ${round(predicted)}`, `was ${round(right)}`])
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(holds).length / items.length
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
