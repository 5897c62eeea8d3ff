import type { z } from 'zod'
import type { ShownAffiliation } from '../../../core/search/affiliation/shown-affiliation.ts'
import { stateChip } from '../../components/state-chip.ts'
import type { Html } from '../../page/html.ts'
import { NOTHING } from '../../page/html.ts'
import type { View } from '../../page/view.ts'

/** A chip for people who have left the company; nothing for all others. */
export function leftCompanyChip(
  { words: { changes }, format }: Pick<View, 'words' | 'format'>,
  affiliation: z.output<typeof ShownAffiliation> | null | undefined,
): Html {
  if (affiliation?.state !== 'former') return NOTHING
  const { since } = affiliation
  const sentence = since === null ? changes.hasLeftSometime : changes.hasLeftSince(format.day(since))
  return stateChip('warning', changes.hasLeft, sentence)
}
