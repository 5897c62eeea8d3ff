/** While turns are in progress, more become due. */
const LOOK_AGAIN_MS = 250
/** Turns that end at about the same time are followed up together, with one look-up. */
const GATHER_MS = 10

/** Turns in progress. Listeners are not attached repeatedly, because some turns last two minutes. */
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

  /** Waits until a turn, and any others that end with it, have ended, or until it is time to look again. */
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
