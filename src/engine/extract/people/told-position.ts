import { columnHeadings, textOf } from '../page/node-text.ts'
import { childrenOf } from '../page/page-node.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { PageNode } from '../page/page-node.ts'
import { foldName } from '../../../lib/text/person-name-fold.ts'
import type { PersonCard } from './person-card.ts'
import { CONTACT_WORD, isPost } from './position-text.ts'
import { soundsLikePosition } from './trade-words.ts'
import { alternation } from '../../../lib/text/alternation.ts'

const MAX_CELL_CHARS = 120
const POSITION_HEADER = new RegExp(
  alternation`
    ^(?:job |current |present )?(?:title|position|designation|post|function|role|funktion|fonction|funcao|funcion
      cargo|puesto|ruolo|qualifica|functie|stanowisko|befattning|stilling|nimike|beosztas|functia|gorevi?|unvan|titel
      titulo|titre|tittel|rolle?|carica|incarico|mansione|funkce|funkcja|aufgabe|amt|dienststellung|verv|hverv
      zustandigkeit|responsibility|office)s?$`,
  'i',
)
/** Names a column of positions, and in front of anything a room or where letters go. */
const NO_LABEL = /office|^post|^amt/i
const LABELLED = /^\s*(\p{L}[\p{L} ]{2,24}?)\s*(?:[:：]\s*(.*)|$)/u

/** Whether a text may be a position by its length and its characters. */
export const isShort = (text: string): boolean =>
  text.length > 1 && text.length <= MAX_CELL_CHARS && !/@|\d{3}/.test(text)

/**
 * Lines that begin with the heading of a position, each with what follows it: `Position: Bell ringer`, and nothing for `Position`.
 * Each is read once for all cards of a page, which overlap.
 */
export function positionLabels(lines: readonly PageLine[]): PersonCard['labels'] {
  const labels = new Map<PageLine, string>()
  for (const line of lines) {
    if (line.isAlternative || line.text.length > MAX_CELL_CHARS) continue
    const [, label = '', value = ''] = LABELLED.exec(line.text) ?? []
    if (POSITION_HEADER.test(foldName(label)) && !NO_LABEL.test(label)) labels.set(line, value.trim())
  }
  return labels
}

/** `Position: Bell ringer`, and the two cells or terms of the same: the label says it, whatever the words. */
export function labelledPosition({ lines, labels, mention }: PersonCard): string | null {
  for (const [at, line] of labels.size === 0 ? [] : lines.entries()) {
    const value = labels.get(line)
    if (value === undefined) continue
    const said = value === '' ? (lines[at + 1]?.text ?? '').trim() : value
    const isValue = isShort(said) && !said.endsWith(':') && !CONTACT_WORD.test(said)
    if (isValue && !said.includes(mention.name.last)) return said
  }
  return null
}

/** `Position`, `Title/Department` */
export const headsPositions = (heading: string): boolean =>
  heading.split(/\s?[/&]\s?/, 2).some((part) => POSITION_HEADER.test(foldName(part)))

/** The cell under a heading such as `Position`. */
export function columnPosition({ tree, mention }: PersonCard): string | null {
  let cell: PageNode | null = mention.node
  while (cell?.parent && cell.parent.tag !== 'tr') cell = cell.parent
  const row = cell?.parent
  if (!row) return null
  const headings = columnHeadings(tree, row)
  const told = headings.findIndex((heading) => headsPositions(heading) && !NO_LABEL.test(heading))
  const column = told < 0 ? headings.findIndex(headsPositions) : told
  const cells = childrenOf(row)
  // Cells that span rows, as those of a department do, are in front and only in the first of them.
  const target = column < 0 ? undefined : cells[column - Math.max(0, headings.length - cells.length)]
  const text = target && target !== cell ? textOf(tree, target) : ''
  return isShort(text) ? text : null
}

/**
 * The line in the same place of the element behind or before that of the names, where one holds names alone, and the other as many
 * posts: two columns of one list.
 */
export function postInRow(card: PersonCard): string | null {
  const { line } = card.mention
  for (let [list, steps]: [PageNode | null, number] = [line.block, 0]; list && steps < 3; list = list.parent, steps++) {
    const count = list.endLine - list.firstLine
    if (count < MIN_POSTS || count > MAX_LINES) continue
    // Of rows by turns, each post is in both.
    for (const posts of card.titlesAbove ? [siblingBefore(list)] : [list.nextSibling, siblingBefore(list)]) {
      const text = posts && postIn(list, posts, card)
      if (text !== null) return text
    }
  }
  return null
}

/** The line of the posts that is in the place of the name, where both lists are as long. */
function postIn(
  list: PageNode,
  posts: PageNode,
  { tree: { lines }, mention: { line }, isOthers }: PersonCard,
): string | null {
  const { firstLine, endLine } = list
  const count = endLine - firstLine
  if (posts.endLine - posts.firstLine !== count) return null
  const named = lines.slice(firstLine, endLine)
  const texts = lines.slice(posts.firstLine, posts.endLine).map(({ text }) => text.trim())
  const others = named.filter((one) => one === line || isOthers(one)).length
  if (others < count * MIN_NAMED || texts.filter((text) => isPost(text) || soundsLikePosition(text)).length < count / 2)
    return null
  const text = texts[line.index - firstLine] ?? ''
  return text.length <= MAX_CELL_CHARS && !text.endsWith(':') && !CONTACT_WORD.test(text) ? text : null
}

function siblingBefore(node: PageNode): PageNode | null {
  const siblings = node.parent ? childrenOf(node.parent, MAX_LINES) : []
  return siblings[siblings.indexOf(node) - 1] ?? null
}
/** One of them nobody may know for a name. */
const MIN_NAMED = 0.7
/** A list of names is no shorter and no longer. */
const [MIN_POSTS, MAX_LINES] = [3, 40]
