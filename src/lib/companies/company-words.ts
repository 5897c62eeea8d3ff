/** A word together with an approximate English singular or plural: the word index has no stemming. */
export function wordForms(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word]
  if (/(?:s|x|ch|sh)es$/.test(word)) return [word, word.slice(0, -2), word.slice(0, -1)]
  if (/[^s]s$/.test(word) && !/[ui]s$/.test(word))
    return [word, word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)]
  if (/(?:s|x|ch|sh)$/.test(word)) return [word, `${word}es`]
  return [word, /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`]
}

/** A text in the form in which companies' words are stored: lower case, with spaces for everything but letters and digits. */
export const companyWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .replaceAll('ꙮ', ' ')
    .trim()
