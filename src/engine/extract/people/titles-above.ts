import { columnAbove, columnBelow, isInRowOfOthers } from '../page/column-lines.ts'
import { isWithin, textBelow } from '../page/node-text.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { PageNode } from '../page/page-node.ts'
import type { NameMention } from './name-mentions.ts'
import type { TitlesAbove } from './person-card.ts'
import { innermost, signature } from './position-slots.ts'
import { beforeContact, isPluralTitle, isPost } from './position-text.ts'
import { soundsLikePosition } from './trade-words.ts'

/**
 * Null where titles do not be above the names. In a list without structure every name has a title on both sides but the first
 * and the last: those decide, if not by their words then by their kind, where others of that kind are titles.
 * @param headings lines that head several people
 */
export function findTitlesAbove(
  tree: PageTree,
  mentions: readonly NameMention[],
  headings: ReadonlySet<number>,
): TitlesAbove | null {
  const above = new Map<number, PageLine>()
  const sides: Sides[] = []
  let previous: PageLine | null = null
  const named = new Set(mentions.map(({ line }) => line.index))
  const isNamed = ({ index }: PageLine): boolean => named.has(index)
  for (const { line, place } of mentions) {
    if (place === 'prose' || line.isAlternative || line === previous) continue
    const column = columnBelow(tree, line, isNamed)
    const over = columnAbove(tree, line, isNamed)
    const before = over ?? (column ? undefined : textAbove(tree, line))
    const after = column || over ? column?.[0] : titleBelow(tree, line, isNamed)
    const isAbove =
      before !== undefined && !headings.has(before.index) && (over ? true : mayBelong(before, line, previous))
    if (isAbove) above.set(line.index, before)
    const isBelow = after !== undefined && !headings.has(after.index) && !isInRowOfOthers(tree, after, line, isNamed)
    sides.push({ name: line, before: isAbove ? before : undefined, after: isBelow ? after : undefined })
    previous = line
  }
  return (balanceOf(sides) || missedAtEnd(sides, tree.lines)) > 0 ? above : null
}

/** The line below a name, or a title in one of the next lines, as behind a number: before the next name, and no farther from this one. */
function titleBelow(tree: PageTree, line: PageLine, isNamed: (line: PageLine) => boolean): PageLine | undefined {
  const next = textBelow(tree, line)
  if (!next || isNamed(next) || isTitle(next)) return next
  let title: PageLine | undefined
  for (const near of tree.lines.slice(next.index + 1, next.index + NEAR_LINES)) {
    if (isNamed(near))
      return title && stepsTo(title.block, line.block) <= stepsTo(title.block, near.block) ? title : next
    if (isTitle(near)) title ??= near
  }
  return title && isWithin(title.block, line.block.parent ?? line.block) ? title : next
}
const NEAR_LINES = 4

interface Sides {
  name: PageLine
  before: PageLine | undefined
  after: PageLine | undefined
}

/** How many more names have a title above them than below them; where one kind of line is both, how many have such a line. */
function balanceOf(sides: readonly Sides[]): number {
  const above = sides.filter(({ before }) => before && isTitle(before))
  const below = sides.filter(({ after }) => after && (isTitle(after) || titleIn(after) !== null))
  const balance = above.length - below.length
  const kinds = new Set(above.map(({ before, name }) => (kindOf(before) === kindOf(name) ? '' : kindOf(before))))
  if (Math.abs(balance) > 1 || above.length === 0 || !below.every(({ after }) => kinds.has(kindOf(after))))
    return balance
  kinds.delete('')
  const isAlike = (line: PageLine | undefined): number => Number(kinds.has(kindOf(line)))
  return sides.reduce((sum, { before, after }) => sum + isAlike(before) - isAlike(after), 0) || balance
}

/**
 * With a title above the first name and one below the last, a name was missed at one end of the list: where a line as the names are
 * follows on the last title, and none comes before the first.
 */
