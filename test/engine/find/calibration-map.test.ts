import { assert, constantFrom, double, property, record, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  agreementOf,
  cellOf,
  AGREEMENTS,
  NAME_SHAPES,
  PEOPLE_CLASSES,
} from '../../../src/engine/find/calibration-cell.ts'
import { CALIBRATION, calibratedChance, calibrate, readCalibration } from '../../../src/engine/find/calibration-map.ts'
import { rankCandidates } from '../../../src/engine/find/candidates.ts'
import { learnPattern } from '../../../src/engine/find/pattern-learner.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'

const cell = record({
  people: constantFrom(...PEOPLE_CLASSES),
  agreement: constantFrom(...AGREEMENTS),
  shape: constantFrom(...NAME_SHAPES),
})
const chance = double({ min: 0, max: 1, noNaN: true })
const name = (first: string, last: string) => ({ first, middle: '', last })

describe('the shipped map', () => {
  it('rises with the stated chance in every cell, and remains a probability', () => {
    assert(
      property(cell, tuple(chance, chance), (where, [a, b]) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((said) => calibratedChance(said, where, CALIBRATION))
        expect(low).toBeGreaterThan(0)
        expect(high).toBeLessThan(1)
        expect(low).toBeLessThanOrEqual(high ?? 0)
      }),
    )
  })

  it('keeps the order of candidates, and leaves room for an address that follows no pattern', () => {
    const learnt = learnPattern([{ local: 'ines.calder', name: name('Ines', 'Calder'), weight: 1 }], SHIPPED_LISTS)
    const ranked = rankCandidates(name('Otto', 'Kellner'), learnt)
    const calibrated = calibrate(ranked, cellOf(learnt, name('Otto', 'Kellner')))
    expect(calibrated.map(({ local }) => local)).toEqual(ranked.map(({ local }) => local))
    const chances = calibrated.map(({ probability }) => probability)
    expect(chances).toEqual(chances.toSorted((a, b) => b - a))
    expect(chances.reduce((sum, one) => sum + one, 0)).toBeLessThan(1)
  })
})

describe('a cell without its own line', () => {
  const flat = { a: 1, b: 1, isotonic: {} }
  const where = { people: '1', agreement: 'ambiguous', shape: 'plain' } as const

  it('uses its own shift, or else that of the cell it is part of', () => {
    const shifted = (c: Record<string, number>) => calibratedChance(0.5, where, readCalibration({ ...flat, c }))
    expect(shifted({})).toBeCloseTo(0.5)
    expect(shifted({ '1': 1 })).toBeCloseTo(0.731, 3)
    expect(shifted({ '1': 1, '1|ambiguous': -1 })).toBeCloseTo(0.269, 3)
    expect(shifted({ '1': 1, '1|ambiguous': -1, '1|ambiguous|plain': 0 })).toBeCloseTo(0.5)
  })

  it('interpolates between its knots, and goes on outside without rising faster than what was said', () => {
    const at = (knots: number[], ...said: number[]) => {
      const table = readCalibration({ ...flat, c: {}, isotonic: { '1|ambiguous|plain': knots } })
      return said.map((one) => Number(calibratedChance(one, where, table).toFixed(3)))
    }
    expect(at([200, 100, 600, 300], 0.1, 0.2, 0.4, 0.6, 0.9)).toEqual([0.05, 0.1, 0.2, 0.3, 0.45])
    expect(at([400, 100, 500, 500], 0.35, 0.45, 0.6)).toEqual([0.05, 0.3, 0.6])
    expect(at([400, 300], 0.4, 0.9)).toEqual([0.3, 0.3])
  })

  it('makes no likely address of a guess far below what was ever measured', () => {
    const at = (knots: number[], said: number) =>
      calibratedChance(said, where, readCalibration({ ...flat, c: {}, isotonic: { '1|ambiguous|plain': knots } }))
    expect(at([850, 850, 950, 870], 0.01)).toBeCloseTo(0.01, 3)
    expect(at([400, 300], 0.04)).toBeCloseTo(0.03, 3)
    const known = 'ines.calder rui.abano tom.birch lea.novak carl.henning dora.wexler evan.strick gina.portman'
    const evidence = known.split(' ').map((local) => {
      const [first = '', last = ''] = local.split('.')
      return { local, name: name(first, last), weight: 1 }
    })
    const learnt = learnPattern(evidence, SHIPPED_LISTS)
    // The pattern needs the whole first name, which nobody knows.
    const initial = { first: 'J.', middle: 'R.', last: 'Hartwell' }
    const [best] = calibrate(rankCandidates(initial, learnt), cellOf(learnt, initial))
    expect(best?.probability).toBeLessThan(0.05)
    // The namesake keeps the short form: what is left is a number nobody knows either.
    const second = name('Tom', 'Birch')
    const [numbered] = calibrate(rankCandidates(second, learnt, new Set(['tom.birch'])), cellOf(learnt, second))
    expect(numbered?.probability).toBeLessThan(0.45)
  })
})

describe('the agreement of known addresses', () => {
  const learn = (...people: [string, string, string][]) =>
    learnPattern(
      people.map(([local, first, last]) => ({ local, name: name(first, last), weight: 1 })),
      SHIPPED_LISTS,
    ).agreement

  it.each([
    ['nobody', []],
    ['one pattern', [['ines.calder', 'Ines', 'Calder']]],
    ['one pattern', [['icalder', 'I', 'Calder']]],
    ['ambiguous', [['ana', 'Ana', 'Na']]],
    [
      'ambiguous',
      [
        ['ines.calder', 'Ines', 'Calder'],
        ['okellner', 'Otto', 'Kellner'],
      ],
    ],
    [
      'some misfit',
      [
        ['ines.calder', 'Ines', 'Calder'],
        ['zebra7', 'Otto', 'Kellner'],
      ],
    ],
    ['none fits', [['zebra7', 'Otto', 'Kellner']]],
  ] as [string, [string, string, string][]][])('is %s', (agreement, people) => {
    expect(learn(...people)).toBe(agreement)
    expect(agreementOf([])).toBe('nobody')
  })

  it.each([
    ['plain', name('Ines', 'Calder')],
    ['compound', name('Ines', 'van der Holm')],
    ['compound', name('Anna-Lea', 'Holm')],
    ['transliterated', name('Ines', 'Göller')],
    ['one word', name('', 'Calder')],
  ])('has cells for names that are %s', (shape, of) => {
    expect(cellOf({ people: 4, agreement: 'ambiguous' }, of)).toEqual({ people: '3–5', agreement: 'ambiguous', shape })
  })
})
