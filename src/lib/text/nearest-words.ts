/** Pairs of adjacent letters, with a blank at both ends. */
function pairsOf(text: string): Set<string> {
  const padded = ` ${text.toLowerCase().slice(0, 100)} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)))
}

/** The words of a list most similar to `typed`, the closest first (Dice's coefficient over pairs of letters). */
export function nearestWords(words: readonly string[], typed: string, count = 3): string[] {
  const wanted = pairsOf(typed)
  const likeness = (word: string): number => {
    const pairs = pairsOf(word)
    const shared = [...pairs].filter((pair) => wanted.has(pair)).length
    return (2 * shared) / (pairs.size + wanted.size)
  }
  return words
    .map((word) => ({ word, score: likeness(word) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ word }) => word)
}
