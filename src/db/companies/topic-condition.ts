import type { CompanyTopic } from '../../lib/companies/company-filters.ts'
import { companyWords, wordForms } from '../../lib/companies/company-words.ts'

/**
 * Companies `c` of a topic: in one of its industries, or with one of its words. Single words are queried one by one, which the
 * index reads faster than a list; phrases, whose word order has to be compared, form one query.
 */
export function topicCondition(
  { industries = [], keywords = [], tags = [] }: CompanyTopic,
  parameter: (value: unknown) => string,
): string {
  const words = keywords.map(companyWords).filter((word) => word !== '')
  const isPhrase = (word: string): boolean => word.includes(' ')
  const phrases = words.filter(isPhrase).map(inBothNumbers)
  const tagged = tags.map(companyWords).filter((word) => word !== '')
  const has = (query: string): string => `c.words @@ to_tsquery('simple', ${parameter(query)})`
  const any = [
    ...(industries.length > 0 ? [`c.industry = any(${parameter(industries)}::text[])`] : []),
    ...words.filter((word) => !isPhrase(word)).map((word) => has(inBothNumbers(word))),
    ...(phrases.length > 0 ? [has(phrases.join(' | '))] : []),
    ...(tagged.length > 0 ? [taggedCondition(tagged, has, parameter)] : []),
  ]
  return any.length === 0 ? 'false' : `(${any.join(' or ')})`
}

/** Words common in descriptions count if they are a tag or in the name; in a description only if no industry is known. */
function taggedCondition(
  words: readonly string[],
  has: (query: string) => string,
  parameter: (value: unknown) => string,
): string {
  const forms = [...new Set(words.flatMap(wordForms))]
  const named = `\\m(?:${forms.join('|')})\\M`
  // Few have such a word at all, and the rest takes longer to tell.
  return `(${has(words.map(inBothNumbers).join(' | '))} and (c.industry is null
    or (c.tags <> '{}' and lower(c.tags::text)::text[] && ${parameter(forms)}::text[]) or lower(c.name) ~ ${parameter(named)}))`
}

/**
 * `'craft' <-> ('beer'
 * 'beers')`: the output of `companyWords` has no characters with a meaning in `to_tsquery`.
 */
function inBothNumbers(phrase: string): string {
  const words = phrase.split(' ')
  const quoted = (word: string): string => `'${word}'`
  const last = wordForms(words.at(-1) ?? '').map(quoted)
  return `(${[...words.slice(0, -1).map(quoted), `(${last.join(' | ')})`].join(' <-> ')})`
}
