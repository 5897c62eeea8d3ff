import { classifyTitle } from '../../engine/classify/title.ts'
import type { Correction } from '../../engine/discover/mistyped-topics.ts'
import { endsTrade, isTradeNamed } from '../../engine/discover/words/trade-ahead.ts'
import { editDistance } from '../../lib/text/edit-distance.ts'
import { askedPeople } from './asked-people.ts'
import type { AskedPeople } from './asked-people.ts'
import { peopleBehind, peopleNamed } from './people-behind.ts'

interface FoundPeople {
  people: AskedPeople
  /** The question without them. */
  rest: string
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

const peopleIn = (text: string): { people: AskedPeople; rest: string } | null =>
  groupAhead(text) ?? askedPeople(text) ?? peopleBehind(text)

/** `decision makers in logistics companies`, `C-suite of mining companies` */
function groupAhead(text: string): { people: AskedPeople; rest: string } | null {
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
