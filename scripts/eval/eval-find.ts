/**
 * `npm run eval:find -- [FILE] [--alone] [--misses] [--seed N] [--world NAME] [--companies N]`: how well the finder guesses the address of a
 * person from the other addresses of the domain. FILE is a CSV of name, domain and true address; without one, invented
 * people are used. What is usual is learnt from the other domains, as a running Quarry does every night from its index:
 * each twentieth of the domains is asked with what the others taught. `--alone` does without.
 */
import { parseArgs } from 'node:util'
import { rankCandidates } from '../../src/engine/find/candidates.ts'
import { partsOfFullName } from '../../src/engine/extract/people/full-name.ts'
import { fitEvidence, learnFromFits } from '../../src/engine/find/pattern-learner.ts'
import type { FittedPerson, Usual } from '../../src/engine/find/pattern-learner.ts'
import type { NameParts } from '../../src/engine/names/patterns.ts'
import { countDomain, usualAt } from '../../src/engine/find/usual-patterns.ts'
import type { PatternCounts } from '../../src/engine/find/usual-patterns.ts'
import { foldName } from '../../src/lib/text/person-name-fold.ts'
import { calibrationOf } from './calibration.ts'
import type { Guess } from './calibration.ts'
import { generateNames, randomFrom, WORLDS } from '../generate/generate-names.ts'
import type { WorldName } from '../generate/generate-names.ts'
import { readTriples } from './named-triples.ts'
import { report } from '../support/report.ts'
import type { Bar } from '../support/report.ts'
import { bareRecord } from '../../src/lib/text/own-value.ts'
import { SHIPPED_LISTS } from '../../src/engine/classify/address-lists.ts'

interface Named {
  key: string
  name: NameParts
  local: string
  domain: string
  /** Their address compared with their name; nobody for a desk. */
  fitted: readonly FittedPerson[]
}

const FOLDS = 20
/** Domains with fewer people are not asked, where there are enough of these: the published figures are of them. */
const MIN_PEOPLE = 10
const ENOUGH_DOMAINS = 20
/** So that the largest companies do not decide. */
const MAX_CASES_A_DOMAIN = 10
/** Of evidence: the known addresses are true. */
const WEIGHT = 1
const KNOWN = [0, 1, 3, 8] as const

/** Published: 26 patterns with a prior, on real addresses. */
const BARS: Record<(typeof KNOWN)[number], readonly [top1: number, top3: number, top10: number]> = {
  0: [0.41, 0.55, 0.69],
  1: [0.49, 0.61, 0.69],
  3: [0.55, 0.62, 0.69],
  8: [0.57, 0.65, 0.72],
}
const MAX_CALIBRATION_GAP = 0.05

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    alone: { type: 'boolean' },
    companies: { type: 'string', default: '5000' },
    misses: { type: 'boolean' },
    seed: { type: 'string' },
    world: { type: 'string', default: 'published' },
  },
})
const [file] = positionals
if (!Object.hasOwn(WORLDS, values.world)) throw new Error(`The worlds are ${Object.keys(WORLDS).join(', ')}.`)
const triples =
  file === undefined
    ? generateNames(Number(values.companies), Number(values.seed ?? 1), values.world as WorldName)
    : readTriples(file)
const people = triples.map(({ first, last, domain, email }): Named => {
  const name = last === '' ? partsOfFullName(first) : { first, middle: '', last }
  const local = email.slice(0, email.lastIndexOf('@'))
  const fitted = fitEvidence({ local, name, weight: WEIGHT }, SHIPPED_LISTS)
  return { key: foldName(`${name.first} ${name.last}`), name, local, domain, fitted }
})
const byDomain = Map.groupBy(people, (person) => person.domain)
const large = [...byDomain.values()].filter((colleagues) => colleagues.length >= MIN_PEOPLE)
const askedAt = (known: number): Named[][] =>
  large.length >= ENOUGH_DOMAINS ? large : [...byDomain.values()].filter((colleagues) => colleagues.length > known)

