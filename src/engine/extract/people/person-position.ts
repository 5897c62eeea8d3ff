import { BREAKS_OFF, besideName, PART_SEPARATOR } from './beside-name.ts'
import { isHeadOfNext, isInRowOfOthers } from '../page/column-lines.ts'
import { isWithin, textOf } from '../page/node-text.ts'
import type { PageLine } from '../page/page-lines.ts'
import { childrenOf } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import type { NameMention } from './name-mentions.ts'
import type { PersonCard } from './person-card.ts'
import { isNoPost, textBeside } from './position-slots.ts'
import { columnPosition, isShort, labelledPosition, postInRow } from './told-position.ts'
import { beforeContact, isPluralTitle, isPost } from './position-text.ts'
import { isLetters } from '../names/name-titles.ts'
import { titleIn } from './titles-above.ts'
import { soundsLikePosition } from './trade-words.ts'

/** Lines between a name and its position: a degree, a department, a picture. */
const NEAR_LINES = 3
const POSITION_CLASS =
  /(?:^|[\s_-])(?:job-?title|role|position|designation|funktion|cargo|fonction|occupation|poste|functie|ruolo|puesto)(?:$|[\s_-])/i
/** Classes that as often name the heading of anything. */
const TITLE_CLASS = /(?:^|[\s_-])(?:sub-?title|title|titre|subheading|job)(?:$|[\s_-])/i

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

/** The post behind the name that a page repeats in capitals: `JANE DOE SECRETARY`; null where there is none. */
function behindSurname(text: string, { name }: NameMention): string | null {
  const at = text.toLowerCase().indexOf(name.last.toLowerCase())
  const rest = text.slice(at + name.last.length).replace(/^[\s,–—-]+/, '')
  return at > 0 && isPost(rest) ? rest : null
}

/** `Professor Jane Doe`: of somebody of whom the page says nothing else, a form of address that is an office. */
export function officeInName({ mention: { line, start, end, place } }: PersonCard): string | null {
  const word = place === 'prose' ? undefined : FIRST_WORD.exec(line.text.slice(start, end))?.[0]
  return word !== undefined && OFFICE_OF_ADDRESS.test(word) ? word : null
}

const FIRST_WORD = /^\p{L}+(?=\s)/u
const OFFICE_OF_ADDRESS =
  /^(?:prof[eé]ss(?:or|eur|euse|ore|oressa)a?|profesora?|catedr[aá]tic[oa]|judge|rabbi|pastor(?:in)?|councillor|advok[aá]t(?:ka)?|adwokat(?:ka)?|avukat|barrister|deacon(?:ess)?|diakon(?:in)?|bishop|imam|overlege|pfarrer(?:in)?|notar(?:in)?)$/i

/** Right beside the name or in the next line, what has the sound of a position though no list knows its words. */
export function likelyPosition({ lines, mention, titlesAbove, isOthers }: PersonCard): string | null {
  if (mention.place === 'prose' || mention.line.isAlternative || mention.name.evidence < 2) return null
  const beside = textBeside(mention).split(PART_SEPARATOR, 1)[0] ?? ''
  if (beside !== '') return soundsLikePosition(beside) && !isNoPost(mention, beside) ? beside : null
  const near = titlesAbove
    ? titlesAbove.get(mention.line.index)
    : lines.find(({ index, isAlternative }) => index > mention.line.index && !isAlternative)
  const text = near && !isOthers(near) ? beforeContact(near.text.trim()) : ''
  return soundsLikePosition(text) ? text : null
}

function nearLines({ tree, node, lines, mention, titlesAbove, isOthers }: PersonCard): string | null {
  const own = lines.findIndex((line) => line.index === mention.line.index)
  const titleOf = (line: PageLine): string | null =>
    line.text.includes(mention.name.last) || isOthers(line) || LABELS_NAME.test(line.text)
      ? null
      : (behindSurname(line.text, mention) ?? titleIn(line))
  if (titlesAbove) {
    const above = titlesAbove.get(mention.line.index)
    if (above) return titleOf(above)
  }
  for (const [at, line] of lines.slice(own + 1, own + 1 + NEAR_LINES).entries()) {
    // Where others have theirs above them, only what is in the element of this person alone.
    if (titlesAbove && !isWithin(line.block, node)) break
    // `Auditors:` heads those who follow.
    if (line.text.trim().endsWith(':') || isHeadOfNext(line, mention.line) || headsSeveral(line)) break
    if (isInRowOfOthers(tree, line, mention.line, isOthers)) break
    const title = titleOf(line)
    if (title !== null) return title === line.text.trim() ? withContinuation(lines, own + 1 + at) : title
  }
  if (titlesAbove) return null
  const before = lines.slice(Math.max(0, own - 2), Math.max(0, own)).findLast((line) => titleOf(line) !== null)
  return before ? titleOf(before) : null
}

/** `<h3>Section leaders</h3>` begins what follows, below a name as elsewhere. */
const headsSeveral = ({ block, text }: PageLine): boolean =>
  /^h[1-6]$/.test(block.tag) && isPluralTitle(text.trim().split(' ').at(-1) ?? '')

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
const RANK = /^(?:(?:senior|executive|assistant|associate|first|group|regional|corporate) )*(?:vice president|vp)$/i
