import { isHeadOfNext } from '../page/column-lines.ts'
import { labelBefore } from '../page/line-label.ts'
import { textOf } from '../page/node-text.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import { childIndex, childrenOf } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import type { PersonCard } from './person-card.ts'
import { CONTACT_WORD, isPluralPost, isPluralTitle, isPost } from './position-text.ts'
import { BYLINE } from './sentence-position.ts'
import { soundsLikePosition } from './trade-words.ts'
import { alternation } from '../../../lib/text/alternation.ts'

/** A list of people under one head is no longer. */
const MAX_LINES = 40
const MAX_HEAD_CHARS = 90
const MAX_STEPS = 4

/**
 * What heads the person, alone or among others, where nothing beside the name says what the person does: the label of the line or
 * of the lines above, the term, the first of two cells. Headings of groups say nothing of one of them.
 */
export function headedPosition(card: PersonCard): string | null {
  const { tree, mention } = card
  const { line, start, place } = mention
  if (place === 'prose' || line.isAlternative) return null
  const heads = [labelBefore(line.text, start), labelAbove(tree, line), cellBefore(tree, line.block)]
  return (
    heads.find((text) => text !== null && isHead(text)) ??
    headOfRows(tree, line.block) ??
    termOf(tree, line.block) ??
    cellAmongPosts(tree, line.block) ??
    headingOf(card)
  )
}

/** Of several in general: no post of anybody. */
const STAFF = new RegExp(
  alternation`
    ^(?:(?:our|unsere|nos|nuestros|nossos|i nostri|onze|våra|vore|våre) )?(?:employees|team ?members|board members
      members|mitarbeiter|mitarbeitende|mitarbeiter.?innen|collaborateurs|collaboratori|colaboradores|empleados
      medewerkers|leden|medarbetare|medarbejdere|medarbeidere|ansatte|anställda|pracownicy|zaměstnanci|zamestnanci
      munkatársa(?:k|ink)|angajați|çalışanlar)$`,
  'iu',
)

const isPostOfSome = (text: string): boolean =>
  text.length <= MAX_HEAD_CHARS && !BYLINE.test(text) && !STAFF.test(text) && (isPost(text) || isPluralPost(text))

const isHead = (text: string): boolean => isPostOfSome(text) || soundsLikePosition(text)

/** The line that ends in a colon above the lines of the same block: `Directors:<br>Jane Doe<br>John Roe`. */
function labelAbove({ lines }: PageTree, { block, index }: PageLine): string | null {
  for (let at = index - 1; at > index - MAX_LINES; at--) {
    const above = lines[at]
    if (above?.block !== block) return null
    const text = above.text.trim()
    if (text.endsWith(':')) return text.slice(0, -1).trim()
  }
  return null
}

/** The heading above, where no other person is below it and nothing but a picture is in between. */
function headingOf({ tree: { lines }, mention, groupHeadings, isOthers }: PersonCard): string | null {
  const { index, block } = mention.line
  const before = lines.slice(Math.max(0, index - MAX_PICTURES - 2), index).filter((line) => !line.isAlternative)
  const [last, above] = [before.at(-2), before.at(-1)]
  if (!above || !HEADING.test(above.block.tag) || groupHeadings.has(above.index)) return null
  // Below the name before it, it is that one's.
  if (
    (HEADING.test(block.tag) && block.tag < above.block.tag) ||
    (last && isOthers(last) && !groupHeadings.has(last.index) && !isHeadOfNext(above, last))
  )
    return null
  const text = above.text.trim().replace(/\s*:$/, '')
  return isPostOfSome(text) && !isOfSeveral(text) ? text : null
}
const HEADING = /^h[1-6]$/
const MAX_PICTURES = 2

/** The first of two cells. */
function cellBefore(tree: PageTree, block: PageNode): string | null {
  const cell = around(block, 'td')
  const [first, second, third] = cell?.parent ? childrenOf(cell.parent, 3) : []
  // Where both hold a list, the whole of the one is nobody's.
  const isList = first && second && first.endLine - first.firstLine > 1 && second.endLine - second.firstLine > 1
  return first && second === cell && third === undefined && !isList ? textOf(tree, first).replace(/\s*:$/, '') : null
}

