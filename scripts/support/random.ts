/** Seeded random numbers for invented data: the same seed gives the same people. */

export type Random = () => number

export const of = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

export function pick(random: Random, shares: readonly number[]): number {
  let left = random()
  return Math.max(
    0,
    shares.findIndex((share) => (left -= share) < 0),
  )
}

/** A random distribution: the means are proportional to `weights`, and the smaller they are, the more one of them dominates. */
export function dirichlet(random: Random, weights: readonly number[]): number[] {
  const draws = weights.map((weight) => gamma(random, weight))
  const sum = draws.reduce((total, draw) => total + draw, 0)
  return draws.map((draw) => draw / sum)
}

/** Marsaglia and Tsang 2000; a shape below 1 is boosted. */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * random() ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const v = (1 + c * normal) ** 3
    if (v > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

/** Mulberry32: small, fast, and good enough for invented people. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
