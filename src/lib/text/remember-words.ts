/** Words kept before all are forgotten, as protection against pages that keep producing new ones. */
const MAX_KEPT = 50_000
const MAX_WORD_CHARS = 40
/** The engine represents a longer substring without copying it, so keeping it would keep the whole page in memory. */
const MAX_COPIED_CHARS = 12

/** Evaluates each word once: pages repeat words, and examining one is expensive. `look` must be pure. */
export function rememberWords(look: (word: string) => number): (word: string) => number {
  const kept = new Map<string, number>()
  return (word) => {
    const known = kept.get(word)
    if (known !== undefined) return known
    const answer = look(word)
    if (word.length > MAX_WORD_CHARS) return answer
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(word.length > MAX_COPIED_CHARS ? ` ${word}`.slice(1) : word, answer)
    return answer
  }
}
