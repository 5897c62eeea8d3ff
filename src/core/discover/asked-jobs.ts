import { classifyTitle } from '../../engine/classify/title.ts'
import { isNameOfPlace } from '../../engine/discover/words/kept-names.ts'
import { singular } from '../../engine/discover/words/singular.ts'
import { isHead } from '../../engine/discover/words/subject-words.ts'
import { isCompanyAhead, isPlaceAhead, isTradeAhead, isTradeNamed } from '../../engine/discover/words/trade-ahead.ts'
import { OFFERED, SURE } from './asked-people.ts'
import { described, isTitle, lastWord } from './asked-titles.ts'
import type { AskedPeople, PeopleAndRest } from './asked-titles.ts'
import { singly } from './single-title.ts'
import { departmentOfWork } from './work-department.ts'

/** Jobs at the beginning of a question that say what somebody does, without a word that leads to the companies. */

const MAX_READ = 160
const FIND = String.raw`^\s*(?:(?:please\s+)?(?:find|get|show|list|give|need|want)\s+(?:me\s+)?)?(?:(?:all|the|every)\s+)*`
const OPENING = new RegExp(FIND, 'iu')
const WORK = String.raw`(?<work>[\p{L}&/-]{2,20}(?:\s[\p{L}&/-]{2,20}){0,2}?)`
const AT = String.raw`\s+(?:at|in|of|within|across)\s+(?:the\s+)?(?=\S)`

/** `people in charge of payroll at builders`, `person responsible for IT at banks`: by what they do. */
const DUTY = new RegExp(
  String.raw`${FIND}(?:people|persons?|those|someone|anyone|staff|contacts?|managers?|whoever(?:\sis)?)\s+(?:(?:who|that)\s+(?:is|are)\s+)?(?:in\s+charge\s+of|responsible\s+for|handling|overseeing|looking\s+after)\s+(?:the\s+)?${WORK}${AT}`,
  'iu',
)
/** `sales leaders in SaaS`, `engineering leadership at insurers`, `marketing leaders, hotels`: of a department, without a rank. */
const LEADERS = new RegExp(
  String.raw`${FIND}(?<said>(?!market\s|thought\s|industry\s)${WORK}\s(?<rank>leaders|leadership|executives|execs|heads))(?:${AT}|\s*,\s*(?=\S))`,
  'iu',
)
/** `directors and above in finance at banks` */
const ABOVE = new RegExp(
  String.raw`${FIND}(?<said>(?<rank>[\p{L}-]{2,20})\s+(?:and|or)\s+(?:above|higher|up)(?:\s+(?:in|of|for)\s+${WORK})?)\s+(?:at|of)\s+(?=\S)`,
  'iu',
)
/** `junior developers in Lisbon`, `senior accountants, Leeds`: a rank that companies have not. */
const RANKED = new RegExp(
  String.raw`${FIND}(?<said>(?:senior|junior|lead|principal|trainee|graduate|mid-level|entry-level|sr\.?|jr\.?)\s+(?!care|living|home|housing|citizen)(?:[\p{L}-]+\s){0,2}?[\p{L}-]+(?:ers|ors|ists|ants|ians|ysts|ects))(?:\s+(?=(?:in|near|around|from)\s)|\s*,\s*|\s*$)`,
  'iu',
)
/** `marketing at Larkmoor`: whoever does it there. */
const WITHIN_ONE = new RegExp(String.raw`${FIND}(?<said>${WORK})\s+at\s+(?=\p{Lu})`, 'iu')
/** People asked for by their work, rank or title; null where nobody is. At most one group, as for all questions. */
export function askedJob(text: string, isCompany: (rest: string) => boolean): PeopleAndRest | null {
  const begin = text.slice(0, MAX_READ)
  return (
    byDuty(begin, text) ??
    byRankAbove(begin, text) ??
    byLeaders(begin, text) ??
    byRank(begin, text) ??
    withinOne(begin, text, isCompany) ??
    byTitle(begin, text)
  )
}

function byDuty(begin: string, text: string): PeopleAndRest | null {
  const match = DUTY.exec(begin)
  const work = match?.groups?.['work']
  return match === null || work === undefined ? null : found(described(`head of ${work}`), match, text)
}

