/**
 * `npm run eval:outcomes`: mail to 300 simulated domains of 12 providers, whose true bounce rates are hidden from the
 * model. What it predicts after the first 70 % of the mail is compared with the outcome of the rest. Seeded, without a
 * network.
 */
import { RECIPIENT_EVIDENCE, bounceRisk, withSend } from '../../../src/engine/verify/bounce-risk.ts'
import type { RecipientEvidence, SendCount, SendsBefore } from '../../../src/engine/verify/bounce-risk.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { report } from '../../support/report.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import type { Random } from '../../support/seeded-random.ts'

const GROUPS = 12
const DOMAINS_A_GROUP = 25
const SENDS = [5, 150] as const
const TRAINED = 0.7
const DAYS = 60
const START = new Date('2026-01-05T09:00:00Z')
const WORLDS = 5
const BINS = 10
const ENOUGH = 500

/** For integer parameters: the order statistic of that many uniform numbers. */
function beta(random: Random, a: number, b: number): number {
  const drawn = Array.from({ length: a + b - 1 }, random).toSorted((x, y) => x - y)
  return drawn[a - 1] ?? 0
}

function trueRate(random: Random): number {
  const kind = random()
  if (kind < 0.4) return beta(random, 1, 40)
  return kind < 0.8 ? beta(random, 2, 14) : beta(random, 6, 6)
}

interface Send {
  group: string
  domain: string
  evidence: RecipientEvidence
  bounced: boolean
  at: Date
}

/** How much more or less often mail bounces than usual, by evidence; null for a world in which evidence does not matter. */
type TrueFactors = Readonly<Record<RecipientEvidence, number>> | null

