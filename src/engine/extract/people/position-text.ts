import { withoutEnd } from '../../classify/ended-post.ts'
import { foldName } from '../../../lib/text/person-name-fold.ts'
import { rememberWords } from '../../../lib/text/remember-words.ts'
import { endsInEasternPost } from '../names/eastern-posts.ts'
import { COMMON, GIVEN, PLACE_LEAD, SURNAME, TITLE, wordKindOf } from '../names/name-words.ts'

/** Longest title seen on real staff lists is about 110 characters; sentences are longer. */
const MAX_POSITION_CHARS = 120
const MAX_POSITION_WORDS = 16

/** Words around a title that make it a sentence or a menu and no position. */
const SENTENCE =
  /\p{Ll}{4,}[.!?]\s+\p{Lu}|[.!?;]$|(?<!\p{L})(?:is|are|was|were|has|have|had|will|can|your|you|our|we|us|contact|call|email|click|read|view|meet|learn|ask|join|find|become|apply|hire|hiring|please|joined|joins|graduated|studied|worked|earned|received|startseite|impressum|datenschutz|über uns|ist|sind|wir|est|sont|nous|es|somos)(?!\p{L})/iu
const ABBREVIATED_END =
  /(?:\b(?:asst|mgr|dir|educ|dept|div|exec|admin|assoc|jr|sr|inc|co|ing|dipl|gen|int|ext)|\.\s?\p{L})\.$/iu
