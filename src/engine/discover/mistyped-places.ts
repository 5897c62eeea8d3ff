import { COUNTRIES } from '../../lib/companies/country-names.ts'
import { lazily } from '../../lib/process/lazily.ts'
import { subdivisions } from '../../lib/vocabulary/places/subdivisions.ts'
import { townsNamed } from '../../lib/vocabulary/places/towns.ts'
import type { Correction } from './mistyped-topics.ts'
import { rawText } from './query-companies.ts'
import { townWithin } from './query-towns.ts'
import { nearestTopic } from './words/near-topics.ts'
import { byFirstLetter, nearestWord } from './words/near-words.ts'
import { longestAt } from './words/phrase-index.ts'
import { isPlaceLookalike } from './words/place-lookalikes.ts'
import { placeNames } from './words/place-names.ts'
import type { NamedPlace } from './words/place-names.ts'
import { phraseBefore, phraseSet, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { singular } from './words/singular.ts'
import { isHead, isMood, isStop, isTale, isTopicVerb, subjects } from './words/subject-words.ts'

/** Only after these is an unknown word a place. */
const CUES = phraseSet(
  'in, in the, from, near, around, based in, outside of, located in, headquartered in, hq in, across',
)
/** There are too many smaller cities: one of their names is always near. */
const LEAST_THOUSANDS = 100
/** Shorter names of areas without borders are rarer than the words that look like them: `Mosel` and `model`. */
const LEAST_WIDENED = 9
const MOST_CORRECTIONS = 5

interface Target {
  key: string
  place: NamedPlace
  weight: number
}

/** Places of one word by their names, and those of two by both words without the space between them. */
const targets = lazily(() => {
  const all: Target[] = []
  for (const [key, places] of placeNames().values) {
    const place = places.reduce((one, other) => (weight(other) > weight(one) ? other : one))
    if (place.inCapitals || (place.kind === 'city' && place.thousands < LEAST_THOUSANDS)) continue
    if (place.isWidened === true && key.length < LEAST_WIDENED) continue
    all.push({ key, place, weight: weight(place) })
  }
  const pairs = all.filter(({ key }) => /^(?!the )[a-z]+ [a-z]+$/.test(key))
  return {
    words: byFirstLetter(all),
    pairs: byFirstLetter(
      pairs.map(({ key, ...rest }) => ({ ...rest, key: key.replace(' ', ''), words: key.split(' ') })),
    ),
  }
})

/** Ranks countries above their parts, those above cities, and places with more people above others. */
const weight = ({ kind, thousands }: NamedPlace): number =>
  (kind === 'city' ? 0 : kind === 'state' ? 1e6 : 1e9) + Math.min(thousands, 1e6 - 1)

/** Corrects names of places that follow a preposition. A word of any list stays unchanged. */
export function withPlacesMended(query: QueryText): { query: QueryText; corrected: Correction[] } {
  const corrected: Correction[] = []
  const tokens = [...query.tokens]
  const singulars = [...query.singulars]
  for (const [at, token] of query.tokens.entries()) {
    if (corrected.length === MOST_CORRECTIONS) break
    const pair = nearestPair(query, at)
    if (pair !== null) {
      const name = nameOf({ ...pair, key: pair.words.join(' ') })
      corrected.push({ said: rawText(query, at, at + 1), read_as: name })
      const written = name.split(' ').length === 2 ? name.toLowerCase().split(' ') : pair.words
      for (const [place, word] of pair.words.entries()) {
        const typed = query.tokens[at + place] ?? token
        const text = written[place] ?? word
        const isSmall = typed.raw === typed.raw.toLowerCase()
        tokens[at + place] = { ...typed, text, raw: isSmall ? text : capitalized(text) }
        singulars[at + place] = word
      }
      continue
    }
    const target = isOpen(query, at) ? nearestPlace(singulars[at] ?? '') : null
    // Two misspellings of one place are rather two words for something else.
    if (target === null || corrected.some((one) => one.read_as === nameOf(target))) continue
    const name = nameOf(target)
    corrected.push({ said: token.raw, read_as: name })
    // Whether a question is typed without capitals says how its other names are meant.
    const isSmall = token.raw === token.raw.toLowerCase()
    // Keys have lost the `s` of `Massachusetts`.
    const text = singular(name.toLowerCase()) === target.key ? name.toLowerCase() : target.key
    tokens[at] = { ...token, text, raw: isSmall ? name.toLowerCase() : name }
    singulars[at] = target.key
  }
  return corrected.length === 0
    ? { query, corrected }
    : { query: { ...query, tokens, singulars, phrases: [] }, corrected }
}

/** `san fransisco`, `new zealnd`: of two words that name a place, one is right, and the other is in no list. */
function nearestPair(query: QueryText, at: number): (Target & { words: readonly string[] }) | null {
  const [one, other] = [query.tokens[at], query.tokens[at + 1]]
  if (one?.kind !== 'word' || other?.kind !== 'word' || !['space', 'hyphen'].includes(other.gap)) return null
  const isCued =
    phraseBefore(query, at, CUES, 2) > 0 ||
    one.gap === 'comma' ||
    isLastBehindTrade(query, at, 2) ||
    isBehindPlace(query, at)
  if (!isCued || (longestAt(placeNames(), query, at)?.count ?? 0) > 1) return null
  const [left = '', right = ''] = query.singulars.slice(at, at + 2)
  const target = nearestWord(targets().pairs, left + right)
  const [first, second] = target?.words ?? []
  if (target === null || (first === left) === (second === right)) return null
  const wrong = first === left ? at + 1 : at
  return isListed(query, wrong) ? null : target
}

/** `queenstown new zealnd` */
const isBehindPlace = (query: QueryText, at: number): boolean =>
  phraseBefore(query, at - 1, CUES, 2) > 0 && longestAt(placeNames(), query, at - 1)?.count === 1

/** Whether the word is one of grammar, of companies or of a trade, or a place. */
function isListed(query: QueryText, at: number): boolean {
  const text = wordAt(query, at)
  const isWord = isHead(text) || isStop(text) || isTale(text) || isMood(text) || isTopicVerb(text)
  return isWord || longestAt(placeNames(), query, at) !== null || longestAt(subjects(), query, at) !== null
}

function isOpen(query: QueryText, at: number): boolean {
  const { kind, text } = query.tokens[at] ?? { kind: 'sign', text: '' }
  const isCued =
    phraseBefore(query, at, CUES, 2) > 0 ||
    isLastBehindTrade(query, at) ||
    isBesidePlace(query, at) ||
    isItem(query, at)
  if (kind !== 'word' || !isCued) return false
  if (isPlaceLookalike(query.singulars[at] ?? '')) return false
  return !isListed(query, at) && townsNamed(text).length === 0 && townWithin(query, at) === null
}

/** `roofers, massachusets, 50+`: one long word between commas, behind the first item of a list. */
function isItem({ tokens, singulars }: QueryText, at: number): boolean {
  const isAlone = tokens[at]?.gap === 'comma' && (tokens[at + 1]?.gap ?? 'comma') === 'comma'
  return isAlone && (singulars[at] ?? '').length >= LEAST_ITEM && nearestTopic(singulars[at] ?? '') === null
}
const LEAST_ITEM = 7

/** `plumbers amsterdm`: whether the word comes last, after a trade, in a question in lower case. */
function isLastBehindTrade({ tokens, singulars }: QueryText, at: number, words = 1): boolean {
  const isEnd = at > 0 && at === tokens.length - words && tokens.every(({ raw }) => raw === raw.toLowerCase())
  return isEnd && subjects().values.has(singulars[at - 1] ?? '') && nearestTopic(singulars[at] ?? '') === null
}

/** `gelderland and overijsel`: in a list with another place. */
function isBesidePlace(query: QueryText, at: number): boolean {
  if (!['and', 'or'].includes(wordAt(query, at - 1))) return false
  const isPlace = [2, 3, 4].some((back) => longestAt(placeNames(), query, at - back)?.count === back - 1)
  return isPlace && nearestTopic(query.singulars[at] ?? '') === null
}

/** The place meant by a word with a mistake or two; null if none is near. */
export function nearestPlace(word: string): Target | null {
  const target = nearestWord(targets().words, word)
  return target === null || isMadeOf(word, target.key) ? null : target
}

/** `pooler`, `readings`: words formed with these endings, even from a word that is also a place. */
const isMadeOf = (word: string, name: string): boolean =>
  ENDINGS.some((ending) => word === name + ending || word === name.replace(/e$/, '') + ending)
const ENDINGS = ['er', 'ers', 'ing', 'ings', 'ed', 'ish', 'y']

/** The name as people write it; for a widened place its own name, not that of the area around it. */
function nameOf({ key, place }: Target): string {
  const [{ country = '', state, subdivision, city } = {}] = place.locations
  if (city !== undefined) return city
  if (place.kind === 'country') return COUNTRIES.find(({ code }) => code === country)?.name ?? capitalized(key)
  const names = subdivisions().get(subdivision ?? `US-${state}`)?.names ?? []
  return capitalized(place.isWidened === true ? key : (names[0] ?? key))
}

const capitalized = (name: string): string => name.replace(/(?<=^| )./gu, (letter) => letter.toUpperCase())
