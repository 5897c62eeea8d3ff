import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import type { QueryConfig, QueryResult } from 'pg'
import { migrate } from '../../../src/db/migrate.ts'
import { createVerificationsStore } from '../../../src/db/verify/verifications-store.ts'
import { createMxSlots } from '../../../src/engine/verify/mx-slots.ts'
import { SLOT_RULES, NEW_SLOTS } from '../../../src/engine/verify/slot-state.ts'
import { openBenchHouse } from '../../support/bench-house.ts'
import { report } from '../../support/report.ts'

/**
 * `npm run bench:slots`: 32 workers at the mail servers of one provider, each with its own store and connection, on one
 * PostgreSQL. They take and release slots as the limits allow, then by a clock that runs many times as fast and so
 * allows that many times more, and finally without a pause between attempts: how much the single row of a provider can
 * sustain.
 */

const { values } = parseArgs({
  options: { workers: { type: 'string', default: '32' }, seconds: { type: 'string', default: '20' } },
})
const [WORKERS, SECONDS] = [Number(values.workers), Number(values.seconds)]
const GROUP = 'operator.example'
/** How soon a worker that finds all slots taken tries again. */
const LOOK_AGAIN_MS = 250
/** The window of the limit per minute. */
const WINDOW_MS = 66_000
const SESSION_MS = 500

interface Phase {
  name: string
  /** How fast the clock of the limits runs. */
  times: number
  isPatient: boolean
}

const PHASES: readonly Phase[] = [
  { name: 'as the manners have it', times: 1, isPatient: true },
  { name: '16 times as fast', times: 16, isPatient: true },
  { name: '64 times as fast', times: 64, isPatient: true },
  { name: '64 times, without a pause', times: 64, isPatient: false },
]

/** The totals of all workers in a phase. */
interface Counted {
  entries: number
  atOnce: number
  most: number
  statements: number
  inVain: number
  /** How long each attempt took, in milliseconds. */
  looks: number[]
}

/** A pool that counts statements, and those that another process was faster with. */
function counting(pool: Pool, counted: Counted): Pool {
  const query = async (asked: QueryConfig): Promise<QueryResult> => {
    const answer = await pool.query(asked)
    counted.statements++
    if (asked.name !== 'slots-find' && answer.rowCount === 0) counted.inVain++
    return answer
  }
  return { query } as unknown as Pool
}

async function work(pool: Pool, counted: Counted, { times, isPatient }: Phase, endsAt: number): Promise<void> {
  const began = performance.timeOrigin
  const clock = { now: () => new Date(began + performance.now() * times) }
  const { changeSlots } = createVerificationsStore(counting(pool, counted), false)
  const trusted = { ...NEW_SLOTS, clean: 1_000 }
  const slots = createMxSlots({ clock, store: { change: (group, change) => changeSlots(group, trusted, change) } })
  while (performance.now() < endsAt) {
    const askedAt = performance.now()
    const entry = await slots.enterNow(GROUP)
    counted.looks.push(performance.now() - askedAt)
    if (entry.outcome === 'resting') throw new Error('Nobody gave a reason to rest.')
    if (entry.outcome === 'entered') {
      counted.entries++
      counted.most = Math.max(counted.most, ++counted.atOnce)
      await sleep(SESSION_MS / times)
      counted.atOnce--
      await entry.leave({ report: 'clean' })
    } else if (isPatient) await sleep(Math.min(entry.waitMs, LOOK_AGAIN_MS))
    else await nextTurn()
  }
}

await using house = await openBenchHouse()
await migrate({ connectionString: house.connectionString, log: { info: () => undefined } })
const pools = Array.from({ length: WORKERS }, () => new Pool({ connectionString: house.connectionString, max: 1 }))
await Promise.all(pools.map((pool) => pool.query('select 1')))

const rounded = (value: number): number => Math.round(value * 100) / 100
/** What the limits allow per second in the long run. */
const PACE = (SLOT_RULES.perMinute * 1_000) / WINDOW_MS

async function measure(phase: Phase) {
  await pools[0]?.query('delete from mx_slots')
  const counted: Counted = { entries: 0, atOnce: 0, most: 0, statements: 0, inVain: 0, looks: [] }
  const began = performance.now()
  await Promise.all(pools.map((pool) => work(pool, counted, phase, began + SECONDS * 1_000)))
  const seconds = (performance.now() - began) / 1_000
  const allowed = SLOT_RULES.perMinute * (Math.floor((seconds * 1_000 * phase.times) / WINDOW_MS) + 1)
  const looks = counted.looks.toSorted((a, b) => a - b)
  return {
    name: phase.name,
    perSecond: rounded(counted.entries / seconds),
    share: rounded(counted.entries / allowed),
    over: Math.max(0, counted.entries - allowed),
    inVain: rounded(counted.inVain / counted.entries),
    statements: rounded(counted.statements / seconds),
    p99: rounded(looks[Math.floor(looks.length * 0.99)] ?? 0),
    most: counted.most,
  }
}

const measured: Awaited<ReturnType<typeof measure>>[] = []
for (const phase of PHASES) measured.push(await measure(phase))
await Promise.all(pools.map((pool) => pool.end()))
const [usual, faster, fastest, restless] = measured
report({
  title: `${WORKERS} workers at the mail servers of one operator, ${SECONDS} s each`,
  rows: [
    ['', 'entries/s', 'of those allowed', 'in vain an entry', 'statements/s', 'p99 of a look, ms', 'at once'],
    ...measured.map((row) => [row.name, row.perSecond, row.share, row.inVain, row.statements, row.p99, row.most]),
  ],
  figures: {
    at_once: Math.max(...measured.map(({ most }) => most)),
    over: Math.max(...measured.map(({ over }) => over)),
    p99_look_ms: usual?.p99 ?? NaN,
    share_of_16_times: faster?.share ?? NaN,
    times_the_pace: rounded((fastest?.perSecond ?? NaN) / PACE),
    times_the_pace_without_a_pause: rounded((restless?.perSecond ?? NaN) / PACE),
  },
  bars: [
    { figure: 'at_once', max: SLOT_RULES.connections },
    { figure: 'over', max: 0 },
    { figure: 'p99_look_ms', max: LOOK_AGAIN_MS },
    { figure: 'share_of_16_times', min: 0.9 },
    { figure: 'times_the_pace', min: 16 },
    { figure: 'times_the_pace_without_a_pause', min: 10 },
  ],
})
