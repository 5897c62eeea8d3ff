import { nodeAt } from './address-spots.ts'
import { mayHoldName } from './name-sign.ts'
import { GIVEN, SURNAME, kindOf } from './name-words.ts'
import type { PageLine } from './page-lines.ts'
import type { PageNode } from './page-node.ts'
import { nameKey, parsePersonName } from './person-name.ts'
import type { PersonName } from './person-name.ts'

/** `line`: alone on its line; `segment`: alone between separators or in its element; `prose`: within a sentence. */
export type MentionPlace = 'line' | 'segment' | 'prose'

export interface NameMention {
  name: PersonName
  key: string
  line: PageLine
  /** Offsets in the text of the line. */
  start: number
  end: number
  place: MentionPlace
  node: PageNode
}

/** A page of a telephone book is cut; nobody associates that many. */
const MAX_MENTIONS = 5_000
const MAX_LABELLED_LINE_CHARS = 300

/** What separates a name from what stands beside it; a hyphen only between blanks. */
const SEPARATOR = /\s*(?:[|•·:;()<>[\]\t、/]|\s[-–—]+\s|–|—|\s\/\s)\s*/g
const COMMA = /\s*,\s*/g
/** In front of a name: `Contact: Jane Doe`, `by Jane Doe`, `Contact Jane Doe at`. */
const MAX_COMMAS = 10
const LEAD_IN =
  /^(?:contact(?: person)?|ansprechpartner(?:in)?|by|von|par|por|attn\.?|attention|name|e-?mail|email|call|ask for|hello,? i'?m|i'?m|kontakt|contacto|contatto|contatti|c\/o|written by|author|posted by|owner|founder)\s+/i

/** All mentions of people with a full name, in reading order. */
export function findMentions(lines: readonly PageLine[]): NameMention[] {
  const mentions: NameMention[] = []
  for (const line of lines) {
    if (mentions.length >= MAX_MENTIONS) break
    if (mayHoldName(line.text)) mentions.push(...mentionsOf(line))
  }
  return mentions
}

function mentionsOf(line: PageLine): NameMention[] {
  const whole = mention(line, 0, line.text.length, 'line')
  if (line.isAlternative) return whole ? [whole] : []
  if (whole && isSure(whole)) return [whole]
  const found = line.text.length <= MAX_LABELLED_LINE_CHARS ? segmentMentions(line) : []
  if (found.some(isSure)) return found
  const inside = proseMentions(line)
  if (inside.length > 0) return inside
  return whole ? [whole] : found
}

/** Nothing is gained by looking for a shorter name: two names without a separator have four words or more. */
const isSure = ({ name }: NameMention): boolean => name.evidence >= 2 && name.full.split(' ').length <= 3

function segmentMentions(line: PageLine): NameMention[] {
  const found: NameMention[] = []
  for (const [start, end] of segments(line)) {
    const here = mention(line, start, end, 'segment') ?? leadMention(line, start, end)
    if (here) found.push(here)
    else found.push(...commaMentions(line, start, end))
  }
  return found
}

/** Between separators, and between the borders of elements where those do not cut a name in two. */
function segments(line: PageLine): [number, number][] {
  const cuts = new Set<number>([0, line.text.length])
  if (line.pieces.length > 1) for (const piece of line.pieces) cuts.add(piece.start)
  const spans: [number, number][] = []
  for (const match of line.text.matchAll(SEPARATOR)) {
    cuts.add(match.index)
    cuts.add(match.index + match[0].length)
  }
  const sorted = [...cuts].sort((a, b) => a - b)
  for (let index = 0; index + 1 < sorted.length; index++) spans.push([sorted[index] ?? 0, sorted[index + 1] ?? 0])
  return spans
}

/** `Jane Doe, Director`, `Doe, Jane, Director`, `Jane Doe, John Roe`: the longest head that is a name, else every part. */
function commaMentions(line: PageLine, start: number, end: number): NameMention[] {
  const text = line.text.slice(start, end)
  const commas = Array.from(text.matchAll(COMMA), (match) => match.index).slice(0, MAX_COMMAS)
  for (const comma of commas.slice(0, 3).reverse()) {
    const found = mention(line, start, start + comma, 'segment') ?? leadMention(line, start, start + comma)
    if (found) return [found, ...commaMentions(line, start + comma + 1, end)]
  }
  const last = commas.at(-1)
  if (last === undefined)
    return mention(line, start, end, 'segment') ? [mention(line, start, end, 'segment') as NameMention] : []
  return commaMentions(line, start + (commas[0] ?? 0) + 1, end)
}

function leadMention(line: PageLine, start: number, end: number): NameMention | null {
  const lead = LEAD_IN.exec(line.text.slice(start, end))
  return lead ? mention(line, start + lead[0].length, end, 'segment') : null
}

function mention(line: PageLine, start: number, end: number, place: MentionPlace): NameMention | null {
  const text = line.text.slice(start, end)
  if (text.length > 100) return null
  const name = parsePersonName(text)
  return name ? build(line, name, start, end, place) : null
}

