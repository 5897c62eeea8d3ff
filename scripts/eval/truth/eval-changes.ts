/**
 * `npm run eval:changes -- [--sites N] [--seed N] [--misses]`: histories of invented companies, shown by their sites
 * from visit to visit, read by live crawls and from archives in two orders; then what `/v2/changes` reports is compared
 * with what happened.
 */
import { parseArgs } from 'node:util'
import { seededRandom } from '../../support/seeded-random.ts'
import { report } from '../../support/report.ts'
import { openVisitedHistories, recordsOf, SUFFIXES } from './histories/visited-histories.ts'
import type { ToldRow } from './histories/visited-histories.ts'
import { judgeHistory } from './histories/judge-changes.ts'
import type { Scores } from './histories/judge-changes.ts'
import { domainOf, madeHistories, noiseCases, ROUNDS } from './histories/made-histories.ts'
import type { MadeHistory } from './histories/made-history.ts'
import { observingShare } from './histories/observing-costs.ts'

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    half: { type: 'string' },
    misses: { type: 'boolean' },
  },
})
const AT_ONCE = 4
/** The additional reports about companies that exchange people. */
const EXCHANGING = 'exchanging'
/** After all visits. */
const TODAY = '2026-11-20T10:00:00.000Z'
/** How many archives contain the records, in the second order. */
const PARTS = 3

const seed = Number(values.seed)
const histories = madeHistories(seed, Number(values.sites)).filter(
  ({ half }) => values.half === undefined || half === values.half,
)
await using house = await openVisitedHistories(histories)

for (const round of ROUNDS) {
  house.setClock(round)
  await inTurns(histories, async (history) => {
    const visit = history.visits.find(({ at }) => at === round)
    if (visit !== undefined) await house.crawl(history, visit)
  })
  await house.night()
}
house.setClock(TODAY)
const random = seededRandom(seed)
await house.importRecords(shuffled(histories.flatMap((history) => recordsOf(history, SUFFIXES.archive))))
const records = shuffled(histories.flatMap((history) => recordsOf(history, SUFFIXES.shuffled)))
const twice = shuffled([...records, ...records.filter(() => random() < 0.05)])
for (let part = 0; part < PARTS; part++) await house.importRecords(twice.filter((_, at) => at % PARTS === part))

const scores: Record<string, Scores> = {}
let differing = 0
let onlyArchived = 0
let unlike = 0
for (const history of histories) {
  const [live = [], archive = [], again = []] = await Promise.all(
    [SUFFIXES.live, SUFFIXES.archive, SUFFIXES.shuffled].map((suffix) => house.changesOf(domainOf(history, suffix))),
  )
  for (const [way, told] of Object.entries({ live, archive })) {
    judgeHistory((scores[`${way} ${history.half}`] ??= new Map()), history, told)
    if (history.isExchanging)
      judgeHistory(
        (scores[`${way} ${EXCHANGING}`] ??= new Map()),
        { ...history, gold: history.gold.filter(isOfExchange) },
        told.filter(isOfExchange),
      )
  }
  if (bytesOf(archive, SUFFIXES.archive) !== bytesOf(again, SUFFIXES.shuffled)) {
    differing++
    if (values.misses === true)
      console.log(
        `DIFFERS ${history.name}\n${bytesOf(archive, SUFFIXES.archive)}\n${bytesOf(again, SUFFIXES.shuffled)}`,
      )
  }
  const [told, archived] = [keysOf(live, SUFFIXES.live), keysOf(archive, SUFFIXES.archive)]
  onlyArchived += [...archived].filter((key) => key.startsWith('left') && !told.has(key)).length
  if (isComplete(history) && (told.size !== archived.size || [...told].some((key) => !archived.has(key)))) {
    unlike++
    if (values.misses === true)
      console.log(
        `UNLIKE ${history.name} live ${[...told].filter((key) => !archived.has(key)).join('; ')} archive ${[...archived].filter((key) => !told.has(key)).join('; ')}`,
      )
  }
}

