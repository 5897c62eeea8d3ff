/** Numbers that look random and are the same for the same seed (a 32-bit mix of a counter). */
export class TuningDice {
  private state: number

  constructor(seed: number) {
    this.state = Math.imul(seed + 1, 0x9e3779b1)
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from 0 up to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new Error('Nothing to pick from')
    return value
  }
}
