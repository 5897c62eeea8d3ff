import { featureOf } from './feature-hash.ts'
import type { WordingOnPage } from './wording.ts'

/** What is dear to find out of a candidate, as small numbers. */
export interface DearSigns extends WordingOnPage {
  /** A position in the line above 2, in the line below 1. */
  titledLines: number
  /** A position behind it in its line 2, before it 1. */
  titledSides: number
}

/** @param evidence how sure the lists are of its words */
export function dearFeatures(
  { titledLines, titledSides, isAlternative, ordinary, isSlug }: DearSigns,
  evidence: number,
  isRun: boolean,
): number[] {
  const isTitled = Number(titledLines + titledSides > 0)
  return [
    featureOf(50, titledLines),
    featureOf(51, titledSides),
    featureOf(52, (isTitled * 5 + evidence) * 2 + Number(isRun)),
    featureOf(65, isAlternative),
    featureOf(66, ordinary * 5 + evidence),
    featureOf(67, isSlug),
  ]
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, value) => value)

/** All that `DearSigns` can be. */
export const ALL_DEAR_SIGNS: readonly DearSigns[] = upTo(4).flatMap((titledLines) =>
  upTo(4).flatMap((titledSides) =>
    upTo(2).flatMap((isAlternative) =>
      upTo(2).flatMap((isSlug) =>
        upTo(6).map((ordinary) => ({ titledLines, titledSides, isAlternative, ordinary, isSlug })),
      ),
    ),
  ),
)