const build = (line: PageLine, name: PersonName, start: number, end: number, place: MentionPlace): NameMention => ({
  name,
  key: nameKey(name),
  line,
  start,
  end,
  place,
  node: nodeAt(line, start),
})

const WORD = /\S+/g
const SENTENCE_END = /[,.;:!?)\]"”’']+$/
const BEFORE_WORD = /^[("“‘'[]+/
const CAPITAL = /^\p{Lu}/u
const SMALL_WORD = /^(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|bin|al|ten|ter|zu|y|e)$/
const LONGEST_NAME = 5
/** `San Diego Downtown`, `Fort Collins`. */
const PLACE_LEAD = /^(?:San|Santa|Santo|São|St\.?|Saint|Los|Las|Fort|Ft\.?|Mount|Mt\.?|Lake|Port|New)$/
/** In sentences; a full name behind it is found at its first word. */
const COURTESY = /^(?:Mr|Mrs|Ms|Miss|Herr|Herrn|Frau|Mme|Dr|Signor|Signora)\.?$/
const POSSESSIVE = /['’]s$/

interface Word {
  text: string
  start: number
  end: number
  /** Punctuation behind it ends a name. */
  closes: boolean
}

/** Within sentences only names whose given name is known count: capitals alone are too common there. */
function proseMentions(line: PageLine): NameMention[] {
  const found: NameMention[] = []
  const words = readWords(line.text)
  for (let at = 0; at < words.length; at++) {
    const run = capitalRun(words, at)
    const length = run === 0 ? 0 : longestName(line, words, at, run, found)
    if (length > 0) at += length - 1
  }
  return found
}

function readWords(text: string): Word[] {
  return Array.from(text.matchAll(WORD), (match) => {
    const lead = BEFORE_WORD.exec(match[0])?.[0].length ?? 0
    const bare = match[0].slice(lead)
    const isInitial = /^(?:\p{Lu}|Mr|Mrs|Ms|Dr)\.$/u.test(bare)
    const tail = isInitial ? '' : (SENTENCE_END.exec(bare)?.[0] ?? '')
    const owned = POSSESSIVE.exec(bare.slice(0, bare.length - tail.length))?.[0] ?? ''
    const word = bare.slice(0, bare.length - tail.length - owned.length)
    const start = match.index + lead
    return { text: word, start, end: start + word.length, closes: tail !== '' || owned !== '' }
  })
}

/** How many words from `at` on may belong to one name: 0 when it cannot begin here. */
function capitalRun(words: readonly Word[], at: number): number {
  const first = words[at]
  if (!first || !CAPITAL.test(first.text) || (at > 0 && PLACE_LEAD.test(words[at - 1]?.text ?? ''))) return 0
  if (COURTESY.test(first.text)) return !first.closes && endsAfter(words, at + 1) ? 2 : 0
  const named = /^\p{Lu}\.?$/u.test(first.text) ? words[at + 1] : first
  if (!named || (kindOf(named.text) & GIVEN) === 0) return 0
  let length = 1
  while (length < LONGEST_NAME && !words[at + length - 1]?.closes) {
    const next = words[at + length]
    if (!next || !(CAPITAL.test(next.text) || SMALL_WORD.test(next.text))) break
    length++
  }
  return length
}

/** `Mr. Jenkins said`; in `Dr. Arthur Kian` the full name follows. */
function endsAfter(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  return words[at]?.closes === true || next === undefined || !CAPITAL.test(next.text)
}

/**
 * The longest run that is a name. A third or later word must speak for itself, or a heading in capitals (`Lisa Banks Gives
 * Talk`) would lengthen the name.
 */
function longestName(line: PageLine, words: readonly Word[], at: number, run: number, found: NameMention[]): number {
  for (let length = run; length >= 2; length--) {
    const start = words[at]?.start ?? 0
    const last = words[at + length - 1]
    if (!last || (length > 2 && !mayEnd(words, at, length) && !(length === run && run === 3 && isSentence(words))))
      continue
    const name = parsePersonName(line.text.slice(start, last.end))
    if (!name || name.evidence < 1) continue
    found.push(build(line, name, start, last.end, 'prose'))
    return length
  }
  return 0
}

/** Most words of a sentence are in lower case; those of a heading may all be capitalised. */
const isSentence = (words: readonly Word[]): boolean =>
  words.length > 5 && words.filter((word) => CAPITAL.test(word.text)).length < words.length / 2

function mayEnd(words: readonly Word[], at: number, length: number): boolean {
  const last = words[at + length - 1]?.text ?? ''
  const before = words[at + length - 2]?.text ?? ''
  const isJoint =
    /^\p{Lu}\.?$/u.test(before) || SMALL_WORD.test(before) || (length === 3 && (kindOf(before) & GIVEN) !== 0)
  return isJoint || (kindOf(last) & SURNAME) !== 0
}
