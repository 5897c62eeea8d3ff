/** The part of a text from outside that a database can store: PostgreSQL accepts neither NUL nor lone surrogates. */
export const storableText = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') ? text : text.replaceAll('\0', '').toWellFormed()

/** At most `max` UTF-16 units of a text, without half a character at the end. */
export const wholeCharacters = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '')

/** Makes all texts in plain data storable, including those in lists and objects; other values stay unchanged. */
export function withStorableTexts<T>(value: T): T {
  if (typeof value === 'string') return storableText(value) as T
  if (Array.isArray(value)) return value.map(withStorableTexts) as T
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withStorableTexts(part)])) as T
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
