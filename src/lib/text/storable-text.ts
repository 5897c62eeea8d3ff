/** What a database takes of a text from outside: PostgreSQL has neither NUL nor halves of a character. */
export const storableText = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') ? text : text.replaceAll('\0', '').toWellFormed()

/** At most so many UTF-16 units of a text, and no half of a character at its end. */
export const wholeCharacters = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '')

/** What a database takes of all texts in plain data: of its lists and objects; what else is in it stays as it is. */
export function withStorableTexts<T>(value: T): T {
  if (typeof value === 'string') return storableText(value) as T
  if (Array.isArray(value)) return value.map(withStorableTexts) as T
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withStorableTexts(part)])) as T
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
