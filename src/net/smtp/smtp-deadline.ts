/** Timers may fire this much early. */
const TIMER_SLACK_MS = 1

/**
 * The deadline of a conversation, which moves on with every step. One timer serves all of them: it looks again when it
 * fires, as the deadline has mostly moved by then.
 */
export class Deadline {
  readonly #missed: () => void
  #at = Infinity
  #timer: NodeJS.Timeout | undefined
  #firesAt = Infinity

  /** @param missed called once for a deadline that passes */
  constructor(missed: () => void) {
    this.#missed = missed
  }

  /** Replaces the one before. */
  set(waitMs: number): void {
    this.#at = performance.now() + waitMs
    this.#wake()
  }

  /** Nothing is waited for; the timer stays for the next step. */
  lift(): void {
    this.#at = Infinity
  }

  /** Nothing will be waited for any more. */
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
    // Timers come before sockets: where this process was late itself, the answer may lie there unread.
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
