import { nodeAt } from '../addresses/address-spots.ts'
import { isHonorific, isSuffixRun, withoutDon, withoutTitles } from '../people/name-titles.ts'
import { COMMON, GIVEN, SURNAME, TITLE, wordKindOf } from '../people/name-words.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { PageNode } from '../page/page-node.ts'
import { spansOf, withoutNickname } from './name-spans.ts'
import type { Span } from './name-spans.ts'
import { isParticle } from './word-order.ts'

/** A stretch of a line that is shaped like a person's name, whatever its words mean. */
export interface NameCandidate {
  line: PageLine
  /** Offsets in the text of the line. */
  start: number
  end: number
  /** Alone on its line, alone between separators or in its element, or a run of capitalised words within more text. */
  place: 'line' | 'segment' | 'run'
  /** Words without titles and degrees; of `Doe, Jane` in the order of the page. */
  words: readonly string[]
  /** What the page writes there, of two lines both. */
  text: string
  /** The line or cell before, where it holds the other part of the name; null where the name stands on one line. */
  joinedWith: PageLine | null
  /** Of `Doe, Jane` and `DOE Jane`: how many words are the surname, in front; 0 where nothing marks it. */
  familyWords: number
  node: PageNode
}

/** A telephone book is cut; nobody reads further. */
const MAX_CANDIDATES = 3_000
/** A longer line is prose: only runs of words that hold a known given name are read there. */
const MAX_LINE_CHARS = 300
const MAX_PROSE_CHARS = 5_000
const [MIN_CHARS, MAX_CHARS] = [4, 60]
/** Particles of surnames not counted, and with them. */
const [MAX_WORDS, MAX_ALL_WORDS] = [5, 8]
const MAX_RUNS_A_LINE = 40

const WORD = /^(?:\p{Lu}[\p{L}\p{M}]*|[dDlLO]['’]\p{Lu}[\p{L}\p{M}]*)(?:['’.-]\p{L}[\p{L}\p{M}]*)*\.?$/u
const INITIAL = /^\p{Lu}\.?(?:-?\p{Lu}\.)?$/u
/** All stretches of the page that may be somebody's name, in reading order; linear in the page. */
export function nameCandidates(lines: readonly PageLine[]): NameCandidate[] {
  const found: NameCandidate[] = []
  for (const line of lines) {
    if (found.length >= MAX_CANDIDATES) break
    const { length } = line.text
    if (!hasTwoCapitals(line.text)) continue
    if (length >= MIN_CHARS && length <= MAX_LINE_CHARS) readLine(line, found)
    else if (length > MAX_LINE_CHARS && length <= MAX_PROSE_CHARS) readProse(line, found)
  }
  return found.slice(0, MAX_CANDIDATES)
}

/** A quick look: two words that begin with a capital. */
function hasTwoCapitals(text: string): boolean {
  let capitals = 0
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 0xc0
    if (isLetter && !isInWord && (code <= 90 || code >= 0xc0) && ++capitals === 2) return true
    isInWord = isLetter || code === 39
  }
  return false
}

function readLine(line: PageLine, found: NameCandidate[]): void {
  const spans = spansOf(line)
  const place = spans.length === 1 ? 'line' : 'segment'
  spans.forEach((span, index) => {
    const text = line.text.slice(span.start, span.end)
    const next = spans[index + 1]
    const mayPair = next !== undefined && (next.cut === 'comma' || next.cut === 'piece')
    if (!mayPair && !text.includes(' ')) return
    const words = wordsOf(text)
    const isName = isNameShaped(words)
    if (isName) add(found, line, { ...span, place }, words, 0)
    if (!isName || words.length > 2) readRuns(line, span, found, isName)
    if (mayPair) readPair(line, [span, next], next.cut === 'comma' ? wordsOf(text, 1) : words, place, found)
  })
}

/** `Doe` and `Jane` beside a comma; `Jane` and `Doe` in elements of their own. */
function readPair(
  line: PageLine,
  [span, next]: readonly [Span, Span],
  words: readonly string[],
  place: NameCandidate['place'],
  found: NameCandidate[],
): void {
  if (next.cut !== 'comma' && next.cut !== 'piece') return
  const behind = line.text.slice(next.start, next.end)
  if (isSuffixRun(behind)) return
  const after = wordsOf(behind, 1)
  const all = withoutDon([...words, ...after])
  const [count, countAfter] = [countWords(words), countWords(after)]
  const fits = words.length > 0 && after.length > 0 && count <= 3 && countAfter <= 3
  if (!fits || !isNameShaped(all)) return
  if (next.cut === 'piece' && (words.length > 1 || after.length > 1) && !namesPart(line, next.start)) return
  const isLine = span.start <= 1 && next.end >= line.text.length - 1
  const whole = { start: span.start, end: next.end, place: isLine ? ('line' as const) : place }
  add(found, line, whole, all, next.cut === 'comma' ? words.length : 0)
}

/** The element of a surname or a given name, by its class. */
const namesPart = (line: PageLine, at: number): boolean => {
  const { node } = line.pieces.findLast(({ start }) => start <= at) ?? { node: line.block }
  return /(?:^|[\s_-])(?:last|family|sur|first|given|[lf]name|nach|vor)(?:$|[\s_-]|name)/i.test(
    node.attributes.class ?? '',
  )
}

const wordsOf = (text: string, least?: number): string[] => {
  if (text.length > MAX_CHARS) return []
  return withoutTitles(withoutNickname(text).split(' ').filter(Boolean), least)
}

