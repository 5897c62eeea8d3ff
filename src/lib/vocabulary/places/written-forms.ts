import { dropMarks, foldings } from '../../text/fold-text.ts'

/** First words of names: as a whole, then in other forms. */
const FIRST_WORDS: readonly (readonly string[])[] = [
  ['saint', 'sankt', 'st'],
  ['sainte', 'ste'],
  ['fort', 'ft'],
  ['mount', 'mt'],
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
]
/** A single letter in front of a hyphen is another word: `s-Hertogenbosch`. */
const FIRST = /^(\p{L}{2,6}|\p{L}(?=\.? ))\.?([ -])/u
/** Shortened words are also written with a dot. */
const SHORT_LETTERS = 3
const QUOTES = /['‘’ʻ`´]/g
const APOSTROPHES = ["'", '’', '']
const NONE: readonly string[] = []

/** `st` also stands for `saint`; empty for a word that has no other form. */
export const formsOfFirst = (word: string): readonly string[] =>
  FIRST_WORDS.find((words) => words.includes(word)) ?? NONE

/**
 * All ways of writing a city's name, in lower case: with and without its marks, hyphens and apostrophes, and with its first word
 * as a whole or shortened: `Saint-Étienne`, `St. Etienne`.
 */
export function writtenForms(name: string): string[] {
  const spellings = [name.toLowerCase(), ...foldings(name)]
  return [...new Set(spellings.flatMap(withFirstWords).flatMap(withSpaces).flatMap(withApostrophes))]
}

/** The same for all forms of a name. */
export const keyOfForms = (name: string): string =>
  dropMarks(name)
    .replace(QUOTES, '')
    .replace(FIRST, (_, word: string, between: string) => (formsOfFirst(word)[0] ?? word) + between)
    .replaceAll('-', ' ')

function withFirstWords(name: string): string[] {
  const [start = '', word = '', between = ''] = FIRST.exec(name) ?? []
  const rest = between + name.slice(start.length)
  const forms = formsOfFirst(word).flatMap((form) => (form.length > SHORT_LETTERS ? [form] : [form, `${form}.`]))
  return [name, ...forms.map((form) => form + rest)]
}

const withSpaces = (name: string): string[] => (name.includes('-') ? [name, name.replaceAll('-', ' ')] : [name])

const withApostrophes = (name: string): string[] =>
  /['’]/.test(name) ? APOSTROPHES.map((mark) => name.replaceAll(/['’]/g, mark)) : [name]
