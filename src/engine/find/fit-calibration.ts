import { calibratedChance, cellNames } from './calibration-map.ts'
import type { CalibrationTable } from './calibration-map.ts'
import type { CalibrationCell } from './calibration-cell.ts'

/** A first guess with its outcome: the stated probability, and whether it was right. */
export interface CalibrationCase {
  said: number
  right: boolean
  cell: CalibrationCell
  weight: number
}

/** In a cell with fewer cases, the line of all cells is shifted instead of fitting a new one. */
const ENOUGH_FOR_A_LINE = 500
/** The number of cases that the parent's shift counts for. */
const PARENT_CASES = 200
/** Minimum for a knot: cases, and share of the cell. */
const KNOT_CASES = 150
const KNOT_SHARE = 0.1
const ROUNDS = 6
const LEAST = 1e-3

/** Isotonic regression in cells with enough cases; beta calibration with shrunk shifts in all. */
export function fitCalibration(cases: readonly CalibrationCase[]): CalibrationTable {
  const beta = fitBeta(cases)
  const isotonic = new Map<string, readonly number[]>()
  for (const [name, inside] of byName(cases, 0))
    if (inside.length >= ENOUGH_FOR_A_LINE) isotonic.set(name, lineThrough(inside))
  const c = new Map([...beta.c].filter(([name]) => !isotonic.has(name)).map(([name, shift]) => [name, rounded(shift)]))
  return { a: rounded(beta.a), b: rounded(beta.b), c, isotonic }
}

/** Mean log loss of a table's probabilities for these guesses; lower is better. */
export function lossOf(cases: readonly CalibrationCase[], table: CalibrationTable): number {
  const sum = cases.reduce((total, { said, right, cell }) => {
    const chance = calibratedChance(said, cell, table)
    return total - Math.log(right ? chance : 1 - chance)
  }, 0)
  return sum / Math.max(1, cases.length)
}

const byName = (cases: readonly CalibrationCase[], level: 0 | 1 | 2): Map<string, CalibrationCase[]> =>
  Map.groupBy(cases, ({ cell }) => cellNames(cell)[level])

/** Newton steps for the common a and b, alternating with the shift of each cell. */
function fitBeta(cases: readonly CalibrationCase[]): { a: number; b: number; c: Map<string, number> } {
  let slopes = { a: 1, b: 1 }
  let c = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    c = shifts(cases, slopes)
    slopes = slopesAfter(cases, slopes, c)
  }
  return { ...slopes, c }
}

interface Slopes {
  a: number
  b: number
}

const lean = (said: number): [number, number] => {
  const chance = Math.min(1 - LEAST, Math.max(LEAST, said))
  return [Math.log(chance), -Math.log(1 - chance)]
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

/** From the largest cells to the smallest: each is pulled towards its parent. */
function shifts(cases: readonly CalibrationCase[], slopes: Slopes): Map<string, number> {
  const found = new Map<string, number>()
  for (const level of [2, 1, 0] as const)
    for (const [name, inside] of byName(cases, level)) {
      const parent = level === 2 ? 0 : (found.get(cellNames(inside[0]?.cell ?? NOWHERE)[level + 1] ?? '') ?? 0)
      const own = shiftOf(inside, slopes, parent)
      found.set(name, (inside.length * own + PARENT_CASES * parent) / (inside.length + PARENT_CASES))
    }
  return found
}

const NOWHERE: CalibrationCell = { people: '0', agreement: 'nobody', shape: 'plain' }

function shiftOf(inside: readonly CalibrationCase[], { a, b }: Slopes, start: number): number {
  let shift = start
  for (let step = 0; step < 4; step++) {
    let slope = 0
    let curve = 1e-9
    for (const { said, right, weight } of inside) {
      const [x, y] = lean(said)
      const chance = sigmoid(a * x + b * y + shift)
      slope += weight * (Number(right) - chance)
      curve += weight * chance * (1 - chance)
    }
    shift = Math.min(4, Math.max(-4, shift + slope / curve))
  }
  return shift
}

function slopesAfter(cases: readonly CalibrationCase[], { a, b }: Slopes, c: ReadonlyMap<string, number>): Slopes {
  let [da, db, aa, ab, bb] = [0, 0, 1e-9, 0, 1e-9]
  for (const { said, right, weight, cell } of cases) {
    const [x, y] = lean(said)
    const chance = sigmoid(a * x + b * y + (c.get(cellNames(cell)[0]) ?? 0))
    const [miss, spread] = [weight * (Number(right) - chance), weight * chance * (1 - chance)]
    da += miss * x
    db += miss * y
    aa += spread * x * x
    ab += spread * x * y
    bb += spread * y * y
  }
  const det = aa * bb - ab * ab
  if (Math.abs(det) < 1e-12) return { a, b }
  return { a: Math.max(0, a + (bb * da - ab * db) / det), b: Math.max(0, b + (aa * db - ab * da) / det) }
}

interface Block {
  weight: number
  cases: number
  said: number
  right: number
}

/** Pool adjacent violators, over blocks of a minimum size. */
function lineThrough(inside: readonly CalibrationCase[]): number[] {
  const sorted = inside.toSorted((a, b) => a.said - b.said)
  const least = Math.max(KNOT_CASES, KNOT_SHARE * sorted.length)
  const blocks: Block[] = []
  for (const { said, right, weight } of sorted) {
    const last = blocks.at(-1)
    const into = last === undefined || last.cases >= least ? newBlock(blocks) : last
    into.weight += weight
    into.cases++
    into.said += weight * said
    into.right += weight * Number(right)
  }
  const pooled: Block[] = []
  for (const block of blocks) {
    pooled.push(block)
    while (pooled.length > 1 && shareOf(pooled.at(-2)) >= shareOf(pooled.at(-1))) merge(pooled)
  }
  return telling(pooled).flatMap((block) => [thousandths(saidOf(block)), thousandths(shareOf(block))])
}

/**
 * The ends, and the blocks that deviate from the line between them by more than their own standard error (Douglas and Peucker).
 */
function telling(blocks: readonly Block[]): readonly Block[] {
  const [first, last] = [blocks[0], blocks.at(-1)]
  if (first === undefined || last === undefined || blocks.length < 3) return blocks
  const [rise, run] = [shareOf(last) - shareOf(first), saidOf(last) - saidOf(first)]
  const offs = blocks.map((block) => {
    const between = shareOf(first) + (rise * (saidOf(block) - saidOf(first))) / Math.max(run, Number.EPSILON)
    return Math.abs(shareOf(block) - between) / standardError(block)
  })
  const most = Math.max(...offs.slice(1, -1))
  if (most <= 1) return [first, last]
  const at = offs.indexOf(most, 1)
  return [...telling(blocks.slice(0, at + 1)), ...telling(blocks.slice(at)).slice(1)]
}

function newBlock(blocks: Block[]): Block {
  const block = { weight: 0, cases: 0, said: 0, right: 0 }
  blocks.push(block)
  return block
}

const shareOf = (block: Block | undefined): number => (block === undefined ? 0 : block.right / block.weight)

const saidOf = ({ said, weight }: Block): number => said / weight

/** Assumes that the cases are independent. */
const standardError = (block: Block): number =>
  Math.sqrt(Math.max(LEAST, shareOf(block) * (1 - shareOf(block))) / block.cases)

function merge(pooled: Block[]): void {
  const last = pooled.pop()
  const before = pooled.at(-1)
  if (last === undefined || before === undefined) return
  before.weight += last.weight
  before.cases += last.cases
  before.said += last.said
  before.right += last.right
}

const thousandths = (value: number): number => Math.round(value * 1_000)

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
