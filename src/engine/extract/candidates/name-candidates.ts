import { withoutDon, withoutTitles } from '../people/name-titles.ts'
import { GIVEN, SURNAME, SYLLABLE, wordKindOf } from '../people/name-words.ts'
import type { PageLine } from '../page/page-lines.ts'
import { CandidateList, leadsName, MAX_CHARS, MIN_CHARS } from './candidate-list.ts'
import type { NameCandidate } from './candidate-list.ts'
import { pairFrom } from './name-pairs.ts'
import type { SpanPair } from './name-pairs.ts'
import { spansOf, withoutNickname } from './name-spans.ts'
import type { Span } from './name-spans.ts'
import { isParticle } from './word-order.ts'
import { IS_CAPITAL, IS_INITIAL, IS_PARTICLE, IS_PLAIN, IS_TITLE, IS_WORD, MAY_GO, shapeOf } from './word-shape.ts'

/** A telephone book is cut; nobody reads further. */
const MAX_CANDIDATES = 3_000
/** A longer line is prose: only runs of words that hold a known given name are read there. */
const MAX_LINE_CHARS = 300
const MAX_PROSE_CHARS = 5_000
/** Particles of surnames not counted, and with them. */
const [MAX_WORDS, MAX_ALL_WORDS] = [5, 8]
const MAX_RUNS_A_LINE = 40

const MAY_STAND = IS_WORD | IS_INITIAL | IS_PARTICLE | MAY_GO
/** What runs are made of. */
const MAY_RUN = IS_WORD | IS_INITIAL | IS_TITLE | IS_PARTICLE

/** All stretches of the page that may be somebody's name, in reading order; linear in the page. */
export function nameCandidates(lines: readonly PageLine[]): NameCandidate[] {
  const found = new CandidateList()
  for (const line of lines) {
    if (found.all.length >= MAX_CANDIDATES) break
    const { length } = line.text
    if (!hasTwoCapitals(line.text)) continue
    if (length >= MIN_CHARS && length <= MAX_LINE_CHARS) readLine(line, found)
    else if (length > MAX_LINE_CHARS && length <= MAX_PROSE_CHARS) readProse(line, found)
  }
  return found.all.slice(0, MAX_CANDIDATES)
}

/** Of Latin, or of something else that no quick look tells apart. */
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 0xc0

/** A quick look: two letters that are no small ones of English. */
function hasTwoLetters(text: string): boolean {
  let capitals = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (((code >= 65 && code <= 90) || code >= 0xc0) && ++capitals === 2) return true
  }
  return false
}

/** A quick look: two words that begin with a capital. */
function hasTwoCapitals(text: string): boolean {
  let capitals = 0
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isInside = isLetter(code)
    if (isInside && !isInWord && (code <= 90 || code >= 0xc0) && ++capitals === 2) return true
    isInWord = isInside || code === 39
  }
  return false
}

function readLine(line: PageLine, found: CandidateList): void {
  const spans = spansOf(line)
  const place = spans.length === 1 ? 'line' : 'segment'
  spans.forEach((span, index) => {
    const text = line.text.slice(span.start, span.end)
    const pair = pairFrom(line.text, spans, index)
    if (!pair && !text.includes(' ')) return
    const words = wordsOf(text)
    const isName = words !== null && isNameShaped(words) && !(pair && isSurname(line, words, pair))
    if (isName) found.add(line, { ...span, place }, words)
    if (!isName || words.length > 2) readRuns(line, span, found, { isKnown: isName })
    if (pair) readPair(line, pair, place, found)
  })
}

/** `Doe` and `Jane` beside a comma; `Jane` and `Doe` in elements of their own, titles between them or not. */
function readPair(line: PageLine, pair: SpanPair, place: NameCandidate['place'], found: CandidateList): void {
  const { first: span, second: next, isComma } = pair
  const words = wordsOf(line.text.slice(span.start, span.end), isComma || pair.holdsTitle ? 1 : undefined)
  const after = wordsOf(line.text.slice(next.start, next.end), 1)
  if (!words || !after) return
  if (isComma ? isPosition(words, after) : holdsPlainWord([...words, ...after]) && !namesPart(line, next.start)) return
  const all = withoutDon([...words, ...after])
  const [count, countAfter] = [countWords(words), countWords(after)]
  const fits = words.length > 0 && after.length > 0 && count <= 3 && countAfter <= 3
  if (!fits || !isNameShaped(all)) return
  const isLine = pair.start <= 1 && pair.end >= line.text.length - 1
  const isJoint = !isComma && (count > 1 || countAfter > 1) && !namesPart(line, next.start)
  const whole = { start: pair.start, end: pair.end, place: isLine ? ('line' as const) : place, isJoint }
  found.add(line, whole, all, isComma ? words.length : 0)
}

