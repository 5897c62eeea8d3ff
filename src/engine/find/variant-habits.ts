import { OPTIONAL_VARIANTS, RARE_VARIANT_WEIGHT, VARIANT_WEIGHTS } from './pattern-prior.ts'
import { bareRecord } from '../../lib/text/own-value.ts'
import type { Bare } from '../../lib/text/own-value.ts'

/** One spelling of a part of a name. */
export interface VariantHabit {
  /** How common it is where nothing is known. */
  usual: number
  /** How many people could have it, and how many do; weights of evidence. */
  open: number
  taken: number
}

export type VariantHabits = Bare<VariantHabit>
export type VariantWeights = Readonly<Record<string, number>>

/** How many people the usual share of a variant counts for. */
const STRENGTH = 2

/** The habits where nothing is known yet. */
export function noHabits(usual: VariantWeights = VARIANT_WEIGHTS): VariantHabits {
  const habits = bareRecord<VariantHabit>()
  for (const [label, weight] of Object.entries(usual)) habits[label] = { usual: weight, open: 0, taken: 0 }
  return habits
}

/** Counts one person who could have the variant. */
export function countHabit(habits: VariantHabits, label: string, weight: number, isTaken: boolean): void {
  const habit = (habits[label] ??= { usual: RARE_VARIANT_WEIGHT, open: 0, taken: 0 })
  habit.open += weight
  if (isTaken) habit.taken += weight
}

/**
 * How likely a name is written with these decisions, relative to its other spellings under the same pattern. An optional
 * decision (a nickname) counts by its odds, because there is no alternative to compare it with.
 */
export function variantShare(labels: readonly string[], habits: VariantHabits): number {
  let share = 1
  for (const label of labels) {
    const chance = variantChance(label, habits)
    share *= OPTIONAL_VARIANTS.has(label) ? chance / (1 - chance) : chance
  }
  return share
}

const MOST = 0.95

/** The share of people with this decision among those who could make it. */
export function variantChance(label: string, habits: VariantHabits): number {
  const { usual, open, taken } = habits[label] ?? { usual: RARE_VARIANT_WEIGHT, open: 0, taken: 0 }
  return Math.min(MOST, (STRENGTH * usual + taken) / (STRENGTH + open))
}