const usual = values.alone === true ? new Map<string, Usual>() : usualByDomain()

const runs = KNOWN.map((known) => ({
  known,
  guesses: askedAt(known).flatMap((colleagues) => guessesAt(colleagues, known)),
}))
const figures: Record<string, number> = { people: people.length, domains: byDomain.size, large_domains: large.length }
const rows: (string | number)[][] = [
  ['known', 'cases', 'top-1', 'top-3', 'top-10', 'no answer', 'Brier', 'log loss', 'gap'],
]
const bars: Bar[] = []
for (const { known, guesses } of runs) {
  const { bins, worstGap, brier, logLoss } = calibrationOf(guesses)
  const shares = [1, 3, 10].map((top) => share(guesses, ({ rank }) => rank !== null && rank <= top))
  const unanswered = share(guesses, ({ probability }) => probability === 0)
  rows.push([known, guesses.length, ...[...shares, unanswered, brier, logLoss, worstGap].map((value) => round(value))])
  for (const [i, name] of ['top1', 'top3', 'top10'].entries()) {
    figures[`${name}_k${known}`] = round(shares[i] ?? 0)
    bars.push({ figure: `${name}_k${known}`, min: BARS[known][i] ?? 0 })
  }
  Object.assign(figures, {
    [`brier_k${known}`]: round(brier),
    [`log_loss_k${known}`]: round(logLoss),
    [`no_answer_k${known}`]: round(unanswered),
  })
  figures[`calibration_gap_k${known}`] = round(worstGap)
  bars.push({ figure: `calibration_gap_k${known}`, max: MAX_CALIBRATION_GAP })
  rows.push(
    ...bins.map(({ label, cases, predicted, right }) => [
      '',
      `  ${label}`,
      cases,
      `said ${round(predicted)}`,
      `was ${round(right)}`,
    ]),
  )
}
report({ title: `The finder on ${file ?? 'invented people'}: domains of ${MIN_PEOPLE} and more`, rows, figures, bars })

/** Each person in turn is the one asked for; some of the others are known, drawn the same way every time. */
function guessesAt(colleagues: readonly Named[], known: number): Guess[] {
  const shuffled = shuffle(colleagues)
  return shuffled.slice(0, MAX_CASES_A_DOMAIN).map((asked, i) => {
    const others = [...shuffled.slice(i + 1), ...shuffled.slice(0, i)]
      .filter(({ key }) => key !== asked.key)
      .slice(0, known)
    return guess(asked, others)
  })
}

/** What to expect at each domain: learnt from the domains of the other folds. */
function usualByDomain(): Map<string, Usual> {
  const domains = [...byDomain].map(([domain, colleagues], i) => {
    return { domain, fold: i % FOLDS, learnt: learnFromFits(colleagues.flatMap(({ fitted }) => fitted)) }
  })
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const counts: PatternCounts = bareRecord()
    for (const other of domains) if (other.fold !== fold) countDomain(counts, other.domain, other.learnt)
    return counts
  })
  return new Map(domains.map(({ domain, fold }) => [domain, usualAt(folds[fold] ?? {}, domain)]))
}

function guess({ name, local, domain }: Named, known: readonly Named[]): Guess {
  const learnt = learnFromFits(
    known.flatMap(({ fitted }) => fitted),
    usual.get(domain),
  )
  const candidates = rankCandidates(name, learnt, new Set(known.map((other) => other.local)))
  const rank = candidates.findIndex((candidate) => candidate.local === local) + 1
  if (values.misses === true && rank === 0)
    console.log(`${known.length} known: ${Object.values(name).join(' ')} has ${local}@${domain}`)
  return { rank: rank === 0 ? null : rank, probability: candidates[0]?.probability ?? 0 }
}

function shuffle<T>(items: readonly T[]): T[] {
  const random = randomFrom(items.length)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(holds).length / items.length
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