/** `Della Rossi` of `Della Rossi, Elena`: a surname with its particle, though that is a given name elsewhere. */
function isSurname({ text }: PageLine, words: readonly string[], { second, isComma }: SpanPair): boolean {
  if (!isComma || countWords(words) !== 1) return false
  const after = wordsOf(text.slice(second.start, second.end), 1) ?? []
  return after.length > 0 && after.every((word) => (shapeOf(word) & (GIVEN | IS_INITIAL)) !== 0)
}

/** `Jane Doe, Verger`: what follows a whole name, and is no given name and ends in no initial, is what the person does. */
const isPosition = (before: readonly string[], after: readonly string[]): boolean =>
  countWords(before) > 1 &&
  (shapeOf(after.at(-1) ?? '') & IS_INITIAL) === 0 &&
  leadsName(before[0] ?? '') &&
  (shapeOf(before.at(-1) ?? '') & SURNAME) !== 0 &&
  (shapeOf(after[0] ?? '') & (GIVEN | SURNAME | SYLLABLE | IS_INITIAL)) === 0

/** What is in its own element and is a word of another kind is a label, a department, a place. */
const holdsPlainWord = (words: readonly string[]): boolean => words.some((word) => (shapeOf(word) & IS_PLAIN) !== 0)

/** The element of a surname or a given name, by its class. */
const namesPart = (line: PageLine, at: number): boolean => {
  const { node } = line.pieces.findLast(({ start }) => start <= at) ?? { node: line.block }
  return /(?:^|[\s_-])(?:last|family|sur|first|given|[lf]name|nach|vor)(?:$|[\s_-]|name)/i.test(
    node.attributes.class ?? '',
  )
}

/** Words without titles; null where one of them is in no name. */
function wordsOf(text: string, least?: number): string[] | null {
  if (text.length > MAX_CHARS) return null
  const words: string[] = []
  let mayGo = 0
  const bare = withoutNickname(text)
  for (let at = 0; at < bare.length;) {
    const blank = bare.indexOf(' ', at)
    const stop = blank < 0 ? bare.length : blank
    const word = bare.slice(at, stop)
    at = stop + 1
    if (word === '') continue
    const shape = shapeOf(word)
    if ((shape & MAY_STAND) === 0) return null
    mayGo |= shape & MAY_GO
    words.push(word)
  }
  return mayGo === 0 ? words : withoutTitles(words, least)
}

const countWords = (words: readonly string[]): number => words.filter((word) => !isParticle(word)).length

/** Two to eight words, capitalised but for particles, one of them whole. */
export function isNameShaped(words: readonly string[]): boolean {
  if (words.length < 2 || words.length > MAX_ALL_WORDS) return false
  const last = words.length - 1
  let [whole, counted, leading] = [0, 0, 0]
  for (let index = 0; index <= last; index++) {
    const shape = shapeOf(words[index] ?? '')
    if ((shape & (IS_WORD | IS_INITIAL)) === 0 && (index === last || (shape & IS_PARTICLE) === 0)) return false
    if ((shape & (IS_WORD | IS_INITIAL)) === IS_WORD) whole++
    if ((shape & IS_PARTICLE) === 0) counted++
    if (index < last && ((shape & IS_PARTICLE) === 0 || (shape & GIVEN) !== 0 || isShortName(words, index))) leading++
  }
  return whole > 0 && leading > 0 && counted <= MAX_WORDS
}

/** `Du Wei`, `Bin Wang`: small words of other languages. */
const isShortName = (words: readonly string[], at: number): boolean =>
  at === 0 &&
  words.length === 2 &&
  ((shapeOf(words[0] ?? '') & SYLLABLE) !== 0 || (shapeOf(words[1] ?? '') & SYLLABLE) !== 0) &&
  words.every((word) => (shapeOf(word) & (SURNAME | SYLLABLE)) !== 0)

function readProse(line: PageLine, found: CandidateList): void {
  for (const span of spansOf(line)) readRuns(line, span, found, { isProse: true })
}