const NOT_IN_POSITIONS = /[@|=<>{}[\]#*\\]|https?:|www\.|\d{3}|^[«»“”„"]/
const LABEL =
  /^(?:position|title|job title|role|function|funktion|fonction|cargo|puesto|ruolo|qualifica|functie|stanowisko|befattning|stilling|titel|poste)\s*[:：]\s*/iu
/** C-level titles and well-known abbreviations are too short for their shape to tell. */
const HAN_TITLE =
  /(?:社長|会長|取締役|部長|課長|代表|理事|教授|経理|经理|总监|總監|主任|院长|院長|董事|总裁|總裁|主席|秘书|秘書|대표|이사|부장|과장|팀장|교수|사장|원장)/

/** Since when somebody has it: `Director since 1974`, `Leiterin (seit Mai 2019)`. */
const SINCE =
  /[\s,(–—-]+(?:since|seit|depuis|desde|dal|sinds|sedan|siden|od|från|fra)\s(?:\p{L}+\.?\s)?(?:19|20)\d\d\)?$/iu

/** `Loan Officer NMLS #123456`, `Sales Associate (Lic. 0123456)` */
const LICENCE = /[\s,(|–—-]+(?:NMLS|(?:Cal)?[BD]RE|Licen[cs]e|Lic\.?)\s?(?:ID|No\.?|Nr\.?)?[\s:#]*\d[\d\s-]*\)?$/iu
const withoutTails = (text: string): string =>
  text.length > MAX_POSITION_CHARS + MAX_TAIL_CHARS ? text : withoutEnd(text.replace(SINCE, '')).replace(LICENCE, '')
const MAX_TAIL_CHARS = 40
const MAX_BELONGS_CHARS = 40

/** Who belongs to a body or to a school without an office there: the words alone name no position, these phrases do. */
const BELONGS =
  /^(?:(?:\p{L}+ )?(?:board|committee|council|commission|executive|faculty|staff|team|crew|vestry) member|member(?: of the (?:board|committee|council)|[ -]at[ -]large)?|(?:vorstands|beirats|ehren)?mitglied|bestuurslid|lid|membre(?: du (?:bureau|conseil|comité))?|miembro|membro(?: d[aeo]l? (?:direttivo|consiglio|comitato|conselho|diretoria))?|medlem|jäsen|(?:phd|ph\.d\.|doctoral|graduate|undergraduate|master(?:['’]?s)?|visiting|postgraduate) (?:student|candidate|scholar|researcher))$/iu

/** How these phrases end: few lines do, and a look at the last word takes less than one at the whole. */
const BELONGS_END = new Set(
  'member member-at-large large board committee council mitglied vorstandsmitglied beiratsmitglied ehrenmitglied bestuurslid lid membre bureau conseil comité direttivo consiglio comitato conselho diretoria miembro membro medlem jäsen student candidate scholar researcher'.split(
    ' ',
  ),
)
const belongs = (text: string): boolean =>
  BELONGS_END.has(text.slice(text.lastIndexOf(' ') + 1).toLowerCase()) && BELONGS.test(text)

/** `Graduate Student, Larkmoor University`: where, behind the phrase. */
const HOUSE_BEHIND = /^([^,]{5,40}), \p{Lu}[^,|@=<>{}[\]#*\\]{2,70}$/u
const belongsToHouse = (text: string): boolean =>
  text.length < MAX_POSITION_CHARS && text.includes(', ') && belongs(HOUSE_BEHIND.exec(text)?.[1] ?? '')

/** `19 Songs From 11 Artists` */
const COUNTED = /(?:^|\s)\d{1,4} (\p{L}{3,}s)$/u
const countsSeveral = (text: string): boolean => isPluralTitle(COUNTED.exec(text)?.[1] ?? '')

/** `Areas: Conveyancer`: a label that names no post heads something else, whatever that sounds like. */
const LABELLED = /^(\p{L}[\p{L} ]{2,20}): /u
const isLabelled = (text: string): boolean => {
  const label = text.includes(': ') ? LABELLED.exec(text)?.[1] : undefined
  return label !== undefined && !namesTitle(label) && !LABEL.test(text)
}

/** Between the words of a position; no position has a bar in it. */
const BETWEEN_WORDS = /[\s,/&()|–—-]+/
const namesTitle = (text: string): boolean => text.split(BETWEEN_WORDS).some((word) => titleSign(word) !== 0)

/** `Editor | Newsletter Team`: one bar parts two posts, more of them the entries of a menu. */
const ONE_BAR = /^[^|]+ \| [^|]+$/
/** `Zone 300 Superintendent` */
const NUMBERED = /(?<=^\p{L}{3,12} )\d{3}(?= \p{L}+$)/u

/** Whether a line, cell or part of a line reads as somebody's position: it names one, and it is no sentence, menu or name. */
export function isPosition(text: string): boolean {
  const whole = withoutMarks(text.trim())
  if (whole.length < MAX_BELONGS_CHARS && belongs(whole)) return true
  if (belongsToHouse(whole)) return true
  // Asked of every line around a name, and most have no word of a title: they need no closer look.
  if (whole.length > MAX_POSITION_CHARS + MAX_TAIL_CHARS || !(namesTitle(whole) || isEastern(whole))) return false
  const bare = withoutTails(whole)
  if (bare.length < 2 || bare.length > MAX_POSITION_CHARS || NOT_IN_POSITIONS.test(bare)) return false
  if (isEastern(bare)) return bare.length <= 20
  if (bare.split(BETWEEN_WORDS).filter(Boolean).length > MAX_POSITION_WORDS || !namesTitle(bare)) return false
  return !SENTENCE.test(withoutAbbreviation(bare)) || ABBREVIATED_END.test(bare)
}

const isEastern = (text: string): boolean => HAN_TITLE.test(text) || endsInEasternPost(text)

/** `| Professor`: behind a picture. */
const LEADING_BAR = /^\|\s?(?=\p{L})/u

const withoutMarks = (line: string): string => {
  const text = line.startsWith('|') ? line.replace(LEADING_BAR, '') : line
  const bare = text.includes('|') && ONE_BAR.test(text) ? text.replace('|', '/') : text
  return NUMBERED.test(bare) ? bare.replace(NUMBERED, '1') : bare
}

/** `dipl. Wirtschaftsprüfer`, `Stellv. Leiterin`: what ends there is no sentence. */
function withoutAbbreviation(text: string): string {
  const [whole = '', word = ''] = ABBREVIATED_LEAD.exec(text) ?? []
  return word !== '' && titleSign(word) === 0 ? withoutAbbreviation(text.slice(whole.length)) : text
}
const ABBREVIATED_LEAD = /^(\p{L}{2,7})\.\s+(?=\p{L})/u

/** What says how somebody is reached, in front of that. */
export const CONTACT_WORD =
  /^(?:e-?mail|mail|e-?post|courriel|correo|tel|telefono?|téléphone|telephone|phone|fax|room|mobile|mob|write|send|website)\b/i

/** `City Manager's Office` */
const ROOM = /['’]s (?:office|department|team)$|^(?:the )?office of\b/i

/** The same, of a person and not of a room. */
export const isPost = (text: string): boolean =>
  isPosition(text) &&
  (belongsToHouse(text) ||
    !(
      ROOM.test(text) ||
      NEXT.test(text) ||
      isLabelled(text) ||
      countsSeveral(text) ||
      holdsName(text) ||
      namesFirm(text)
    ))

/** What houses of several are called at their end. */
const FIRM_END =
  /\s(?:advis[eo]rs|architects|associates|brokers|builders|consultants|investors|partners|bank|capital|college|company|corporation|enterprises|foundation|group|holdings|industries|institute|investments|management|partnership|society|solutions|systems|technologies|university|ventures)$/i
const LEGAL_END = /(?:,? (?:inc|llc|l\.?l\.?p|l\.p|lp|ltd|limited partnership|p\.?c|co|corp)\.?)+$/i

/** `Larkmoor Capital`, `Quillon & Thane Associates, L.P.`: a house by its name, whatever its last word says of one person. */
export function namesFirm(text: string): boolean {
  const bare = text.trim().replace(LEGAL_END, '')
  const end = FIRM_END.exec(bare)
  if (!end || !/^\p{Lu}/u.test(bare)) return false
  const words = bare.slice(0, end.index).split(BETWEEN_WORDS).filter(Boolean)
  const isName = (word: string): boolean => /^\p{Lu}/u.test(word) && (wordKindOf(word) & (COMMON | TITLE)) === 0
  return words.some(isName) && words.every((word) => titleSign(word) === 0 && /^\p{Lu}/u.test(word))
}

/** `and singer-pianist sensation …`: a list goes on to the next; `for Larkmoor Attorneys`: for whom. */
const NEXT = /^(?:and|und|et|y|for|by|with|from|für|von|mit|pour|par|avec|por|para|con|voor|door)\s/i

/** `young vocalist Renée Holst`: directly behind a title, the whole name of somebody else. */
function holdsName(text: string): boolean {
  const words = text.trim().split(/\s+/)
  return words.some((word, at) => {
    if (titleSign(word) === 0 || !NAME_WORD.test(words[at + 1] ?? '')) return false
    const end = words.findIndex((next, index) => index > at && !NAME_WORD.test(next))
    return isName(words.slice(at + 1, end === -1 ? words.length : end))
  })
}

function isName(words: readonly string[]): boolean {
  const [lead = '', end = ''] = [words[0], words.at(-1)]
  if (words.length < 2 || words.length > MAX_NAME_WORDS || PLACE_LEAD.test(lead)) return false
  if (words.some((word) => (wordKindOf(word) & (COMMON | TITLE)) !== 0)) return false
  return (wordKindOf(lead) & GIVEN) !== 0 || (wordKindOf(end) & SURNAME) !== 0
}

const MAX_NAME_WORDS = 3
const NAME_WORD = /^\p{Lu}[\p{L}\p{M}'’.-]*$/u

/** Words that are also names (Baker, Judge, Dean) name a position only in lower case or beside others that do. */
function isTitleWord(word: string): boolean {
  const bare = word.replace(/[.:*]+$/, '')
  const kind = wordKindOf(bare) | kindOfStem(bare)
  if ((kind & TITLE) === 0) return false
  return (kind & (GIVEN | SURNAME)) === 0 || bare === bare.toLowerCase()
}

const titleSign = rememberWords((word) => Number(isTitleWord(word)))

/**
 * `Leiter*in`, `Mitarbeiter:innen`, `directeur·rice`, `managers`; and what a language puts together (`Kursleiterin`,
 * `Wedstrijdleider`) is a title by its end, whether a list has that alone or not.
 */
function kindOfStem(word: string): number {
  const folded = foldName(word.replace(/[*:·_/].*$/, ''))
  const compound = COMPOUND_END.exec(folded)
  if (!compound) return wordKindOf(folded.replace(/s$/, ''))
  return compound.index > 2 ? TITLE : wordKindOf(compound[0])
}

const COMPOUND_END =
  /(?:manager(?:in)?|leiter(?:in)?|leitung|fuhrer(?:in)?|berater(?:in)?|entwickler(?:in)?|assistent(?:in)?|ingenieur(?:in)?|referent(?:in)?|sekretar(?:in)?|sekretaer|direktor(?:in)?|meister(?:in)?|techniker(?:in)?|anwalt(?:in)?|angestellte[nr]?|assessor(?:in)?|inspektor(?:in)?|vorstand|vorsitzende[rn]?|prasident(?:in)?|mitglied|professor(?:in)?|instru[kc]tor(?:in)?|verantwortliche[rn]?|sjef|chef|ledare|leder|konsulent|konsult|radgiver|arkitekt|ordforande|suppleant|sekreterare|kassor|directeur|medewerker|adviseur|leider|voorzitter|voorzitster|secretaris|redacteur|assistente|coordinator|paallikko|johtaja|igazgato|vezeto)$/

/** `Jane Doe, the owner` */
const ARTICLE = /^(?:the|an?|our) (?=\p{Ll})/u

/** A label or an article in front, brackets and what they hold at the end, and the company behind a comma are no part of the title. */
export function tidyPosition(raw: string): string {
  const text = withoutTails(
    raw.replace(/\s+/g, ' ').trim().replace(DEGREES, '').replace(LABEL, '').replace(ARTICLE, ''),
  )
  const bare = text.replace(/\s*[([][^()[\]]{0,60}[)\]]\s*$/, '').replace(/^[\s,;:：|•·–—-]+|[\s,;:：|•·–—-]+$/g, '')
  return bare === '' ? (IN_BRACKETS.exec(text)?.[1] ?? text) : withoutPlace(bare)
}
/** `Ph.D., Secretary`: degrees belong to the name before them. */
const DEGREES =
  /^(?:(?:Ph\.? ?D|M\.? ?D|Ed\.? ?D|J\.? ?D|D\.? ?Phil|M\.?B\.?A|M\.? ?Sc|B\.? ?Sc|M\.? ?A|B\.? ?A|LL\.? ?[BM]|CFA|CFP|CPA)\.?®?, ?)+(?=\p{Lu}\p{Ll})/u
/** `(Executive Secretary)` */
const IN_BRACKETS = /^[([] ?([^()[\]]{2,60}?) ?[)\]]$/

/** `CEO, Acme` but `Director, Client Services`: functions are common words, companies and cities are names. */
function withoutPlace(title: string): string {
  const comma = title.lastIndexOf(',')
  if (comma < 0 || !isPosition(title.slice(0, comma))) return title
  const words = title
    .slice(comma + 1)
    .split(/[\s&/-]+/)
    .filter((word) => /\p{L}{2}/u.test(word))
  // `Nilsson Architects`: behind a name, people of one trade are a house.
  const names = words.length > 1 && isPluralTitle(words.at(-1) ?? '') ? words.slice(0, -1) : words
  const isName = names.every((word) => /^\p{Lu}/u.test(word) && (wordKindOf(word) & (COMMON | TITLE)) === 0)
  return isName && words.length > 0 ? title.slice(0, comma) : title
}

/** `artists` are several. */
export const isPluralTitle = (word: string): boolean =>
  /\p{Ll}s$/u.test(word) && (wordKindOf(word) & TITLE) === 0 && (wordKindOf(word.slice(0, -1)) & TITLE) !== 0

/** Endings of several, and what one ends in instead. */
const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/innen$/, 'in'],
  [/(?:es|en|er|et|ok|ek|owie|lar|ler)$/, ''],
  [/[snxeity]$/, ''],
  [/aux$/, 'al'],
  [/i$/, 'e'],
  [/i$/, 'o'],
  [/e$/, 'a'],
  [/sti$/, 'st'],
  [/cy$/, 'ca'],
]

/** Whether a text names the post of several: `Conseillers municipaux`, `Gesellen`, `Economiști`. */
export function isPluralPost(text: string): boolean {
  const words = text.trim().split(' ')
  const single = words.map((word) => {
    if (word.length < MIN_PLURAL || titleSign(word) !== 0) return word
    const folded = foldName(word)
    const one = PLURALS.map(([ending, end]) => folded.replace(ending, end)).find(
      (stem) => stem !== folded && titleSign(stem) !== 0,
    )
    return one ?? word
  })
  return single.some((word, at) => word !== words[at]) && isPost(single.join(' '))
}
const MIN_PLURAL = 5

/** Few lines hold one: sought before the rest. */
const CONTACT_SIGN = /\d{3}|\d \d\d|@/
/** How one is reached: its label, and a number with a trunk or country code, or an address. */
const CONTACT =
  /[\s,;:|•·–—-]+(?:(?:tel|telefon[oe]?|t[ée]l[ée]phone|telephone|phone|ph|mob(?:ile?|il)?|cell|puh|tlf|p|t|m|e-?mail|e-?post|mail)[.:]{0,2}\s{0,3})?(?:(?:\+|\(?0|\(\d)[\d\s()./–-]{6,24}|\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)|[\w.+-]{1,64}@[\w.-]{3,253})/iu
const MAX_CONTACT_CHARS = 160

/**
 * A line without the number or the address it ends in: `Dean +44 20 7946 0123` is the post and how to reach whoever has it. The
 * text itself where it ends in none, or holds nothing else.
 */
export function beforeContact(text: string): string {
  if (text.length > MAX_CONTACT_CHARS || !CONTACT_SIGN.test(text)) return text
  const head = text.slice(0, CONTACT.exec(text)?.index ?? 0).trim()
  return head === '' || CONTACT_WORD.test(head) ? text : head
}
