import { nodeAt } from '../addresses/address-spots.ts'
import { mayHoldName } from '../names/name-sign.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { PageNode } from '../page/page-node.ts'
import { nameKey } from '../names/person-name.ts'
import type { PersonName } from '../names/name-evidence.ts'
import { isPosition } from './position-text.ts'
import { findProseNames } from './prose-names.ts'
import type { NameReader } from './prose-names.ts'

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

/** A page from a telephone book is cut; association does not need that many. */
const MAX_MENTIONS = 3_000
/** Room for a long name with titles and degrees. */
const MAX_NAME_CHARS = 90
const MAX_LABELLED_LINE_CHARS = 300

/** What separates a name from its neighbours; a hyphen only between spaces. */
const SEPARATOR = /\s*(?:[|｜•·:：;()<>[\]\t、/]|\s[-–—]+\s|–|—|\s\/\s)\s*/g
/** Most lines have none, and looking for the spaces around one costs more than looking for the character itself. */
const SEPARATES = /[|｜•·:：;()<>[\]\t、/–—-]/
const COMMA = /\s*,\s*/g
const MAX_COMMAS = 10
/** Words before a name: `Contact: Jane Doe`, `by Jane Doe`, `Contact Jane Doe at`. */
const LEAD_IN =
  /^(?:contact(?: person)?|ansprechpartner(?:in)?|by|von|par|por|attn\.?|attention|name|e-?mail|email|call|ask for|hello,? i'?m|i'?m|kontakt|contacto|contatto|contatti|c\/o|written by|author|posted by|owner|founder)\s+/i

/** All mentions of people with a full name, in reading order. */
export function findMentions(lines: readonly PageLine[], read: NameReader): NameMention[] {
  const mentions: NameMention[] = []
  for (const line of lines) {
    if (mentions.length >= MAX_MENTIONS) break
    if (mayHoldName(line.text)) mentions.push(...mentionsOf(line, read))
  }
  return mentions
}

function mentionsOf(line: PageLine, read: NameReader): NameMention[] {
  const whole = isGlued(line) ? null : mention(line, 0, line.text.length, 'line', read)
  if (line.isAlternative) return whole ? [whole] : []
  if (whole && isSure(whole)) return [whole]
  const found = line.text.length <= MAX_LABELLED_LINE_CHARS ? segmentMentions(line, read) : []
  if (found.some(isSure)) return found
  const inside = findProseNames(line.text, read).map(({ name, start, end }) => build(line, name, start, end, 'prose'))
  if (inside.length > 0) return inside
  return whole ? [whole] : found
}

/** Elements that are separated only by their style: `<b>Jane Doe</b><i>Director</i>`. */
const isGlued = ({ pieces }: PageLine): boolean =>
  pieces.length > 1 &&
  pieces.some((piece, index) => /\p{Ll}$/u.test(piece.text) && /^\p{Lu}/u.test(pieces[index + 1]?.text ?? ''))

/** Whether looking for a shorter name is pointless: two names without a separator have at least four words. */
const isSure = ({ name }: NameMention): boolean => name.evidence >= 2 && name.full.split(' ').length <= 3

function segmentMentions(line: PageLine, read: NameReader): NameMention[] {
  const spans = segments(line)
  if (spans.length === 1 && !line.text.includes(',')) {
    const lead = leadMention(line, 0, line.text.length, read)
    return lead ? [lead] : []
  }
  const found: NameMention[] = []
  for (const [start, end] of spans) {
    const here = mention(line, start, end, 'segment', read) ?? leadMention(line, start, end, read)
    if (here) found.push(here)
    else found.push(...commaMentions(line, start, end, read))
  }
  return found
}

/** The parts between separators and between the borders of elements. */
function segments(line: PageLine): [number, number][] {
  if (line.pieces.length <= 1 && !SEPARATES.test(line.text)) return [[0, line.text.length]]
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

/**
 * `Jane Doe, Director`, `Doe, Jane, Director`, `Jane Doe, John Roe`: the longest beginning that is a name, otherwise every
 * part.
 */
function commaMentions(line: PageLine, start: number, end: number, read: NameReader): NameMention[] {
  const text = line.text.slice(start, end)
  if (!text.includes(',')) return []
  const commas = Array.from(text.matchAll(COMMA), (match) => match.index).slice(0, MAX_COMMAS)
  for (const comma of commas.slice(0, 3).reverse()) {
    const found = mention(line, start, start + comma, 'segment', read) ?? leadMention(line, start, start + comma, read)
    if (found) return [found, ...afterComma(line, start + comma + 1, end, read)]
  }
  return afterComma(line, start + (commas[0] ?? 0) + 1, end, read)
}

function afterComma(line: PageLine, start: number, end: number, read: NameReader): NameMention[] {
  const rest = mention(line, start, end, 'segment', read)
  return rest ? [rest] : commaMentions(line, start, end, read)
}

function leadMention(line: PageLine, start: number, end: number, read: NameReader): NameMention | null {
  const text = line.text.slice(start, end)
  const lead = LEAD_IN.exec(text) ?? easternPost(text)
  return lead ? mention(line, start + lead[0].length, end, 'segment', read) : null
}

/** `代表理事 田中 太郎` */
function easternPost(text: string): RegExpExecArray | null {
  const lead = EASTERN_LEAD.exec(text)
  return lead !== null && isPosition(lead[0].trim()) ? lead : null
}
const EASTERN_LEAD = /^[\u3040-\ud7ff]{2,12}[\s\u3000]+/

function mention(
  line: PageLine,
  start: number,
  end: number,
  place: MentionPlace,
  read: NameReader,
): NameMention | null {
  const text = line.text.slice(start, end)
  if (text.length > MAX_NAME_CHARS) return null
  const name = read(text)
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
