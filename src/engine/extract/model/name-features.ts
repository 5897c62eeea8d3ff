import { foldName } from '../../../lib/text/person-name-fold.ts'
import type { NameCandidate } from '../candidates/candidate-list.ts'
import { isParticle } from '../candidates/word-order.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { PageNode } from '../page/page-node.ts'
import type { PageMemory } from '../people/page-memory.ts'
import { isPosition } from '../people/position-text.ts'
import { slugOf, slugsOf } from './page-slugs.ts'
import { ElementFrames } from './element-frames.ts'
import { MailPlaces } from './mail-places.ts'
import type { MailSpot } from './mail-places.ts'
import { countStep, featureOf, pieceOf, shareStep } from './feature-hash.ts'
import { readWording } from './wording.ts'
import type { Wording, WordingOnPage } from './wording.ts'

/** What is known about a page besides its tree. */
export interface FeatureContext {
  tree: PageTree
  memory: PageMemory
  candidates: readonly NameCandidate[]
  /** How well the addresses of the page fit a candidate, 0 to 3. */
  fitOf: (candidate: NameCandidate) => number
  /** Where people's addresses are. */
  spots: readonly MailSpot[]
}

const PRICE = /[$€£¥]|\d{3}|%|©|®|™/
const SENTENCE_END = /\p{Ll}{3}[.!?]["”’)]?$/u
const MAX_NEAR_CHARS = 120
/** Features for the pieces of the first and the last word. */
const PIECE_KINDS = [8, 10, 12, 9, 11, 13]

interface Column {
  lines: number
  named: number
  given: number
}

/** Features of the name candidates of one page, as slots in the table of weights. */
export class NameFeatures {
  private readonly tree: PageTree
  private readonly fitOf: FeatureContext['fitOf']
  private readonly memory: PageMemory
  /** By the kind of block. */
  private readonly columns: Column[] = []
  private readonly lastsOf = new Map<string, Set<string>>()
  private readonly firstsOf = new Map<string, Set<string>>()
  private readonly texts = new Map<string, number>()
  private readonly wordings = new Map<readonly string[], Wording>()
  private readonly alternatives = new Set<string>()
  private readonly onLine = new Map<number, number>()
  private readonly positions = new Map<number, boolean>()
  private readonly slugs: ReadonlySet<string>
  private readonly lineSigns = new Map<number, LineSigns>()
  private readonly frames = new ElementFrames()
  private readonly mail: MailPlaces

  constructor({ tree, memory, candidates, fitOf, spots }: FeatureContext) {
    this.tree = tree
    this.fitOf = fitOf
    this.memory = memory
    for (const line of tree.lines) {
      if (line.isAlternative) this.alternatives.add(foldName(line.text))
      else this.columnOf(line.block).lines++
    }
    for (const candidate of candidates) this.count(candidate)
    this.slugs = slugsOf(tree)
    this.mail = new MailPlaces(spots, candidates)
  }

  private count(candidate: NameCandidate): void {
    const { line, words, place } = candidate
    const { first, last, key, hasGiven } = this.wordingOf(words)
    add(this.lastsOf, first, last)
    add(this.firstsOf, last, first)
    this.texts.set(key, (this.texts.get(key) ?? 0) + 1)
    this.onLine.set(line.index, (this.onLine.get(line.index) ?? 0) + 1)
    if (place === 'run' || line.isAlternative) return
    const column = this.columnOf(line.block)
    column.named++
    if (hasGiven) column.given++
  }

  private wordingOf(words: readonly string[]): Wording {
    const known = this.wordings.get(words)
    if (known) return known
    const wording = readWording(words)
    this.wordings.set(words, wording)
    return wording
  }

  private columnOf(block: PageNode): Column {
    const kind = this.memory.blocks.of(block)
    const known = this.columns[kind]
    if (known) return known
    const column = { lines: 0, named: 0, given: 0 }
    this.columns[kind] = column
    return column
  }

  /** The features of a candidate; about forty. */
  of(candidate: NameCandidate): number[] {
    const features: number[] = [featureOf(0, 0)]
    const put = (kind: number, value: number): void => void features.push(featureOf(kind, value))
    const shape = this.putWords(candidate, put)
    const kinds = this.putKinds(candidate, put)
    this.putLine(candidate, kinds, put)
    this.putNeighbours(candidate, kinds, put)
    this.putPage(candidate, kinds * 4 + shape, put)
    return features
  }

  private putWords({ words, familyWords, place }: NameCandidate, put: Put): number {
    const { first, last, shape, initial, small, pieces, hasHyphen } = this.wordingOf(words)
    put(1, words.length)
    put(2, familyWords)
    put(3, shape)
    put(4, initial)
    put(5, small)
    put(6, Math.min(first.length, 12))
    put(7, Math.min(last.length, 12))
    for (const [at, piece] of pieces.entries()) put(PIECE_KINDS[at] ?? 0, piece)
    put(14, hasHyphen ? 1 : 0)
    put(15, place === 'line' ? 0 : place === 'segment' ? 1 : 2)
    return shape
  }

  /** Adds what the lists say about the first word, the last, and those in between. */
  private putKinds({ words, text, place }: NameCandidate, put: Put): number {
    const { kinds } = this.wordingOf(words)
    put(20, kinds.first & 63)
    put(21, kinds.last & 63)
    put(22, kinds.middle & 63)
    const pair = classOf(kinds.first) * 5 + classOf(kinds.last)
    put(23, pair)
    const name = this.memory.readName(text)
    const evidence = name ? name.evidence + 1 : 0
    put(24, evidence)
    put(25, evidence * 4 + (place === 'run' ? 1 : 0))
    put(26, pair * 3 + (place === 'run' ? 1 : place === 'line' ? 2 : 0))
    return evidence
  }

  private putLine({ line, start, end, node, place }: NameCandidate, kinds: number, put: Put): void {
    const { text } = line
    const signs = this.signsOfLine(line)
    put(30, Math.min(9, Math.floor(text.length / 20)))
    put(31, signs.price)
    put(32, signs.sentence)
    put(33, pieceOf(firstAfter(text.slice(end, end + 40))))
    put(34, pieceOf(lastBefore(text.slice(Math.max(0, start - 40), start))))
    put(35, pieceOf(line.block.tag) ^ (place === 'run' ? 1 : 0))
    put(36, pieceOf(node.tag))
    const around = this.frames.of(node)
    put(37, around)
    put(38, kinds * 16 + around)
    put(39, line.isAlternative ? 1 : 0)
    put(40, countStep(this.onLine.get(line.index) ?? 0))
    put(41, signs.lower * 5 + kinds)
  }

  private putNeighbours(candidate: NameCandidate, kinds: number, put: Put): void {
    const { line, start, end } = candidate
    const { lines } = this.tree
    const [before, after] = [this.solidLine(line.index, -1), this.solidLine(line.index, 1)]
    const beside = line.text.slice(end, end + MAX_NEAR_CHARS).replace(/^[\s,;:|•·(–—-]+/, '')
    const ahead = line.text.slice(Math.max(0, start - MAX_NEAR_CHARS), start).replace(/[\s,;:|•·–—-]+$/, '')
    const [isBefore, isAfter] = [this.isTitle(before), this.isTitle(after)]
    const isBeside = beside !== '' && isPosition(beside.split(/[,|(;]/)[0] ?? '')
    const isAhead = ahead !== '' && ahead.length < 60 && isPosition(ahead)
    put(50, Number(isBefore) * 2 + Number(isAfter))
    put(51, Number(isBeside) * 2 + Number(isAhead))
    put(52, (Number(isBefore || isAfter || isBeside || isAhead) * 5 + kinds) * 2 + Number(candidate.place === 'run'))
    put(53, signsOf(before?.text ?? ''))
    put(54, signsOf(after?.text ?? ''))
    put(55, signsOf(lines[line.index + 2]?.text ?? ''))
    put(56, Number((this.onLine.get(line.index - 1) ?? 0) > 0) * 2 + Number((this.onLine.get(line.index + 1) ?? 0) > 0))
  }

  private putPage(candidate: NameCandidate, shaped: number, put: Put): void {
    const { words, line, place } = candidate
    const wording = this.wordingOf(words)
    const column = this.columnOf(line.block)
    if (place !== 'run') {
      put(60, shareStep(column.named, column.lines) * 6 + countStep(column.named))
      put(61, shareStep(column.given, column.named) * 6 + countStep(column.named))
    }
    wording.ofPage ??= this.readOfPage(words, wording)
    const { lasts, firsts, texts, isAlternative, ordinary, isSlug } = wording.ofPage
    put(62, lasts)
    put(63, firsts)
    put(64, texts)
    put(65, isAlternative ? 1 : 0)
    put(66, ordinary * 5 + (shaped >> 2))
    put(67, isSlug ? 1 : 0)
    const fit = this.fitOf(candidate)
    put(68, fit)
    put(71, fit * 4 + (place === 'run' ? 1 : 0) + 2 * Number(shaped >> 2 > 0))
    put(69, shaped)
    const { distance, rivals } = this.mail.of(candidate)
    put(72, distance * 3 + (place === 'run' ? 0 : place === 'line' ? 1 : 2))
    put(73, rivals * 5 + (shaped >> 2))
    put(70, shareStep(line.index, this.tree.lines.length))
  }

  private readOfPage(words: readonly string[], { first, last, key }: Wording): WordingOnPage {
    const { vocabulary } = this.memory
    const ordinary = words.filter((word) => word.length > 2 && !isParticle(word) && vocabulary.has(word))
    return {
      lasts: countStep(this.lastsOf.get(first)?.size ?? 0),
      firsts: countStep(this.firstsOf.get(last)?.size ?? 0),
      texts: countStep(this.texts.get(key) ?? 0),
      isAlternative: this.alternatives.has(key),
      ordinary: countStep(ordinary.length),
      isSlug: this.slugs.size > 0 && this.slugs.has(slugOf(words)),
    }
  }

  private signsOfLine({ index, text }: PageLine): LineSigns {
    const known = this.lineSigns.get(index)
    if (known) return known
    const signs = {
      price: Number(PRICE.test(text)),
      sentence: Number(SENTENCE_END.test(text.slice(-8))),
      lower: countStep(smallWordsOf(text)),
    }
    this.lineSigns.set(index, signs)
    return signs
  }

  /** The closest line in that direction that is not the text of a picture. */
  private solidLine(index: number, step: -1 | 1): PageLine | undefined {
    for (let at = index + step, left = 3; left > 0; at += step, left--) {
      const line = this.tree.lines[at]
      if (line && !line.isAlternative) return line
    }
    return undefined
  }

  private isTitle(line: PageLine | undefined): boolean {
    if (!line || line.text.length > MAX_NEAR_CHARS) return false
    const known = this.positions.get(line.index)
    if (known !== undefined) return known
    const answer = isPosition(line.text)
    this.positions.set(line.index, answer)
    return answer
  }
}

interface LineSigns {
  price: number
  sentence: number
  /** Number of words in lower case, as a step. */
  lower: number
}

type Put = (kind: number, value: number) => void

/** How many of the first forty words begin in lower case; counting ends at nine. */
function smallWordsOf(text: string): number {
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
const firstAfter = (text: string): string => (text === '' ? '' : (FIRST_AFTER.exec(text)?.[1] ?? ''))

const LAST_BEFORE = /([^\p{L}\s]|\p{L}+)\s*$/u
const lastBefore = (text: string): string => (text === '' ? '' : (LAST_BEFORE.exec(text)?.[1]?.toLowerCase() ?? ''))

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key)
  if (known) known.add(value)
  else sets.set(key, new Set([value]))
}

/** Unknown, a given name, a surname, a word of another kind, or several of these. */
function classOf(kind: number): number {
  const isName = (kind & 3) !== 0
  const isWord = (kind & 24) !== 0
  if (isName && isWord) return 4
  if (isWord) return 3
  return (kind & 1) !== 0 ? 1 : (kind & 2) !== 0 ? 2 : 0
}

/** Whether it contains an address or a number, is long, or is empty. */
function signsOf(text: string): number {
  if (text === '') return 0
  return 1 + Number(text.includes('@')) + 2 * Number(/\d{3}/.test(text)) + 4 * Number(text.length > 80)
}
