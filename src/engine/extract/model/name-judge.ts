import type { NameCandidate } from '../candidates/candidate-list.ts'
import { readModel } from './linear-model.ts'
import { NameFeatures } from './name-features.ts'
import type { FeatureContext } from './name-features.ts'

const MODEL = readModel('name-model')

/** How far above the bound of the model a candidate of a page is; below 0 it is not believed. */
export function nameJudge(context: FeatureContext): (candidate: NameCandidate) => number {
  // A page without a candidate is not looked at.
  let features: NameFeatures | null = null
  return (candidate) => MODEL.score((features ??= new NameFeatures(context)).of(candidate)) - MODEL.bound
}
