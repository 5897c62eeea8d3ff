import { classifyTitle } from '../../engine/classify/title.ts'
import type { Correction } from '../../engine/discover/mistyped-topics.ts'
import { singular } from '../../engine/discover/words/singular.ts'
import { isHead } from '../../engine/discover/words/subject-words.ts'
import {
  endsTrade,
  isPlaceAhead,
  isTradeAhead,
  isTradeNamed,
  isUnknownAhead,
  placeAtEnd,
} from '../../engine/discover/words/trade-ahead.ts'
import { editDistance } from '../../lib/text/edit-distance.ts'
import { askedJob } from './asked-jobs.ts'
import { askedPeople } from './asked-people.ts'
import { described, isTitle, lastWord } from './asked-titles.ts'
import type { PeopleAndRest } from './asked-titles.ts'
import { CAME, peopleBehind, peopleNamed } from './people-behind.ts'
import { departmentOfWork } from './work-department.ts'

interface FoundPeople extends PeopleAndRest {
  corrected: readonly Correction[]
}

/** Words of English titles that are long enough to be known with a mistake. */
const TITLE_WORDS =
  'chief officer officers director directors manager managers president presidents founder founders owner owners partner partners executive executives marketing sales finance financial operations operating technology technical engineering engineer engineers procurement purchasing product customer resources communications security information development business controller managing'.split(
    ' ',
  )
const LEAST_LETTERS = 5
const MAX_QUERY = 2_000

/** Who is asked for in a question for companies, at its beginning, within or at its end; null if nobody is. */
export function peopleInQuestion(query: string): FoundPeople | null {
  const mended = query.length > MAX_QUERY ? null : titlesMended(query)
  const found = mended === null ? null : peopleIn(mended.text)
  // A mistake counts only within the title: anywhere else the word may be another.
  if (mended !== null && found !== null && mended.corrected.every(({ read_as }) => holds(found.people.said, read_as)))
    return { ...found, corrected: mended.corrected }
  const plain = peopleIn(query)
  return plain && { ...plain, corrected: [] }
}

function peopleIn(text: string): PeopleAndRest | null {
  const found =
    groupAhead(text) ?? peopleOfTrade(text) ?? askedJob(text, isCompanyName) ?? askedPeople(text) ?? peopleBehind(text)
  if (found === null || CAME.test(found.people.said)) return null
  if (isCompanyName(found.rest)) return { ...found, rest: `company called ${found.rest}` }
  return withPlaceOfTrade(text, found) ?? found
}

/** `head of marketing germany ecommerce`: what stands before the trade is where it is, and no part of the title. */
function withPlaceOfTrade(text: string, { people, rest }: PeopleAndRest): PeopleAndRest | null {
  const place = rest !== '' && text.includes(`${people.said} ${rest}`) ? placeAtEnd(people.said) : ''
  const said = people.said.slice(0, people.said.length - place.length).trim()
  return place === '' || !isTitle(said) ? null : { people: described(said), rest: `${rest} in ${place}` }
}

/** `CFO of Larkmoor`: nothing but a name, which is neither of a trade nor of a place. */
const isCompanyName = (rest: string): boolean =>
  /^(?:\p{Lu}[\p{L}\p{N}.'’-]*|\d+\p{Lu}\w*)(?:\s(?:&\s)?\p{Lu}[\p{L}\p{N}.'’-]*){0,3}\s*[?.!]*$/u.test(rest) &&
  /\p{Ll}/u.test(rest) &&
  isUnknownAhead(rest)

/** Titles that are asked for behind the trade, or with nothing but a place: `restaurant owners in Miami`, `CTO berlin`. */
const TITLES = String.raw`(?:owners?|(?:co-?)?founders?|c[efotimp]os?|managing\s+directors?|directors)`
const OF_TRADE = new RegExp(
  String.raw`^\s*(?:(?:please\s+)?(?:find|get|show|list|give)(?:\s+me)?\s+|(?:i\s+)?(?:need|want)\s+|(?:i['’]?m\s+)?looking\s+for\s+)?(?:(?:all|the)\s+)*(?:(?<trade>\p{L}[\p{L}&-]*(?:\s[\p{L}&-]+){0,2}?)\s+)?(?<said>${TITLES})(?=\s*[,;.]|\s*$|\s+\p{L})`,
  'iu',
)
/** `owner of a dental clinic`, `dueños de restaurantes`: whoever has a company leads it. */
const OWNER_OF =
  /^\s*(?:(?:find|get|show|need|want)\s+(?:me\s+)?|(?:the|los|las|i|gli|de|os|as|die|les)\s+)*(?<said>owners?|(?:co-?)?founders?|propriétaires?|patrons?|dueñ[oa]s?|propietari[oa]s?|titolar[ei]|proprietari[oa]?|eigenaren|eigenaars?|don[oa]s?|proprietári[oa]s?|właściciele|właściciel)\s+(?:(?:of|des?|du|di|dei|delle|van|von|dos?|das?)\s+(?:(?:an?|the|un|una|een|um|uma|une)\s+)?|(?<=właściciel[e]?\s+))/iu
