import { partsOfFamilyFirst, partsOfFullName } from '../names/full-name.ts'
import { isPosition } from './position-text.ts'

/** A longer cell is more than a name and a post. */
const MAX_CELL = 200
/** `Ada Poe, Buyer`, `Ada Poe – Head of IT`, `Ada Poe (Owner)`: a name of at least two words, and what follows it. */
const BEHIND_NAME = /^([^\s,|/(]+(?: [^\s,|/(]+)+?)(?:,| [-–—] | ?\|| \/ | ?\((?=[^()]*\)$))\s*(\S.*)$/u

/** A column of contacts may hold addresses or numbers. */
const NO_NAME = /@|\d{3}/
/** `Ada Poe 0002`: which of several people with one name, as catalogues of authors count them. */
const HOMONYM = /(?<=\p{L}\.?) 0\d{3}$/u

/** The name in a cell that holds the whole of it, and the post that some lists write behind. */
export function nameInCell(
  said: string,
  isFamilyFirst: boolean,
): ReturnType<typeof partsOfFullName> & { post: string | null } {
  const text = said.replace(HOMONYM, '')
  if (NO_NAME.test(text)) return { first: '', middle: '', last: '', post: null }
  const [, name = '', behind = ''] = (text.length > MAX_CELL ? null : BEHIND_NAME.exec(text)) ?? []
  const post = behind.replace(/\)$/, '').trim()
  const isPost = post !== '' && isPosition(post)
  const read = isFamilyFirst ? partsOfFamilyFirst : partsOfFullName
  return { ...read(isPost ? name : text), post: isPost ? post : null }
}
