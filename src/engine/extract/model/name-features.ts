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
import { dearFeatures } from './dear-features.ts'
import type { DearSigns } from './dear-features.ts'
import { countStep, featureOf, pieceOf, shareStep } from './feature-hash.ts'
import { firstAfter, lastBefore, signsOf, smallWordsOf } from './line-signs.ts'
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
  private alternatives: ReadonlySet<string> | null = null
  private readonly onLine = new Map<number, number>()
  private readonly positions = new Map<number, boolean>()
  private slugs: ReadonlySet<string> | null = null
  private readonly lineSigns = new Map<number, LineSigns>()
  private readonly frames = new ElementFrames()
  private readonly mail: MailPlaces

  constructor({ tree, memory, candidates, fitOf, spots }: FeatureContext) {
    this.tree = tree
    this.fitOf = fitOf
    this.memory = memory
    // Blocks of another tag are of another kind.
    const tags = new Set(Array.from(candidates, ({ line }) => line.block.tag))
    for (const { isAlternative, block } of tree.lines)
      if (!isAlternative && tags.has(block.tag)) this.columnOf(block).lines++
    for (const candidate of candidates) this.count(candidate)
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
    const { features, evidence } = this.atHand(candidate)
    return [...features, ...dearFeatures(this.dearSigns(candidate), evidence, candidate.place === 'run')]
  }

  /** Those that take little to find out, and how sure the lists are of its words: 0 if they read no name. */
  atHand(candidate: NameCandidate): { features: number[]; evidence: number } {
    const features: number[] = [featureOf(0, 0)]
    const put = (kind: number, value: number): void => void features.push(featureOf(kind, value))
    const wording = this.wordingOf(candidate.words)
    this.putWords(candidate, wording, put)
    const evidence = this.putKinds(candidate, wording, put)
    this.putLine(candidate, evidence, put)
    this.putNeighbours(candidate, put)
    this.putPage(candidate, wording, evidence, put)
    return { features, evidence }
  }

  private putWords({ words, familyWords, place }: NameCandidate, wording: Wording, put: Put): void {
    const { first, last, shape, initial, small, pieces, hasHyphen } = wording
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
  }

  /** Adds what the lists say about the first word, the last, and those in between. */
  private putKinds({ text, place }: NameCandidate, { kinds }: Wording, put: Put): number {
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

  private putLine({ line, start, end, node, place }: NameCandidate, evidence: number, put: Put): void {
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
    put(38, evidence * 16 + around)
    put(39, line.isAlternative ? 1 : 0)
    put(40, countStep(this.onLine.get(line.index) ?? 0))
    put(41, signs.lower * 5 + evidence)
  }

  private putNeighbours({ line }: NameCandidate, put: Put): void {
    put(53, signsOf(this.solidLine(line.index, -1)?.text ?? ''))
    put(54, signsOf(this.solidLine(line.index, 1)?.text ?? ''))
    put(55, signsOf(this.tree.lines[line.index + 2]?.text ?? ''))
    put(56, Number((this.onLine.get(line.index - 1) ?? 0) > 0) * 2 + Number((this.onLine.get(line.index + 1) ?? 0) > 0))
  }

  private putPage(candidate: NameCandidate, wording: Wording, evidence: number, put: Put): void {
    const { line, place } = candidate
    const column = this.columnOf(line.block)
    if (place !== 'run') {
      put(60, shareStep(column.named, column.lines) * 6 + countStep(column.named))
      put(61, shareStep(column.given, column.named) * 6 + countStep(column.named))
    }
    put(62, countStep(this.lastsOf.get(wording.first)?.size ?? 0))
    put(63, countStep(this.firstsOf.get(wording.last)?.size ?? 0))
    put(64, countStep(this.texts.get(wording.key) ?? 0))
    const fit = this.fitOf(candidate)
    put(68, fit)
    put(71, fit * 4 + (place === 'run' ? 1 : 0) + 2 * Number(evidence > 0))
    put(69, evidence * 4 + wording.shape)
    const { distance, rivals } = this.mail.of(candidate)
    put(72, distance * 3 + (place === 'run' ? 0 : place === 'line' ? 1 : 2))
    put(73, rivals * 5 + evidence)
    put(70, shareStep(line.index, this.tree.lines.length))
  }

  /** The rest: it takes a look at the words of all the page, and at those around the candidate. */
  dearSigns({ words, line, start, end }: NameCandidate): DearSigns {
    const beside = line.text.slice(end, end + MAX_NEAR_CHARS).replace(/^[\s,;:|•·(–—-]+/, '')
    const ahead = line.text.slice(Math.max(0, start - MAX_NEAR_CHARS), start).replace(/[\s,;:|•·–—-]+$/, '')
    const [isBefore, isAfter] = [-1, 1].map((step) => this.isTitle(this.solidLine(line.index, step)))
    const isBeside = beside !== '' && isPosition(beside.split(/[,|(;]/)[0] ?? '')
    const isAhead = ahead !== '' && ahead.length < 60 && isPosition(ahead)
    const wording = this.wordingOf(words)
    wording.ofPage ??= this.readOfPage(words, wording)
    return {
      titledLines: Number(isBefore) * 2 + Number(isAfter),
      titledSides: Number(isBeside) * 2 + Number(isAhead),
      ...wording.ofPage,
    }
  }

  private readOfPage(words: readonly string[], { key }: Wording): WordingOnPage {
    const { vocabulary } = this.memory
    const ordinary = words.filter((word) => word.length > 2 && !isParticle(word) && vocabulary.has(word))
    this.slugs ??= slugsOf(this.tree)
    this.alternatives ??= alternativesOf(this.tree)
    return {
      isAlternative: Number(this.alternatives.has(key)),
      ordinary: countStep(ordinary.length),
      isSlug: Number(this.slugs.size > 0 && this.slugs.has(slugOf(words))),
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
  private solidLine(index: number, step: number): PageLine | undefined {
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

/** Texts of pictures, folded. */
const alternativesOf = ({ lines }: PageTree): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => (line.isAlternative ? [foldName(line.text)] : [])))

type Put = (kind: number, value: number) => void

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
