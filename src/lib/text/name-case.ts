const ALL_CAPS = /^[\p{Lu}\p{M}'’.-]+$/u

/** Between or before the words of a surname; two letters that begin a name are initials. */
const PARTICLE = /^D[AEIOU]$/

/** `DOE` → `Doe`, `MCDONALD-LEE` → `Mcdonald-Lee`, `DA SILVA` → `da Silva`; initials and mixed case stay unchanged. */
export function tidyCase(part: string): string {
  const words = part.split(' ')
  return words
    .map((word, at) => (PARTICLE.test(word) && isInCapitals(words[at + 1]) ? word.toLowerCase() : tidyWord(word)))
    .join(' ')
}

const isInCapitals = (word = ''): boolean => word.length > 2 && ALL_CAPS.test(word) && !word.includes('.')

const tidyWord = (word: string): string => (isInCapitals(word) ? capitalise(word) : word)

const capitalise = (word: string): string =>
  word.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase())
