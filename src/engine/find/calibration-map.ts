import { readFileSync } from 'node:fs'
import type { CalibrationCell } from './calibration-cell.ts'
import type { Candidate } from './candidates.ts'

/** Knots of a rising line through (said, was), in thousandths: said, was, said, was … */
export type Knots = readonly number[]

/**
 * How often first guesses of a given probability were right, for people invented at many kinds of companies (`npm run
 * generate:calibration`).
 */
export interface CalibrationTable {
  /** Beta calibration: logit p' = a·ln p − b·ln(1 − p) + c; all cells share a and b. */
  a: number
  b: number
  /** By people, agreement and shape, joined by `|`; a missing value is that of the parent (`people|agreement`, then `people`). */
  c: ReadonlyMap<string, number>
  /** Isotonic regression, if there were enough cases; under the same names. */
  isotonic: ReadonlyMap<string, Knots>
}

/** The form in the file. */
export type StoredCalibration = Pick<CalibrationTable, 'a' | 'b'> &
  Record<'c', Record<string, number>> &
  Record<'isotonic', Record<string, number[]>>

export const readCalibration = ({ a, b, c, isotonic }: StoredCalibration): CalibrationTable => ({
  a,
  b,
  c: new Map(Object.entries(c)),
  isotonic: new Map(Object.entries(isotonic)),
})

export const storedCalibration = ({ a, b, c, isotonic }: CalibrationTable): StoredCalibration => ({
  a,
  b,
  c: Object.fromEntries(c),
  isotonic: Object.fromEntries([...isotonic].map(([name, knots]) => [name, [...knots]])),
})

/** The bundled table. */
export const CALIBRATION = readCalibration(
  JSON.parse(readFileSync(new URL('lists/calibration.json', import.meta.url), 'utf8')) as StoredCalibration,
)

const LEAST = 0.001
const MOST = 0.99

/**
 * The candidates with calibrated probabilities: the first one by how often such guesses were right, the others in proportion to
 * the rest. The order stays.
 */
export function calibrate(
  candidates: readonly Candidate[],
  cell: CalibrationCell,
  table: CalibrationTable = CALIBRATION,
): Candidate[] {
  const [first, ...others] = candidates
  if (first === undefined) return []
  const chance = calibratedChance(first.probability, cell, table)
  const scale = (1 - chance) / Math.max(1 - first.probability, Number.EPSILON)
  return [
    { ...first, probability: chance },
    ...others.map((other) => ({ ...other, probability: Math.min(chance, other.probability * scale) })),
  ]
}

/** How often a first guess with this stated probability is right; rises with it. */
export function calibratedChance(said: number, cell: CalibrationCell, table: CalibrationTable): number {
  const names = cellNames(cell)
  const knots = table.isotonic.get(names[0])
  const was = knots === undefined ? betaOf(said, names, table) : onLine(said, knots)
  return Math.min(MOST, Math.max(LEAST, was))
}

/** The cell and its parents. */
export const cellNames = ({ people, agreement, shape }: CalibrationCell): [string, string, string] => [
  `${people}|${agreement}|${shape}`,
  `${people}|${agreement}`,
  people,
]

function betaOf(said: number, names: readonly string[], { a, b, c }: CalibrationTable): number {
  const shift = names.map((name) => c.get(name)).find((value) => value !== undefined) ?? 0
  const chance = Math.min(1 - LEAST, Math.max(LEAST, said))
  return 1 / (1 + Math.exp(-(a * Math.log(chance) - b * Math.log(1 - chance) + shift)))
}

/**
 * Linear between knots; outside, the nearest piece goes on, but never rises faster than what was said. Below the first knot,
 * where there were too few cases, it also falls at least in proportion: a guess of one percent does not become one of sixty.
 */
function onLine(said: number, knots: Knots): number {
  const points = Array.from({ length: knots.length / 2 }, (_, i) => [knots[2 * i] ?? 0, knots[2 * i + 1] ?? 0] as const)
  const at = said * 1_000
  const above = points.findIndex(([x]) => x >= at)
  const isInside = above > 0
  const right = above === -1 ? points.length - 1 : Math.max(above, 1)
  const [x1, y1] = points[right] ?? points[0] ?? [0, 0]
  const [x0, y0] = points[right - 1] ?? [x1, y1]
  const slope = x1 === x0 ? 0 : (y1 - y0) / (x1 - x0)
  const [x, y] = above === 0 ? [x0, y0] : [x1, y1]
  const was = y + (isInside ? slope : Math.min(1, slope)) * (at - x)
  return (at < x0 ? Math.min(was, (y0 * at) / x0) : was) / 1_000
}
