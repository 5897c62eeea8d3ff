import { killUnderLoad } from '../faults/crowd-kills.ts'
import { fullDisk, staleLock, troubleDatabase } from '../faults/database-faults.ts'
import { openFaultHouse } from '../faults/fault-house.ts'
import type { FaultHouse, Suffered } from '../faults/fault-house.ts'
import { killAtOutcomes } from '../faults/outcome-kills.ts'
import { stopUnderLoad } from '../faults/stops.ts'
import { report } from '../support/report.ts'

/**
 * `npm run eval:faults -- [--few] [FAULT…]`: server, worker and database are killed, stopped, paused, restarted and
 * left without disk space, as real processes. The requirements: nothing acknowledged is lost, nothing is done twice, an
 * orderly stop drops no request, and `/readyz` tells the truth and is ready again within seconds. `--few` tries each
 * fault a few times.
 */

interface Sizes {
  outcomes: number
  kills: number
  stops: number
}

const FAULTS = new Map<string, (house: FaultHouse, sizes: Sizes) => Promise<Suffered[]>>([
  ['outcomes', (house, { outcomes }) => killAtOutcomes(house, outcomes)],
  ['kills', (house, { kills }) => killUnderLoad(house, kills)],
  ['stops', (house, { stops }) => stopUnderLoad(house, stops)],
  ['database', (house) => troubleDatabase(house)],
  ['lock', () => staleLock()],
  ['disk', () => fullDisk()],
])

const MAX_READY_MS = 15_000

const named = process.argv.slice(2).filter((word) => word !== '--few')
const isFew = process.argv.includes('--few')
const unknown = named.filter((name) => !FAULTS.has(name))
if (unknown.length > 0)
  throw new Error(`Unknown fault: ${unknown.join(', ')}. Faults: ${[...FAULTS.keys()].join(', ')}`)

await main()

async function main(): Promise<void> {
  const sizes = isFew ? { outcomes: 2, kills: 3, stops: 1 } : { outcomes: Infinity, kills: 30, stops: 10 }
  const all: Suffered[] = []
  await using house = await openFaultHouse()
  for (const [name, suffer] of FAULTS)
    if (named.length === 0 || named.includes(name)) all.push(...(await suffer(house, sizes)))
  for (const { fault, wrong } of all) for (const sentence of wrong) console.log(`${fault}: ${sentence}`)
  const sum = (of: (each: Suffered) => number) => all.reduce((total, each) => total + of(each), 0)
  report({
    title: 'What faults did',
    rows: [
      ['fault', 'times', 'lost', 'doubled', 'dropped', 'wrong', 'ready again ms'],
      ...all.map((each) => [
        each.fault,
        each.times,
        each.lost,
        each.doubled,
        each.dropped,
        each.wrong.length,
        Math.round(each.readyMs),
      ]),
    ],
    figures: {
      times: sum(({ times }) => times),
      lost: sum(({ lost }) => lost),
      doubled: sum(({ doubled }) => doubled),
      dropped: sum(({ dropped }) => dropped),
      wrong: sum(({ wrong }) => wrong.length),
      slowest_ready_ms: Math.round(Math.max(...all.map(({ readyMs }) => readyMs))),
    },
    bars: [
      ...['lost', 'doubled', 'dropped', 'wrong'].map((figure) => ({ figure, max: 0 })),
      { figure: 'slowest_ready_ms', max: MAX_READY_MS },
    ],
  })
}
