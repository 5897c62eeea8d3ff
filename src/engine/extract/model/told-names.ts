import { foldName } from '../../../lib/text/person-name-fold.ts'
import type { NameCandidate } from '../candidates/candidate-list.ts'
import { leadsName } from '../candidates/name-shape.ts'
import { IS_PLAIN, shapeOf } from '../candidates/word-shape.ts'
import { labelBefore } from '../page/line-label.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import { isLetters } from '../names/name-titles.ts'
import { isPost } from '../people/position-text.ts'
import { behindName } from '../people/sentence-position.ts'

/** What the page says outright is worth, as a score of the judge. */
const TOLD = 2.5
/** The same, of a form of address in front of all that is on the line. */
const ADDRESSED = 4
/** The most that it can be worth. */
export const MOST_TOLD = 2 * TOLD

const FORM_OF_ADDRESS =
  /^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|MR|MRS|MS|MISS|DR|PROF|Engr|ENGR|Atty|Lic|Druh(?:na)?|Revd?|Cllr|Sir|Dame|Herrn?|Frau|Mme|Mlle|Monsieur|Madame|Sra?|Señora?|Sig|Signora?|Dott|Avv|Dhr|Mevr)\.? \p{Lu}/u
/**
 * What a page says of words that are shaped like a name, though nobody knows them: a form of address in front of them and nothing
 * else, a post or degrees behind them, a label that is a post (`Town Clerk: …`), a picture of that text above them and a post below, or a
 * text below that begins with them and goes on about him or her.
 */
export function toldSupport({ line, start, end, text, words, place }: NameCandidate, { lines }: PageTree): number {
  if (line.isAlternative) return 0
  const isWhole = place !== 'run' || (line.text.slice(0, start) === 'The ' && end >= line.text.length)
  const isSaid =
    isApposed(line.text, end) || isOfCouple(line.text.slice(Math.max(0, start - MAX_PARTNER), start), words)
  if (!(isWhole || isSaid) || words.some((word) => (shapeOf(word) & IS_PLAIN) !== 0)) return 0
  if (!text.includes(',') && FORM_OF_ADDRESS.test(text)) return place === 'line' ? ADDRESSED : TOLD
  const isLettered = words.some(isMixed) && hasLetters(line.text.slice(end, end + MAX_LETTERS))
  if (isSaid || isLettered) return TOLD
  if (place === 'run') return 0
  const label = labelBefore(line.text, start)
  if (label !== null && isPost(label)) return isFamilyListed(line.text.slice(0, start), words) ? MOST_TOLD : TOLD
  // `Editor – Flyer in Mufti`
  if (!words.includes('in') && isBesidePost(line, start, end)) return TOLD
  if (isTold(words, lines.slice(line.index + 1, line.index + 1 + MAX_BETWEEN))) return TOLD
  const [above, below] = [lines[line.index - 1], lines[line.index + 1]]
  if (above?.isAlternative !== true) return 0
  if (FORM_OF_ADDRESS.test(above.text) && above.text.endsWith(` ${text}`)) return ADDRESSED
  return foldName(above.text) === foldName(text) && below !== undefined && isPost(below.text.trim()) ? TOLD : 0
}

/** `<b>Jane Doe</b><i>Verger</i>`, `Jane Doe – Verger`, `Jane Doe (Verger)`, and the post in an element before: no more is on the line. */
function isBesidePost({ text, pieces }: PageLine, start: number, end: number): boolean {
  if (text.length > MAX_LINE) return false
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const elements = pieces.filter((piece) => piece.text.trim() !== '')
  const isOne = (at: number, rest: string): boolean => elements[at]?.text.trim() === rest.trim()
  if (before.trim() === '') {
    const post = SEPARATED.exec(after)?.[1] ?? (elements.length === 2 && isOne(1, after) ? after : '')
    return post !== '' && isPost(post.trim())
  }
  return after.trim() === '' && elements.length === 2 && isOne(0, before) && isPost(before.trim())
}
const MAX_LINE = 140
const SEPARATED = /^\s*(?:[|–—•·]|\s-\s|\()\s*([^()|]{2,80})\)?$/u

/** Lines below a name in which a text about the person may begin. */
const MAX_BETWEEN = 4
/** What follows in it soon, where it is about a person and no company. */
const MAX_TOLD_CHARS = 400
const OF_PERSON = /\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b|[.!?] (?:Er|Sie|Il|Elle|Ella|Él|Lei|Lui|Hij|Zij|Han|Hun) \p{Ll}/u

/** `Jane Doe joined us in 2004. She …`, `Doe joined …`, `Jane is …`, in a line of its own. */
function isTold(words: readonly string[], below: readonly PageLine[]): boolean {
  const names = [words.join(' '), words[0] ?? '', words.at(-1) ?? '']
  return below.some(({ text, isAlternative }) => {
    const name = isAlternative ? undefined : names.find((one) => text.startsWith(one) && text[one.length] === ' ')
    if (name === undefined || !/^\p{Ll}/u.test(text.slice(name.length + 1))) return false
    return OF_PERSON.test(text.slice(0, MAX_TOLD_CHARS))
  })
}

/** `Jane Doe, MD, FAAP`, but no `Doe Roe, LLP`; two letters may be a state (`Silver Spring, MD`), and `Jr.` says nothing of who it is. */
const hasLetters = (behind: string): boolean =>
  LETTERS.test(behind) && isLetters(behind.slice(1).trim()) && !OF_FIRM.test(behind)
const LETTERS = /^,(?!\s*(?:\p{Lu}{2}\s*$|[JS]r\b))/u
const OF_FIRM = /\b(?:P?LL[CP]|P\.?[AC]\b|L\.L\.)/
const MAX_LETTERS = 60
const isMixed = (word: string): boolean => word !== word.toUpperCase()

/** `Jane Doe, owner and head florist`, `Jane Doe is our treasurer`, alone on their line or in a sentence. */
const isApposed = (text: string, end: number): boolean =>
  APPOSES.test(text.slice(end, end + 2)) && behindName(text.slice(end, end + MAX_APPOSED)) !== null
const APPOSES = /^[,\s]/u
const MAX_APPOSED = 100

/** `Ann and Zebedee Doe`: two given names that have one surname. */
function isOfCouple(before: string, words: readonly string[]): boolean {
  const other = PARTNER.exec(before)?.[1]
  return other !== undefined && words.length === 2 && [other, words[0] ?? ''].every((word) => leadsName(shapeOf(word)))
}
const MAX_PARTNER = 40
const PARTNER = /(?:^|[^\p{L}'’-]\s?)(\p{Lu}\p{L}+) (?:&|and|und|et|y|och|og|en) $/u

/** `Owners: Jane Doe, Zebedee Doe`: of one name with whom the list has already. */
const isFamilyListed = (before: string, words: readonly string[]): boolean => before.includes(` ${words.at(-1)},`)
