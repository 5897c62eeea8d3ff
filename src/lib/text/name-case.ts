const ALL_CAPS = /^[\p{Lu}\p{M}'’.-]+$/u

/** `DOE` → `Doe`, `MCDONALD-LEE` → `Mcdonald-Lee`; initials and mixed case stay unchanged. */
export function tidyCase(part: string): string {
  return part
    .split(' ')
    .map((word) => (word.length > 2 && ALL_CAPS.test(word) && !word.includes('.') ? capitalise(word) : word))
    .join(' ')
}

const capitalise = (word: string): string =>
  word.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase())
