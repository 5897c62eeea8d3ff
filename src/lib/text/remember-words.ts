/** Words kept; then all are forgotten, against pages that bring ever new ones. */
const MAX_KEPT = 50_000
const MAX_WORD_CHARS = 40
/** The engine cuts a longer one out without copying it: kept as it is, it would keep the page. */
const MAX_COPIED_CHARS = 12

/** Asks the same of the same word once: pages repeat themselves, and looking closely at a word is dear. `look` must be pure. */
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
