import { SECOND_MS } from '../../lib/process/clock.ts'
import type { LeftOut } from './research-output.ts'

type Part = LeftOut['what']

/** Credits come in tenths; rounding removes floating-point errors from their sums. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

/** What one research may still spend and how long it may take, what it has spent on what, and what it left out. */
export class ResearchBudget {
  readonly spent: Record<Part, number> = { profile: 0, people: 0, verification: 0 }
  readonly leftOut: LeftOut[] = []
  readonly #maxCredits: number
  readonly #startedAt = performance.now()
  readonly #endsAt: number

  constructor(maxCredits: number, maxSeconds: number) {
    this.#maxCredits = maxCredits
    this.#endsAt = this.#startedAt + maxSeconds * SECOND_MS
  }

  get creditsLeft(): number {
    const { profile, people, verification } = this.spent
    return rounded(this.#maxCredits - profile - people - verification)
  }

  get msLeft(): number {
    return Math.max(0, this.#endsAt - performance.now())
  }

  get seconds(): number {
    return Math.round((performance.now() - this.#startedAt) / 100) / 10
  }

  /** Whether a step with this price may begin; records the reason if not. */
  allows(what: Part, price: number): boolean {
    if (this.msLeft === 0) return this.leaveOut(what, 1, 'max_seconds')
    return price <= this.creditsLeft || this.leaveOut(what, 1, 'max_credits')
  }

  spend(what: Part, credits: number): void {
    this.spent[what] = rounded(this.spent[what] + credits)
  }

  leaveOut(what: Part, count: number, reason: LeftOut['reason']): false {
    const known = this.leftOut.find((entry) => entry.what === what && entry.reason === reason)
    if (known === undefined) this.leftOut.push({ what, count, reason })
    else known.count += count
    return false
  }
}
