import type { NameCandidate } from '../candidates/candidate-list.ts'
import type { PageTree } from '../page/page-dom.ts'
import { GIVEN, wordKindOf } from '../names/name-words.ts'
import { isPost } from '../people/position-text.ts'

/** `Jane Doe Memorial Hospital`, `the Jane Doe School of Business`: in a sentence, what is called after somebody. */
export const namesHouse = ({ line, end, place }: NameCandidate): boolean =>
  place === 'run' && HOUSE.test(line.text.slice(end, end + MAX_HOUSE_CHARS))
const MAX_HOUSE_CHARS = 16
const HOUSE =
  /^ (?:University|College|School|Hospital|Medical|Cent(?:er|re)|Institute|Foundation|Award|Prize|Scholarship|Library|Museum|Memorial|Academy|Elementary|Clinic|Church|Charit(?:y|ies)|Corporation|Company|Group)(?![\p{L}-])/u

/** `[To Be Completed: the publisher]`: what a template leaves to be filled in. */
export const isToFillIn = ({ line, start }: NameCandidate): boolean => line.text[start - 1] === '['

/** `Membro del Direttivo`: alone on its line, what reads as a post and as a name is the post. */
export const namesPost = ({ words, place }: NameCandidate): boolean => place === 'line' && isPost(words.join(' '))

/** `Larkmoor Mills, LLC`, unless the first word is a given name. */
export const namesFirmOf = ({ line, start, end, words }: NameCandidate): boolean =>
  (wordKindOf(words[0] ?? '') & GIVEN) === 0 && LEGAL_FORM.test(line.text.slice(start, end + MAX_FORM_CHARS))
const MAX_FORM_CHARS = 8
const LEGAL_FORM = /\p{L},? (?:P?LL[CP]|L\.L\.[CP]|Inc|Ltd|GmbH|Corp)(?![\p{L}-])/u

/**
 * Whether words that are shaped like a name say for whom somebody works: to the end of a line, behind a post and a comma, right
 * below a line that is a name (`<b>Jane Doe</b><br>Product Designer, Quill Marlow`).
 * @param heads indices of lines that are a name and nothing else
 */
export function namesEmployer(
  { line, start, end, place }: NameCandidate,
  { lines }: PageTree,
  heads: ReadonlySet<number>,
): boolean {
  if (place === 'line' || start > MAX_BEFORE || end < line.text.trimEnd().length) return false
  const above = lines[line.index - 1]
  if (!above || !heads.has(above.index)) return false
  if (above.block !== line.block && above.block.parent !== line.block.parent) return false
  const post = BEHIND_POST.exec(line.text.slice(0, start))?.[1]
  return post !== undefined && isPost(post)
}
const MAX_BEFORE = 80
/** With initials in front of it: `JQ Marlow`. */
const BEHIND_POST = /^([^,:;|]{2,60}), (?:\p{Lu}\.? ?){0,3}$/u
