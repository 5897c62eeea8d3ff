import { readFileSync } from 'node:fs'
import { FEATURE_BITS } from './feature-hash.ts'

/** Scale and bound as 32-bit floats, then one signed byte per weight. */
const HEADER_BYTES = 8
export const MODEL_BYTES = HEADER_BYTES + (1 << FEATURE_BITS)

/** A trained judge: compares the sum of the weights of a candidate's features with a bound. */
export class LinearModel {
  /** Candidates with at least this score are accepted. */
  private readonly bound: number
  private readonly scale: number
  private readonly weights: Int8Array

  constructor(bytes: Buffer) {
    if (bytes.length !== MODEL_BYTES) throw new Error(`A model has ${MODEL_BYTES} bytes, not ${bytes.length}`)
    this.scale = bytes.readFloatLE(0)
    this.bound = bytes.readFloatLE(4)
    this.weights = new Int8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES, 1 << FEATURE_BITS)
  }

  /** The sum of the weights of features, a whole number: the sums of parts add up to that of the whole. */
  weightOf(features: readonly number[]): number {
    let sum = 0
    for (const feature of features) sum += this.weights[feature] ?? 0
    return sum
  }

  /** How far above the bound that is, in log odds. */
  scoreOf(weight: number): number {
    return weight * this.scale - this.bound
  }
}

/** Packs weights into a model; the same weights give the same bytes. */
export function packModel(weights: Float64Array, bound: number): Buffer {
  const top = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const scale = Math.fround(top / 127) || 1
  const bytes = Buffer.alloc(MODEL_BYTES)
  bytes.writeFloatLE(scale, 0)
  bytes.writeFloatLE(bound, 4)
  weights.forEach((weight, at) => bytes.writeInt8(Math.round(weight / scale), HEADER_BYTES + at))
  return bytes
}

/** Reads a model of this folder. */
export const readModel = (name: string): LinearModel =>
  new LinearModel(readFileSync(new URL(`./${name}.bin`, import.meta.url)))
