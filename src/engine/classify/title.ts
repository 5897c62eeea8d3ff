import type { Department, Seniority } from '../../lib/text/vocabulary.ts'
import { departmentOf } from './title-department.ts'
import { titlePhrases } from './title-phrases.ts'
import { seniorityOf } from './title-seniority.ts'
import { headsUnit } from './title-unit-head.ts'

export interface TitleClass {
  seniority: Seniority | null
  department: Department | null
  decisionMaker: boolean
}

/** Whole words of the documented rule. */
const DECIDING_WORDS =
  /(?<![\p{L}\p{N}])(?:founder|owner|partner|president|chief|head|director|vp|vice president)(?![\p{L}\p{N}])/iu
/** Letters that only doctors of medicine put beside `MD`. */
const MD_AND_DEGREE = /\bM\.?D\.?\s*[,/]?\s*(?:Ph\.?\s?D|FACP|FACS|MPH|MSc|FRCP)\b/i
const BEHIND_COMMA = /^([^,]{1,100}),\s*M\.?D\.?(?=\s*(?:,|$))/i
/** An assistant; `på` is also how Nordic titles name a place, and `PA` alone may be an assistant of physicians. */
const ASSISTANT_TO = /^\s*[PE]\.?A\.?(?=\s+(?:to|for)\s)/i
/** `Director's Assistant`: whose assistant it is. */
const WHOSE_AIDE = /\p{L}{1,40}['’]s\s+(?=(?:(?:personal|executive)\s+)?(?:assistant|secretary|aide)(?!\p{L}))/giu
/** `Tech Lead @ Payments Ltd`: where somebody works says nothing about what they do there. */
const AT_COMPANY = /(?<=\S\s)@.*$/su
const MAX_TITLE_CHARS = 500

/**
 * Seniority, department and decision maker of a job title, in about a dozen languages. Unknown words say nothing: a title
 * without a rank word has seniority null.
 */
export function classifyTitle(title: string): TitleClass {
  const job = withoutDegree(title).replace(AT_COMPANY, '')
  const phrases = titlePhrases(job.replace(ASSISTANT_TO, 'assistant').replace(WHOSE_AIDE, ''))
  const seniority = seniorityOf(phrases)
  return {
    seniority,
    department: departmentOf(phrases),
    decisionMaker: isDecisionMaker(title, seniority) || headsUnit(phrases),
  }
}

/**
 * Seniority executive, or a title that contains founder, owner, partner, president, chief, head, director or VP as a whole
 * word.
 */
export const isDecisionMaker = (title: string, seniority: Seniority | null): boolean =>
  seniority === 'executive' || DECIDING_WORDS.test(title.slice(0, MAX_TITLE_CHARS))

/** `MD` is managing director, but beside other degrees or after a name it is Doctor of Medicine, which names no job. */
function withoutDegree(title: string): string {
  const bounded = title.slice(0, MAX_TITLE_CHARS)
  if (MD_AND_DEGREE.test(bounded)) return bounded.replace(MD_AND_DEGREE, 'doctor')
  const [match, before = ''] = BEHIND_COMMA.exec(bounded) ?? []
  const phrases = titlePhrases(before)
  const isName = match !== undefined && seniorityOf(phrases) === null && departmentOf(phrases) === null
  return isName ? `doctor${bounded.slice(match.length)}` : bounded
}
