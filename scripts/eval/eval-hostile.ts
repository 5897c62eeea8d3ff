import { setTimeout } from 'node:timers/promises'
import { openBenchHouse } from '../support/bench-house.ts'
import type { Attack, HostileKind, Outcome } from '../hostile/attack.ts'
import { ARCHIVES_KIND } from '../hostile/archives.ts'
import { BODIES } from '../hostile/bodies.ts'
import { LISTS } from '../hostile/lists.ts'
import { SCREENS } from '../hostile/screens.ts'
import { SITES } from '../hostile/sites.ts'
import { openHostileHouse } from '../hostile/hostile-house.ts'
import type { ProbedHouse } from '../hostile/hostile-house.ts'
import { MAILBOX_CROWD, MAILBOX_FLOODS, MAILS } from '../hostile/mail.ts'
import { SMTP } from '../hostile/smtp.ts'
import { TEMPLATES } from '../hostile/templates.ts'
import { peakMemoryMb, resetPeakMemory } from '../support/process-memory.ts'
import { report } from '../support/report.ts'

/**
 * `npm run eval:hostile -- [KIND…]`: everything that outsiders and key holders can send, against a real server in a
 * separate process. It checks how long the answering thread was ever busy without a pause and whether it still is afterwards, how much
 * memory the server gained, that every answer was the right refusal or result, and that none was an internal error. Everything stays on
 * loopback.
 */

const KINDS: readonly HostileKind[] = [
  BODIES,
  SCREENS,
  LISTS,
  ARCHIVES_KIND,
  SITES,
  MAILBOX_FLOODS,
  MAILBOX_CROWD,
  MAILS,
  SMTP,
  TEMPLATES,
]

/** Others wait no longer than this, whatever the server is doing. */
const MAX_BUSY_MS = 200
const MAX_GROWTH_MB = 100
/** Of the second after an attack: nothing of it may still be read. */
const MAX_AFTERMATH = 0.5
const AFTERMATH_MS = 1_000

/** As many as fill the young generation, as ordinary requests do. */
const WARM_UP_REQUESTS = 1_000

interface Suffered {
  kind: string
  attack: string
  busyMs: number
  stallMs: number
  /** How much of the second after it the event loop was busy. */
  aftermath: number
  /** Beyond the most memory used for ordinary requests. */
  growthMb: number
  /** Since the attack began. */
  ownGrowthMb: number
  wrong: string[]
  broken: string[]
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !KINDS.some((kind) => kind.name === name))
if (unknown.length > 0)
  throw new Error(`Unknown kind: ${unknown.join(', ')}. Kinds: ${KINDS.map(({ name }) => name).join(', ')}`)
const kinds = KINDS.filter(({ name }) => chosen.length === 0 || chosen.includes(name))

await main()

async function main(): Promise<void> {
  const suffered: Suffered[] = []
  for (const kind of kinds) suffered.push(...(await sufferKind(kind)))
  tell(suffered)
}

async function sufferKind(kind: HostileKind): Promise<Suffered[]> {
  await using bench = await openBenchHouse()
  await using prepared = (await kind.prepare?.()) ?? null
  await using house = await openHostileHouse(bench, prepared?.env ?? {})
  await warmUp(house)
  await kind.warmUp?.(house)
  await house.probe() // from now on the probe reports only on attacks
  const before = peakMemoryMb(house.pid)
  const all: Suffered[] = []
  for (const attack of kind.attacks) all.push(await suffer(kind, attack, house, before))
  return all
}

/** Sends ordinary requests first: what a server loads for them is not due to an attack. */
async function warmUp({ send, key }: ProbedHouse): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  for (let i = 0; i < WARM_UP_REQUESTS; i++) {
    await send('/v2/account', { headers })
    const message = { jsonrpc: '2.0', id: i, method: 'tools/list' }
    await send('/mcp', { method: 'POST', headers, body: JSON.stringify(message) })
  }
}

