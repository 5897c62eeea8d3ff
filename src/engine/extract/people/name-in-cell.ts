import { partsOfFamilyFirst, partsOfFullName } from '../names/full-name.ts'
import { isPosition } from './position-text.ts'

/** A longer cell is more than a name and a post. */
const MAX_CELL = 200
/** `Ada Poe, Buyer`, `Ada Poe – Head of IT`, `Ada Poe (Owner)`: a name of at least two words, and what follows it. */
const BEHIND_NAME = /^([^\s,|/(]+(?: [^\s,|/(]+)+?)(?:,| [-–—] | ?\|| \/ | ?\((?=[^()]*\)$))\s*(\S.*)$/u

/** A column of contacts may hold addresses or numbers. */
const NO_NAME = /@|\d{3}/
/** `Ada & Bo Poe`, `Ada Poe; Bo Rae`: whose the rest of the row is cannot be told. `y` and `e` are within names. */
const SEVERAL = /[&;|+\n]|\s(?:and|und)\s/i
/** `Ada Poe 0002`: which of several people with one name, as catalogues of authors count them. */
const HOMONYM = /(?<=\p{L}\.?) 0\d{3}$/u

/** The name in a cell that holds the whole of it, and the post that some lists write behind. */
export function nameInCell(
  said: string,
  isFamilyFirst: boolean,
): ReturnType<typeof partsOfFullName> & { post: string | null } {
  const text = said.replace(HOMONYM, '')
  const [, name = '', behind = ''] = (text.length > MAX_CELL ? null : BEHIND_NAME.exec(text)) ?? []
  if (NO_NAME.test(text) || SEVERAL.test(name || text)) return { first: '', middle: '', last: '', post: null }
  const post = behind.replace(/\)$/, '').trim()
  const isPost = post !== '' && isPosition(post)
  const read = isFamilyFirst ? partsOfFamilyFirst : partsOfFullName
  return { ...read(isPost ? name : text), post: isPost ? post : null }
}
