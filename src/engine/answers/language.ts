import { LANGUAGE_RULES } from './phrase-rules.ts'
import type { AnswerLanguage } from './phrase-rules.ts'

/** How many words are counted. */
const MAX_WORDS = 200
/** How many function words leave no doubt. */
const SURE = 4

/**
 * The language of an answer by its function words, and whether there are enough of them to rule out others; null if none is
 * recognised, or two languages have equally many.
 * @param text folded.
 */
export function languageOf(text: string): { language: AnswerLanguage; sure: boolean } | null {
  const [best, second] = scored(wordsOf(text))
  if (best === undefined || best.score < 1 || best.score === second?.score) return null
  return { language: best.language, sure: best.score >= SURE && best.score >= 2 * (second?.score ?? 0) }
}

/** The least share of function words in a text of a known language: the others share some of its short words. */
const WRITTEN = 0.25

/**
 * The language in which a text is written; null without enough words to be sure, and for languages that are not known.
 * @param text folded.
 */
export function writtenLanguage(text: string): AnswerLanguage | null {
  const words = wordsOf(text)
  const [best, second] = scored(words)
  if (best === undefined || best.score < SURE || best.score < 2 * (second?.score ?? 0)) return null
  return best.score >= WRITTEN * words.length ? best.language : null
}

const wordsOf = (text: string): string[] => (text.match(/[\p{L}']+/gu) ?? []).slice(0, MAX_WORDS)

/** How many function words of each language there are, most first. */
const scored = (words: readonly string[]): { language: AnswerLanguage; score: number }[] =>
  LANGUAGE_RULES.map(({ language, words: known }) => ({
    language,
    score: words.filter((word) => known.has(word)).length,
  })).sort((a, b) => b.score - a.score)
