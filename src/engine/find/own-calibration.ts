import { calibratedChance } from './calibration-map.ts'
import type { CalibrationTable } from './calibration-map.ts'
import { cellOf } from './calibration-cell.ts'
import { rankCandidates } from './candidates.ts'
import { fitCalibration, lossOf } from './fit-calibration.ts'
import type { CalibrationCase } from './fit-calibration.ts'
import { learnFromFits } from './pattern-learner.ts'
import type { FittedPerson, Usual } from './pattern-learner.ts'
import type { NameParts } from '../names/patterns.ts'

/** A person at a domain whose address is certain. */
export interface SurePerson {
  name: NameParts
  local: string
  fitted: readonly FittedPerson[]
}

/** How often guesses in one tenth of the range were right. */
export interface Reliability {
  /** Lower end of the tenth, in percent. */
  from: number
  cases: number
  /** Mean stated probability, and share that was right; 0 to 1. */
  said: number
  was: number
}

/** With fewer, the result reflects chance rather than calibration. */
export const ENOUGH_SURE = { people: 2_000, domains: 200 } as const
/** So that the largest companies do not dominate. */
const MOST_OF_A_DOMAIN = 10

/** Guesses that leave out one person of the domain at a time. */
export function guessesLeavingOut(people: readonly SurePerson[], usual: Usual): CalibrationCase[] {
  return people.slice(0, MOST_OF_A_DOMAIN).flatMap((asked) => {
    const others = people.filter((one) => one !== asked)
    const learnt = learnFromFits(
      others.flatMap(({ fitted }) => fitted),
      usual,
    )
    const [first] = rankCandidates(asked.name, learnt, new Set(others.map(({ local }) => local)))
    if (first === undefined) return []
    return [
      { said: first.probability, right: first.local === asked.local, cell: cellOf(learnt, asked.name), weight: 1 },
    ]
  })
}

/**
 * A table fitted on half of the domains, if it predicts the other half better than the bundled one.
 * @param byDomain guesses of each domain
 * @returns the table to use, whether it is the fitted one, and its results on the half it has not seen.
 */
export function ownCalibration(
  byDomain: readonly (readonly CalibrationCase[])[],
  shipped: CalibrationTable,
): { table: CalibrationTable; isOwn: boolean; reliability: Reliability[] } {
  const seen = byDomain.filter((_, i) => i % 2 === 0).flat()
  const unseen = byDomain.filter((_, i) => i % 2 === 1).flat()
  const fitted = fitCalibration(seen)
  const isOwn = lossOf(unseen, fitted) < lossOf(unseen, shipped)
  const table = isOwn ? fitted : shipped
  return { table, isOwn, reliability: reliabilityOf(unseen, table) }
}

function reliabilityOf(cases: readonly CalibrationCase[], table: CalibrationTable): Reliability[] {
  const told = cases.map(({ said, right, cell }) => ({ chance: calibratedChance(said, cell, table), right }))
  const tenths = Map.groupBy(told, ({ chance }) => Math.min(9, Math.floor(chance * 10)))
  return [...tenths]
    .sort(([a], [b]) => a - b)
    .map(([tenth, inside]) => ({
      from: tenth * 10,
      cases: inside.length,
      said: inside.reduce((sum, { chance }) => sum + chance, 0) / inside.length,
      was: inside.filter(({ right }) => right).length / inside.length,
    }))
}
