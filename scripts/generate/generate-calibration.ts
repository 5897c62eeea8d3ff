/**
 * `npm run generate:calibration [-- --companies N]`: how often first guesses of the finder are right, fitted on every
 * world of invented people, with and without what other domains taught. Writes src/engine/find/lists/calibration.json.
 * The worlds are weighted so that the one that fares worst, compared with its own best map, loses least.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { storedCalibration } from '../../src/engine/find/calibration-map.ts'
import type { CalibrationTable } from '../../src/engine/find/calibration-map.ts'
import { fitCalibration, lossOf } from '../../src/engine/find/fit-calibration.ts'
import type { CalibrationCase } from '../../src/engine/find/fit-calibration.ts'
import { worldOf } from '../eval/find/ask-world.ts'
import { generateNames } from '../support/generate-names.ts'
import { WORLD_NAMES } from '../support/name-worlds.ts'
import type { WorldName } from '../support/name-worlds.ts'

/** A seed that no evaluation uses. */
const SEED = 7_001
const KNOWN = [0, 1, 2, 3, 5, 8, 14]
const ROUNDS = 6
/** How quickly weight moves to worlds that lose. */
const STEP = 60
const LIMIT_BYTES = 4_096
const TARGET = new URL('../../src/engine/find/lists/calibration.json', import.meta.url)

const { values } = parseArgs({ options: { companies: { type: 'string', default: '1500' } } })

const worlds = WORLD_NAMES.map((name, i) => ({ name, cases: casesOf(name, SEED + i) }))
const own = worlds.map(({ cases }) => lossOf(cases, fitCalibration(cases)))
let weights = worlds.map(() => 1)
let best: { table: CalibrationTable; regrets: number[] } | null = null
for (let round = 0; round < ROUNDS; round++) {
  const table = fitCalibration(
    worlds.flatMap(({ cases }, i) => cases.map((one) => ({ ...one, weight: (weights[i] ?? 1) / cases.length }))),
  )
  const regrets = worlds.map(({ cases }, i) => lossOf(cases, table) - (own[i] ?? 0))
  if (best === null || Math.max(...regrets) < Math.max(...best.regrets)) best = { table, regrets }
  weights = weights.map((weight, i) => weight * Math.exp(STEP * (regrets[i] ?? 0)))
}
if (best === null) throw new Error('No table was fitted.')
const { table, regrets } = best
const text = `${JSON.stringify(storedCalibration(table))}\n`
if (Buffer.byteLength(text) > LIMIT_BYTES) throw new Error(`The table has ${Buffer.byteLength(text)} bytes.`)
writeFileSync(TARGET, text)
for (const [i, { name, cases }] of worlds.entries())
  console.log(
    [
      name,
      cases.length,
      `log loss of its own map ${round4(own[i] ?? 0)}`,
      `more with this one ${round4(regrets[i] ?? 0)}`,
    ].join('  '),
  )
console.log(`${table.isotonic.size} lines, ${table.c.size} shifts, ${Buffer.byteLength(text)} bytes`)

function casesOf(name: WorldName, seed: number): CalibrationCase[] {
  const triples = generateNames(Number(values.companies), seed, name)
  // Before an index has taught anything, there are only the published shares, which were counted in that one world.
  return (name === 'published' ? [false, true] : [false]).flatMap((isAlone) => {
    const world = worldOf(triples, isAlone)
    return KNOWN.flatMap((known) =>
      world.guessesAt(known).map(({ raw, rank, cell }) => ({ said: raw, right: rank === 1, cell, weight: 1 })),
    )
  })
}

function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
