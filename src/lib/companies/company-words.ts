/** A word, and the same word in the other number as English has it, near enough: the index of words has no stems. */
export function wordForms(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word]
  if (/(?:s|x|ch|sh)es$/.test(word)) return [word, word.slice(0, -2), word.slice(0, -1)]
  if (/[^s]s$/.test(word) && !/[ui]s$/.test(word))
    return [word, word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)]
  if (/(?:s|x|ch|sh)$/.test(word)) return [word, `${word}es`]
  return [word, /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`]
}

/** A text as the words of companies are stored: lower case, blanks in the place of all else than letters and digits. */
export const companyWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .replaceAll('ꙮ', ' ')
    .trim()