const countWords = (words: readonly string[]): number => words.filter((word) => !isParticle(word)).length

/** Two to eight words, capitalised but for particles, one of them whole. */
export function isNameShaped(words: readonly string[]): boolean {
  if (words.length < 2 || words.length > MAX_ALL_WORDS || countWords(words) > MAX_WORDS) return false
  if (words.slice(0, -1).every((word) => isParticle(word) && (wordKindOf(word) & GIVEN) === 0)) return false
  let whole = 0
  for (const [index, word] of words.entries()) {
    if (INITIAL.test(word)) continue
    if (WORD.test(word)) whole++
    else if (index === words.length - 1 || !isParticle(word)) return false
  }
  return whole > 0
}

function readProse(line: PageLine, found: NameCandidate[]): void {
  const runs: NameCandidate[] = []
  for (const span of spansOf(line)) readRuns(line, span, runs, false)
  found.push(...runs.filter(({ words }) => (wordKindOf(words[0] ?? '') & GIVEN) !== 0))
}

/** Runs of capitalised words within a longer text: each whole run, and what it holds of two to four words when it is longer. */
function readRuns(line: PageLine, span: Span, found: NameCandidate[], isKnown: boolean): void {
  const words = placedWords(line.text, span)
  if (words.length < 2) return
  const plain = words.map(({ text, isCapital }) => isCapital && isPlainWord(text))
  let left = MAX_RUNS_A_LINE
  for (let first = 0; first < words.length;) {
    let last = first
    while (last < words.length && mayRun(words, first, last)) last++
    while (last > first && isParticle(words[last - 1]?.text ?? '')) last--
    for (let from = first; from + 1 < last && left > 0; from++) {
      for (let to = Math.min(last, from + 4); to >= from + 2 && left > 0; to--) {
        // A word of another kind within: every longer stretch from here holds it too, and so does none.
        if (plain[to - 1] === true && to - from > 2) continue
        const some = words.slice(from, to)
        const names = withoutTitles(some.map(({ text }) => text))
        if (isKnown && some.length === words.length) continue
        if (isParticle(names[0] ?? '') || isParticle(names.at(-1) ?? '') || !isNameShaped(names)) continue
        left--
        add(found, line, { start: some[0]?.start ?? 0, end: some.at(-1)?.end ?? 0, place: 'run' }, names, 0)
      }
    }
    first = Math.max(last, first + 1)
  }
}

interface PlacedWord {
  text: string
  start: number
  end: number
  /** Punctuation ends a name here. */
  closes: boolean
  isCapital: boolean
}

const CAPITAL = /^\p{Lu}/u

function mayRun(words: readonly PlacedWord[], first: number, at: number): boolean {
  const word = words[at]
  if (!word || (at > first && words[at - 1]?.closes === true)) return false
  if (WORD.test(word.text) || INITIAL.test(word.text) || isHonorific(word.text)) return true
  return at > first && isParticle(word.text)
}

function placedWords(text: string, { start, end }: Span): PlacedWord[] {
  const words: PlacedWord[] = []
  for (const match of text.slice(start, end).matchAll(/\S+/g)) {
    const raw = match[0]
    const bare = raw.replace(/^["'“‘(]+/, '')
    const isDotted = INITIAL.test(bare) || isHonorific(bare)
    const word = isDotted ? bare : bare.replace(/(?:['’]s)?[.,;:!?"”’')]*$/u, '')
    const from = start + match.index + raw.length - bare.length
    words.push({
      text: word,
      start: from,
      end: from + word.length,
      closes: word.length < bare.length,
      isCapital: CAPITAL.test(word),
    })
  }
  return words
}

function add(
  found: NameCandidate[],
  line: PageLine,
  { start, end, place }: Pick<NameCandidate, 'start' | 'end' | 'place'>,
  words: readonly string[],
  beforeComma: number,
): void {
  if (end - start < MIN_CHARS || end - start > MAX_CHARS || holdsWord(words)) return
  const family = beforeComma > 0 ? beforeComma : capitalWords(words)
  const text = line.text.slice(start, end)
  found.push({ line, start, end, place, words, text, joinedWith: null, familyWords: family, node: nodeAt(line, start) })
}

const CAPITALS = /^[\p{Lu}\p{M}'’-]{2,}$/u

/** `VAN DER BERG Ann`: words in capitals before others that are not are the surname. */
function capitalWords(words: readonly string[]): number {
  let count = 0
  while (count < words.length && (CAPITALS.test(words[count] ?? '') || (isParticle(words[count] ?? '') && count === 0)))
    count++
  const isMixed = count > 0 && count < words.length && CAPITALS.test(words[count - 1] ?? '')
  return isMixed && !words.slice(count).some((word) => CAPITALS.test(word)) ? count : 0
}

/** A given name that is no word of another kind. */
export const leadsName = (word: string): boolean => (wordKindOf(word) & (GIVEN | COMMON | TITLE)) === GIVEN

/** Part of organisations, places, menus and titles, and no name that is known; particles are neither. */
function isPlainWord(word: string): boolean {
  if (INITIAL.test(word)) return false
  const kind = wordKindOf(word)
  return (kind & (COMMON | TITLE)) !== 0 && (kind & (GIVEN | SURNAME)) === 0 && !isParticle(word)
}

/** Words of organisations, places and titles that no list knows as names make no person, even of an address. */
const holdsWord = (words: readonly string[]): boolean =>
  !(words.length === 2 && leadsName(words[0] ?? '') && (wordKindOf(words[1] ?? '') & TITLE) === 0) &&
  words.some(isPlainWord)