/** The same, whatever its words, in a table whose other rows have posts there: `Treasurer`, `Secretary`, `Youth`. */
function cellAmongPosts(tree: PageTree, block: PageNode): string | null {
  const text = cellBefore(tree, block) ?? ''
  const row = around(block, 'tr')
  if (!row?.parent || !TERM.test(text) || STAFF.test(text) || CONTACT_WORD.test(text)) return null
  return beginsWithPosts(tree, row.parent) ? text : null
}

/** Whether most rows of a table begin with posts; each table is looked at once. */
export function beginsWithPosts(tree: PageTree, table: PageNode): boolean {
  const known = POSTS.get(table)
  if (known !== undefined) return known
  const firsts = childrenOf(table, MAX_LINES).map(({ firstChild }) => (firstChild ? textOf(tree, firstChild) : ''))
  const posts = firsts.filter((first) => isHead(first.replace(/\s*:$/, '')))
  const isSo = posts.length >= Math.max(MIN_POSTS, firsts.length / 4)
  POSTS.set(table, isSo)
  return isSo
}
const POSTS = new WeakMap<PageNode, boolean>()
const MIN_POSTS = 3

/**
 * What heads the rows of a table that say nothing of their own in its place: a cell that spans them (`Delegates`), and
 * the post of several above cells that are empty.
 */
function headOfRows(tree: PageTree, block: PageNode): string | null {
  const cell = around(block, 'td')
  const row = cell?.parent
  if (!cell || !row?.parent) return null
  const place = childIndex(cell)
  const isHollow = place > 0 && childrenOf(row, place).every((before) => textOf(tree, before) === '')
  if (place > 0 && !isHollow) return null
  const count = childrenOf(row, MAX_CELLS).length
  for (const above of rowsAbove(row).reverse()) {
    const cells = childrenOf(above, MAX_CELLS)
    const text = cells[0] ? textOf(tree, cells[0]).replace(/\s*:$/, '') : ''
    if (isHollow && text !== '') return isOfSeveral(text) && isHead(text) ? text : null
    // One cell more than the rows below it have: that one spans them.
    if (!isHollow && cells.length !== count) return cells.length === count + 1 && isHead(text) ? text : null
  }
  return null
}
const [MAX_CELLS, MAX_ROWS] = [12, 200]
const isOfSeveral = (text: string): boolean => isPluralPost(text) || text.toLowerCase().split(' ').some(isPluralTitle)

/** The rows of the same body above one, nearest last, as many as a list has lines. */
function rowsAbove(row: PageNode): PageNode[] {
  const rows = row.parent ? childrenOf(row.parent, MAX_ROWS) : []
  const at = rows.indexOf(row)
  return rows.slice(Math.max(0, at - MAX_LINES), Math.max(0, at)).filter(({ tag }) => tag === 'tr')
}

/** The term of a definition; where one of the list is a post, so are the others. */
function termOf(tree: PageTree, block: PageNode): string | null {
  const definition = around(block, 'dd')
  let own: PageNode | null = null
  const terms: PageNode[] = []
  for (const child of definition?.parent ? childrenOf(definition.parent, MAX_TERMS) : []) {
    if (child.tag === 'dt') terms.push(child)
    if (child === definition) own = terms.at(-1) ?? null
  }
  const text = own === null ? '' : textOf(tree, own).replace(/\s*:$/, '')
  if (!TERM.test(text) || STAFF.test(text) || CONTACT_WORD.test(text)) return null
  return terms.some((term) => isHead(textOf(tree, term).replace(/\s*:$/, ''))) ? text : null
}
const MAX_TERMS = 60
const TERM = /^\p{Lu}[^\d@:]{2,60}$/u

/** The element of that name which holds the block closely; null where none does. */
function around(block: PageNode, tag: string): PageNode | null {
  let node: PageNode | null = block
  for (let steps = 0; node && steps < MAX_STEPS; steps++) {
    if (node.tag === tag) return node
    node = node.parent
  }
  return null
}
