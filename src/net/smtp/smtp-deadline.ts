/** Timers may fire this much too early. */
const TIMER_SLACK_MS = 1

/**
 * The deadline of a conversation, which moves with every step. One timer serves all of them: it checks again when it fires, as
 * the deadline has usually moved by then.
 */
export class Deadline {
  readonly #missed: () => void
  #at = Infinity
  #timer: NodeJS.Timeout | undefined
  #firesAt = Infinity

  /** @param missed called once, when a deadline passes */
  constructor(missed: () => void) {
    this.#missed = missed
  }

  /** Replaces the previous deadline. */
  set(waitMs: number): void {
    this.#at = performance.now() + waitMs
    this.#wake()
  }

  /** Removes the deadline; the timer stays for the next step. */
  lift(): void {
    this.#at = Infinity
  }

  /** Removes the deadline for good. */
  end(): void {
    this.lift()
    clearTimeout(this.#timer)
  }

  #wake(): void {
    if (this.#at >= this.#firesAt) return
    clearTimeout(this.#timer)
    this.#firesAt = this.#at
    this.#timer = setTimeout(this.#look, Math.max(0, this.#at - performance.now()))
  }

  readonly #look = (): void => {
    this.#firesAt = Infinity
    // Timers run before sockets: if this process itself was late, the answer may have arrived unread.
    if (this.#isPast()) setImmediate(this.#decide)
    else this.#wake()
  }

  readonly #decide = (): void => {
    if (!this.#isPast()) return this.#wake()
    this.end()
    this.#missed()
  }

  #isPast(): boolean {
    return this.#at - performance.now() <= TIMER_SLACK_MS
  }
}
