import { labelBefore } from '../page/line-label.ts'
import type { PageLine } from '../page/page-lines.ts'
import { isLetters, isSuffixRun } from '../names/name-titles.ts'
import type { NameMention } from './name-mentions.ts'
import type { PersonCard } from './person-card.ts'
import { signature, textBeside } from './position-slots.ts'
import { isPost } from './position-text.ts'
import { appositionBefore, behindName, BYLINE, positionInSentence } from './sentence-position.ts'
import { soundsLikePosition } from './trade-words.ts'

const MAX_CELL_CHARS = 120
/** Longer lines are sentences, in which a position ends where its company begins. */
const MAX_RECORD_CHARS = 160
const SEPARATORS_AROUND = /^[\s,;:：|•·()/–—-]+|[\s,;:：|•·(/–—-]+$/g
export const PART_SEPARATOR =
  /\s*(?:[|•·;()]|\s[-–—]+\s|–|—|\s\/\s)\s*|,?\s+(?=(?:e-?mail|e-?post|mail|tel|phone|fax|mobile|courriel|correo)\b)/i
export const BREAKS_OFF = /(?:[,&/–-]|\b(?:and|of|for|und|et|y|e|für|de))$/i

/** The position on the line of the name: behind it, or before it; `Secretary to Jane Doe` is that of another. */
export function besideName(card: PersonCard): string | null {
  const post = besideAnyName(card)
  return post === null || TO_SOMEBODY.test(post) ? null : post
}

const TO_SOMEBODY = /\s(?:to|zu|an)$/iu

function besideAnyName(card: PersonCard): string | null {
  const { mention, room, joinedEnd } = card
  const { text } = mention.line
  const rest = text.slice(mention.end, Math.min(pieceEnd(mention), mention.end + 200))
  const between = text.slice(mention.end, room.end)
  // `Assistant to John Roe` continues with the name of another.
  const after = between.length < rest.length && LISTS.test(between) ? between.replace(LISTS, '') : rest
  const isBehind = beginsWithName(card)
  const before = isBehind
    ? ''
    : text.slice(Math.max(pieceStart(mention), room.start, mention.start - 120), mention.start)
  const ahead = isAhead(card) ? wholePost(text.slice(room.start, mention.start)) : null
  if (ahead !== null) return ahead
  if (joinedEnd !== null && text.length <= MAX_RECORD_CHARS) {
    const shared = firstPosition(text.slice(joinedEnd, joinedEnd + MAX_CELL_CHARS))
    if (shared !== null) return shared
  }
  if (text.length > MAX_RECORD_CHARS) return positionInSentence(before, after)
  if (mention.place === 'prose') return positionInSentence(before, after) ?? workAhead(mention) ?? postOnLine(card)
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

/** Of several names in a line: it begins with a post, and nothing is behind the last of them. */
function isAhead({ mention: { line }, room }: PersonCard): boolean {
  if (room.start === 0 && room.end === Infinity) return false
  return !WORD.test(line.text.slice(room.lastName)) && wholePost(line.text.slice(0, room.firstName)) !== null
}

function wholePost(text: string): string | null {
  if (text.length > MAX_POST_CHARS * 2) return null
  const bare = text.replace(SEPARATORS_AROUND, '')
  return bare.length <= MAX_POST_CHARS && (isPost(bare) || soundsLikePosition(bare)) ? bare : null
}

/** Of several names in a line: it begins with one, and something is behind the last of them. */
const beginsWithName = ({ mention: { line }, room }: PersonCard): boolean =>
  room.start > 0 &&
  room.firstName < MAX_POST_CHARS &&
  !WORD.test(line.text.slice(0, room.firstName)) &&
  WORD.test(line.text.slice(room.lastName))

/** Between two people of one line. */
const LISTS = /(?:[,;|·•–—]\s*|\s(?:and|&|und|et|y|e)\s)+(?:\p{L}{1,4}\.\s)?$/u

/** `Accounts: Jane Doe`, `Owners: Jane Doe, John Roe` */
function workAhead({ line, start }: NameMention): string | null {
  const label = labelBefore(line.text, start) ?? ''
  return (isPost(label) && !BYLINE.test(label)) || soundsLikePosition(label) ? label : null
}

/** `Accounts manager Jane Doe` and nothing else, in a heading, in bold or among such lines; a sentence may begin so. */
function postOnLine({ tree: { lines }, mention: { line, start, end }, isOthers }: PersonCard): string | null {
  const { block, index, text } = line
  const post = text.slice(0, start).trim()
  if (end < text.trimEnd().length || post.length > MAX_POST_CHARS || OF_SOMETHING.test(post) || !isPost(post))
    return null
  const isAmongAlike = [lines[index - 1], lines[index + 1]].some(
    (near) => near !== undefined && signature(near) === signature(line) && isOthers(near),
  )
  return isAmongAlike || /^h[1-6]$/.test(block.tag) || isBold(line) ? post : null
}
const isBold = ({ pieces }: PageLine): boolean =>
  pieces.length === 1 && /^(?:b|strong)$/.test(pieces[0]?.node.tag ?? '')
const MAX_POST_CHARS = 60
/** `Photo by`, `Interview with`, `Portrait von` */
const OF_SOMETHING = /(?:^|\s)(?:by|with|from|von|mit|par|avec|por|con|di|da|av|af|van|met|przez|od|of)$|:$/iu

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
  for (const candidate of [whole, untilStop(whole), ...bare.split(PART_SEPARATOR).slice(1)]) {
    if (isPost(candidate)) return candidate.replace(SEPARATORS_AROUND, '')
  }
  return firstPosts(bare.split(/\s*[,:]\s*/))
}

/** `sexton, bell ringer. Jane came …` up to the end of the sentence. */
const untilStop = (text: string): string => STOP.exec(text)?.[1] ?? ''
const STOP = /^([^.]{3,100}\p{Ll}{3})\.\s+\p{Lu}/u

/** The first part that is a post, with those right behind it that are posts too. */
function firstPosts(parts: readonly string[]): string | null {
  const start = parts.findIndex(isPost)
  if (start < 0) return null
  const end = parts.findIndex((part, at) => at > start && !isPost(part))
  const posts = parts.slice(start, end < 0 ? undefined : end).slice(0, MAX_POSTS)
  return posts.join(', ').replace(SEPARATORS_AROUND, '')
}
const MAX_POSTS = 3

/** `Jane Doe, MD`: a post in some trades, and a degree in others. It counts where the page says nothing else. */
export function lettersBeside(card: PersonCard): string | null {
  const { line, end } = card.mention
  const beside = /^[\s,(|–-]*\p{Lu}[\p{Lu}.]/u.test(line.text.slice(end, end + 8)) ? besideName(card) : null
  return beside !== null && !beside.includes(',') && isLetters(beside) ? beside : null
}
