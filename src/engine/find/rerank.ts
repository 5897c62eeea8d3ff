import type { Candidate } from './candidates.ts'
import type { NameParts } from '../names/name-forms.ts'
import { fitPatterns, labelsOf } from '../names/patterns.ts'

/**
 * How often another person at a company has the local part that a pattern gives: first names and initials are shared, first and
 * last name together hardly ever.
 */
const SHARED_BY_OTHERS = { first: 0.25, last: 0.06, initial: 0.3, initialAndLast: 0.04, whole: 0.005 } as const
const MOST = 0.99

/**
 * What remains when the server says that an address does not exist: its probability is distributed to the others in proportion.
 */
export function rejectCandidate(candidates: readonly Candidate[], local: string): Candidate[] {
  const rejected = candidates.find((candidate) => candidate.local === local)
  if (rejected === undefined) return [...candidates]
  const left = Math.max(1 - rejected.probability, Number.EPSILON)
  return candidates
    .filter((candidate) => candidate !== rejected)
    .map((candidate) => ({ ...candidate, probability: Math.min(MOST, candidate.probability / left) }))
}

/**
 * The probability that an address is this person's if the server, which refuses unknown addresses, accepts it (Bayes): either
 * the person has it, or someone else does.
 */
export function chanceWhenAccepted({ local, probability }: Candidate, name: NameParts): number {
  const others = sharedByOthers(local, name)
  return Math.min(MOST, probability / (probability + (1 - probability) * others))
}

/** Whether two people at a company may well get the same local part, so that one of them has a number after it. */
export const isOftenShared = (local: string, name: NameParts): boolean =>
  sharedByOthers(local, name) > SHARED_BY_OTHERS.whole

function sharedByOthers(local: string, name: NameParts): number {
  const fits = fitPatterns(local, name)
  // A first name of eight letters is also what a login cut to eight leaves of the whole name.
  const uncut = fits.filter(({ variant }) => !labelsOf(variant).includes('truncated'))
  const patterns = (uncut.length > 0 ? uncut : fits).map(({ pattern }) => pattern)
  const has = (...parts: string[]) => patterns.some((pattern) => parts.every((part) => pattern.includes(part)))
  if (has('{first}', '{last}') || patterns.length === 0) return SHARED_BY_OTHERS.whole
  if (has('{f}', '{last}')) return SHARED_BY_OTHERS.initialAndLast
  if (has('{first}', '{l}')) return SHARED_BY_OTHERS.initialAndLast
  if (has('{last}')) return SHARED_BY_OTHERS.last
  return has('{first}') ? SHARED_BY_OTHERS.first : SHARED_BY_OTHERS.initial
}
