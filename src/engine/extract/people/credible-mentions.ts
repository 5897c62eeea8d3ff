import { NAME_PARTICLES, foldName } from '../../../lib/text/person-name-fold.ts'
import { GIVEN, SURNAME, wordKindOf } from '../names/name-words.ts'
import type { NameFitter } from '../names/name-fit.ts'
import { findMentions } from './name-mentions.ts'
import type { NameMention } from './name-mentions.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { PageMemory } from './page-memory.ts'
import type { PageVocabulary } from './page-vocabulary.ts'
import { isPosition } from './position-text.ts'

/** Names in a column make the rest of that column names. */
const MIN_COLUMN_NAMES = 2
const MIN_COLUMN_SHARE = 0.5
/** The most local parts of a page with which weak names are compared. */
const MAX_LOCALS = 100
/** The most weak names that are compared with them. */
const MAX_WEAK = 300
const MAX_BESIDE_CHARS = 100

/**
 * The credible names of a page. A word that the page also writes in lower case is a word, not a surname. A name with an unknown
 * given name needs support: others in its column, a position next to it, or an address that spells it.
 */
export function credibleMentions(
  tree: PageTree,
  locals: readonly string[],
  lines: readonly PageLine[],
  memory: PageMemory,
): NameMention[] {
  const mentions = findMentions(lines, (text) => memory.readName(text))
  if (mentions.length === 0) return mentions
  const { vocabulary } = memory
  const strong = new Set(mentions.filter((mention) => mention.name.evidence >= 2 && !isOrdinary(mention, vocabulary)))
  let columns: ColumnSupport | null = null
  const spelled = spelledBy(locals.slice(0, MAX_LOCALS), memory.fitter)
  const series = seriesOf(mentions)
  return mentions.filter((mention) => {
    if (series.has(foldName(mention.name.first)) && !(locals.length > 0 && spelled(mention))) return false
    if (strong.has(mention) || (locals.length > 0 && spelled(mention))) return true
    if (mention.place === 'prose') return false
    if (mention.name.evidence >= 2 || isOrdinary(mention, vocabulary)) return false
    columns ??= new ColumnSupport(tree, strong)
    return columns.supports(mention) || (mention.name.evidence === 1 && hasPositionBeside(mention, tree.lines))
  })
}

/**
 * A first word followed by this many different words heads a series of products, towns or departments: `Alma Taps`,
 * `Alma Valves`.
 */
const SERIES = 3
/** As a share of all names on the page: among many people some have the same first name. */
const SERIES_SHARE = 0.3
/** Given names of which some pages show only initials: many people share one, and no series of products begins with one. */
const INITIALS = /^\p{Lu}\.(?:[ -]?\p{Lu}\.)*$/u

/** First words that are not names on this page, judging by the words after them. */
export function seriesOf(mentions: readonly NameMention[]): ReadonlySet<string> {
  const after = new Map<string, Set<string>>()
  const all = new Set<string>()
  for (const { name, key } of mentions) {
    all.add(key)
    if (name.evidence === 3 || INITIALS.test(name.first)) continue
    const first = foldName(name.first)
    after.set(first, (after.get(first) ?? new Set()).add(foldName(name.last)))
  }
  const isSeries = ({ size }: Set<string>): boolean => size >= SERIES && size >= SERIES_SHARE * all.size
  return new Set([...after].filter(([, lasts]) => isSeries(lasts)).map(([first]) => first))
}

/**
 * Whether a word of the name is an ordinary word of the page. Words known only as names may be in lower case for other reasons
 * (addresses, links).
 */
export function isOrdinary({ name, place }: NameMention, vocabulary: PageVocabulary): boolean {
  if (name.evidence === 3 && place !== 'prose') return false
  const words = name.full.split(/[\s-]+/).filter((word) => word.length > 2 && !NAME_PARTICLES.has(word.toLowerCase()))
  return words.some((word) => {
    const kind = wordKindOf(word)
    const isPlainName = kind !== 0 && (kind & ~(GIVEN | SURNAME)) <= 4 && name.evidence === 3
    return !isPlainName && hasCase(word) && vocabulary.has(word)
  })
}

/** Scripts without capitals write words and names alike. */
const hasCase = (word: string): boolean => word.toLowerCase() !== word.toUpperCase()

/** Whether a position is next to the name, or alone on the line above or below in the same element. */
function hasPositionBeside({ line, start, end, place }: NameMention, lines: readonly PageLine[]): boolean {
  const after = line.text.slice(end, end + MAX_BESIDE_CHARS).replace(/^[\s,;:：|•·(–—-]+/, '')
  const before = line.text.slice(Math.max(0, start - MAX_BESIDE_CHARS), start).replace(/[\s,;:：|•·–—-]+$/, '')
  const near = [-1, 1].map((step) => {
    const other = place === 'line' ? lines[line.index + step] : undefined
    return other?.block.parent === line.block.parent ? other.text : ''
  })
  return [after, ...near, after.split(/[,|(;]/)[0] ?? '', before].some((text) => text !== '' && isPosition(text))
}

class ColumnSupport {
  private readonly names = new Map<string, number>()
  private readonly lines = new Map<string, number>()

  constructor(tree: PageTree, strong: ReadonlySet<NameMention>) {
    for (const mention of strong) if (mention.place === 'line') add(this.names, column(mention.line.block))
    if (this.names.size === 0) return
    for (const line of tree.lines) if (!line.isAlternative) add(this.lines, column(line.block))
  }

  supports({ place, line }: NameMention): boolean {
    const names = this.names.get(column(line.block)) ?? 0
    const all = this.lines.get(column(line.block)) ?? 0
    return place === 'line' && names >= MIN_COLUMN_NAMES && names >= all * MIN_COLUMN_SHARE
  }
}

const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

/** Tag and classes of the block and of its parent. */
const column = ({ tag, attributes, parent }: NameMention['node']): string =>
  `${parent?.tag} ${parent?.attributes.class ?? ''} ${tag} ${attributes.class ?? ''}`

/** Tests whether a local part spells the surname with the first name or its initial. */
function spelledBy(locals: readonly string[], fitter: NameFitter): (mention: NameMention) => boolean {
  const joined = locals.join(' ').toLowerCase()
  let left = MAX_WEAK
  return ({ name, key }) => {
    if (!joined.includes(foldName(name.last).slice(0, 3)) && !joined.includes(foldName(name.last, 'long').slice(0, 3)))
      return false
    return left-- > 0 && locals.some((local) => fitter.grade(local, name, key) === 3)
  }
}