function missedAtEnd(sides: readonly Sides[], lines: readonly PageLine[]): number {
  const [first, last] = [sides[0], sides.at(-1)]
  if (!first?.before || !last?.after || !isTitle(first.before) || !isTitle(last.after)) return 0
  const follows = kindOf(lines[last.after.index + 1]) === kindOf(last.name)
  const precedes = kindOf(lines[first.before.index - 1]) === kindOf(first.name)
  return Number(follows) - Number(precedes)
}

const kindOf = (line: PageLine | undefined): string => (line ? `${signature(line)} ${innermost(line)}` : '')

/** The line above, whatever pictures are in between, and above what that has in brackets: `First Vice President<br>(Membership)`. */
function textAbove({ lines }: PageTree, { index }: PageLine): PageLine | undefined {
  const at = lines[index - 1]?.isAlternative === true ? index - 2 : index - 1
  const [above, before] = [lines[at], lines[at - 1]]
  return above && before?.block === above.block && IN_BRACKETS.test(above.text.trim()) ? before : above
}
const IN_BRACKETS = /^\([^()]+\)$/

const isTitle = ({ isAlternative, text }: PageLine): boolean =>
  !isAlternative && (isPost(text) || soundsLikePosition(text.trim()) || titleBeforeContact(text) !== null)

/** About as deep, and no nearer to the name before: that ends another record. */
const mayBelong = (above: PageLine, name: PageLine, previous: PageLine | null): boolean =>
  Math.abs(above.block.depth - name.block.depth) <= 1 &&
  !(previous && stepsTo(above.block, previous.block) < stepsTo(above.block, name.block))

const MAX_STEPS = 6

/** Elements to climb from one until another is in them too. */
function stepsTo(from: PageNode, other: PageNode): number {
  let node: PageNode | null = from
  for (let steps = 0; node && steps < MAX_STEPS; steps++) {
    if (isWithin(other, node)) return steps
    node = node.parent
  }
  return MAX_STEPS
}

/** `Managing Partner. Jane joined …`, `Director, Acme "They did …"`, `Vorsitzende Larkmoor e. V. und …` */
const HEAD = /^([^"“„«]{2,60}?)(?:(?<=\p{L}{2})\.\s(?=\p{Lu})|(?<=\se\.\s?V\.)\s|\s(?=["“„«]))/u
const MAX_HEAD_WORDS = 6

/** `Treasurer.`: behind few words, none of them an abbreviation. */
const withoutStop = (text: string): string =>
  STOPS.has(text.at(-1) ?? '') && STOPPED.test(text) ? text.slice(0, -1) : text
const STOPS = new Set(['.', ',', ';'])
const STOPPED = /^[^.]{2,80}\p{L}{4}.$/u

const HEADING = /^h[1-6]$/
const ADDRESSED = /^(?:(?:Mr|Mrs|Ms)\.?\s|(?:Dr|Mr|Mrs|Ms|Mme|Dra|Sra|Sr|Hr|Fr)\.\s?)\p{Lu}/u

/** The position that a line is, or begins with. */
export function titleIn({ text, isAlternative, block }: PageLine): string | null {
  const whole = withoutStop(text.trim())
  // `Nurses` heads those who follow, and `Dr. Jane Doe, Director` is somebody else.
  if (isAlternative || ADDRESSED.test(whole) || (HEADING.test(block.tag) && isPluralTitle(whole))) return null
  if (isPost(whole)) return whole
  const head = HEAD.exec(whole)?.[1]
  if (head !== undefined && head.split(' ').length <= MAX_HEAD_WORDS && isPost(head)) return head
  return titleBeforeContact(whole)
}

/** `Caretaker +44 20 7946 0123` */
function titleBeforeContact(text: string): string | null {
  const head = beforeContact(text)
  return head !== text && (isPost(head) || soundsLikePosition(head)) ? head : null
}
