import { COUNTRIES } from '../../lib/companies/country-names.ts'
import { lazily } from '../../lib/process/lazily.ts'
import { subdivisions } from '../../lib/vocabulary/places/subdivisions.ts'
import { townsNamed } from '../../lib/vocabulary/places/towns.ts'
import { nearestTopic } from './mistyped-topics.ts'
import type { Correction } from './mistyped-topics.ts'
import { townWithin } from './query-towns.ts'
import { byFirstLetter, nearestWord } from './words/near-words.ts'
import { longestAt } from './words/phrase-index.ts'
import { isPlaceLookalike } from './words/place-lookalikes.ts'
import { placeNames } from './words/place-names.ts'
import type { NamedPlace } from './words/place-names.ts'
import { phraseBefore, phraseSet } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isHead, isStop, isTale, isTopicVerb, subjects } from './words/subject-words.ts'

/** Only after these is a word that nobody knows a place. */
const CUES = phraseSet(
  'in, in the, from, near, around, based in, outside of, located in, headquartered in, hq in, across',
)
/** Smaller cities are too many: some name is always near. */
const LEAST_THOUSANDS = 100
const MOST_CORRECTIONS = 5

interface Target {
  key: string
  place: NamedPlace
  weight: number
}

/** Places of one word. */
const targets = lazily(() => {
  const found: Target[] = []
  for (const [key, places] of placeNames().values) {
    const place = places.reduce((one, other) => (weight(other) > weight(one) ? other : one))
    if (place.inCapitals || (place.kind === 'city' && place.thousands < LEAST_THOUSANDS)) continue
    found.push({ key, place, weight: weight(place) })
  }
  return byFirstLetter(found)
})

/** Countries before their parts, those before cities, and then the more people the better. */
const weight = ({ kind, thousands }: NamedPlace): number =>
  (kind === 'city' ? 0 : kind === 'state' ? 1e6 : 1e9) + Math.min(thousands, 1e6 - 1)

/** Mends names of places that follow a word of place. A word of any list stays what it is. */
export function withPlacesMended(query: QueryText): { query: QueryText; corrected: Correction[] } {
  const corrected: Correction[] = []
  const tokens = [...query.tokens]
  const singulars = [...query.singulars]
  for (const [at, token] of query.tokens.entries()) {
    if (corrected.length === MOST_CORRECTIONS) break
    const target = isOpen(query, at) ? nearestPlace(singulars[at] ?? '') : null
    // Two slips towards one place are two words of something else.
    if (target === null || corrected.some((one) => one.read_as === nameOf(target))) continue
    const name = nameOf(target)
    corrected.push({ said: token.raw, read_as: name })
    tokens[at] = { ...token, text: target.key, raw: name }
    singulars[at] = target.key
  }
  return corrected.length === 0
    ? { query, corrected }
    : { query: { ...query, tokens, singulars, phrases: [] }, corrected }
}

function isOpen(query: QueryText, at: number): boolean {
  const { kind, text } = query.tokens[at] ?? { kind: 'sign', text: '' }
  if (kind !== 'word' || (phraseBefore(query, at, CUES, 2) === 0 && !isLastBehindTrade(query, at))) return false
  if (isPlaceLookalike(query.singulars[at] ?? '')) return false
  const isListed = isHead(text) || isStop(text) || isTale(text) || isTopicVerb(text)
  return (
    !isListed &&
    townsNamed(text).length === 0 &&
    longestAt(placeNames(), query, at) === null &&
    longestAt(subjects(), query, at) === null &&
    townWithin(query, at) === null
  )
}

/** `plumbers amsterdm`: at the end, behind a trade, in small letters as all before it. */
function isLastBehindTrade({ tokens, singulars }: QueryText, at: number): boolean {
  const isEnd = at > 0 && at === tokens.length - 1 && tokens.every(({ raw }) => raw === raw.toLowerCase())
  return isEnd && subjects().values.has(singulars[at - 1] ?? '') && nearestTopic(singulars[at] ?? '') === null
}

/** The place that is meant by a word with a mistake or two; null where none is near. */
export function nearestPlace(word: string): Target | null {
  const target = nearestWord(targets(), word)
  return target === null || isMadeOf(word, target.key) ? null : target
}

/** `pooler`, `readings`: words are made with these endings, also of what is a place besides. */
const isMadeOf = (word: string, name: string): boolean =>
  ENDINGS.some((ending) => word === name + ending || word === name.replace(/e$/, '') + ending)
const ENDINGS = ['er', 'ers', 'ing', 'ings', 'ed', 'ish', 'y']

/** As people write it; of what was widened, not the area around it. */
function nameOf({ key, place }: Target): string {
  const [{ country = '', state, subdivision, city } = {}] = place.locations
  if (place.kind === 'city' && city !== undefined) return city
  if (place.kind === 'country') return COUNTRIES.find(({ code }) => code === country)?.name ?? capitalized(key)
  const names = subdivisions().get(subdivision ?? `US-${state}`)?.names ?? []
  return capitalized(place.isWidened === true ? key : (names[0] ?? key))
}

const capitalized = (name: string): string => name.replace(/^./u, (letter) => letter.toUpperCase())
