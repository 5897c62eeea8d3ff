/** A text as the words of companies are stored: lower case, blanks in the place of all else than letters and digits. */
export const companyWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .replaceAll('ꙮ', ' ')
    .trim()