async function suffer(kind: HostileKind, attack: Attack, house: ProbedHouse, before: number): Promise<Suffered> {
  resetPeakMemory(house.pid)
  const { rssMb } = await house.probe()
  const outcomes = await attack.run(house)
  const { busyMs, stallMs } = await house.probe()
  const aftermath = await aftermathOf(house)
  const wrong = outcomes.filter(({ got, wanted }) => !wanted.includes(got)).map(describe)
  const broken = outcomes.filter(({ got }) => typeof got === 'number' && (got === 0 || got >= 500)).map(describe)
  console.log(`${attack.name}: ${Math.round(busyMs)} ms busy`)
  for (const complaint of wrong.slice(0, 10)) console.log(`${attack.name}: ${complaint}`)
  const peakMb = peakMemoryMb(house.pid)
  const grown = { growthMb: peakMb - before, ownGrowthMb: peakMb - rssMb }
  return { kind: kind.name, attack: attack.name, busyMs, stallMs, aftermath, ...grown, wrong, broken }
}

/** A busy second may be due to what else the machine does, and a flood is read for minutes: it counts if another follows. */
async function aftermathOf(house: ProbedHouse): Promise<number> {
  const first = await useOfNext(house)
  return first <= MAX_AFTERMATH ? first : Math.min(first, await useOfNext(house))
}

async function useOfNext(house: ProbedHouse): Promise<number> {
  await setTimeout(AFTERMATH_MS)
  return (await house.probe()).utilization
}

function describe({ what, got, wanted }: Outcome): string {
  return `${what} gave ${got}, wanted ${wanted.join(' or ')}`
}

function tell(suffered: readonly Suffered[]): void {
  const most = (rows: readonly Suffered[], figure: 'busyMs' | 'stallMs' | 'growthMb' | 'ownGrowthMb'): number =>
    Math.round(Math.max(0, ...rows.map((row) => row[figure])))
  const own = kinds.flatMap(({ attacks }) => attacks.flatMap(({ wrongFigure = [] }) => wrongFigure))
  const wrongOf = (figure: string): number =>
    kinds
      .flatMap(({ attacks }) => attacks)
      .filter(({ wrongFigure }) => wrongFigure === figure)
      .flatMap(({ name }) => suffered.filter(({ attack }) => attack === name).flatMap(({ wrong }) => wrong)).length
  const growth = kinds.flatMap(({ name, maxGrowthMb = MAX_GROWTH_MB, maxAttackGrowthMb }) => {
    const rows = suffered.filter(({ kind }) => kind === name)
    const figure = `${name.replaceAll('-', '_')}_growth_mb`
    const all = { figure, value: most(rows, 'growthMb'), max: maxGrowthMb }
    if (maxAttackGrowthMb === undefined) return [all]
    return [all, { figure: `${figure}_each`, value: most(rows, 'ownGrowthMb'), max: maxAttackGrowthMb }]
  })
  report({
    title: 'Hostile input: the answering thread, memory and answers',
    rows: [
      ['kind', 'attack', 'busy ms', 'stall ms', 'busy after', 'grown MB', 'wrong', 'broken'],
      ...suffered.map(({ kind, attack, busyMs, stallMs, aftermath, growthMb, wrong, broken }) => [
        kind,
        attack,
        Math.round(busyMs),
        Math.round(stallMs),
        aftermath.toFixed(2),
        Math.round(growthMb),
        wrong.length,
        broken.length,
      ]),
    ],
    figures: {
      longest_busy_ms: most(suffered, 'busyMs'),
      longest_stall_ms: most(suffered, 'stallMs'),
      busiest_aftermath: Number(Math.max(0, ...suffered.map(({ aftermath }) => aftermath)).toFixed(2)),
      wrong_answers: suffered.flatMap(({ wrong }) => wrong).length,
      broken_answers: suffered.flatMap(({ broken }) => broken).length,
      ...Object.fromEntries(own.map((figure) => [figure, wrongOf(figure)])),
      ...Object.fromEntries(growth.map(({ figure, value }) => [figure, value])),
    },
    bars: [
      { figure: 'longest_busy_ms', max: MAX_BUSY_MS },
      { figure: 'busiest_aftermath', max: MAX_AFTERMATH },
      { figure: 'wrong_answers', max: 0 },
      { figure: 'broken_answers', max: 0 },
      ...own.map((figure) => ({ figure, max: 0 })),
      ...growth.map(({ figure, max }) => ({ figure, max })),
    ],
  })
}