/** What is known of a text before runs are looked for in it. */
interface RunText {
  /** The whole of it is a candidate already. */
  isKnown?: boolean
  /** Only runs that begin with a known given name count. */
  isProse?: boolean
}

/** Runs of capitalised words within a longer text: each whole run, and what it holds of two to four words when it is longer. */
function readRuns(line: PageLine, span: Span, found: CandidateList, { isKnown, isProse }: RunText): void {
  if (!hasTwoLetters(line.text.slice(span.start, span.end))) return
  const words = placedWords(line.text, span)
  if (words.length < 2) return
  let left = MAX_RUNS_A_LINE
  for (let first = 0; first < words.length;) {
    let last = first
    while (last < words.length && mayRun(words, first, last)) last++
    while (last > first && isParticle(words[last - 1]?.text ?? '')) last--
    for (let from = first; from + 1 < last && left > 0; from++) {
      for (let to = Math.min(last, from + 4); to >= from + 2 && left > 0; to--) {
        // A word of another kind within: every longer stretch from here holds it too, and so does none.
        if (to - from > 2 && ((words[to - 1]?.shape ?? 0) & CAPITAL_PLAIN) === CAPITAL_PLAIN) continue
        if (isKnown === true && to - from === words.length) continue
        const some = words.slice(from, to)
        const texts = some.map(({ text }) => text)
        const names = some.some(({ shape }) => (shape & MAY_GO) !== 0) ? withoutTitles(texts) : texts
        if (isParticle(names[0] ?? '') || isParticle(names.at(-1) ?? '') || !isNameShaped(names)) continue
        left--
        if (isProse === true && (wordKindOf(names[0] ?? '') & GIVEN) === 0) continue
        found.add(line, { start: some[0]?.start ?? 0, end: some.at(-1)?.end ?? 0, place: 'run' }, names)
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
  shape: number
}

const CAPITAL_PLAIN = IS_CAPITAL | IS_PLAIN

function mayRun(words: readonly PlacedWord[], first: number, at: number): boolean {
  const word = words[at]
  if (!word || (at > first && words[at - 1]?.closes === true)) return false
  if ((word.shape & (IS_WORD | IS_INITIAL | IS_TITLE)) !== 0) return true
  return at > first && (word.shape & IS_PARTICLE) !== 0
}

/** Punctuation behind a word, or the `s` of whose something is. */
const MAY_CLOSE = /['’]s$|[.,;:!?"”’')]$/

/** The words of a part of a line. Small words are read only beside what may be part of a name: most stand in sentences. */
function placedWords(text: string, { start, end }: Span): PlacedWord[] {
  const words: PlacedWord[] = []
  let isBeside = false
  for (let at = start; at < end;) {
    const blank = text.indexOf(' ', at)
    const stop = blank < 0 || blank > end ? end : blank
    if (stop > at) {
      const word: PlacedWord =
        isBeside || !isSmall(text, at) ? readWord(text, at, stop) : { ...UNREAD, start: at, end: stop }
      isBeside = (word.shape & MAY_RUN) !== 0
      words.push(word)
    }
    at = stop + 1
  }
  for (let at = words.length - 2; at >= 0; at--) {
    const [word, next] = [words[at], words[at + 1]]
    if (word?.text === '' && next && (next.shape & MAY_RUN) !== 0) words[at] = readWord(text, word.start, word.end)
  }
  return words
}

function readWord(text: string, start: number, end: number): PlacedWord {
  const raw = text.slice(start, end)
  const bare = LEADS_IN.test(raw) ? raw.replace(LEADS_IN, '') : raw
  const isWhole = !MAY_CLOSE.test(bare) || (shapeOf(bare) & (IS_INITIAL | IS_TITLE)) !== 0
  const word = isWhole ? bare : bare.replace(/(?:['’]s)?[.,;:!?"”’')]*$/u, '')
  const from = end - bare.length
  return { text: word, start: from, end: from + word.length, closes: word.length < bare.length, shape: shapeOf(word) }
}

/** A small word that nobody looks at: with nothing like a name beside it, it is part of none. */
const UNREAD: PlacedWord = { text: '', start: 0, end: 0, closes: false, shape: 0 }
/** `de`, but not `d'Arc`. */
const isSmall = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 97 && code <= 122 && !/['’]/.test(text.charAt(at + 1))
}
const LEADS_IN = /^["'“‘(]+/
