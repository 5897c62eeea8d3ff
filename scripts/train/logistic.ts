import { FEATURE_BITS } from '../../src/engine/extract/model/feature-hash.ts'

export interface TrainSample {
  features: readonly number[]
  isPositive: boolean
  /** Of the sample in the sum of losses. */
  weight: number
}

const PASSES = 5
const STEP = 0.12
/** Keeps rare features small. */
const DECAY = 1e-5

/** Logistic regression by AdaGrad in a fixed order: the same samples give the same weights. */
export function trainLogistic(samples: readonly TrainSample[]): Float64Array {
  const weights = new Float64Array(1 << FEATURE_BITS)
  const squares = new Float64Array(1 << FEATURE_BITS).fill(1)
  const order = shuffled(samples.length)
  for (let pass = 0; pass < PASSES; pass++) {
    for (const at of order) {
      const sample = samples[at]
      if (!sample) continue
      let sum = 0
      for (const feature of sample.features) sum += weights[feature] ?? 0
      const error = (1 / (1 + Math.exp(-sum)) - Number(sample.isPositive)) * sample.weight
      for (const feature of sample.features) {
        const old = weights[feature] ?? 0
        const gradient = error + DECAY * old
        const square = (squares[feature] ?? 1) + gradient * gradient
        squares[feature] = square
        weights[feature] = old - (STEP * gradient) / Math.sqrt(square)
      }
    }
  }
  return weights
}

/** Whole numbers below `count` in an order that is mixed and always the same. */
function shuffled(count: number): number[] {
  const order = Array.from({ length: count }, (_, at) => at)
  let state = 0x2545f491
  for (let at = count - 1; at > 0; at--) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const other = (state >>> 0) % (at + 1)
    const kept = order[at] ?? 0
    order[at] = order[other] ?? 0
    order[other] = kept
  }
  return order
}
