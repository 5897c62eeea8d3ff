import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { calibratedChance } from '../../../src/engine/find/calibration-map.ts'
import { fitCalibration } from '../../../src/engine/find/fit-calibration.ts'
import type { CalibrationCase } from '../../../src/engine/find/fit-calibration.ts'

const cell = { people: '6+', agreement: 'one pattern', shape: 'plain' } as const

/** A hundred guesses for each hundredth of the stated chance, of which as many are right as `comesTo` gives. */
const guesses = (comesTo: (said: number) => number): CalibrationCase[] =>
  Array.from({ length: 101 }, (_, at) => at / 100).flatMap((said) =>
    Array.from({ length: 100 }, (_, one) => ({ said, right: one < Math.round(100 * comesTo(said)), cell, weight: 1 })),
  )

describe('the line of a cell', () => {
  it('has no knot that its neighbours imply', () => {
    const [knots] = fitCalibration(guesses((said) => 0.1 + 0.8 * said)).isotonic.values()
    expect(knots).toHaveLength(4)
  })

  it('keeps a bend', () => {
    const table = fitCalibration(guesses((said) => (said < 0.5 ? 0.2 : 1.4 * said - 0.5)))
    for (const [said, was] of [
      [0.2, 0.2],
      [0.3, 0.2],
      [0.7, 0.48],
      [0.9, 0.76],
    ] as const)
      expect(Math.abs(calibratedChance(said, cell, table) - was)).toBeLessThan(0.04)
  })
})

it('the shipped table is small', () => {
  const { size } = statSync(new URL('../../../src/engine/find/lists/calibration.json', import.meta.url))
  expect(size).toBeLessThanOrEqual(4_096)
})
