import { foldName } from '../../../lib/text/person-name-fold.ts'
import { nodeAt } from '../addresses/address-spots.ts'
import { columnHeadings } from '../page/node-text.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import { childIndex } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import type { NameFitter } from '../names/name-fit.ts'
import { COMMON, GIVEN, SURNAME, TITLE, wordKindOf } from '../names/name-words.ts'
import type { PersonName } from '../names/name-evidence.ts'
import { nameKey } from '../names/person-name.ts'
import type { NameCandidate } from './candidate-list.ts'
import { mayGo, titleless } from './name-parts.ts'
import { countWords, isNameShaped, leadsName } from './name-shape.ts'
import { arrangeWords } from './word-order.ts'
import { IS_PARTICLE, shaped } from './word-shape.ts'
import type { ShapedWord } from './word-shape.ts'

/**
 * Names whose two parts stand on lines or in cells of their own: `Jane<br>Doe`, `<td>Doe</td><td>Jane</td>`. Two short lines
 * beside each other are a name only where something says so of the whole layout: headings or classes that name the parts,
 * addresses that spell several of the pairs built alike, or given names that begin nearly all elements of two lines, or are above
 * words in capitals.
 */

/** Pairs of a page that are looked at; a longer list continues as it began. */
const MAX_PAIRS = 1_500
const MAX_PART_CHARS = 32
/** Without particles, and with them. */
const [MAX_PART_WORDS, MAX_ALL_WORDS] = [3, 5]
const MAX_LOCALS = 1_000
/** Local parts tried against one pair. */
const MAX_TRIED = 8
/** Pairs of a layout that addresses must spell, and how many of all. */
const [MIN_SPELLED, MIN_SHARE] = [2, 0.3]
/** The same of those with a given name above a word that is none. */
const [MIN_GIVEN, MIN_GIVEN_SHARE] = [3, 0.6]
const PART = /^(?:\p{Ll}{1,3} ){0,3}\p{Lu}[\p{L}\p{M}'’. -]*$/u
const GIVEN_PART = /(?:^|[\s_-])(?:first|given|fore|vor|fname|pr[eé]nom|voor|nombre|primeiro)(?:$|[\s_-]|na[mao]\w*)/i
const FAMILY_PART =
  /(?:^|[\s_-])(?:last|family|sur|nach|familien|zu|achter|sobre|lname|apellidos?|cognome|apelido|nom)(?:$|[\s_-]|name|naam|nome)/i

const IN_CAPITALS = /^[\p{Lu}\p{M}'’-]{2,30}$/u

interface Pair {
  lines: readonly [PageLine, PageLine]
  words: readonly [readonly string[], readonly string[]]
}

interface PairLayout {
  pairs: Pair[]
  /** Pairs that an address spells. */
  spelled: number
  /** Pairs of which an address spells one line alone. */
  whole: number
  /** Pairs of a given name and a surname, in capitals or nothing else in their element. */
  given: number
  /** Above 0 the given name stands first, below 0 the surname. */
  order: number
  /** Headings or classes name both parts. */
  isNamed: boolean
}

/** The joined names of a page that can be believed, each on the line of its second part; the surname is always known. */
export function joinedNames(tree: PageTree, locals: readonly string[], fitter: NameFitter): NameCandidate[] {
  const byHead = localsByHead(locals)
  const isUnspelled = locals.length === 0 && tree.lines.length <= MAX_PAIRS
  const layouts = new Map<string, PairLayout>()
  let count = 0
  const parts = new PartReader()
  for (let index = 1; index < tree.lines.length && count < MAX_PAIRS; index++) {
    const [above, below] = [tree.lines[index - 1], tree.lines[index]]
    if (!above || !below || !areBeside(above.block, below.block)) continue
    // Without an address to spell them, only parts that a class or a heading names count: of a cell, that of another table too.
    const isWhole = above.block === below.block && above.block.endLine - above.block.firstLine === 2
    const isMarked = IN_CAPITALS.test(below.text.trim()) && !IN_CAPITALS.test(above.text.trim())
    if (isUnspelled && !isWhole && !isMarked && !isCell(above.block) && partOf(tree, above) === 0) continue
    const pair = parts.pairOf(above, below)
    if (!pair) continue
    count++
    const layout = layoutOf(tree, pair, layouts)
    layout.pairs.push(pair)
    if ((isWhole || isMarked) && isGivenFirst(pair)) layout.given++
    weigh(pair, layout, byHead, fitter)
  }
  return [...layouts.values()].filter(isBelieved).flatMap((layout) => candidatesOf(layout))
}

const isBelieved = ({ pairs, spelled, whole, given, isNamed }: PairLayout): boolean =>
  isNamed ||
  (spelled > whole && spelled >= MIN_SPELLED && spelled >= pairs.length * MIN_SHARE) ||
  (whole === 0 && given >= MIN_GIVEN && given >= pairs.length * MIN_GIVEN_SHARE)

/** `<h3>Jane<br>Doe</h3>`, but no `Jane<br>John`. */
const isGivenFirst = ({ words: [first, second] }: Pair): boolean =>
  first.length === 1 &&
  second.length === 1 &&
  leadsName(wordKindOf(first[0] ?? '')) &&
  (wordKindOf(second[0] ?? '') & (GIVEN | SURNAME)) !== GIVEN

/** Local parts by the first two letters of each of their words: what spells a pair begins with one of its words, or with its initial. */
function localsByHead(locals: readonly string[]): Map<string, string[]> {
  const byHead = new Map<string, string[]>()
  for (const local of [...new Set(locals)].slice(0, MAX_LOCALS)) {
    const letters = local.toLowerCase()
    for (const head of new Set([
      letters.slice(0, 2),
      ...letters.split(/[._-]+/).map((part) => part.slice(0, 2)),
      letters.slice(1, 3),
    ])) {
      const known = byHead.get(head)
      if (known) known.push(local)
      else byHead.set(head, [local])
    }
  }
  return byHead
}

/** Reads lines that may be parts of names, each once, and only beside another such line. */
class PartReader {
  private last: PageLine | null = null
  private words: readonly ShapedWord[] = []

  pairOf(above: PageLine, below: PageLine): Pair | null {
    const first = this.wordsOf(above)
    if (first.length === 0) return null
    const second = this.wordsOf(below)
    if (second.length === 0 || !isNameShaped([...first, ...second])) return null
    return { lines: [above, below], words: [textsOf(first), textsOf(second)] }
  }

  private wordsOf(line: PageLine): readonly ShapedWord[] {
    if (this.last !== line) this.words = mayBePart(line) ? wordsOf(line) : []
    this.last = line
    return this.words
  }
}

const areBeside = (first: PageNode, second: PageNode): boolean =>
  first === second || (first.parent !== null && first.parent === second.parent)

const mayBePart = ({ text, isAlternative }: PageLine): boolean =>
  !isAlternative && text.length > 1 && text.length <= MAX_PART_CHARS && PART.test(text.trim())

function wordsOf({ text }: PageLine): readonly ShapedWord[] {
  const all = text.trim().split(' ').filter(Boolean).map(shaped)
  if (all.some((word) => isOrdinary(word) && !mayGo(word))) return []
  const words = titleless(all)
  return countWords(words) <= MAX_PART_WORDS && words.length <= MAX_ALL_WORDS && !words.some(isOrdinary) ? words : []
}

const isOrdinary = ({ shape }: ShapedWord): boolean =>
  (shape & (COMMON | TITLE)) !== 0 && (shape & (GIVEN | SURNAME | IS_PARTICLE)) === 0

const textsOf = (words: readonly ShapedWord[]): string[] => words.map(({ text }) => text)

function layoutOf(tree: PageTree, { lines: [above, below] }: Pair, layouts: Map<string, PairLayout>): PairLayout {
  const key = `${placeOf(above)}|${above.block === below.block ? '' : placeOf(below)}`
  const known = layouts.get(key)
  if (known) return known
  const [first, second] = [partOf(tree, above), partOf(tree, below)]
  const isNamed = first !== 0 && second === -first
  const layout: PairLayout = {
    pairs: [],
    spelled: 0,
    whole: 0,
    given: 0,
    order: isNamed ? first * Infinity : 0,
    isNamed,
  }
  layouts.set(key, layout)
  return layout
}

/** Tag and class of a block and of what it is in; of a cell, its column. */
function placeOf({ block }: PageLine): string {
  const { tag, attributes, parent } = block
  const column = tag === 'td' || tag === 'th' ? childIndex(block) : ''
  return `${parent?.tag} ${parent?.attributes.class ?? ''} ${tag} ${attributes.class ?? ''} ${column}`
}

/** 1: a heading of its column, its class or its label says given name, -1: surname; 0: neither. */
function partOf(tree: PageTree, { block }: PageLine): -1 | 0 | 1 {
  const { parent, attributes } = block
  const heading = parent && isCell(block) ? (columnHeadings(tree, parent)[childIndex(block)] ?? '') : ''
  for (const text of [heading.slice(0, 40), attributes.class ?? '']) {
    if (text === '') continue
    if (GIVEN_PART.test(text)) return 1
    if (FAMILY_PART.test(text)) return -1
  }
  return 0
}

const isCell = ({ tag, parent }: PageNode): boolean => (tag === 'td' || tag === 'th') && parent?.tag === 'tr'

function weigh(
  pair: Pair,
  layout: PairLayout,
  byHead: ReadonlyMap<string, readonly string[]>,
  fitter: NameFitter,
): void {
  const { words } = pair
  if (!layout.isNamed) layout.order += 3 * (listVote(words[0]) - listVote(words[1]))
  const parts = words.map((some) => foldName(some.join('')).replace(/[^a-z]/g, ''))
  const [a = '', b = ''] = parts
  const heads = new Set([a.slice(0, 2), b.slice(0, 2), a.slice(0, 1) + b.slice(0, 1), b.slice(0, 1) + a.slice(0, 1)])
  const near = new Set([...heads].flatMap((head) => (byHead.get(head) ?? []).slice(0, MAX_TRIED)))
  const names = [compose(pair, 1), compose(pair, -1)].map((one) =>
    arrangeWords(one.words, one.family, 'given-first', 2),
  )
  const whole = words.filter(({ length }) => length > 1).flatMap(readingsOf)
  for (const local of near) {
    // Two people below each other, of whom one is spelled.
    if (whole.some((name) => fitter.grade(local, name, nameKey(name)) === 3)) {
      layout.whole++
      return
    }
    if (!names.some((name) => fitter.grade(local, name, nameKey(name)) === 3)) continue
    layout.spelled++
    const letters = local.toLowerCase().replace(/[^a-z]/g, '')
    if (!layout.isNamed) layout.order += Number(opens(letters, a, b)) - Number(opens(letters, b, a))
    return
  }
}

const readingsOf = (words: readonly string[]): PersonName[] => [
  arrangeWords(words, 0, 'given-first', 2),
  arrangeWords(words, 0, 'family-first', 2),
]

/** Given names that are nothing else. */
const listVote = (words: readonly string[]): number =>
  Number((wordKindOf(words[0] ?? '') & (GIVEN | SURNAME)) === GIVEN)

/** `janedoe`, `jdoe`: the given name or its initial, and all of the surname. */
const opens = (letters: string, given: string, family: string): boolean =>
  family.length > 1 &&
  letters.endsWith(family) &&
  given.startsWith(letters.slice(0, -family.length)) &&
  letters !== family

/** Words with the surname in front, and how many those are. */
function compose({ words: [first, second] }: Pair, order: 1 | -1): { words: string[]; family: number } {
  return order > 0
    ? { words: [...second, ...first], family: second.length }
    : { words: [...first, ...second], family: first.length }
}

function candidatesOf({ pairs, order }: PairLayout): NameCandidate[] {
  return pairs.map((pair): NameCandidate => {
    const [above, below] = pair.lines
    const { words, family } = compose(pair, order >= 0 ? 1 : -1)
    return {
      line: below,
      start: 0,
      end: below.text.length,
      place: 'line',
      words,
      text: `${above.text.trim()} ${below.text.trim()}`,
      joinedWith: above,
      familyWords: family,
      isJoint: false,
      isWorded: false,
      node: nodeAt(below, 0),
    }
  })
}
