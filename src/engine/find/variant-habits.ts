import { OPTIONAL_VARIANTS, RARE_VARIANT_WEIGHT, VARIANT_WEIGHTS } from './pattern-prior.ts'

/** For each way to write a part of a name: how many people could have it, and how many do; weights of evidence. */
export type VariantHabits = Record<string, { taken: number; open: number }>

/** How many people the usual share of a variant is worth. */
const STRENGTH = 2

export const noHabits = (): VariantHabits => Object.create(null) as VariantHabits

/**
 * How likely a name is written with these decisions and none of the other optional ones it leaves open, relative to its
 * other spellings under the same pattern.
 */
export function variantShare(labels: readonly string[], choices: ReadonlySet<string>, habits: VariantHabits): number {
  let share = 1
  for (const label of labels) share *= chanceOf(label, habits)
  for (const label of choices)
    if (OPTIONAL_VARIANTS.has(label) && !labels.includes(label)) share *= 1 - chanceOf(label, habits)
  return share
}

function chanceOf(label: string, habits: VariantHabits): number {
  const { taken, open } = habits[label] ?? { taken: 0, open: 0 }
  return (STRENGTH * (VARIANT_WEIGHTS[label] ?? RARE_VARIANT_WEIGHT) + taken) / (STRENGTH + open)
}
