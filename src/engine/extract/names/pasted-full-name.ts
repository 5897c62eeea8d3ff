import { foldName } from '../../../lib/text/person-name-fold.ts'
import type { NameParts } from '../../names/name-forms.ts'
import { partsOfFullName, withoutFormTitles } from './full-name.ts'
import { parsePersonName } from './person-name.ts'
import { inEasternOrder } from './eastern-order.ts'
import { COMMON, GIVEN, SURNAME, SYLLABLE, TITLE, wordKindOf } from './name-words.ts'

/** `<anna>`, `[Sales]`: notes and tags are no part of a name. */
const BRACKETED = / ?[<[][^<>[\]]{0,100}[>\]]/g
/** What follows the name in a profile or a list: a post, a company. */
const NOTE_BEGINS = / [-–—/] | ?[|•·]/u
const BORN_AS = / ?\(?(?<![\p{L}])(?:geb\.|geborene|n[ée]e|né|nata)(?![\p{L}]).*$/u
/** `Robert "Bob" Smith`, `Wei (Wendy) Zhang`, `Robert ‘Bob’ Smith`. */
const CALLED = /["“”„«(] ?([\p{L}'’ -]{2,24}?) ?["“”»)]|(?<![\p{L}\p{M}])['‘](\p{L}{2,24})['’](?![\p{L}\p{M}])/u
const MAX_NAME_CHARS = 200

/** First, middle and last name of a full name as it is copied from a profile, a signature or a list. */
export function partsOfPastedName(text: string): NameParts {
  const whole = text.slice(0, MAX_NAME_CHARS).replace(BRACKETED, '').replace(BORN_AS, '')
  const [lead = ''] = whole.split(NOTE_BEGINS, 1)
  const name = withoutPost(lead.includes(' ') ? lead : whole)
  const { called, plain } = calledIn(name)
  const parts = inEasternOrder(plain.split(' ').filter(Boolean)) ?? withApostrophe(partsOfFullName(plain))
  return { ...parts, ...(called !== null && { called }) }
}

/** The same for a first and a last name as people fill them into forms; one may hold the other again. */
export function partsOfForm(form: Pick<NameParts, 'first' | 'last'>): NameParts {
  const first = calledIn(form.first.replace(BRACKETED, ''))
  const last = calledIn(form.last.replace(BRACKETED, '').replace(BORN_AS, ''))
  const called = first.called ?? last.called
  const bare = withoutFormTitles({ first: first.plain || (first.called ?? ''), last: last.plain })
  const parts = { first: withoutEnd(bare.first, bare.last), middle: '', last: withoutStart(bare.last, bare.first) }
  return { ...parts, last: parts.last.replace(/^O (?=\p{Lu})/u, "O'"), ...(called !== null && { called }) }
}

/** Whether the words are those of a department and no name: `Sales Team`, `Customer Service`. */
export const namesNobody = (words: string): boolean =>
  words
    .trim()
    .split(/\s+/)
    .every((word) => isWord(wordKindOf(word)))
const isWord = (kind: number): boolean => (kind & (COMMON | TITLE)) !== 0 && (kind & (GIVEN | SURNAME | SYLLABLE)) === 0

/** `Sean O Brien`: tables lose the apostrophe, and the `O` is no middle name of his. */
const withApostrophe = ({ first, middle, last }: NameParts): NameParts =>
  middle === 'O' && (wordKindOf(`O${last}`) & SURNAME) !== 0
    ? { first, middle: '', last: `O'${last}` }
    : { first, middle, last }

/** `Ada Poe, Head of Sales`: a whole name before the comma leaves nothing of it behind. */
function withoutPost(name: string): string {
  const [before = '', ...behind] = name.split(/ ?, ?/)
  if (behind.length === 0 || !before.includes(' ') || parsePersonName(name) !== null) return name
  return (parsePersonName(before)?.evidence ?? 0) >= 2 ? before : name
}

/** The name in daily use, apart from the others; behind the whole name, brackets may as well hold a maiden name or a department. */
function calledIn(name: string): { called: string | null; plain: string } {
  const found = CALLED.exec(name)
  if (found === null) return { called: null, plain: name }
  const [whole, quoted = '', apart = ''] = found
  const plain = `${name.slice(0, found.index)} ${name.slice(found.index + whole.length)}`.replace(/ +/g, ' ').trim()
  const called = quoted || apart
  const isNote = whole.startsWith('(') && name.endsWith(whole) && (wordKindOf(called) & GIVEN) === 0
  // `"Ada Poe"`: all of it is in quotes.
  if (plain === '' && called.includes(' ')) return { called: null, plain: called }
  return { called: isNote ? null : called, plain }
}

const folded = (words: string): string => ` ${foldName(words)}`

/** `Ada Poe` + `Poe`. */
const withoutEnd = (first: string, last: string): string =>
  last !== '' && folded(first).endsWith(folded(last)) && folded(first) !== folded(last)
    ? first.split(' ').slice(0, -last.split(' ').length).join(' ')
    : first

/** `Ada` + `Ada Poe`. */
const withoutStart = (last: string, first: string): string =>
  first !== '' && folded(last).startsWith(`${folded(first)} `)
    ? last.split(' ').slice(first.split(' ').length).join(' ')
    : last
