import { LANGUAGE_RULES } from './phrase-rules.ts'
import type { AnswerLanguage } from './phrase-rules.ts'

/** Words that are counted. */
const MAX_WORDS = 200

/**
 * The language of an answer by its little words; null when too few of them are known, or two languages have as many.
 * @param text folded.
 */
export function languageOf(text: string): AnswerLanguage | null {
  const words = (text.match(/[\p{L}']+/gu) ?? []).slice(0, MAX_WORDS)
  const scores = LANGUAGE_RULES.map(({ language, words: known }) => ({
    language,
    score: words.filter((word) => known.has(word)).length,
  })).sort((a, b) => b.score - a.score)
  const [best, second] = scores
  return best === undefined || best.score < 1 || best.score === second?.score ? null : best.language
}
