/** Bits of the number that stands for four letters; few of them are set by a page of a hundred thousand. */
const BITS = 16
const SIZE = 1 << BITS
/** By so much each letter moves on: four of them fill the number, and what was before has left it. */
const SHIFT = 4
const LETTERS = 4

/**
 * Tells of any number of parts whether a text holds them, by reading the text once: which four letters follow each other is
 * noted, and only a part all of whose letters do is looked for.
 */
export function partFinder(text: string): (part: string) => boolean {
  const isNoted = new Uint8Array(SIZE)
  let state = 0
  for (let at = 0; at < text.length; at++) {
    state = next(state, text.charCodeAt(at))
    isNoted[state] = 1
  }
  return (part) => {
    let own = 0
    for (let at = 0; at < part.length; at++) {
      own = next(own, part.charCodeAt(at))
      if (at >= LETTERS - 1 && isNoted[own] === 0) return false
    }
    return text.includes(part)
  }
}

const next = (state: number, letter: number): number => ((state << SHIFT) ^ letter) & (SIZE - 1)
