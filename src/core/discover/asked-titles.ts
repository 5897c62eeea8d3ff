import { classifyTitle } from '../../engine/classify/title.ts'
import type { TitleClass } from '../../engine/classify/title.ts'
import { singular } from '../../engine/discover/words/singular.ts'
import { isHead } from '../../engine/discover/words/subject-words.ts'
import type { Department, Seniority } from '../../lib/text/vocabulary.ts'
import { singly } from './single-title.ts'
import { departmentOfWork } from './work-department.ts'

/** People that a question for companies also asks for; companies have no such filter, domain searches do. */
export interface AskedPeople {
  /** As the question says it. */
  said: string
  department?: Department
  seniority?: Seniority
}

export interface PeopleAndRest {
  people: AskedPeople
  /** The question without them. */
  rest: string
}

/** No title in a question has more words. */
const MAX_TITLE_WORDS = 6

/** Where a title ends, because something else of the company begins. */
export const ENDS =
  /\s(?:in|at|for|from|near|based|located|using|who|that|which|and|or|und|oder|et|ou|y|aus|nahe|founded|with|mit|avec|con|en|à)\s/iu
/** `head office`, `lead time`, `chief competitor`, `property manager software`: no person. */
export const NO_PERSON =
  /\b(?:halbleiter|managers?\s+(?!of\b)\p{L}+|head\s*offices?|headquarter\w*|lead\s+(?:time|generation|product|investor)s?|chief\s+\w+\s+(?:product|competitor)s?|directors?['’]?\s+cut|master\s*card|(?<!^|managing\s|senior\s|hr\sbusiness\s)partners?|partner\s+program\w*)\b/iu
/** Words that name a rank: without one a phrase is about what a company does. */
const RANKS =
  /(?<![\p{L}\d])(?:head|heads|chief|director|directors|manager|managers|[aes]?vp|[aes]?vps|vice\s+president|c[cdetfimoprs]os?|chros?|cisos?|lead|founder|founders|owners?|partners?|presidents?|(?<=acquisition\s|engineering\s|product\s|procurement\s|purchasing\s|sourcing\s|compliance\s|logistics\s|hr\s|it\s|design\s|data\s|security\s|operations\s|finance\s)leads|leiter|leiterin|leitung|chef|chefin|geschäftsführer|geschäftsführerin|direktor|direktorin|directeurs?|directrices?|responsables?|gérante?s?|director[ae]s?|jef[ea]s?|gerentes?|direttor[ei]|direttric[ei]|amministrator[ei]|responsabil[ei]|diretor[ae]?s?|directeuren|dyrektor(?:zy|ów|ka)?|kierowni(?:k|cy|ków)|direktører?|direktörer?)(?![\p{L}\d])|\p{L}{4,}(?:leiter|leiterin|leitung|chef|chefin|chefe[rn]|direktörer?|direktører?|sjef|sjefer)(?![\p{L}])/iu

/** `buyers`, `Einkäuferinnen`, `acheteurs`, `compradores`, `analistas`: who does something. */
export const DOERS =
  /(?:[eo]rs?|er(?:n|in|innen)?|eurs?|euses?|rices?|[ao]d?or[aei]s?|tor[ei]|ist[aei]?s?|ants?|ians?|\s(?:reps?|counsels?)|[sb]drs?|principals?)$/iu

/** The title at the beginning of a phrase. */
export function personIn(phrase: string): string | null {
  const end = ENDS.exec(`${phrase} `)?.index ?? phrase.length
  const said = phrase.slice(0, end).trim().split(/\s+/).slice(0, MAX_TITLE_WORDS).join(' ')
  if (!RANKS.test(said) || NO_PERSON.test(said)) return null
  const { seniority, department } = classifyTitle(singly(said))
  return seniority === null && department === null ? null : said
}

const BETWEEN_TITLES = /\s+(?:or|and|oder|und|ou|et|o|y|e|eller|och|og|lub)\s+/iu

/** `founder or ceo`, `head of sales and marketing`: each as a person of its own; null if one of them is none. */
function titlesIn(said: string): readonly Pick<TitleClass, 'seniority' | 'department'>[] | null {
  const parts = said.split(BETWEEN_TITLES)
  // `marketing and sales directors`: the rank is in the first or the last.
  const ranked = [parts[0] ?? '', parts.at(-1) ?? ''].find((one) => personIn(one) === one)
  if (ranked === undefined) return null
  const found = parts.map((one) => {
    if (personIn(one) === one) return classifyTitle(singly(one))
    const department = isWork(one) ? departmentOfWork(one) : null
    return department === null ? null : { ...classifyTitle(singly(ranked)), department }
  })
  const known = found.filter((one) => one !== null)
  return known.length < found.length ? null : known
}

export const lastWord = (text: string): string => text.slice(text.lastIndexOf(' ') + 1)

/** Not `marketing at banks` nor `marketing agencies`. */
const isWork = (text: string): boolean =>
  /^[\p{L}&/-]+(?:\s[\p{L}&/-]+)?$/u.test(text) &&
  !ENDS.test(` ${text} `) &&
  !isHead(singular(lastWord(text).toLowerCase()))

/** Whether a phrase is nothing but titles. */
export const isTitle = (said: string): boolean => titlesIn(said) !== null

/** Of several titles, what all of them are. */
export function described(said: string): AskedPeople {
  const [first, ...others] = titlesIn(said) ?? [classifyTitle(singly(said))]
  const isCommon = (field: 'department' | 'seniority'): boolean => others.every((one) => one[field] === first?.[field])
  const department = isCommon('department') ? (first?.department ?? null) : null
  const seniority = isCommon('seniority') ? (first?.seniority ?? null) : null
  return { said, ...(department !== null && { department }), ...(seniority !== null && { seniority }) }
}
