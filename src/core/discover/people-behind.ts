import { technologies } from '../../engine/discover/query-kinds.ts'
import { NUMBER_WORDS } from '../../engine/discover/words/number-words.ts'
import { singular } from '../../engine/discover/words/singular.ts'
import { isHead } from '../../engine/discover/words/subject-words.ts'
import { endsTrade, isTradeNamed } from '../../engine/discover/words/trade-ahead.ts'
import { classifyTitle } from '../../engine/classify/title.ts'
import { amountNouns } from '../../lib/vocabulary/amount-nouns.ts'
import { described, DOERS, isTitle, lastWord, NO_PERSON } from './asked-titles.ts'
import type { AskedPeople, PeopleAndRest } from './asked-titles.ts'
import { singly } from './single-title.ts'
import { departmentOfWork } from './work-department.ts'

/** Longer ends of a question say more than whom it wants. */
const MAX_SAID = 60
const MAX_QUERY = 2_000
/** What separates people from the companies before them: a comma, a colon, a dash, a bracket, or words for wanting. */
const BORDER =
  /(?:\s*[,;:(|]|\s+[-–—](?=\s)|(?=\s(?:looking for|need|i need|we need|wanted|targeting)\s)|(?=\s\S+\s+(?:only|nur|uniquement|solamente)\s*$))\s*/giu
const WANTING =
  /^(?:(?:and|but|i|we|just|only|please|ideally|preferably|looking for|need|want|wanted|targeting|contacts?|find|get|show|with|their|its|the|all|any|me|nur|bitte|gesucht|uniquement|sólo|solo)\s*:?\s+)*/iu
const ENDING = /\s*(?:\b(?:only|please|wanted|preferred|there|nur|bitte|uniquement|solamente|contacts?)|[).!?])+\s*$/iu
/** `tools for accountants, controllers` goes on with whom something is for. */
const IS_FOR = /(?<!looking)\s(?:for|to|für|pour|para)\s/iu

const WORK = String.raw`^(?:(?<work>\p{L}[\p{L}&/ -]{0,30}?)\s+)?`
/** Whoever is at the top, without a title; who decides may be anybody who heads something. */
const GROUPS: readonly { pattern: RegExp; are: Omit<AskedPeople, 'said'> }[] = [
  { pattern: new RegExp(`${WORK}(?:decision[- ]makers?|entscheider(?:innen)?|décideurs?)$`, 'iu'), are: {} },
  {
    pattern: new RegExp(
      `${WORK}(?:c[- ]?(?:levels?|suites?)(?:\\s+(?:people|executives?|execs?|contacts?))?|execs|executives)$`,
      'iu',
    ),
    are: { seniority: 'executive' },
  },
  {
    pattern: /^(?:(?:(?:executive|management)\s+)?board\s+members|members\s+of\s+the\s+board)$/iu,
    are: { department: 'executive', seniority: 'executive' },
  },
]

/** People behind the companies: `breweries in Ohio, CFOs only`, `hotels in Croatia (general managers)`. */
export function peopleBehind(text: string): PeopleAndRest | null {
  if (text.length > MAX_QUERY) return null
  const from = Math.max(0, text.length - MAX_SAID)
  for (const border of text.slice(from).matchAll(BORDER)) {
    const at = from + border.index
    const rest = text.slice(0, at).trim()
    const said = text
      .slice(at + border[0].length)
      .replace(ENDING, '')
      .replace(WANTING, '')
      .trim()
    if (rest === '' || said === '' || IS_FOR.test(rest)) continue
    const people = peopleNamed(said)
    if (people !== null) return { people, rest }
  }
  return null
}

/** Who is named by a phrase that names nothing else; null for any other. */
export function peopleNamed(said: string): AskedPeople | null {
  for (const { pattern, are } of GROUPS) {
    const match = pattern.exec(said)
    const work = match?.groups?.['work']
    const department = work === undefined ? null : departmentOfWork(work)
    if (match !== null && (work === undefined || department !== null))
      return { said, ...are, ...(department !== null && { department }) }
  }
  if (NO_PERSON.test(said) || isTradeNamed(said) || CAME.test(said)) return null
  return isTitle(said) || isDoer(said) ? described(said) : null
}

/** `that hired a CRO recently`: what happened at a company, or what it lacks. */
export const CAME =
  /(?<!\p{L})(?:hired|hires|hiring(?!\s+managers?)|appointed|promoted|recruited|recruiting|joined|left|replaced|lost|looking|recently|just|without|no|lacking|led|founded)(?!\p{L})/iu
/** Who pays for something is a company: `Salesforce users`. */
const PAYING = /(?<!\p{L})(?:users?|customers?|clients?|subscribers?|resellers?|buyers?\s+of)$/iu

const isNumber = (word: string): boolean => NUMBER_WORDS.has(word.toLowerCase())
const STAFF: ReadonlySet<string> = new Set(amountNouns('staff'))

/** `press officers`, `buyers`: a job by its title alone, which no company is called by. */
function isDoer(said: string): boolean {
  const last = lastWord(said)
  if (/[,:;|]/.test(said) || PAYING.test(said) || technologies().values.has(said.toLowerCase())) return false
  if (!DOERS.test(said) || isHead(singular(last.toLowerCase())) || endsTrade(last)) return false
  // `unter 50 Mitarbeiter`, `zwischen zehn und zwanzig Mitarbeitern` say how large a company is.
  if (/\d/.test(said) || STAFF.has(last.toLowerCase()) || said.split(' ').some(isNumber)) return false
  return !/\s(?:in|at|of|from)\s/iu.test(said) && classifyTitle(singly(said)).department !== null
}