const rows: (string | number)[][] = [
  ['half and way', 'change', 'due', 'found', 'recall', 'told', 'wrong', 'precision', 'on time'],
]
const figures: Record<string, number> = {
  sites: histories.length,
  noise_cases: [...noiseCases(histories).values()].reduce((sum, n) => sum + n, 0),
}
for (const [name, byType] of Object.entries(scores)) {
  const all = [...byType.values()]
  for (const [type, score] of [...byType].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { due, found, told, wrong, timed, onTime } = score
    rows.push([
      name,
      type,
      due,
      found,
      rate(found, due),
      told,
      wrong,
      rate(told - wrong, told),
      timed === 0 ? '' : `${onTime} of ${timed}`,
    ])
    figures[`${name} ${type} recall`.replaceAll(' ', '_')] = rate(found, due)
    if (values.misses === true) for (const miss of score.misses) console.log(`${name}: ${miss}`)
  }
  const told = sum(all.map((score) => score.told))
  figures[`${name} precision`.replaceAll(' ', '_')] = rate(told - sum(all.map(({ wrong }) => wrong)), told)
  figures[`${name} false left`.replaceAll(' ', '_')] = byType.get('left')?.wrong ?? 0
  rows.push([
    name,
    'all',
    sum(all.map(({ due }) => due)),
    sum(all.map(({ found }) => found)),
    '',
    told,
    sum(all.map(({ wrong }) => wrong)),
    rate(told - sum(all.map(({ wrong }) => wrong)), told),
    '',
  ])
}
Object.assign(figures, { order_differs: differing, left_only_archived: onlyArchived, live_unlike_archive: unlike })
figures['statement_bytes'] = await house.statementBytes()
figures['observing_share'] = Math.round(1_000 * (await observingShare(seed))) / 1_000
const timing = Object.entries(scores)
  .filter(([name]) => name.startsWith('live') && !name.endsWith(EXCHANGING))
  .map(([, byType]) => byType.get('left'))
figures['left_on_time'] = rate(
  sum(timing.map((score) => score?.onTime ?? 0)),
  sum(timing.map((score) => score?.timed ?? 0)),
)
const BARRED = ['joined', 'left', 'title_changed', 'address_added', 'location_added', 'location_removed']
report({
  title: `Changes at ${histories.length} generated companies`,
  rows,
  figures,
  bars: [
    ...Object.keys(scores).flatMap((name) => {
      const key = name.replaceAll(' ', '_')
      return [
        { figure: `${key}_precision`, min: 0.97 },
        { figure: `${key}_false_left`, max: 0 },
        ...BARRED.filter((type) => !name.endsWith(EXCHANGING) || isOfExchange({ type })).map((type) => ({
          figure: `${key}_${type}_recall`,
          min: 0.85,
        })),
      ]
    }),
    { figure: 'left_on_time', min: 0.97 },
    { figure: 'order_differs', max: 0 },
    { figure: 'left_only_archived', max: 0 },
    { figure: 'live_unlike_archive', max: 0 },
    { figure: 'statement_bytes', max: 650 },
    { figure: 'observing_share', max: 0.05 },
  ],
})

/** At companies that exchange people, arrivals and departures are reported separately. */
function isOfExchange({ type }: { type: string }): boolean {
  return type === 'joined' || type === 'left'
}

/** Whether every visit was completed. */
function isComplete({ visits }: MadeHistory): boolean {
  return visits.every(
    ({ noise }) => noise === null || !['robots', 'timeout', 'budget', 'truncated', 'error'].includes(noise),
  )
}

/** The reports as text, without what necessarily differs. */
function bytesOf(told: readonly ToldRow[], suffix: string): string {
  const lines = told
    .filter(({ undone_at }) => undone_at === null)
    .map((row) => JSON.stringify({ ...row, id: 0, detected_at: '' }))
  return lines.toSorted().join('\n').replaceAll(`.${suffix}`, '')
}

function keysOf(told: readonly ToldRow[], suffix: string): Set<string> {
  return new Set(
    told.flatMap(({ type, person, before, after, undone_at }) =>
      undone_at === null ? [`${type} ${person?.full_name ?? ''} ${before} ${after}`.replaceAll(`.${suffix}`, '')] : [],
    ),
  )
}

function shuffled<T>(items: readonly T[]): T[] {
  const left = [...items]
  for (let at = left.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[left[at], left[other]] = [left[other] as T, left[at] as T]
  }
  return left
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function rate(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((1_000 * part) / whole) / 1_000
}
