import type { NameMention } from './name-mentions.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import { columnHeadings, textOf } from '../page/node-text.ts'
import { childrenOf } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import type { PersonCard } from './person-card.ts'
import { textBeside } from './position-slots.ts'
import { isPosition } from './position-text.ts'
import { foldName } from '../../../lib/text/person-name-fold.ts'
import { COMMON, TITLE, wordKindOf } from './name-words.ts'

/** Lines between a name and its position: a degree, a department, a picture. */
const NEAR_LINES = 3
const MAX_CELL_CHARS = 120
/** Longer lines are sentences, in which a position ends where its company begins. */
const MAX_RECORD_CHARS = 160
const POSITION_CLASS =
  /(?:^|[\s_-])(?:job-?title|role|position|designation|funktion|cargo|fonction|occupation|poste)(?:$|[\s_-])/i
/** Classes that as often name the heading of anything. */
const TITLE_CLASS = /(?:^|[\s_-])(?:sub-?title|title|subheading|job)(?:$|[\s_-])/i
const POSITION_HEADER =
  /^(?:job )?(?:title|position|role|function|funktion|fonction|cargo|puesto|ruolo|qualifica|functie|stanowisko|befattning|stilling|nimike|beosztas|functia|gorevi?|unvan|aufgabe|zustandigkeit|responsibility|office)s?$/i
