import { foldings } from '../../lib/text/fold-text.ts'
import { readWordList } from '../../lib/text/word-list.ts'
import { lazily } from '../../lib/process/lazily.ts'

/**
 * Whether a local part is keyboard mash rather than a name: how unlike names and words its letter combinations are, summed and
 * not averaged, so that a short odd handle passes.
 */

const LISTS = [
  '../extract/lists/given-names.txt',
  '../extract/lists/given-name-syllables.txt',
  '../extract/lists/surnames.txt',
  '../extract/lists/surnames-iberian.txt',
  '../extract/lists/not-name-words.txt',
  '../extract/lists/title-words.txt',
  '../classify/lists/role-words.txt',
  '../classify/lists/business-words.txt',
]

/** Letters, and `^` for the edges of a run of letters. */
const SYMBOLS = 27
const EDGE = 26
/** Added to every count, so that what was never seen is unlikely but not impossible. */
const SMOOTHING = 0.35
/** Weight of the pair statistics where a triple is rare. */
const BACK_OFF = 4

/** Relative weights of letters, digits and known words, as measured for the design. */
const SWITCH_COST = 2.5
const WORD_CREDIT = 10
/** Chosen on generated names and keyboard mash; see the test. */
const THRESHOLD = 7
/** Initials, model numbers, nicknames: too short to tell. */
const MIN_CHARS = 6
/** Runs along a row of keys; words hardly contain more than two such steps (`trew`). */
const KEY_ROWS = ['qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm']
const KEY_STEPS = new Set(KEY_ROWS.flatMap((row) => Array.from(row.slice(1), (key, index) => `${row[index]}${key}`)))
const FREE_KEY_STEPS = 2
const KEY_STEP_COST = 3

/** RFC 5321 4.5.3.1.1. */
const MAX_LOCAL_CHARS = 64
const MIN_WORD_CHARS = 3
const LONGEST_WORD = 16

interface Model {
  /** log(P(c | a b) × 26), at a × 27² + b × 27 + c. */
  surprise: Float32Array
  words: ReadonlySet<string>
}

const model = lazily(train)

/** Whether a local part looks typed at random. Linear in at most 64 characters. */
export function isGibberish(local: string): boolean {
  if (local.length > MAX_LOCAL_CHARS || local.length < MIN_CHARS) return false
  return foldings(local).every((folded) => oddity(folded) > THRESHOLD)
}

/** The more positive, the less it resembles names or words. Negative for nearly every personal address. */
export function oddity(local: string): number {
  const trained = model()
  const text = local.toLowerCase()
  const runs = text.match(/[a-z]+/g) ?? []
  const letters = runs.join('').length
  if (letters === 0) return 0
  const unlikely = runs.reduce((sum, run) => sum - likeness(trained, run), 0)
  const switches = text.match(/[a-z](?=\d)|\d(?=[a-z])/g)?.length ?? 0
  const covered = runs.reduce((sum, run) => sum + coveredLetters(trained, run), 0) / letters
  const walked = Math.max(0, keyWalk(text) - FREE_KEY_STEPS)
  return unlikely + SWITCH_COST * Math.max(0, switches - 1) + KEY_STEP_COST * walked - WORD_CREDIT * covered
}

/** Steps of the longest walk along a row of keys, in either direction. */
function keyWalk(text: string): number {
  let [longest, right, left] = [0, 0, 0]
  for (let index = 1; index < text.length; index += 1) {
    const [a = '', b = ''] = text.slice(index - 1, index + 1)
    right = KEY_STEPS.has(a + b) ? right + 1 : 0
    left = KEY_STEPS.has(b + a) ? left + 1 : 0
    longest = Math.max(longest, right, left)
  }
  return longest
}

function likeness({ surprise }: Model, run: string): number {
  let sum = 0
  let [a, b] = [EDGE, EDGE]
  for (const letter of run) {
    const c = indexOf(letter)
    if (a !== EDGE || b !== EDGE) sum += surprise[at(a, b, c)] ?? 0
    ;[a, b] = [b, c]
  }
  return sum
}

/** Letters covered by known words of three letters or more, in the best arrangement. */
function coveredLetters({ words }: Model, run: string): number {
  const best = [0]
  for (let end = 1; end <= run.length; end += 1) {
    let most = best[end - 1] ?? 0
    for (let start = Math.max(0, end - LONGEST_WORD); start <= end - MIN_WORD_CHARS; start += 1)
      if (words.has(run.slice(start, end))) most = Math.max(most, (best[start] ?? 0) + end - start)
    best.push(most)
  }
  return best[run.length] ?? 0
}

const indexOf = (letter: string): number => letter.charCodeAt(0) - 97

const at = (a: number, b: number, c: number): number => (a * SYMBOLS + b) * SYMBOLS + c

function train(): Model {
  const words = new Set<string>()
  for (const list of LISTS)
    for (const word of readWordList(new URL(list, import.meta.url)))
      for (const part of word.toLowerCase().match(/[a-z]+/g) ?? []) words.add(part)
  const triples = new Float64Array(SYMBOLS ** 3)
  const pairs = new Float64Array(SYMBOLS ** 2)
  for (const word of words) count(word, triples, pairs)
  return {
    surprise: surpriseOf(triples, pairs),
    words: new Set([...words].filter((word) => word.length >= MIN_WORD_CHARS)),
  }
}

function count(word: string, triples: Float64Array, pairs: Float64Array): void {
  let [a, b] = [EDGE, EDGE]
  for (const letter of word) {
    const c = indexOf(letter)
    triples[at(a, b, c)] = (triples[at(a, b, c)] ?? 0) + 1
    pairs[b * SYMBOLS + c] = (pairs[b * SYMBOLS + c] ?? 0) + 1
    ;[a, b] = [b, c]
  }
}

/** P(c | a b), backed off to P(c | b) where the pair a b is rare. */
function surpriseOf(triples: Float64Array, pairs: Float64Array): Float32Array {
  const surprise = new Float32Array(triples.length)
  for (let b = 0; b < SYMBOLS; b += 1) {
    const pairTotal = sum(pairs, b * SYMBOLS)
    for (let a = 0; a < SYMBOLS; a += 1) {
      const total = sum(triples, at(a, b, 0))
      for (let c = 0; c < EDGE; c += 1) {
        const byPair = ((pairs[b * SYMBOLS + c] ?? 0) + SMOOTHING) / (pairTotal + SMOOTHING * EDGE)
        const byTriple = ((triples[at(a, b, c)] ?? 0) + BACK_OFF * byPair) / (total + BACK_OFF)
        surprise[at(a, b, c)] = Math.log(byTriple * EDGE)
      }
    }
  }
  return surprise
}

const sum = (counts: Float64Array, from: number): number =>
  counts.subarray(from, from + SYMBOLS).reduce((total, value) => total + value, 0)
