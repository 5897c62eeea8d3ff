import type { NamePage, NameSample } from './name-samples.ts'

export interface Fold {
  /** Trained without the hosts of `pages`. */
  weights: Float64Array
  pages: readonly NamePage[]
}

interface Found {
  score: number
  isName: boolean
}

/** How the judges of all folds do on the pages that each has not seen: at the bound, and recall where precision is still .58. */
export function foldFigures(folds: readonly Fold[], bound: number): Record<string, number> {
  const found = folds.flatMap(({ weights, pages }) => pages.flatMap((page) => foundOn(page, weights)))
  const wanted = folds.reduce((sum, { pages }) => sum + pages.reduce((all, page) => all + page.wanted.size, 0), 0)
  const at = found.filter(({ score }) => score >= bound)
  const hits = at.filter(({ isName }) => isName).length
  let best = 0
  let right = 0
  for (const [index, { isName }] of found.sort((a, b) => b.score - a.score).entries()) {
    right += Number(isName)
    if (right / (index + 1) >= 0.58) best = right
  }
  return {
    fold_recall: round(hits / wanted),
    fold_precision: round(hits / at.length),
    recall_at_precision_58: round(best / wanted),
  }
}

/** Each name of a page once, with the best of its scores; on a line the best candidates that do not overlap. */
function foundOn({ samples }: NamePage, weights: Float64Array): Found[] {
  const scored = samples.map((sample) => ({ sample, score: scoreOf(sample, weights) }))
  const names = new Map<string, Found>()
  const kept = new Map<number, NameSample[]>()
  for (const { sample, score } of scored.sort((a, b) => b.score - a.score)) {
    const there = kept.get(sample.line) ?? []
    if (there.some((other) => other.start < sample.end && sample.start < other.end)) continue
    kept.set(sample.line, [...there, sample])
    if (!names.has(sample.key)) names.set(sample.key, { score, isName: sample.isName })
  }
  return [...names.values()]
}

const scoreOf = ({ features }: NameSample, weights: Float64Array): number =>
  features.reduce((sum, feature) => sum + (weights[feature] ?? 0), 0)

const round = (value: number): number => Math.round(value * 10_000) / 10_000
