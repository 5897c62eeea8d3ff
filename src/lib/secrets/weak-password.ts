import { ownValue } from '../text/own-value.ts'
import { dropMarks } from '../text/fold-text.ts'

/** Why a password is refused. */
export type PasswordProblem = 'too_short' | 'too_long' | 'too_few_different' | 'repeated' | 'guessable'

/** The owner of the password: what others know about a person is not a secret. */
export interface PasswordOwner {
  email: string
  names?: readonly (string | null | undefined)[]
}

/** In characters, not bytes. */
export const MIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 256
const MIN_DIFFERENT = 6
/** Letters that must remain once everything an attacker tries first is removed. */
const MIN_LEFT = 4
/** Shorter runs of keys occur within words. */
const MIN_RUN = 4
/** Shorter names and labels occur within words. */
const MIN_KNOWN_WORD = 3

/** Words common in lists of stolen passwords, in the languages of most of them. */
const BASE_WORDS =
  'quarry password passwort passwd passphrase kennwort geheim secret private welcome willkommen bienvenue hello hallo ' +
  'letmein login logon signin admin administrator root user master manager owner guest test testing demo sample changeme ' +
  'change default qwerty qwertz azerty dragon monkey football baseball soccer superman batman princess sunshine iloveyou ' +
  'loveyou iloveu shadow michael jordan charlie jessica flower summer winter spring autumn sommer fruehling herbst january ' +
  'monday company business office computer internet server'

/** Rows of keys, the alphabet and the digits, as fingers run along them. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '12345678901234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]
const BOTH_WAYS = ROWS.flatMap((row) => [row, Array.from(row).toReversed().join('')])

/** Characters that replace a letter, as in `p@ssw0rd`. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  a: 'a4@',
  b: 'b8',
  e: 'e3',
  g: 'g9',
  i: 'i1!|',
  l: 'l1|',
  o: 'o0',
  s: 's5$',
  t: 't7+',
  z: 'z2',
}

/** Why a password would soon be guessed, judged without a list of stolen ones; null if it would not. */
export function weaknessOf(password: string, owner: PasswordOwner): PasswordProblem | null {
  const characters = Array.from(password.normalize('NFC'))
  if (characters.length < MIN_PASSWORD_LENGTH) return 'too_short'
  if (characters.length > MAX_PASSWORD_LENGTH) return 'too_long'
  const folded = dropMarks(password)
  if (new Set(folded).size < MIN_DIFFERENT) return 'too_few_different'
  if (isRepetition(folded)) return 'repeated'
  return isGuessable(folded, owner) ? 'guessable' : null
}

/** One piece repeated, the last copy possibly cut off. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length++)
    if (text.startsWith(text.slice(length)) && text.length >= 2 * length) return true
  return false
}

/** Whether hardly anything is left after removing known words, runs of keys and the digits next to them. */
function isGuessable(folded: string, owner: PasswordOwner): boolean {
  const words = [...knownWords(owner), ...BASE_WORDS.split(' ')].toSorted((a, b) => b.length - a.length)
  let rest = folded
  for (const word of words) rest = rest.replace(patternOf(word), ' ')
  rest = withoutRuns(rest)
  return rest !== folded && rest.replace(/[^\p{L}]/gu, '').length < MIN_LEFT
}

function knownWords({ email, names = [] }: PasswordOwner): string[] {
  const texts = [email, ...names].map((text) => dropMarks(text ?? ''))
  const words = texts.flatMap((text) => [text.replace(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(words)].filter((word) => word.length >= MIN_KNOWN_WORD && word.length <= 64)
}

const patternOf = (word: string): RegExp =>
  new RegExp(Array.from(word, (letter) => `[${ownValue(LOOKS_LIKE, letter) ?? letter}]`).join(''), 'gu')

function withoutRuns(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length;) {
    const length = runAt(text, at)
    rest += length >= MIN_RUN ? ' ' : text.charAt(at)
    at += length >= MIN_RUN ? length : 1
  }
  return rest
}

/** How many characters from here on run along one of the rows or repeat. */
function runAt(text: string, at: number): number {
  let longest = 1
  for (const row of BOTH_WAYS)
    for (let from = row.indexOf(text.charAt(at)); from >= 0; from = row.indexOf(text.charAt(at), from + 1)) {
      let length = 1
      while (from + length < row.length && row.charAt(from + length) === text.charAt(at + length)) length++
      longest = Math.max(longest, length)
    }
  let same = 1
  while (at + same < text.length && text.charAt(at + same) === text.charAt(at)) same++
  return Math.max(longest, same)
}
