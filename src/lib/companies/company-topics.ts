import type { CompanyFilters, CompanyTopic, Sides } from './company-filters.ts'

const folded = (words: readonly string[] | undefined): string[] => (words ?? []).map((word) => word.toLowerCase())

/** The words and industries covered by some topics. */
function heldBy(topics: readonly CompanyTopic[]): { industries: Set<string>; words: Set<string> } {
  return {
    industries: new Set(topics.flatMap(({ industries = [] }) => industries)),
    words: new Set(topics.flatMap(({ said, keywords, tags }) => folded([said, ...(keywords ?? []), ...(tags ?? [])]))),
  }
}

/**
 * The industries and keywords that filter in addition to the topics: a value that a topic covers is not applied again.
 * Exclusions stay.
 */
export function besideTopics({
  topics = [],
  industry,
  keywords,
}: CompanyFilters): Pick<CompanyFilters, 'industry' | 'keywords'> {
  const held = heldBy(topics)
  return {
    ...optional(
      'industry',
      without(industry, (name) => held.industries.has(name)),
    ),
    ...optional(
      'keywords',
      without(keywords, (word) => held.words.has(word.toLowerCase())),
    ),
  }
}

const optional = <Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> =>
  value === undefined ? {} : ({ [key]: value } as Record<Key, Value>)

function without<T extends Sides<string>>(sides: T | undefined, isHeld: (word: string) => boolean): T | undefined {
  if (sides?.include === undefined) return sides
  const { include, ...others } = sides
  const left = include.filter((word) => !isHeld(word))
  if (left.length > 0) return { ...sides, include: left }
  return sides.exclude === undefined ? undefined : (others as T)
}

/** The filters without one of their topics, and without the industries and keywords that only this topic covers. */
export function withoutTopic(filters: CompanyFilters, topic: CompanyTopic): CompanyFilters {
  const { topics = [], industry, keywords, ...others } = filters
  const left = topics.filter((one) => one !== topic)
  const kept = heldBy(left)
  const gone = heldBy([topic])
  const isGone = (held: Set<string>, stays: Set<string>) => (word: string) => held.has(word) && !stays.has(word)
  const isWordGone = isGone(gone.words, kept.words)
  return {
    ...others,
    ...optional('industry', without(industry, isGone(gone.industries, kept.industries))),
    ...optional(
      'keywords',
      without(keywords, (word) => isWordGone(word.toLowerCase())),
    ),
    ...(left.length > 0 && { topics: left }),
  }
}
