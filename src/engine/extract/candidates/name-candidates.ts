import { withoutDon } from '../names/name-titles.ts'
import { GIVEN, SURNAME, SYLLABLE } from '../names/name-words.ts'
import type { PageLine } from '../page/page-lines.ts'
import { CandidateList, MIN_CHARS } from './candidate-list.ts'
import type { NameCandidate } from './candidate-list.ts'
import { pairFrom } from './name-pairs.ts'
import type { PartPair } from './name-pairs.ts'
import { partsOfLine, titleless } from './name-parts.ts'
import type { LinePart } from './name-parts.ts'
import { readRuns } from './name-runs.ts'
import { spansOf } from './name-spans.ts'
import { countWords, isNameShaped, isPlain, leadsName } from './name-shape.ts'
import { IN_CAPITALS, IS_INITIAL, shaped } from './word-shape.ts'
import type { ShapedWord } from './word-shape.ts'

/** A telephone book is cut; nobody reads further. */
const MAX_CANDIDATES = 3_000
/** A longer line is prose: only runs of words that hold a known given name are read there. */
const MAX_LINE_CHARS = 300
const MAX_PROSE_CHARS = 5_000

/** All stretches of the page that may be somebody's name, in reading order; linear in the page. */
export function nameCandidates(lines: readonly PageLine[]): NameCandidate[] {
  const found = new CandidateList()
  /** Lines of one element that hold nothing: pages repeat those of their menus. */
  const barren = new Set<string>()
  for (const line of lines) {
    const { text, pieces } = line
    const before = found.all.length
    if (before >= MAX_CANDIDATES) break
    if (text.length < MIN_CHARS || text.length > MAX_PROSE_CHARS || !hasTwoCapitals(text)) continue
    if (text.length > MAX_LINE_CHARS) readProse(line, found)
    else if (pieces.length > 1) readLine(line, found)
    else if (!barren.has(text)) {
      readLine(line, found)
      if (found.all.length === before) barren.add(text)
    }
  }
  return found.all.slice(0, MAX_CANDIDATES)
}

/** Of Latin, or of something else that no quick look tells apart. */
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 0xc0

/** The apostrophe of printers, which counts as a letter. */
const TURNED_COMMA = 0x2019

/** A quick look: two words that begin with a capital, behind an apostrophe too. */
function hasTwoCapitals(text: string): boolean {
  let capitals = 0
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isInside = isLetter(code)
    if (isInside && !isInWord && (code <= 90 || code >= 0xc0) && ++capitals === 2) return true
    isInWord = isInside && code !== TURNED_COMMA
  }
  return false
}

function readLine(line: PageLine, found: CandidateList): void {
  const parts = partsOfLine(line)
  const place = parts.length === 1 ? 'line' : 'segment'
  for (const [index, part] of parts.entries()) {
    const pair = part.words && pairFrom(line.text, parts, index)
    if (pair || mayHoldName(part)) readPart(line, part, pair, place, found)
    if (pair) readPair(line, pair, place, found)
  }
}

/** More than one word, and not only words of other kinds, as most parts of menus are. */
const mayHoldName = ({ words }: LinePart): boolean => words === null || (words.length > 1 && !words.every(isPlain))

/** The whole of a part, and what it holds. */
function readPart(
  line: PageLine,
  part: LinePart,
  pair: PartPair | null,
  place: NameCandidate['place'],
  found: CandidateList,
): void {
  const words = part.words && titleless(part.words)
  const isName = words !== null && isNameShaped(words) && !(pair && isSurname(words, pair))
  if (isName) found.add(line, { start: part.start, end: part.end, place }, words)
  if (!isName || words.length > 2) readRuns(line, part, found, { isKnown: isName })
}

/** `Doe` and `Jane` beside a comma; `Jane` and `Doe` in elements of their own, titles between them or not. */
function readPair(line: PageLine, pair: PartPair, place: NameCandidate['place'], found: CandidateList): void {
  const { first, second, isComma } = pair
  if (!first.words || !second.words) return
  const words = titleless(first.words, isComma || pair.holdsTitle ? 1 : undefined)
  const after = titleless(second.words, 1)
  if (
    isComma
      ? isPosition(words, after) || areLetters(words, after) || areTwoPeople(words, after)
      : [...words, ...after].some(isPlain) && !namesPart(line, second.start)
  )
    return
  const all = withoutDon([...words, ...after].map(({ text }) => text)).map(shaped)
  const [count, countAfter] = [countWords(words), countWords(after)]
  const fits = words.length > 0 && after.length > 0 && count <= 3 && countAfter <= 3
  if (!fits || !isNameShaped(all)) return
  const isLine = pair.start <= 1 && pair.end >= line.text.length - 1
  const isJoint = !isComma && (count > 1 || countAfter > 1) && !namesPart(line, second.start)
  const whole = { start: pair.start, end: pair.end, place: isLine ? ('line' as const) : place, isJoint }
  found.add(line, whole, all, isComma ? words.length : 0)
}

/** `Della Rossi` of `Della Rossi, Elena`: a surname with its particle, though that is a given name elsewhere. */
function isSurname(words: readonly ShapedWord[], { second, isComma }: PartPair): boolean {
  if (!isComma || !second.words || countWords(words) !== 1) return false
  const after = titleless(second.words, 1)
  return after.length > 0 && after.every(({ shape }) => (shape & (GIVEN | IS_INITIAL)) !== 0)
}

/** `Jane Doe, Verger`: what follows a whole name, and is no given name and ends in no initial, is what the person does. */
const isPosition = (before: readonly ShapedWord[], after: readonly ShapedWord[]): boolean =>
  countWords(before) > 1 &&
  (shapeIn(after, -1) & IS_INITIAL) === 0 &&
  leadsName(shapeIn(before, 0)) &&
  ((shapeIn(before, -1) & SURNAME) !== 0 || (shapeIn(before, 0) & (GIVEN | SURNAME)) === GIVEN) &&
  (shapeIn(after, 0) & (GIVEN | SURNAME | SYLLABLE | IS_INITIAL)) === 0

/** `Jane Doe, John Roe`: either side begins with what is a given name and nothing else, as no surname of two words does. */
const areTwoPeople = (before: readonly ShapedWord[], after: readonly ShapedWord[]): boolean =>
  [before, after].every(
    (words) =>
      countWords(words) === 2 && (shapeIn(words, 0) & (GIVEN | SURNAME)) === GIVEN && leadsName(shapeIn(words, 0)),
  ) && (shapeIn(after, 1) & (GIVEN | IS_INITIAL)) === 0

/** `Jane Doe, FRCOG`: in capitals behind words that are not, the letters of a degree or an order, known or not. */
const areLetters = (before: readonly ShapedWord[], after: readonly ShapedWord[]): boolean =>
  countWords(before) > 1 &&
  after.every(({ shape, text }) => (shape & IN_CAPITALS) !== 0 && text.length > 2) &&
  before.every(({ shape }) => (shape & IN_CAPITALS) === 0)

const shapeIn = (words: readonly ShapedWord[], at: number): number => words.at(at)?.shape ?? 0

/** The element of a surname or a given name, by its class. */
const namesPart = (line: PageLine, at: number): boolean => {
  const { node } = line.pieces.findLast(({ start }) => start <= at) ?? { node: line.block }
  return /(?:^|[\s_-])(?:last|family|sur|first|given|[lf]name|nach|vor)(?:$|[\s_-]|name)/i.test(
    node.attributes.class ?? '',
  )
}

function readProse(line: PageLine, found: CandidateList): void {
  for (const span of spansOf(line)) readRuns(line, span, found, { isProse: true })
}
