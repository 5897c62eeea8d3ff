import type { NameCandidate } from '../candidates/candidate-list.ts'
import { ALL_DEAR_SIGNS, dearFeatures } from './dear-features.ts'
import { readModel } from './linear-model.ts'
import { NameFeatures } from './name-features.ts'
import type { FeatureContext } from './name-features.ts'

const MODEL = readModel('name-model')

/** The most weight that what is dear to find out can have, by the evidence of the lists. */
const mostOf = (isRun: boolean): number[] =>
  [0, 1, 2, 3, 4].map((evidence) =>
    Math.max(...ALL_DEAR_SIGNS.map((signs) => MODEL.weightOf(dearFeatures(signs, evidence, isRun)))),
  )
const [MOST_OF_RUNS, MOST_OF_OTHERS] = [mostOf(true), mostOf(false)]

/** Says how far above the bound of the model a candidate of a page is; below 0 it is not believed. */
export class NameJudge {
  private readonly context: FeatureContext
  private known: NameFeatures | null = null

  constructor(context: FeatureContext) {
    this.context = context
  }

  /** A page without a candidate is not looked at. */
  private get features(): NameFeatures {
    return (this.known ??= new NameFeatures(this.context))
  }

  scoreOf(candidate: NameCandidate): number {
    return MODEL.scoreOf(MODEL.weightOf(this.features.of(candidate)))
  }

  /**
   * The same, or, if even that is below 0, the most that the candidate could have: three candidates of four are so far from a name
   * that nothing around them could make them one, and finding that out takes half of the time.
   */
  scoreAtMost(candidate: NameCandidate): number {
    const { features, evidence } = this.features.atHand(candidate)
    const isRun = candidate.place === 'run'
    const weight = MODEL.weightOf(features)
    const most = MODEL.scoreOf(weight + ((isRun ? MOST_OF_RUNS : MOST_OF_OTHERS)[evidence] ?? 0))
    if (most < 0) return most
    const signs = this.features.dearSigns(candidate)
    return MODEL.scoreOf(weight + MODEL.weightOf(dearFeatures(signs, evidence, isRun)))
  }
}