function byRankAbove(begin: string, text: string): PeopleAndRest | null {
  const match = ABOVE.exec(begin)
  const { said = '', rank = '', work } = match?.groups ?? {}
  const { seniority } = classifyTitle(singly(rank))
  if (match === null || seniority === null) return null
  const department = work === undefined ? null : departmentOfWork(work)
  return found({ said, ...(department !== null && { department }), seniority }, match, text)
}

function byLeaders(begin: string, text: string): PeopleAndRest | null {
  const match = LEADERS.exec(begin)
  const { said = '', work = '' } = match?.groups ?? {}
  const department = match === null ? null : departmentOfWork(work)
  return match === null || department === null ? null : found({ said, department, seniority: 'senior' }, match, text)
}

function byRank(begin: string, text: string): PeopleAndRest | null {
  const match = RANKED.exec(begin)
  const said = match?.groups?.['said'] ?? ''
  // `senior developers` may be companies that build homes for them.
  const isBegun = /^(?:junior|trainee|graduate|mid|entry|jr)(?!\p{L})/iu.test(said)
  if (match === null || (!isBegun && isHead(singular(lastWord(said).toLowerCase())))) return null
  const people = described(said)
  return people.department === undefined ? null : found(people, match, text)
}

function withinOne(begin: string, text: string, isCompany: (rest: string) => boolean): PeopleAndRest | null {
  const match = WITHIN_ONE.exec(begin)
  const { said = '', work = '' } = match?.groups ?? {}
  const department = match === null || isTitle(said) ? null : departmentOfWork(work)
  if (match === null || department === null || !isCompany(text.slice(match[0].length).trim())) return null
  return found({ said, department }, match, text)
}

/** `IT directors Ohio hospitals`, `responsabile marketing moda Milano`: a title with its work, then a place or a trade at once. */
function byTitle(begin: string, text: string): PeopleAndRest | null {
  const lead = OPENING.exec(begin)?.[0].length ?? 0
  for (const gap of [...begin.slice(lead).matchAll(/(?<=[\p{L}&])\s+(?=\p{L})/gu)].slice(0, MOST_WORDS)) {
    const title = begin.slice(lead, lead + gap.index)
    const rest = text
      .slice(lead + gap.index)
      .trim()
      .replace(LINKING, '')
    // Whoever is known by the first word alone, or is led from by another, is read elsewhere.
    if (SURE.test(title) || /[^\p{L}\s&'’/-]/u.test(title) || PREPOSITION.test(`${title} `)) return null
    if (!/[\s-]/.test(title) || !isTitle(title) || isTradeNamed(title) || OFFERED.test(rest)) continue
    const people = described(title)
    if (people.department === undefined || people.department === 'management') continue
    if (isPlaceNext(rest)) return { people, rest: `in ${rest}` }
    const ahead = rest.slice(0, MAX_READ)
    if (isTradeAhead(ahead) || isCompanyAhead(ahead)) return { people, rest }
  }
  return null
}
/** Words of a title with its work. */
const MOST_WORDS = 3
/** `dyrektorzy finansowi firm logistycznych`, `responsable achats d'hôpitaux` */
const LINKING = /^(?:d['’]|firm\s+(?=\p{L}{4}))/iu
const PREPOSITION =
  /\s(?!(?:of|and|or|und|et|y|e)\s)(?:at|in|im|i|på|em|en|bei|chez|von|des?|du|d[iao]s?|del|dei|delle|van|w|we|for|from|with|mit|för|til|till|av|af|pour|para|per|zu|à|a|aan|bij)\s/iu

/** Written as a name, and no work: `Texas`, not `Sales`. */
function isPlaceNext(text: string): boolean {
  const [first = ''] = /^\p{Lu}[\p{L}-]*/u.exec(text) ?? []
  return first !== '' && departmentOfWork(first) === null && (isNameOfPlace(first) || isPlaceAhead(text))
}

const found = (people: AskedPeople, match: RegExpExecArray, text: string): PeopleAndRest => {
  const rest = text.slice(match[0].length).trim()
  return { people, rest: isPlaceNext(rest) && match[0].trimEnd().endsWith(',') ? `in ${rest}` : rest }
}