function worldOf(seed: number, factors: TrueFactors): Send[] {
  const random = seededRandom(seed)
  const sends: Send[] = []
  for (let index = 0; index < GROUPS * DOMAINS_A_GROUP; index++) {
    const rate = trueRate(random)
    const many = SENDS[0] + Math.floor(random() * (SENDS[1] - SENDS[0] + 1))
    // The addresses written to at a company mostly have the same kind of evidence.
    const usual = RECIPIENT_EVIDENCE[Math.floor(random() * 3)] ?? 'none'
    for (let each = 0; each < many; each++) {
      const other = RECIPIENT_EVIDENCE[Math.floor(random() * 3)] ?? 'none'
      const evidence = factors === null ? 'pattern' : random() < 0.7 ? usual : other
      const bounced = random() < Math.min(0.98, rate * (factors?.[evidence] ?? 1))
      const at = new Date(START.getTime() + random() * DAYS * DAY_MS)
      sends.push({ group: `group${Math.floor(index / DOMAINS_A_GROUP)}`, domain: `d${index}`, evidence, bounced, at })
    }
  }
  return sends.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** What has been learned, under `level key`. */
type Learned = Map<string, Partial<Record<RecipientEvidence, SendCount>>>

const keysOf = ({ group, domain }: Pick<Send, 'group' | 'domain'>) => ['verdict', `group ${group}`, `domain ${domain}`]

function learn(learned: Learned, send: Send): void {
  for (const key of keysOf(send)) {
    const counts = learned.get(key) ?? {}
    learned.set(key, { ...counts, [send.evidence]: withSend(counts[send.evidence] ?? null, send.bounced, send.at) })
  }
}

const before = (learned: Learned, send: Pick<Send, 'group' | 'domain'>): SendsBefore => {
  const [verdict, group, domain] = keysOf(send).map((key) => learned.get(key) ?? {})
  return { verdict: verdict ?? {}, group: group ?? {}, domain: domain ?? {} }
}

const riskOf = (learned: Learned, send: Pick<Send, 'group' | 'domain' | 'evidence' | 'at'>): number =>
  bounceRisk({ verdict: 'accept_all', evidence: send.evidence }, before(learned, send), send.at).bounce

interface Told {
  send: Send
  said: number
}

/** Predicts the last 30 % after learning the first 70 %. */
function toldOf(sends: readonly Send[]): Told[] {
  const cut = Math.floor(sends.length * TRAINED)
  const learned: Learned = new Map()
  for (const send of sends.slice(0, cut)) learn(learned, send)
  return sends.slice(cut).map((send) => ({ send, said: riskOf(learned, send) }))
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
const truth = ({ send }: Told): number => (send.bounced ? 1 : 0)

function judged(told: readonly Told[]) {
  const rate = mean(told.map(truth))
  const bins = Array.from({ length: BINS }, (_, bin) => {
    const inside = told.filter(({ said }) => Math.min(BINS - 1, Math.floor(said * BINS)) === bin)
    const said = mean(inside.map((each) => each.said))
    return { bin, sends: inside.length, said, came: mean(inside.map(truth)) }
  }).filter(({ sends }) => sends > 0)
  const gap = ({ said, came }: { said: number; came: number }): number => Math.abs(said - came)
  return {
    bins,
    calibration: bins.reduce((sum, each) => sum + (each.sends / told.length) * gap(each), 0),
    worst: Math.max(0, ...bins.filter(({ sends }) => sends >= ENOUGH).map(gap)),
    brier: mean(told.map((each) => (each.said - truth(each)) ** 2)) / (rate * (1 - rate)),
  }
}

/** The same mail with shuffled outcomes, from which nothing can be learned. */
function shuffled(sends: readonly Send[], random: Random): Send[] {
  const outcomes = sends.map(({ bounced }) => ({ bounced, by: random() })).toSorted((a, b) => a.by - b.by)
  return sends.map((send, index) => ({ ...send, bounced: outcomes[index]?.bounced ?? false }))
}

/** How much more often than average the worst-looking fifth bounces, or how much less often the best-looking one. */
function edgeOf(told: readonly Told[]): number {
  const ordered = told.toSorted((a, b) => a.said - b.said)
  const fifth = Math.floor(ordered.length / 5)
  const rate = mean(told.map(truth))
  return Math.max(
    Math.abs(mean(ordered.slice(0, fifth).map(truth)) - rate),
    Math.abs(mean(ordered.slice(-fifth).map(truth)) - rate),
  )
}

/** What mail to all other domains has taught. */
const ELSEWHERE: Learned = new Map()
for (const send of worldOf(1, null)) learn(ELSEWHERE, send)

/** Simulates a domain that bounced 2 % of the mail, and now 40 %: which estimates are reached within 15 sends. */
function afterDrift(seed: number, earlier: number): number {
  const random = seededRandom(seed)
  const learned: Learned = new Map(ELSEWHERE)
  const place = { group: 'group0', domain: 'the domain', evidence: 'pattern' as const }
  let at = START.getTime() + DAYS * DAY_MS
  const sendAt = (rate: number): void => {
    at += DAY_MS / 4
    learn(learned, { ...place, bounced: random() < rate, at: new Date(at) })
  }
  for (let each = 0; each < earlier; each++) sendAt(0.02)
  let most = 0
  for (let each = 0; each < 15; each++) {
    sendAt(0.4)
    most = Math.max(most, riskOf(learned, { ...place, at: new Date(at) }))
  }
  return most
}

const DRIFTS = 300
const drift = [20, 60, 150].map((earlier) => {
  const reached = Array.from({ length: DRIFTS }, (_, seed) => afterDrift(seed + 1, earlier)).toSorted((a, b) => a - b)
  const seen = reached.filter((risk) => risk >= 0.2).length / DRIFTS
  return { earlier, seen, median: reached[DRIFTS / 2] ?? 0 }
})

const worlds = Array.from({ length: WORLDS }, (_, index) => judged(toldOf(worldOf(1_000 + index, null))))
const FACTORS = { published: 0.3, pattern: 1, none: 2 }
const guessed = Array.from({ length: WORLDS }, (_, index) => judged(toldOf(worldOf(2_000 + index, FACTORS))))
const edges = Array.from({ length: WORLDS }, (_, index) =>
  edgeOf(toldOf(shuffled(worldOf(3_000 + index, null), seededRandom(index)))),
)

/** With nothing sent, the chosen default is returned. */
const EMPTY: SendsBefore = { verdict: {}, group: {}, domain: {} }
const CHOSEN = [
  ['valid', 'pattern', 0.01],
  ['webmail', 'pattern', 0.05],
  ['accept_all', 'pattern', 0.12],
  ['unknown', 'pattern', 0.15],
  ['accept_all', 'published', 0.06],
  ['accept_all', 'none', 0.192],
] as const
const untaught = CHOSEN.filter(
  ([verdict, evidence, chosen]) => Math.abs(bounceRisk({ verdict, evidence }, EMPTY, START).bounce - chosen) > 1e-9,
).length

const shown = (value: number): string => value.toFixed(3)
const worst = (values: readonly number[]): number => Math.max(...values)
const first = worlds[0]

report({
  title: `Bounces predicted: ${WORLDS} worlds of ${GROUPS * DOMAINS_A_GROUP} domains, and as many in which evidence matters`,
  rows: [
    ['world', 'calibration error', 'worst bin', 'Brier of base rate'],
    ...worlds.map((each, index) => [`${index + 1}`, shown(each.calibration), shown(each.worst), shown(each.brier)]),
    ...guessed.map((each, index) => [
      `evidence ${index + 1}`,
      shown(each.calibration),
      shown(each.worst),
      shown(each.brier),
    ]),
    ['', '', '', ''],
    ['said in world 1', 'sends', 'said', 'came back'],
    ...(first?.bins ?? []).map(({ bin, sends, said, came }) => [
      `${bin * 10}–${bin * 10 + 10} %`,
      sends,
      shown(said),
      shown(came),
    ]),
    ['', '', '', ''],
    ['drift from 2 to 40 %', '0.20 seen within 15', 'median reached', ''],
    ...drift.map(({ earlier, seen, median }) => [`after ${earlier} sends`, shown(seen), shown(median), '']),
    ['outcomes shuffled', 'largest edge', shown(worst(edges)), ''],
  ],
  figures: {
    calibration_error: worst(worlds.map(({ calibration }) => calibration)),
    worst_bin: worst(worlds.map(({ worst: gap }) => gap)),
    brier_of_base: worst(worlds.map(({ brier }) => brier)),
    evidence_calibration_error: worst(guessed.map(({ calibration }) => calibration)),
    evidence_worst_bin: worst(guessed.map(({ worst: gap }) => gap)),
    evidence_brier_of_base: worst(guessed.map(({ brier }) => brier)),
    drift_seen: Math.min(...drift.map(({ seen }) => seen)),
    drift_median: Math.min(...drift.map(({ median }) => median)),
    shuffled_edge: worst(edges),
    untaught_differs: untaught,
  },
  bars: [
    { figure: 'calibration_error', max: 0.03 },
    { figure: 'worst_bin', max: 0.05 },
    { figure: 'brier_of_base', max: 0.85 },
    { figure: 'evidence_calibration_error', max: 0.03 },
    { figure: 'evidence_worst_bin', max: 0.05 },
    { figure: 'evidence_brier_of_base', max: 0.85 },
    { figure: 'drift_seen', min: 0.9 },
    { figure: 'drift_median', min: 0.2 },
    { figure: 'shuffled_edge', max: 0.03 },
    { figure: 'untaught_differs', max: 0 },
  ],
})
