import type { NameMention } from './name-mentions.ts'
import type { PageLine } from '../page/page-lines.ts'
import { columnHeadings, isWithin, textOf } from '../page/node-text.ts'
import type { PageTree } from '../page/page-dom.ts'
import { childrenOf } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import type { PersonCard, TitlesAbove } from './person-card.ts'
import { textBeside } from './position-slots.ts'
import { CONTACT_WORD, isPost } from './position-text.ts'
import { foldName } from '../../../lib/text/person-name-fold.ts'
import { COMMON, TITLE, wordKindOf } from './name-words.ts'
import { soundsLikePosition } from './trade-words.ts'

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
const PART_SEPARATOR =
  /\s*(?:[|•·;()]|\s[-–—]+\s|–|—|\s\/\s)\s*|,?\s+(?=(?:e-?mail|e-?post|mail|tel|phone|fax|mobile|courriel|correo)\b)/i

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
  return firstPosition(after) ?? (isPost(next) ? next : null) ?? postAhead(before) ?? behindName(after)
}

/** Who wrote something: no post of theirs. */
const BYLINE = /^(?:author|autor|autorin|auteur|auteure|autore|autora|autrice)$/i
function postAhead(before: string): string | null {
  const post = firstPosition(before)
  return post === null || BYLINE.test(post) ? null : post
}

/** Where the last text before the name begins that stands in an element of its own. */
const pieceStart = ({ line, start }: NameMention): number =>
  line.pieces.findLast((part) => part.start < start && part.text.trim() !== '')?.start ?? 0

/** Where the element of the name ends, when it holds more than the name. */
function pieceEnd({ line, end }: NameMention): number {
  const piece = line.pieces.find(
    (part) => part.start <= end && WORD.test(part.text.slice(Math.max(0, end - part.start))),
  )
  return piece ? piece.start + piece.text.length : line.text.length
}

const WORD = /\p{L}{2}/u

/** The whole rest when it is a position, else the first of its parts that is one. */
function firstPosition(text: string): string | null {
  const bare = text.replace(SEPARATORS_AROUND, '')
  const whole = bare.split(PART_SEPARATOR)[0]?.replace(SEPARATORS_AROUND, '') ?? ''
  for (const candidate of [whole, ...bare.split(PART_SEPARATOR).slice(1), ...bare.split(/\s*[,:]\s*/)]) {
    if (isPost(candidate)) return candidate.replace(SEPARATORS_AROUND, '')
  }
  return null
}

/** `Jane Doe, director of sales at Acme, said …`, `Jane Doe is the founder of Acme`, `Jane Doe serves as our treasurer` */
function behindName(after: string): string | null {
  const rest =
    /^(?:\s*[,–—:-]|\s+(?:currently |also )?(?:is|serves as|works as|acts as|ist|est|es|è)(?: currently| also)?)\s+(?:the |our |an? |der |die |le |la |el |il )?([^,.;()]{3,80})/.exec(
      after,
    )?.[1] ?? ''
  const part = withoutCompany(rest.replace(/\s(?:who|that|which|has|is|was|with|at|in|bei|chez|@)\s.*$/u, ''))
  return isPost(part) && !PRAISE.test(part) && !part.split(' ').some(isPluralTitle) ? part : null
}

/** `internationally recognized author of eight books` tells of somebody and names no post. */
const PRAISE =
  /\p{Ll}ly \p{Ll}+(?:ed|ing|wn) |\b(?:author|winner|graduate|recipient|native|father|mother) of\b|\b(?:two|three|four|five|six|seven|eight|nine|ten|many|several|numerous)\b/u

/** `artists` are several. */
const isPluralTitle = (word: string): boolean =>
  /\p{Ll}s$/u.test(word) && (wordKindOf(word) & TITLE) === 0 && (wordKindOf(word.slice(0, -1)) & TITLE) !== 0

/** A function is a common word (`Director of Sales`), the name of a company mostly none (`President of Acme`). */
function withoutCompany(title: string): string {
  const of = /\s(?:of|for|de|von|der|di)\s(?:the\s)?(\p{Lu}\S*)/u.exec(title)
  const names = of?.[1] !== undefined && (wordKindOf(of[1]) & COMMON) === 0
  return (names ? title.slice(0, of.index) : title).trim()
}

/** `Lead Carpenter: Jane Doe has been …` */
function labelBefore(before: string): string | null {
  const label = /(?:^|[.;:!?]\s)([^.;:!?]{3,80}):\s*$/u.exec(before)?.[1]?.trim() ?? ''
  return isPost(label) && !BYLINE.test(label) ? label : null
}

const TITLE_PART = /^(?:\p{Lu}[\p{L}/&-]*|of|and|&|for)$/u

/** An office in a house. Trades in small letters (`attorney`, `producer`) before a name say what somebody is, here or elsewhere. */
const OF_HOUSE =
  /^(?:co-?)?(?:owner|founder|director|president|manager|partner|principal|chair(?:man|woman)?|head|treasurer|secretary|directeur|directrice|fondateur|fondatrice|gérante?|présidente?|directora?|fundadora?|presidente?a?|gerente|direttore|direttrice|fondatore|fondatrice|titolare|oprichter|eigenaar|voorzitter)$/u
const OURS =
  /(?:^|\s)(?:[Oo]ur|[Ii]ts|[Nn]otre|[Nn]uestr[oa]|[Nn]ostr[oa]|[Oo]nze)\s((?:\p{Ll}[\p{L}-]*\s){0,3}\p{Ll}[\p{L}/-]*)$/u
