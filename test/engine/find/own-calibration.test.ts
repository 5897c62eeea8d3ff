import { describe, expect, it } from 'vitest'
import { CALIBRATION, calibratedChance } from '../../../src/engine/find/calibration-map.ts'
import type { CalibrationCase } from '../../../src/engine/find/fit-calibration.ts'
import { guessesLeavingOut, ownCalibration } from '../../../src/engine/find/own-calibration.ts'
import { fitEvidence, USUAL_EVERYWHERE } from '../../../src/engine/find/pattern-learner.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'

const cell = { people: '6+', agreement: 'one pattern', shape: 'plain' } as const

/** Ten guesses at each of 400 domains, of which every n-th is wrong. */
const everyNthWrong = (n: number, said: number): CalibrationCase[][] =>
  Array.from({ length: 400 }, (_, domain) =>
    Array.from({ length: 10 }, (_, i) => ({ said, right: (domain * 10 + i) % n !== 0, cell, weight: 1 })),
  )

describe('an index where guesses are right less often than elsewhere', () => {
  const { table, isOwn, reliability } = ownCalibration(everyNthWrong(2, 0.9), CALIBRATION)

  it('gets its own table', () => {
    expect(isOwn).toBe(true)
    expect(calibratedChance(0.9, cell, table)).toBeCloseTo(0.5, 1)
  })

  it('shows how often they were right, on domains that the table has not seen', () => {
    expect(reliability.reduce((sum, { cases }) => sum + cases, 0)).toBe(2_000)
    for (const { said, was } of reliability) expect(Math.abs(said - was)).toBeLessThan(0.05)
  })
})

it('an index for which the shipped table is better keeps it', () => {
  // One half of the domains contradicts the other.
  const domains = everyNthWrong(2, 0.9).map((cases, i) => cases.map((one) => ({ ...one, right: i % 2 === 1 })))
  expect(ownCalibration(domains, CALIBRATION)).toMatchObject({ isOwn: false, table: CALIBRATION })
})

it('each person is guessed from the others', () => {
  const people = [
    ['Ines', 'Calder', 'ines.calder'],
    ['Otto', 'Kellner', 'otto.kellner'],
    ['Una', 'Weiss', 'zebra7'],
  ].map(([first = '', last = '', local = '']) => {
    const name = { first, middle: '', last }
    return { name, local, fitted: fitEvidence({ local, name, weight: 1 }, SHIPPED_LISTS) }
  })
  const cases = guessesLeavingOut(people, USUAL_EVERYWHERE)
  expect(cases.map(({ right }) => right)).toEqual([true, true, false])
  expect(cases.map(({ cell: { agreement } }) => agreement)).toEqual(['some misfit', 'some misfit', 'one pattern'])
})