/** Names a column of positions, and in front of anything a room. */
const NO_LABEL = /office/i
const LABELLED = /^\s*(\p{L}[\p{L} ]{2,24}?)\s*(?:[:：]\s*(.*)|$)/u
const SEPARATORS_AROUND = /^[\s,;:|•·()–—-]+|[\s,;:|•·(–—-]+$/g
const PART_SEPARATOR = /\s*(?:[|•·;()]|\s[-–—]+\s|–|—|\s\/\s)\s*/

/** The position of a person as written on the page: beside the name, marked as such, in its column, or on the next line. */
export function findPosition(card: PersonCard): string | null {
  const { mention } = card
  return (
    besideName(mention) ??
    (mention.place === 'prose'
      ? null
      : (labelledPosition(card) ?? markedPosition(card) ?? columnPosition(card) ?? nearLines(card)))
  )
}

function besideName(mention: NameMention): string | null {
  const { text } = mention.line
  const after = text.slice(mention.end, Math.min(pieceEnd(mention), mention.end + 200))
  const before = text.slice(Math.max(pieceStart(mention), mention.start - 120), mention.start)
  if (mention.place === 'prose' || text.length > MAX_RECORD_CHARS)
    return labelBefore(before) ?? titleBefore(before) ?? behindName(after)
  const next = textBeside(mention)
  return firstPosition(after) ?? (isPosition(next) ? next : null) ?? firstPosition(before) ?? behindName(after)
}

/** Where the last text before the name begins that stands in an element of its own. */
const pieceStart = ({ line, start }: NameMention): number =>
  line.pieces.findLast((part) => part.start < start && part.text.trim() !== '')?.start ?? 0

/** Where the element of the name ends, when it holds more than the name. */
function pieceEnd({ line, end }: NameMention): number {
  const piece = line.pieces.find((part) => part.start <= end && part.start + part.text.length > end + 2)
  return piece ? piece.start + piece.text.length : line.text.length
}

/** The whole rest when it is a position, else the first of its parts that is one. */
function firstPosition(text: string): string | null {
  const bare = text.replace(SEPARATORS_AROUND, '')
  const whole = bare.split(PART_SEPARATOR)[0]?.replace(SEPARATORS_AROUND, '') ?? ''
  for (const candidate of [whole, ...bare.split(PART_SEPARATOR).slice(1), ...bare.split(/\s*[,:]\s*/)]) {
    if (isPosition(candidate)) return candidate.replace(SEPARATORS_AROUND, '')
  }
  return null
}

/** `Jane Doe, director of sales at Acme, said …`, `Jane Doe is the founder of Acme` */
function behindName(after: string): string | null {
  const rest =
    /^(?:\s*[,–—:-]|\s+(?:is|ist|est|es|è))\s+(?:the |our |an? |der |die |le |la |el |il )?([^,.;()]{3,80})/.exec(
      after,
    )?.[1] ?? ''
  const part = withoutCompany(rest.replace(/\s(?:who|that|which|has|is|was|with|at|in|bei|chez|@)\s.*$/u, ''))
  return isPosition(part) ? part : null
}

/** A function is a common word (`Director of Sales`), the name of a company mostly none (`President of Acme`). */
function withoutCompany(title: string): string {
  const of = /\s(?:of|for|de|von|der|di)\s(?:the\s)?(\p{Lu}\S*)/u.exec(title)
  const names = of?.[1] !== undefined && (wordKindOf(of[1]) & COMMON) === 0
  return (names ? title.slice(0, of.index) : title).trim()
}

/** `Lead Carpenter: Jane Doe has been …` */
function labelBefore(before: string): string | null {
  const label = /(?:^|[.;:!?]\s)([^.;:!?]{3,80}):\s*$/u.exec(before)?.[1]?.trim() ?? ''
  return isPosition(label) ? label : null
}

const TITLE_PART = /^(?:\p{Lu}[\p{L}/&-]*|of|and|&|for)$/u

/** `… our Sales Director Jane Doe …`: capitalised words right before the name, ending in a title. */
function titleBefore(before: string): string | null {
  const words = before.trimEnd().split(/\s+/).slice(-6)
  const last = words.at(-1) ?? ''
  if (!last.split('/').some((word) => (wordKindOf(word) & TITLE) !== 0)) return null
  let start = words.length - 1
  if (/^\p{Lu}/u.test(last)) while (start > 0 && TITLE_PART.test(words[start - 1] ?? '')) start--
  const title = words
    .slice(start)
    .join(' ')
    .replace(/^(?:of|and|&|for|The|Our)\s+/, '')
  return isPosition(title) ? title : null
}

/** `Position: Bell ringer`, and the two cells or terms of the same: the label says it, whatever the words. */
function labelledPosition({ lines, mention }: PersonCard): string | null {
  for (const [at, { text, isAlternative }] of lines.entries()) {
    if (isAlternative || text.length > MAX_CELL_CHARS) continue
    const [, label = '', value = ''] = LABELLED.exec(text) ?? []
    if (!POSITION_HEADER.test(foldName(label)) || NO_LABEL.test(label)) continue
    const said = (value === '' ? (lines[at + 1]?.text ?? '') : value).trim()
    if (isShort(said) && !said.endsWith(':') && !said.includes(mention.name.last)) return said
  }
  return null
}

/** Elements whose class or property says that they hold the position. */
function markedPosition({ tree, node, mention }: PersonCard): string | null {
  const queue: PageNode[] = [node]
  for (let at = 0; at < queue.length && at < 200; at++) {
    const element = queue[at]
    if (!element) break
    queue.push(...childrenOf(element, 50))
    const { class: names = '', itemprop = '' } = element.attributes
    const isMarked = POSITION_CLASS.test(names) || itemprop === 'jobTitle'
    if (element === node || !(isMarked || TITLE_CLASS.test(names))) continue
    const text = textOf(tree, element)
    if ((isMarked ? isShort(text) : isPosition(text)) && !text.includes(mention.name.last)) return text
  }
  return null
}

const isShort = (text: string): boolean => text.length > 1 && text.length <= MAX_CELL_CHARS && !/@|\d{3}/.test(text)

/** The cell under a heading such as `Position`. */
function columnPosition({ tree, mention }: PersonCard): string | null {
  let cell: PageNode | null = mention.node
  while (cell?.parent && cell.parent.tag !== 'tr') cell = cell.parent
  const row = cell?.parent
  if (!row) return null
  const column = columnHeadings(tree, row).findIndex((heading) => POSITION_HEADER.test(heading))
  const target = childrenOf(row)[column]
  const text = target && target !== cell ? textOf(tree, target) : ''
  return isShort(text) ? text : null
}

function nearLines({ tree, lines, mention, titlesAbove }: PersonCard): string | null {
  const own = lines.findIndex((line) => line.index === mention.line.index)
  const isTitle = (line: PageLine): boolean => isAlone(line) && !line.text.includes(mention.name.last)
  if (titlesAbove) {
    const above = tree.lines[mention.line.index - 1]
    return above && isTitle(above) ? above.text.trim() : null
  }
  const after = lines.slice(own + 1, own + 1 + NEAR_LINES).findIndex(isTitle)
  if (after >= 0) return withContinuation(lines, own + 1 + after)
  const before = lines.slice(Math.max(0, own - 2), Math.max(0, own)).findLast(isTitle)
  return before?.text.trim() ?? null
}

/** A title that breaks off (`President and`) or is a rank alone (`Vice President`) goes on in the next line of its block. */
function withContinuation(lines: readonly PageLine[], at: number): string {
  const line = lines[at]
  const next = lines[at + 1]
  const text = line?.text.trim() ?? ''
  if (!line || !next || next.block !== line.block || next.isAlternative || !CONTINUATION.test(next.text.trim()))
    return text
  return BREAKS_OFF.test(text) || RANK.test(text) ? `${text} ${next.text.trim()}` : text
}

/** Few words, capitalised, no number or address. */
const CONTINUATION = /^\p{Lu}[^\d@:]{2,60}$/u
const BREAKS_OFF = /(?:[,&/–-]|\b(?:and|of|for|und|et|y|e|für|de))$/i
const RANK = /^(?:(?:senior|executive|assistant|associate|first|group|regional|corporate) )*(?:vice president|vp)$/i

const isAlone = (line: PageLine): boolean => !line.isAlternative && isPosition(line.text)

/**
 * Whether titles stand above the names of a page. In a list without structure every name has a title on both sides but
 * the first and the last: those decide.
 */
export function haveTitlesAbove(tree: PageTree, mentions: readonly NameMention[]): boolean {
  let above = 0
  for (const { line, place } of mentions) {
    if (place === 'prose' || line.isAlternative) continue
    const [before, after] = [tree.lines[line.index - 1], tree.lines[line.index + 1]]
    above += Number(before !== undefined && isAlone(before)) - Number(after !== undefined && isAlone(after))
  }
  return above > 0
}
