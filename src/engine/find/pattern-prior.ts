import { PATTERNS } from '../names/patterns.ts'
import type { Pattern } from '../names/patterns.ts'

/** A pattern, or null: the address follows none that we know (logins, nicknames, numbers). */
export type PatternOutcome = Pattern | null

export type PatternPrior = ReadonlyMap<PatternOutcome, number>

/**
 * Share of each pattern among named business addresses, in percent; what is not named shares the rest. Where few people
 * are known the first name alone is the most common; a company of ten or more has a convention, and mostly a dotted one.
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
/** Addresses that follow no pattern of the table, in percent: of the quarter counted, our spellings explain a part. */
const NONE_PERCENT = 19.5

/** How sure it is that the company has a convention, by how many of its people are known. */
const LARGE_SHARE = [0.9, 0.9, 0.95, 0.97] as const
const LARGE_FROM_FOUR = 0.99

/** Where a company of several people has a convention. */
export const CONVENTIONS: PatternPrior = complete(LARGE)
const FEW_PEOPLE: PatternPrior = complete(SMALL)

/**
 * The distribution over all outcomes at a company of which `people` are known; sums to 1.
 * @param conventions shares among companies with a convention, where more is known than what is usual everywhere
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
 * How usual one way to write a part of a name is against the others for the same name; relative weights. Labels are those of
 * patterns.ts; what is not listed is rare.
 */
export const VARIANT_WEIGHTS: Readonly<Record<string, number>> = {
  'marks-dropped': 0.55,
  'marks-spelled': 0.45,
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
  // The second of three words, by where it was written: whose it is (name-readings.ts).
  'second-given-is-middle': 0.75,
  'second-given-is-given': 0.25,
  'lead-surname-is-surname': 0.6,
  'lead-surname-is-middle': 0.4,
  'middle-is-middle': 0.6,
  'middle-is-surname': 0.25,
  'middle-is-given': 0.15,
}
export const RARE_VARIANT_WEIGHT = 0.05

/** Decisions that need not be taken: a rendering without them says something too. */
export const OPTIONAL_VARIANTS: ReadonlySet<string> = new Set(['nickname', 'truncated', 'all-initials'])
