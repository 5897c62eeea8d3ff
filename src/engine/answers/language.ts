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
  const words = (text.match(/[\p{L}']+/gu) ?? []).slice(0, MAX_WORDS)
  const scores = LANGUAGE_RULES.map(({ language, words: known }) => ({
    language,
    score: words.filter((word) => known.has(word)).length,
  })).sort((a, b) => b.score - a.score)
  const [best, second] = scores
  if (best === undefined || best.score < 1 || best.score === second?.score) return null
  return { language: best.language, sure: best.score >= SURE && best.score >= 2 * (second?.score ?? 0) }
}
