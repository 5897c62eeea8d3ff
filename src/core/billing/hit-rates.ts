import type { Call } from '../../context.ts'

/** For each kind of priced call, whether the last ones in this process found something that costs credits. */

const MOST_KEPT = 1_000

interface Asked {
  /** Its first word is the kind. */
  request: readonly unknown[]
}

const kindOf = ({ request }: Asked): string => String(request[0])

export function noteOutcome({ remembered }: Pick<Call, 'remembered'>, asked: Asked, isHit: boolean): void {
  const kind = kindOf(asked)
  const last = remembered.outcomes.get(kind) ?? []
  last.push(isHit)
  if (last.length > MOST_KEPT) last.shift()
  remembered.outcomes.set(kind, last)
}

/** @returns the share that found something, and of how many calls; null if there were none. */
export function hitRate(
  { remembered }: Pick<Call, 'remembered'>,
  kind: string,
): { share: number; calls: number } | null {
  const last = remembered.outcomes.get(kind) ?? []
  return last.length === 0 ? null : { share: last.filter(Boolean).length / last.length, calls: last.length }
}
