import type { NameMention } from './name-mentions.ts'
import type { PageLine } from '../page/page-lines.ts'
import { columnBelow } from '../page/column-lines.ts'
import { labelBefore } from '../page/line-label.ts'
import { isWithin, textBelow, textOf } from '../page/node-text.ts'
import type { PageTree } from '../page/page-dom.ts'
import { childrenOf } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import type { PersonCard, TitlesAbove } from './person-card.ts'
import { isHeadOfNext, signature, textBeside } from './position-slots.ts'
import { columnPosition, isShort, labelledPosition, postInRow } from './told-position.ts'
import { isPluralTitle, isPost } from './position-text.ts'
import { appositionBefore, behindName, BYLINE, positionInSentence } from './sentence-position.ts'
import { isLetters, isSuffixRun } from '../names/name-titles.ts'
import { soundsLikePosition } from './trade-words.ts'

/** Lines between a name and its position: a degree, a department, a picture. */
const NEAR_LINES = 3
const MAX_CELL_CHARS = 120
/** Longer lines are sentences, in which a position ends where its company begins. */
const MAX_RECORD_CHARS = 160
const POSITION_CLASS =
  /(?:^|[\s_-])(?:job-?title|role|position|designation|funktion|cargo|fonction|occupation|poste|functie|ruolo|puesto)(?:$|[\s_-])/i
