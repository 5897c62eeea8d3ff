/** What the text of a line, or of a part of it, looks like. */

/** How many of the first forty words begin in lower case; counting ends at nine. */
export function smallWordsOf(text: string): number {
  let [count, left] = [0, 40]
  for (let at = 0; at >= 0 && left > 0 && count < 9; left--) {
    if (BEGINS_SMALL.test(text.slice(at, at + 2))) count++
    const blank = text.indexOf(' ', at)
    at = blank < 0 ? -1 : blank + 1
  }
  return count
}
const BEGINS_SMALL = /^\p{Ll}/u

const FIRST_AFTER = /^\s*([^\p{L}\s]|\p{Ll}+|\p{Lu})/u
export const firstAfter = (text: string): string => (text === '' ? '' : (FIRST_AFTER.exec(text)?.[1] ?? ''))

const LAST_BEFORE = /(?:[^\p{L}\s]|\p{L}+)$/u
/** Looked for behind the last blank: the expression is tried at every character. */
export function lastBefore(text: string): string {
  const whole = text.trimEnd()
  return LAST_BEFORE.exec(whole.slice(whole.lastIndexOf(' ') + 1))?.[0].toLowerCase() ?? ''
}

/** Whether it contains an address or a number, is long, or is empty. */
export function signsOf(text: string): number {
  if (text === '') return 0
  return 1 + Number(text.includes('@')) + 2 * Number(/\d{3}/.test(text)) + 4 * Number(text.length > 80)
}
