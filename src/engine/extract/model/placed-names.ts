import type { NameCandidate } from '../candidates/candidate-list.ts'
import { IS_PLAIN, shapeOf } from '../candidates/word-shape.ts'
import { columnHeadings, textOf } from '../page/node-text.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import { childIndex, childrenOf } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import { beginsWithPosts } from '../people/headed-position.ts'
import { isPluralPost, isPost } from '../people/position-text.ts'
import { headsPositions } from '../people/told-position.ts'
import { alternation } from '../../../lib/text/alternation.ts'

/** What the place of a post beside words that are shaped like a name is worth, as a score of the judge. */
const PLACED = 2.5
/** The same, of a column headed `Name` beside one headed `Position`. */
const HEADED = 5
export const MOST_PLACED = HEADED

/**
 * What the layout says of words that are shaped like a name, though nobody knows them: where others have a name, and a post beside
 * it.
 * @param needed with less they are none, so that less need not be looked for
 */
export function placedSupport(candidate: NameCandidate, tree: PageTree, needed: number): number {
  const { line, place, words } = candidate
  if (line.isAlternative || words.some((word) => (shapeOf(word) & IS_PLAIN) !== 0)) return 0
  if (place === 'run') return needed <= PLACED && isBehindPost(candidate) ? PLACED : 0
  if (isLabelledName(candidate, tree)) return HEADED
  if (place !== 'line') return needed <= PLACED && isBeforeBrackets(candidate) && isAbovePost(line, tree) ? PLACED : 0
  const cell = cellOf(line)
  if (cell && isInColumnOfNames(tree, cell)) return HEADED
  if (needed > PLACED) return 0
  return (cell && isBehindPostCell(tree, cell)) || isAbovePost(line, tree) ? PLACED : 0
}

/** `Notarassessorin Jane Doe`: the post, the name, and nothing else on the line. */
function isBehindPost({ line: { text }, start, end }: NameCandidate): boolean {
  const before = text.slice(0, start).trim()
  return end === text.length && start <= MAX_POST_CHARS && before !== '' && isPost(before)
}
const MAX_POST_CHARS = 60

const CELLS = new Set(['td', 'th', 'dd'])
const MAX_STEPS = 4

function cellOf({ block }: PageLine): PageNode | null {
  let node: PageNode | null = block
  for (let steps = 0; node && steps < MAX_STEPS; steps++) {
    if (CELLS.has(node.tag)) return node
    node = node.parent
  }
  return null
}

const NAME_HEADING = new RegExp(
  alternation`
    ^(?:(?:full |staff |member |employee |faculty )?names?
      (?:name of (?:the )?)?(?:(?:board|council|staff|faculty|committee) )?(?:members?|teachers?|employees?|officers?|officials?|person|staff|faculty|director|trustee|councill?or)
      nom(?: (?:et |, )?prénom)?s?|nombre(?: y apellidos?)?|nome|nominativo|naam|navn|namn|nimi|imię i nazwisko|jméno
      meno|név|nume|isim|adı? soyadı?|name, vorname|vor- und (?:nach|zu)name)$`,
  'iu',
)

/** `Name: Jane Doe` to the end of the line, with a post in the line above or below. */
function isLabelledName({ line, start, end }: NameCandidate, { lines }: PageTree): boolean {
  if (start > MAX_LABEL_CHARS || end < line.text.trimEnd().length) return false
  const label = LABEL.exec(line.text.slice(0, start))?.[1] ?? ''
  if (!NAME_HEADING.test(label)) return false
  return [lines[line.index - 1], lines[line.index + 1]].some(
    (near) => near !== undefined && (isPost(near.text.trim()) || headsPositions(near.text.split(':', 1)[0] ?? '')),
  )
}
const MAX_LABEL_CHARS = 30
const LABEL = /^\s*(\p{L}[^:]{1,24}?)\s*:\s*$/u

/** `Jane Doe (she/her)` */
const isBeforeBrackets = ({ line: { text }, start, end }: NameCandidate): boolean =>
  start <= 1 && IN_BRACKETS.test(text.slice(end, end + MAX_POST_CHARS))
const IN_BRACKETS = /^ \([^()]{1,50}\)\s*$/

/** `Name` over the cell, and a position over another one of its row. */
function isInColumnOfNames(tree: PageTree, cell: PageNode): boolean {
  if (!cell.parent || cell.tag === 'dd') return false
  const headings = columnHeadings(tree, cell.parent)
  return NAME_HEADING.test(headings[childIndex(cell)]?.trim() ?? '') && headings.some(headsPositions)
}

/** `<td>Treasurer:</td><td>Jane Doe</td>`, `<dt>Treasurer</dt><dd>Jane Doe</dd>`; without a colon, in a table whose rows begin with posts. */
function isBehindPostCell(tree: PageTree, cell: PageNode): boolean {
  const { parent } = cell
  const first = cell.tag === 'dd' ? termBefore(cell) : parent?.firstChild
  const isSecond = cell.tag === 'dd' || first?.nextSibling === cell
  if (!parent || !first || !isSecond || first.endLine - first.firstLine !== 1) return false
  const label = textOf(tree, first)
  const text = label.replace(/\s*:$/, '')
  if (text.length > MAX_POST_CHARS || !(isPost(text) || isPluralPost(text))) return false
  return cell.tag === 'dd' || text !== label || (parent.parent !== null && beginsWithPosts(tree, parent.parent))
}

/** The term right before a definition. */
function termBefore(definition: PageNode): PageNode | null {
  const all = definition.parent ? childrenOf(definition.parent, MAX_TERMS) : []
  const before = all[all.indexOf(definition) - 1]
  return before?.tag === 'dt' ? before : null
}
const MAX_TERMS = 60

/** `<h4>Jane Doe</h4><p>Director</p>` */
function isAbovePost({ index, block }: PageLine, { lines }: PageTree): boolean {
  const below = lines[index + 1]
  return below?.isAlternative === false && below.block.parent === block.parent && isPost(below.text.trim())
}
