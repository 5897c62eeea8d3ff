/** What a position says of its own end, in the languages in which pages are read: `former CEO`, `Geschäftsführer bis 2023`. */

const YEAR = '(?:19|20)\\d\\d'
const UNTIL = `(?:until|till?|bis(?: zum)?|jusqu['’](?:en|à|au)|hasta|fino al?|tot(?: en met)?|do|até|t\\.o\\.m\\.|left(?: in)?|ausgeschieden)\\s(?:[\\p{L}.]{1,10}\\s){0,2}[\\d./-]{0,6}${YEAR}`
const TERM = `${YEAR}\\s?[-–—]\\s?${YEAR}`

/** `Director until March 2024`, `CEO (2015–2022)`: the end of a position, which is not part of its title. */
const TAIL = new RegExp(`[\\s,(–—-]+(?:${UNTIL}|${TERM})\\)?$`, 'iu')
/** `bis 2022 Geschäftsführerin` */
const HEAD = new RegExp(`^${UNTIL}[\\s,:]+(?=\\p{L})`, 'iu')

/** Those who are looked after, as in `Former Pupils Officer`. */
const GROUPS =
  '(?:pupils?|students?|members?|employees?|players?|patients?|officers?|staff|residents?|offenders?|teachers?)\\s\\p{L}'
/** In front of the title of somebody who had it. */
const FORMER = new RegExp(
  `^(?:(?:former(?:ly)?|previous(?:ly)?|retired)\\s(?!${GROUPS})|ex(?:[-–\\s]|(?=presid|vicepres|direc|geren|coordin|secret|jef[ea]|consej))` +
    '|ehem(?:\\.|als|alige[rsn]?)\\s|früher(?:e[rsn]?)?\\s|vormals\\s|ancien(?:ne)?\\s|antig[uo][oa]?\\s|già\\s|precedente\\s' +
    '|voormalige?\\s|gewezen\\s|oud-(?=\\p{Ll})|był[ya]\\s|emerytowan[ya]\\s|tidigare\\s|f\\.?\\s?d\\.?\\s|tidligere\\s|entinen\\s|元)',
  'iu',
)
/** The same as a part of its own: `Sales Director (retired)`. */
const OVER = /^(?:former(?:ly)?|retired|pensioniert|ausgeschieden|ehemals|retraitée?|jubilad[oa]|gepensioneerd)$/iu
/** Behind a title, whatever is before it. */
const BEHIND =
  /(?:^|\s)(?:a\. ?D\.|i\. ?R\.|im Ruhestand|(?:à la|en) retraite|retraitée?|jubilad[oa]|in pensione|gepensioneerd|anterior)$/u
/** What somebody is now stands beside what they were. */
const NOW =
  /(?<!\p{L})(?:now|current(?:ly)?|today|since|jetzt|heute|derzeit|aktuell|seit|actuel(?:le)?|depuis|actual(?:mente)?|desde|attuale|dal|huidig|sinds|obecnie|atual|nu|elected|gewählt)(?!\p{L})/iu
const ENDS_IN = new RegExp(`(?<!\\p{L})${UNTIL}$`, 'iu')
/** With no more than a short title in front: `CEO 2015–2022`, but no manager of a programme of those years. */
const HELD = new RegExp(`^(?:\\S+\\s){0,2}${TERM}$`, 'iu')
const PARTS = /[,;|/()[\]•·]|\s[-–—]\s(?!\d)/u
const MAX_CHARS = 200

/** The title without the words about its end. */
export const withoutEnd = (position: string): string =>
  position.length > MAX_CHARS ? position : position.replace(TAIL, '').replace(HEAD, '')

/**
 * Whether a position is described as ended: the first of several, since `Chair, former CEO` still has a post.
 * @param year when it is said; an end in that year may still be ahead
 */
export function isEnded(position: string, year: number): boolean {
  const text = position.normalize('NFC').trim()
  if (text.length > MAX_CHARS || NOW.test(text)) return false
  const [first = '', ...rest] = text
    .split(PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (FORMER.test(first) || BEHIND.test(first) || isPast(first, year)) return true
  return rest.some((part) => OVER.test(part) || BEHIND.exec(part)?.index === 0 || (isAlone(part) && isPast(part, year)))
}

const isAlone = (part: string): boolean => withoutEnd(` ${part}`).trim() === ''

function isPast(part: string, year: number): boolean {
  const said = HEAD.exec(part)?.[0].trim().replace(/[,:]$/, '') ?? part
  return (ENDS_IN.test(said) || HELD.test(said)) && Number(said.slice(-4)) < year
}
