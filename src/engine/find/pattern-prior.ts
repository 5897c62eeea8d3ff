import { PATTERNS } from '../names/patterns.ts'
import type { Pattern } from '../names/patterns.ts'

/** A pattern, or null: the address follows no known pattern (logins, nicknames, numbers). */
export type PatternOutcome = Pattern | null

export type PatternPrior = ReadonlyMap<PatternOutcome, number>

/**
 * Share of each pattern among personal business addresses, in percent; unlisted patterns share the rest. If few people are
 * known, the first name alone is the most common; a company of ten or more has a convention, usually with a dot.
 */
const LARGE: Partial<Record<Pattern, number>> = {
  '{first}.{last}': 46,
  '{f}{last}': 12.5,
  '{first}': 3.5,
  '{last}': 2.2,
  '{first}{l}': 2.4,
  '{first}{last}': 1.6,
  '{last}.{first}': 1.5,
  '{last}{first}': 1.1,
  '{f}.{last}': 1.3,
  '{first}_{last}': 1.1,
  '{first}.{l}': 0.9,
  '{last}{f}': 0.8,
  '{first}.{middle}.{last}': 0.6,
  '{f}-{last}': 0.6,
  '{f}{m}{last}': 0.5,
  '{first}.{m}.{last}': 0.4,
}
const SMALL: Partial<Record<Pattern, number>> = {
  '{first}.{last}': 24,
  '{f}{last}': 11.5,
  '{first}': 22,
  '{last}': 3.4,
  '{first}{l}': 2.9,
  '{first}{last}': 2.8,
  '{last}.{first}': 1.3,
  '{last}{first}': 1.6,
  '{f}.{last}': 0.9,
  '{first}_{last}': 0.9,
  '{first}.{l}': 1,
  '{first}.{middle}.{last}': 0.7,
  '{f}-{last}': 0.7,
  '{f}{m}{last}': 0.6,
  '{first}.{m}.{last}': 0.5,
}
/** Addresses without a pattern of the table, in percent: a quarter was counted, part of which our spellings explain. */
const NONE_PERCENT = 19.5

/** Probability that the company has a convention, by the number of known people. */
const LARGE_SHARE = [0.95, 0.95, 0.97, 0.98] as const
const LARGE_FROM_FOUR = 0.99

/** For a company of several people with a convention. */
export const CONVENTIONS: PatternPrior = complete(LARGE)
const FEW_PEOPLE: PatternPrior = complete(SMALL)

/**
 * The distribution over all outcomes at a company with `people` known people; sums to 1.
 * @param conventions shares among companies with a convention, if more is known than what is usual everywhere
 */
export function patternPrior(people: number, conventions: PatternPrior = CONVENTIONS): PatternPrior {
  const large = LARGE_SHARE[people] ?? LARGE_FROM_FOUR
  return new Map(
    [...conventions].map(([outcome, share]) => [outcome, share * large + (FEW_PEOPLE.get(outcome) ?? 0) * (1 - large)]),
  )
}

function complete(counted: Partial<Record<Pattern, number>>): Map<PatternOutcome, number> {
  const named = Object.values(counted).reduce((sum, share) => sum + share, 0)
  const rest = (100 - NONE_PERCENT - named) / (PATTERNS.length - Object.keys(counted).length)
  const shares = PATTERNS.map((pattern): [PatternOutcome, number] => [pattern, (counted[pattern] ?? rest) / 100])
  return new Map([...shares, [null, NONE_PERCENT / 100]])
}

/**
 * How common one spelling of a part of a name is compared with the others of the same name; relative weights. Labels are those
 * of patterns.ts; unlisted ones are rare.
 */
export const VARIANT_WEIGHTS: Readonly<Record<string, number>> = {
  'marks-dropped': 0.55,
  'marks-spelled': 0.45,
  // In names with letters of a language that does not spell marks out (patterns.ts).
  'shed-marks-dropped': 0.95,
  'shed-marks-spelled': 0.05,
  'script-usual': 0.55,
  'script-long': 0.2,
  'script-short': 0.25,
  'apostrophe-dropped': 0.85,
  'apostrophe-kept': 0.08,
  'apostrophe-split': 0.07,
  'first-joined': 0.25,
  'first-hyphen': 0.3,
  'first-head': 0.4,
  'first-dotted': 0.05,
  'last-joined': 0.33,
  'last-hyphen': 0.17,
  'last-head': 0.3,
  'last-tail': 0.15,
  'last-dotted': 0.05,
  'first-hyphened-hyphen': 0.6,
  'first-hyphened-joined': 0.22,
  'first-hyphened-head': 0.14,
  'first-hyphened-dotted': 0.04,
  'last-hyphened-hyphen': 0.52,
  'last-hyphened-joined': 0.22,
  'last-hyphened-head': 0.16,
  'last-hyphened-tail': 0.06,
  'last-hyphened-dotted': 0.04,
  particle: 0.6,
  'particle-joined': 0.6,
  'particle-dropped': 0.3,
  'particle-dotted': 0.04,
  'particle-hyphen': 0.06,
  'particle-initials': 0.05,
  'all-initials': 0.2,
  nickname: 0.05,
  truncated: 0.03,
  numbered: 0.02,
  // What the second of three words is, by where it was written (name-readings.ts).
  'second-given-is-middle': 0.75,
  'second-given-is-given': 0.25,
  'lead-surname-is-surname': 0.6,
  'lead-surname-is-middle': 0.4,
  'middle-is-middle': 0.6,
  'middle-is-surname': 0.25,
  'middle-is-given': 0.15,
}
export const RARE_VARIANT_WEIGHT = 0.05

/** Decisions that need not be made: a rendering without them is informative too. */
export const OPTIONAL_VARIANTS: ReadonlySet<string> = new Set(['nickname', 'truncated', 'all-initials'])
