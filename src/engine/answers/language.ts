import { LANGUAGE_RULES } from './phrase-rules.ts'
import type { AnswerLanguage } from './phrase-rules.ts'

/** Words that are counted. */
const MAX_WORDS = 200
/** Little words that leave no doubt. */
const SURE = 4

/**
 * The language of an answer by its little words, and whether there are enough of them to read it as no other; null when none is known,
 * or two languages have as many.
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
