/** Repeatable choices: the same seed gives the same numbers on every machine. */
export class CheckDice {
  #state: number
  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }
  chance(share: number): boolean {
    return this.next() < share
  }
  pick<T>(list: readonly T[]): T {
    const one = list[Math.floor(this.next() * list.length)]
    if (one === undefined) throw new Error('Nothing to pick from')
    return one
  }
  /** `count` different members in random order, or fewer if the list is shorter. */
  some<T>(list: readonly T[], count: number): T[] {
    const left = [...list]
    const taken: T[] = []
    while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(this.next() * left.length), 1))
    return taken
  }
}
