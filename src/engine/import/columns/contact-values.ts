/** What cells of phone numbers and addresses hold. */

/** `4.91E+11`: a spreadsheet has kept the first digits of a number and lost the others. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+?\d+$/i
/** `+1 917-...`, `555-***-1234`: whoever sells the list hides the rest. */
const MASKED = /\.{3}|…|[*•]{2}|x{3}/i
/** `4930123456.0`: a number, as some programs write it. */
const AS_NUMBER = /^(\+?\d{5,15})[.,]0$/
/** `1-800-FLOWERS` */
const VANITY = /\d{3}[ .-]?\p{Lu}{4,}/u
const LEAST_DIGITS = 5

/** A number as a file writes it; null if a spreadsheet has lost some of its digits. */
export function writtenNumber(text: string): string | null {
  const number = text.trim().replace(/^'(?=[+(\d])/, '')
  return number === '' || ROUNDED.test(number) || MASKED.test(number) ? null : number.replace(AS_NUMBER, '$1')
}

/** The same, and null for what is no number: `see our site`. */
export function phoneNumber(text: string): string | null {
  const number = writtenNumber(text)
  if (number === null) return null
  return number.replaceAll(/\D/g, '').length >= LEAST_DIGITS || VANITY.test(number) ? number : null
}

/** The addresses in a text, in lower case. */
export const writtenAddresses = (text: string): string[] =>
  (text.match(/[^\s<>,;:|"'()[\]@]{1,64}@[^\s<>,;:|"'()[\]@]{1,250}/g) ?? [])
    .map((address) => address.toLowerCase().replace(/\.$/, ''))
    .filter((address) => /@[^.]+\./.test(address))