/** `… Directors Ann and Jane Doe …` */
const JOINT_NAME = /\s\p{Lu}\p{L}+ (?:and|&|und|et|y|e)\s*$/u

/** `… our Sales Director Jane Doe …`, `… our sales director Jane Doe …`: words right before the name, ending in a title. */
function titleBefore(before: string): string | null {
  const text = before.replace(JOINT_NAME, '').trimEnd()
  const words = text.split(/\s+/).slice(-6)
  const parts = (words.at(-1) ?? '').split('/')
  if (!parts.some((word) => (wordKindOf(word) & TITLE) !== 0 || isPluralTitle(word))) return null
  if (/^\p{Ll}/u.test(words.at(-1) ?? '')) return smallTitle(text, parts)
  let start = words.length - 1
  while (start > 0 && TITLE_PART.test(words[start - 1] ?? '')) start--
  const title = words
    .slice(start)
    .join(' ')
    .replace(/^(?:of|and|&|for|The|Our)\s+/, '')
  return isPost(title) ? title : null
}

function smallTitle(text: string, parts: readonly string[]): string | null {
  const ours = OURS.exec(text)?.[1] ?? (parts.some((word) => OF_HOUSE.test(word)) ? parts.join('/') : null)
  return ours !== null && isPost(ours) ? ours : null
}

/** `Position: Bell ringer`, and the two cells or terms of the same: the label says it, whatever the words. */
function labelledPosition({ lines, mention }: PersonCard): string | null {
  for (const [at, { text, isAlternative }] of lines.entries()) {
    if (isAlternative || text.length > MAX_CELL_CHARS) continue
    const [, label = '', value = ''] = LABELLED.exec(text) ?? []
    if (!POSITION_HEADER.test(foldName(label)) || NO_LABEL.test(label)) continue
    const said = (value === '' ? (lines[at + 1]?.text ?? '') : value).trim()
    const isValue = isShort(said) && !said.endsWith(':') && !CONTACT_WORD.test(said)
    if (isValue && !said.includes(mention.name.last)) return said
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
    // `title` is what stands above anything too.
    if (!isMarked && element.firstLine < mention.line.index && !titlesAbove) continue
    const text = textOf(tree, element)
    if ((isMarked ? isShort(text) : isPost(text)) && !text.includes(mention.name.last)) return text
  }
  return null
}

const isShort = (text: string): boolean => text.length > 1 && text.length <= MAX_CELL_CHARS && !/@|\d{3}/.test(text)

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

function nearLines({ lines, mention, titlesAbove, isOthers }: PersonCard): string | null {
  const own = lines.findIndex((line) => line.index === mention.line.index)
  const titleOf = (line: PageLine): string | null =>
    line.text.includes(mention.name.last) || isOthers(line) ? null : titleIn(line)
  if (titlesAbove) {
    const above = titlesAbove.get(mention.line.index)
    return above ? titleOf(above) : null
  }
  for (const [at, line] of lines.slice(own + 1, own + 1 + NEAR_LINES).entries()) {
    const title = titleOf(line)
    if (title !== null) return title === line.text.trim() ? withContinuation(lines, own + 1 + at) : title
  }
  const before = lines.slice(Math.max(0, own - 2), Math.max(0, own)).findLast((line) => titleOf(line) !== null)
  return before ? titleOf(before) : null
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

/** `Managing Partner. Jane joined …`, `Director, Acme "They did …"` */
const HEAD = /^([^"“„«]{2,60}?)(?:\.\s(?=\p{Lu})|\s(?=["“„«]))/u
const MAX_HEAD_WORDS = 6

/** The position that a line is, or begins with. */
function titleIn({ text, isAlternative }: PageLine): string | null {
  if (isAlternative) return null
  const whole = text.trim()
  if (isPost(whole)) return whole
  const head = HEAD.exec(whole)?.[1]
  return head !== undefined && head.split(' ').length <= MAX_HEAD_WORDS && isPost(head) ? head : null
}

/**
 * Null where titles do not stand above the names. In a list without structure every name has a title on both sides but the first
 * and the last: those decide.
 */
export function findTitlesAbove(tree: PageTree, mentions: readonly NameMention[]): TitlesAbove | null {
  const above = new Map<number, PageLine>()
  let balance = 0
  let previous: PageLine | null = null
  for (const { line, place } of mentions) {
    if (place === 'prose' || line.isAlternative || line === previous) continue
    const [before, after] = [tree.lines[line.index - 1], tree.lines[line.index + 1]]
    if (before && mayBelong(before, line, previous)) {
      above.set(line.index, before)
      if (isTitle(before)) balance++
    }
    if (after && isTitle(after)) balance--
    previous = line
  }
  return balance > 0 ? above : null
}

const isTitle = ({ isAlternative, text }: PageLine): boolean =>
  !isAlternative && (isPost(text) || soundsLikePosition(text.trim()))

/** About as deep, and no nearer to the name before: that ends another record. */
const mayBelong = (above: PageLine, name: PageLine, previous: PageLine | null): boolean =>
  Math.abs(above.block.depth - name.block.depth) <= 1 &&
  !(previous && stepsTo(above.block, previous.block) < stepsTo(above.block, name.block))

const MAX_STEPS = 6

/** Elements to climb from one until another stands in them too. */
function stepsTo(from: PageNode, other: PageNode): number {
  let node: PageNode | null = from
  for (let steps = 0; node && steps < MAX_STEPS; steps++) {
    if (isWithin(other, node)) return steps
    node = node.parent
  }
  return MAX_STEPS
}
