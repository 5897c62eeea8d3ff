import type { CompanyFilters, CompanyTopic, Sides } from '../../lib/companies/company-filters.ts'
import { withoutTopic } from '../../lib/companies/company-topics.ts'
import { plainWords } from './discover-assistant.ts'
import type { Proposed } from './discover-assistant.ts'

/** What the rules have read from the same question. */
export interface SaidByRules {
  said: CompanyFilters
  /** Keywords that were in quotes. */
  required: readonly string[]
  inferred: readonly string[]
  notUnderstood: readonly string[]
}

/** A filter whose evidence is a sentence has not understood each of its words. */
const MOST_QUOTED = 6

type Subject = Pick<Proposed['filters'], 'industry' | 'keywords'>

/** Numbers and places that the question states. */
const STATED = ['headquarters_location', 'headcount', 'year_founded', 'funding'] as const
/** Filters of which a company may have several values at once; of the others, one value replaces another. */
const SEVERAL = ['keywords', 'technology'] as const
const ONE = ['industry', 'company_type'] as const

/**
 * What an assistant proposes, over what the rules have read: a condition that it leaves out still holds. Of two readings of the
 * same words the assistant's counts, but places, numbers and words in quotes are as the rules read them. Topics are read by the
 * rules alone, which also tell what neither has understood.
 */
export function besideRules<Read extends SaidByRules>({ filters, evidence }: Proposed, byRules: Read): Read {
  const { said, required, inferred, notUnderstood } = byRules
  const quotes = evidence.map(plainWords).filter((quote) => quote.split(' ').length - 2 <= MOST_QUOTED)
  const isCovered = (words: string): boolean => quotes.some((quote) => quote.includes(plainWords(words)))
  const isReplaced = (word: string): boolean => isCovered(word) && !required.includes(word)
  const left = (said.topics ?? [])
    .filter((topic) => isReplaced(topic.said) && isReadOtherwise(topic, filters))
    .reduce(withoutTopic, withoutKeywords(said, isReplaced))
  const isStated = (name: (typeof STATED)[number]): boolean => said[name] !== undefined && !inferred.includes(name)
  return {
    ...byRules,
    said: {
      ...left,
      ...filters,
      ...Object.fromEntries(SEVERAL.map((name) => [name, joined(left[name], filters[name], ['include', 'exclude'])])),
      ...Object.fromEntries(ONE.map((name) => [name, joined(left[name], filters[name], ['exclude'])])),
      ...Object.fromEntries(STATED.filter(isStated).map((name) => [name, said[name]])),
      ...(left.topics !== undefined && { topics: left.topics.map((topic) => widened(topic, filters)) }),
    },
    notUnderstood: notUnderstood.filter((words) => !isCovered(words)),
  }
}

/** Whether an assistant takes the words of a topic for something else. Words of no list are for it to read. */
const isReadOtherwise = (topic: CompanyTopic, filters: Subject): boolean =>
  (filters.industry?.include ?? filters.keywords?.include) !== undefined &&
  (topic.known === false || !agrees(topic, filters))

const agrees = ({ said, industries = [], keywords = [], tags = [] }: CompanyTopic, filters: Subject): boolean =>
  (filters.industry?.include ?? []).some((name) => industries.includes(name)) ||
  (filters.keywords?.include ?? []).some((word) => [said, ...keywords, ...tags].includes(word.toLowerCase()))

/** The other industries that an assistant names for a topic are alternatives, not a second condition. */
function widened(topic: CompanyTopic, filters: Subject): CompanyTopic {
  const { industries = [] } = topic
  const proposed = filters.industry?.include ?? []
  if (!industries.some((name) => proposed.includes(name))) return topic
  return { ...topic, industries: [...new Set([...industries, ...proposed])] }
}

function withoutKeywords({ keywords, ...others }: CompanyFilters, isGone: (word: string) => boolean): CompanyFilters {
  const left = (words: readonly string[] = []) => words.filter((word) => !isGone(word))
  const sides = withSides(keywords, { include: left(keywords?.include), exclude: left(keywords?.exclude) })
  return { ...others, ...(sides !== undefined && { keywords: sides }) }
}

/** What an assistant proposes for a filter, with what only the rules name on some of its sides. */
function joined(
  rules: Sides<string> | undefined,
  proposed: Sides<string> | undefined,
  sides: readonly (keyof Sides<string>)[],
): Sides<string> | undefined {
  if (rules === undefined || proposed === undefined) return proposed ?? rules
  const union = (side: keyof Sides<string>) => [...new Set([...(rules[side] ?? []), ...(proposed[side] ?? [])])]
  return withSides({ ...rules, ...proposed }, Object.fromEntries(sides.map((side) => [side, union(side)])))
}

/** The filter with other sides; undefined if nothing is left on them. */
function withSides<Filter extends Sides<string>>(filter: Filter | undefined, sides: Sides<string>): Filter | undefined {
  if (filter === undefined) return undefined
  const { include, exclude, ...others } = { ...filter, ...sides }
  const left = { ...(include?.length && { include }), ...(exclude?.length && { exclude }) }
  return Object.keys(left).length === 0 ? undefined : ({ ...others, ...left } as Filter)
}