/** Classes that as often name the heading of anything. */
const TITLE_CLASS = /(?:^|[\s_-])(?:sub-?title|title|titre|subheading|job)(?:$|[\s_-])/i
const SEPARATORS_AROUND = /^[\s,;:|•·()/–—-]+|[\s,;:|•·(/–—-]+$/g
const PART_SEPARATOR =
  /\s*(?:[|•·;()]|\s[-–—]+\s|–|—|\s\/\s)\s*|,?\s+(?=(?:e-?mail|e-?post|mail|tel|phone|fax|mobile|courriel|correo)\b)/i

/** The position of a person as written on the page: beside the name, marked as such, in its column, or on the next line. */
export function findPosition(card: PersonCard): string | null {
  const { mention } = card
  const beside = besideName(card)
  return (
    (beside === null || isLetters(beside) ? null : beside) ??
    (mention.place === 'prose'
      ? null
      : (labelledPosition(card) ?? markedPosition(card) ?? columnPosition(card) ?? postInRow(card) ?? nearLines(card)))
  )
}

/** `Jane Doe, MD`: a post in some trades, and a degree in others. It counts where the page says nothing else. */
export function lettersBeside(card: PersonCard): string | null {
  const { line, end } = card.mention
  const beside = /^[\s,(|–-]*\p{Lu}[\p{Lu}.]/u.test(line.text.slice(end, end + 8)) ? besideName(card) : null
  return beside !== null && !beside.includes(',') && isLetters(beside) ? beside : null
}

function besideName({ mention, room, joinedEnd }: PersonCard): string | null {
  const { text } = mention.line
  const rest = text.slice(mention.end, Math.min(pieceEnd(mention), mention.end + 200))
  const between = text.slice(mention.end, room.end)
  // `Assistant to John Roe` continues with the name of another.
  const after = between.length < rest.length && LISTS.test(between) ? between.replace(LISTS, '') : rest
  const before = text.slice(Math.max(pieceStart(mention), room.start, mention.start - 120), mention.start)
  if (joinedEnd !== null && text.length <= MAX_RECORD_CHARS) {
    const shared = firstPosition(text.slice(joinedEnd, joinedEnd + MAX_CELL_CHARS))
    if (shared !== null) return shared
  }
  if (text.length > MAX_RECORD_CHARS) return positionInSentence(before, after)
  if (mention.place === 'prose') return positionInSentence(before, after) ?? workAhead(mention)
  const next = joinedEnd === null ? textBeside(mention) : ''
  return (
    firstPosition(withoutLink(mention, after)) ??
    (isPost(next) ? next : null) ??
    appositionBefore(before) ??
    postAhead(before) ??
    workAhead(mention) ??
    behindName(after)
  )
}

/** Between two people of one line. */
const LISTS = /(?:[,;|·•–—]\s*|\s(?:and|&|und|et|y|e)\s)+(?:\p{L}{1,4}\.\s)?$/u

/** `Accounts: Jane Doe`, `Owners: Jane Doe, John Roe` */
function workAhead({ line, start }: NameMention): string | null {
  const label = labelBefore(line.text, start) ?? ''
  return (isPost(label) && !BYLINE.test(label)) || soundsLikePosition(label) ? label : null
}

function postAhead(before: string): string | null {
  const post = firstPosition(before)
  return post === null || BYLINE.test(post) ? null : post
}

/** Where the last text before the name begins that is in its own element. */
const pieceStart = ({ line, start }: NameMention): number =>
  line.pieces.findLast((part) => part.text.slice(0, Math.max(0, start - part.start)).trim() !== '')?.start ?? 0

/** Where the element of the name ends, when it holds more than the name and its degrees. */
function pieceEnd({ line, end }: NameMention): number {
  const piece = line.pieces.find((part) => {
    const behind = part.start <= end ? part.text.slice(Math.max(0, end - part.start)) : ''
    return WORD.test(behind) && !isSuffixRun(behind.replace(SEPARATORS_AROUND, ''))
  })
  return piece ? piece.start + piece.text.length : line.text.length
}

const WORD = /\p{L}{2}/u

/** What follows a name up to the link behind it (`Director <a>Send a message</a>`), unless the position continues there (`Professor of <a>…`). */
function withoutLink({ line, end }: NameMention, after: string): string {
  const link = line.pieces.find(({ start, node }) => start > end && node.tag === 'a')
  const own = link ? after.slice(0, Math.max(0, link.start - end)).trimEnd() : after
  return own === after || BREAKS_OFF.test(own) || !isPost(own.replace(SEPARATORS_AROUND, '')) ? after : own
}

/** `Owner / Licensed Plumber` */
const TWO_POSTS = /^([^|•·;()/]{2,50}) \/ ([^|•·;()/\d@]{2,50})$/u

/** The whole rest when it is a position, else the first of its parts that is one. */
function firstPosition(text: string): string | null {
  const bare = text.replace(SEPARATORS_AROUND, '')
  const two = TWO_POSTS.exec(bare)
  if (two?.slice(1).every((post) => isPost(post ?? '')) === true) return two[0]
  const whole = bare.split(PART_SEPARATOR)[0]?.replace(SEPARATORS_AROUND, '') ?? ''
  for (const candidate of [whole, ...bare.split(PART_SEPARATOR).slice(1), ...bare.split(/\s*[,:]\s*/)]) {
    if (isPost(candidate)) return candidate.replace(SEPARATORS_AROUND, '')
  }
  return null
}

/** Elements whose class or property says that they hold the position. */
function markedPosition({ tree, node, mention, titlesAbove }: PersonCard): string | null {
  const queue: PageNode[] = [node]
  for (let at = 0; at < queue.length && at < 200; at++) {
    const element = queue[at]
    if (!element) break
    queue.push(...childrenOf(element, 50))
    const { class: names = '', itemprop = '' } = element.attributes
    const isMarked = POSITION_CLASS.test(names) || itemprop === 'jobTitle'
    if (element === node || !(isMarked || TITLE_CLASS.test(names))) continue
    // `title` is what is above anything too.
    if (!isMarked && element.firstLine < mention.line.index && !titlesAbove) continue
    const text = textOf(tree, element)
    if ((isMarked ? isShort(text) : isPost(text)) && !text.includes(mention.name.last)) return text
  }
  return null
}

/** `Professor Jane Doe`: of somebody of whom the page says nothing else, a form of address that is an office. */
export function officeInName({ mention: { line, start, end, place } }: PersonCard): string | null {
  const word = place === 'prose' ? undefined : FIRST_WORD.exec(line.text.slice(start, end))?.[0]
  return word !== undefined && OFFICE_OF_ADDRESS.test(word) ? word : null
}

const FIRST_WORD = /^\p{L}+(?=\s)/u
const OFFICE_OF_ADDRESS =
  /^(?:prof[eé]ss(?:or|eur|euse|ore|oressa)a?|profesora?|catedr[aá]tic[oa]|judge|rabbi|pastor(?:in)?|councillor|pfarrer(?:in)?|notar(?:in)?)$/i

/** Right beside the name or in the next line, what has the sound of a position though no list knows its words. */
export function likelyPosition({ lines, mention, titlesAbove, isOthers }: PersonCard): string | null {
  if (mention.place === 'prose' || mention.line.isAlternative || mention.name.evidence < 2) return null
  const beside = textBeside(mention).split(PART_SEPARATOR, 1)[0] ?? ''
  if (beside !== '') return soundsLikePosition(beside) ? beside : null
  const near = titlesAbove
    ? titlesAbove.get(mention.line.index)
    : lines.find(({ index, isAlternative }) => index > mention.line.index && !isAlternative)
  return near && !isOthers(near) && soundsLikePosition(near.text.trim()) ? near.text.trim() : null
}

function nearLines({ node, lines, mention, titlesAbove, isOthers }: PersonCard): string | null {
  const own = lines.findIndex((line) => line.index === mention.line.index)
  const titleOf = (line: PageLine): string | null =>
    line.text.includes(mention.name.last) || isOthers(line) || LABELS_NAME.test(line.text) ? null : titleIn(line)
  if (titlesAbove) {
    const above = titlesAbove.get(mention.line.index)
    if (above) return titleOf(above)
  }
  for (const [at, line] of lines.slice(own + 1, own + 1 + NEAR_LINES).entries()) {
    // Where others have theirs above them, only what is in the element of this person alone.
    if (titlesAbove && !isWithin(line.block, node)) break
    // `Auditors:` heads those who follow.
    if (line.text.trim().endsWith(':') || isHeadOfNext(line, mention.line)) break
    const title = titleOf(line)
    if (title !== null) return title === line.text.trim() ? withContinuation(lines, own + 1 + at) : title
  }
  if (titlesAbove) return null
  const before = lines.slice(Math.max(0, own - 2), Math.max(0, own)).findLast((line) => titleOf(line) !== null)
  return before ? titleOf(before) : null
}

/** `Verger: Jane Doe` tells of another, whoever that is. */
const LABELS_NAME = /^[^:]{2,40}: (?:\p{Lu}[\p{L}.'’-]+ ?){2,4}$/u

/** A title that breaks off (`President and`) or is a rank alone (`Vice President`) continues in the next line of its block. */
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

/** `Managing Partner. Jane joined …`, `Director, Acme "They did …"` */
const HEAD = /^([^"“„«]{2,60}?)(?:\.\s(?=\p{Lu})|\s(?=["“„«]))/u
const MAX_HEAD_WORDS = 6

/** `Treasurer.`: behind few words, none of them an abbreviation. */
const withoutStop = (text: string): string =>
  STOPS.has(text.at(-1) ?? '') && STOPPED.test(text) ? text.slice(0, -1) : text
const STOPS = new Set(['.', ',', ';'])
const STOPPED = /^[^.]{2,80}\p{L}{4}.$/u

const HEADING = /^h[1-6]$/

/** The position that a line is, or begins with. */
function titleIn({ text, isAlternative, block }: PageLine): string | null {
  const whole = withoutStop(text.trim())
  // `Nurses` heads those who follow.
  if (isAlternative || (HEADING.test(block.tag) && isPluralTitle(whole))) return null
  if (isPost(whole)) return whole
  const head = HEAD.exec(whole)?.[1]
  return head !== undefined && head.split(' ').length <= MAX_HEAD_WORDS && isPost(head) ? head : null
}

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
    const before = column ? undefined : textAbove(tree, line)
    const after = column ? column[0] : textBelow(tree, line)
    const isAbove = before !== undefined && !headings.has(before.index) && mayBelong(before, line, previous)
    if (isAbove) above.set(line.index, before)
    const isBelow = after !== undefined && !headings.has(after.index)
    sides.push({ name: line, before: isAbove ? before : undefined, after: isBelow ? after : undefined })
    previous = line
  }
  return balanceOf(sides) > 0 ? above : null
}

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

const kindOf = (line: PageLine | undefined): string => (line ? signature(line) : '')

/** The line above, whatever pictures are in between, and above what that has in brackets: `First Vice President<br>(Membership)`. */
function textAbove({ lines }: PageTree, { index }: PageLine): PageLine | undefined {
  const at = lines[index - 1]?.isAlternative === true ? index - 2 : index - 1
  const [above, before] = [lines[at], lines[at - 1]]
  return above && before?.block === above.block && IN_BRACKETS.test(above.text.trim()) ? before : above
}
const IN_BRACKETS = /^\([^()]+\)$/

const isTitle = ({ isAlternative, text }: PageLine): boolean =>
  !isAlternative && (isPost(text) || soundsLikePosition(text.trim()))

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
