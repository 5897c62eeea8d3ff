import type { Call } from '../../context.ts'

/** Of each kind of priced call, whether the last ones of this process found what costs something. */

const MOST_KEPT = 1_000

interface Asked {
  /** The kind is its first word. */
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

/** @returns the share that found something, and of how many calls; null where there were none. */
export function hitRate(
  { remembered }: Pick<Call, 'remembered'>,
  kind: string,
): { share: number; calls: number } | null {
  const last = remembered.outcomes.get(kind) ?? []
  return last.length === 0 ? null : { share: last.filter(Boolean).length / last.length, calls: last.length }
}
