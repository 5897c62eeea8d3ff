import { PATTERNS } from './patterns.ts'
import type { Pattern } from './patterns.ts'

/** A pattern, or null: the address follows none that we know (logins, nicknames, numbers). */
export type PatternOutcome = Pattern | null

/**
 * Share of each pattern among named business addresses, in percent, as counted over addresses of some thousand company
 * domains; what is not named shares the rest.
 */
const COUNTED: Partial<Record<Pattern, number>> = {
  '{first}.{last}': 32.7,
  '{f}{last}': 12.4,
  '{first}': 12.1,
  '{last}': 2.7,
  '{first}{l}': 2.6,
  '{first}{last}': 2.1,
  '{last}.{first}': 1.4,
  '{last}{first}': 1.4,
  '{f}.{last}': 1.1,
  '{first}_{last}': 1,
  '{first}.{l}': 1,
  '{first}.{middle}.{last}': 0.7,
  '{f}-{last}': 0.7,
  '{f}{m}{last}': 0.6,
  '{first}.{m}.{last}': 0.5,
}
const NONE_PERCENT = 25

/** The distribution over all outcomes; sums to 1. */
export const PATTERN_PRIOR: ReadonlyMap<PatternOutcome, number> = makePrior()

function makePrior(): Map<PatternOutcome, number> {
  const counted = Object.values(COUNTED).reduce((sum, share) => sum + share, 0)
  const rest = (100 - NONE_PERCENT - counted) / (PATTERNS.length - Object.keys(COUNTED).length)
  const shares = PATTERNS.map((pattern): [PatternOutcome, number] => [pattern, (COUNTED[pattern] ?? rest) / 100])
  return new Map([...shares, [null, NONE_PERCENT / 100]])
}

/**
 * How usual one way to write a part of a name is against the others for the same name; relative weights. Labels are those of
 * patterns.ts; what is not listed is rare.
 */
export const VARIANT_WEIGHTS: Readonly<Record<string, number>> = {
  plain: 1,
  'marks-dropped': 0.55,
  'marks-spelled': 0.45,
  'apostrophe-dropped': 0.85,
  'apostrophe-kept': 0.08,
  'apostrophe-split': 0.07,
  'first-joined': 0.25,
  'first-hyphen': 0.3,
  'first-head': 0.4,
  'first-dotted': 0.05,
  'last-joined': 0.35,
  'last-hyphen': 0.2,
  'last-head': 0.25,
  'last-tail': 0.15,
  'last-dotted': 0.05,
  particle: 0.6,
  'particle-joined': 0.6,
  'particle-dropped': 0.3,
  'particle-dotted': 0.04,
  'particle-hyphen': 0.06,
  'particle-initials': 0.05,
  'all-initials': 0.2,
  nickname: 0.06,
  truncated: 0.03,
  numbered: 0.02,
}
export const RARE_VARIANT_WEIGHT = 0.05