/** Who owns these has no company. */
const PRIVATE = /\b(?:pet|dog|cat|horse|home|house|car|boat|land|property|dual|product)$/iu

function peopleOfTrade(text: string): PeopleAndRest | null {
  const owner = OWNER_OF.exec(text.slice(0, MAX_AHEAD))
  if (owner !== null && isTradeAhead(text.slice(owner[0].length, MAX_AHEAD)))
    return {
      people: { said: owner.groups?.['said'] ?? '', department: 'executive', seniority: 'executive' },
      rest: text.slice(owner[0].length).trim(),
    }
  const match = OF_TRADE.exec(text.slice(0, MAX_AHEAD))
  const { trade, said = '' } = match?.groups ?? {}
  // `HR directors` direct that work, at whatever company.
  if (match === null || (trade !== undefined && /^directors$/i.test(said) && departmentOfWork(trade) !== null))
    return null
  const behind = text.slice(match[0].length)
  const place = /^\s+(?:(?:in|near|around)\s+)?(?=\S)/iu.exec(behind)?.[0]
  const isPlaced = place !== undefined && (/\S/.test(place) || isPlaceAhead(behind.slice(place.length)))
  const isClosed = isPlaced || /^\s*(?:$|[,;.]|(?:with|from|based|who|that)\s)/iu.test(behind)
  if (trade === undefined && COMPANIES_NEXT.test(behind)) return { people: described(said), rest: behind.trim() }
  if (!isClosed) return null
  // `founders in Berlin`; `chief officers, banks` is read by its comma.
  if (trade === undefined)
    return isPlaced || behind.trim() === '' ? { people: described(said), rest: isPlaced ? placed(behind) : '' } : null
  const isOfCompanies = isTradeNamed(trade) || isHead(singular(lastWord(trade).toLowerCase()))
  if (!isOfCompanies || PRIVATE.test(trade)) return null
  return { people: described(said), rest: `${trade}${isPlaced ? ` ${placed(behind)}` : behind}`.trim() }
}

/** `CTO startups Amsterdam` */
const COMPANIES_NEXT = /^\s+(?:start-?ups|scale-?ups|companies|firms|unicorns|sm[be]s)(?!\p{L})/iu

const placed = (behind: string): string =>
  /^\s*(?:in|near|around)\s/iu.test(behind) ? behind.trim() : `in ${behind.trim()}`

/** `decision makers in logistics companies`, `C-suite of mining companies` */
function groupAhead(text: string): PeopleAndRest | null {
  const match = AHEAD.exec(text.slice(0, MAX_AHEAD))
  const said = match?.groups?.['said'] ?? ''
  const people = match !== null && GROUP.test(said) ? peopleNamed(said) : null
  return match === null || people === null ? null : { people, rest: text.slice(match[0].length).trim() }
}
const MAX_AHEAD = 120
const AHEAD =
  /^\s*(?:(?:find|get|show)\s+(?:me\s+)?|all\s+)?(?:the\s+)?(?<said>\p{L}[\p{L}&/ -]{2,50}?) (?:at|in|of|from|bei|von|chez) /iu
const GROUP = /(?:makers?|c[- ]?(?:level|suite)\b.*|members|executives|execs|entscheider)$/iu

const holds = (said: string, word: string): boolean => said.toLowerCase().split(/\s+/).includes(word)

/** The question with the words of titles that have one mistake; null if none has. */
function titlesMended(query: string): { text: string; corrected: Correction[] } | null {
  const corrected: Correction[] = []
  const text = query.replace(/[a-z]{5,16}/gi, (said) => {
    const word = said.toLowerCase()
    if (TITLE_WORDS.includes(word)) return said
    const meant = TITLE_WORDS.find((one) => isNear(word, one))
    if (meant === undefined || isKnown(word)) return said
    corrected.push({ said, read_as: meant })
    return meant
  })
  return corrected.length === 0 ? null : { text, corrected }
}

const isNear = (word: string, other: string): boolean =>
  other.length >= LEAST_LETTERS &&
  word[0] === other[0] &&
  Math.abs(word.length - other.length) <= 1 &&
  editDistance(word, other, 1) <= 1

/** A word of another trade or title is no mistake: `lenders`, `engineered`. */
function isKnown(word: string): boolean {
  const { department, seniority } = classifyTitle(word)
  return department !== null || seniority !== null || isTradeNamed(word) || endsTrade(word)
}
