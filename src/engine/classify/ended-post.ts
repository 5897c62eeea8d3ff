import { alternation } from '../../lib/text/alternation.ts'

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
/** What heads those who are no longer there, or is said of one: `Alumni`, `In memoriam (1950–2021)`. */
const LEAVERS = new RegExp(
  `^(?:${alternation`
    (?:our |the |notable |distinguished |company |group |lab |team |staff )?(?:alumni|alumnae|alumnus|alumna)(?: (?:members|network|of the (?:team|lab|group)))?
    (?:our |all )?(?:past|previous|earlier) (?:(?:team|board|staff|lab|group|committee) )?(?:members|employees|staff|colleagues|people)
    (?:our |all )?past (?:presidents|chairs|chairmen|directors|officers|partners|trustees)
    (?:in )?(?:loving )?(?:memoriam|memory(?: of)?|remembrance)|(?:recently )?deceased(?: (?:members|colleagues|partners))?
    (?:unsere )?(?:ehemalige[nr]?|ehemaligen?)(?: (?:mitarbeiter|mitarbeitende[nr]?|mitarbeiterinnen|kollegen|mitglieder|vorstände|partner).*)?
    verstorbene? (?:mitglieder|kollegen|mitarbeiter|partner)|verstorben|zum gedenken|wir gedenken|in gedenken(?: an)?
    (?:nos |les )?anciens(?: (?:collaborateurs|membres|salariés|présidents|associés|employés))?|décédée?s?|en mémoire de
    (?:nuestros )?(?:antiguos|exmiembros|ex-?miembros|antiguos miembros)(?: (?:miembros|empleados|colaboradores))?|fallecid[oa]s?|en memoria(?: de)?
    (?:ex|gli ex) (?:membri|collaboratori|soci|dipendenti)|in memoria(?: di)?|decedut[oi]|scompars[oi]
    (?:oud|voormalige)[- ](?:medewerkers|collega['’]?s|leden|bestuursleden)|overleden|byli (?:pracownicy|członkowie)|zmarli`})$`,
  'iu',
)
/** A dagger before or behind a title. */
const DAGGER = /^[†✝]|[†✝]$/u

/** Whether a heading says of everybody below it that they are no longer there. */
export const headsLeavers = (heading: string): boolean => {
  const text = heading
    .normalize('NFC')
    .trim()
    .replace(/[\s:.]+$/, '')
  return text.length <= MAX_HEADING && (LEAVERS.test(text) || (FORMER.test(text) && PLURAL.test(text)))
}
const MAX_HEADING = 60
/** `Former team members`, `Ehemalige Kollegen`: those of a group, not the one of a title. */
const PLURAL =
  /(?:members|employees|staff|colleagues|partners|directors|presidents|chairs|fellows|advis[eo]rs|people|team|trustees|officers|mitarbeiter(?:innen)?|mitarbeitende|kolleg(?:en|innen)|mitglieder|vorstände|partner(?:innen)?|collaborateurs|membres|miembros|empleados|membri|collaboratori|medewerkers|leden)$/iu

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
  if (text.length > MAX_CHARS) return false
  const [first = '', ...rest] = text
    .split(PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (headsLeavers(first) || DAGGER.test(text)) return true
  if (NOW.test(text)) return false
  if (FORMER.test(first) || BEHIND.test(first) || isPast(first, year)) return true
  return rest.some(
    (part) =>
      OVER.test(part) || LEAVERS.test(part) || BEHIND.exec(part)?.index === 0 || (isAlone(part) && isPast(part, year)),
  )
}

const isAlone = (part: string): boolean => withoutEnd(` ${part}`).trim() === ''

function isPast(part: string, year: number): boolean {
  const said = HEAD.exec(part)?.[0].trim().replace(/[,:]$/, '') ?? part
  return (ENDS_IN.test(said) || HELD.test(said)) && Number(said.slice(-4)) < year
}
