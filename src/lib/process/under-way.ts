/** While turns are in progress, others become due. */
const LOOK_AGAIN_MS = 250
/** Turns that end together are followed by others together, with one look. */
const GATHER_MS = 10

/** Turns in progress. Nothing is attached to them repeatedly: some last two minutes. */
export class UnderWay {
  readonly #turns = new Set<Promise<void>>()
  #wake: () => void = () => undefined

  get size(): number {
    return this.#turns.size
  }

  add(turn: Promise<void>): void {
    const followed: Promise<void> = turn.finally(() => {
      this.#turns.delete(followed)
      this.#wake()
    })
    this.#turns.add(followed)
  }

  async allEnded(): Promise<void> {
    await Promise.all(this.#turns)
  }

  /** Until a turn has ended, and others with it, or it is time to look again. */
  async someEnded(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_AGAIN_MS)
      this.#wake = () => {
        clearTimeout(timer)
        this.#wake = () => undefined
        setTimeout(resolve, GATHER_MS)
      }
    })
  }
}
