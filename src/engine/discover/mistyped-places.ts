import { COUNTRIES } from '../../lib/companies/country-names.ts'
import { lazily } from '../../lib/process/lazily.ts'
import { editDistance } from '../../lib/text/edit-distance.ts'
import { listLines } from '../../lib/vocabulary/list-lines.ts'
import { subdivisions } from '../../lib/vocabulary/places/subdivisions.ts'
import { longestAt } from './phrase-index.ts'
import { placeNames } from './place-names.ts'
import type { NamedPlace } from './place-names.ts'
import { phraseBefore, phraseSet } from './query-text.ts'
import type { QueryText } from './query-text.ts'
import { isHead, isStop, isTale, isTopicVerb, subjects } from './subject-words.ts'
import { wordFile } from './word-file.ts'

/** A word that was read as another one. */
export interface Correction {
  said: string
  read_as: string
}

/** Only after these is a word that nobody knows a place. */
const CUES = phraseSet(
  'in, in the, from, near, around, based in, outside of, located in, headquartered in, hq in, across',
)
const LEAST_LETTERS = 5
/** A word of so many letters may have two mistakes. */
const LONG = 8
/** Smaller cities are too many: some name is always near. */
const LEAST_THOUSANDS = 100
const MOST_CORRECTIONS = 5

/** Ordinary words that look like a mistyped place, and are none. */
const lookalikes = lazily(() => new Set(listLines(wordFile('place-lookalikes')).flatMap((line) => line.split(' '))))

interface Target {
  key: string
  place: NamedPlace
  /** Which letters it has, a bit each. */
  letters: number
}

/** Places of one word by their first letter, which nobody mistypes. */
const targets = lazily((): ReadonlyMap<string, readonly Target[]> => {
  const found: Target[] = []
  for (const [key, places] of placeNames().values) {
    if (!/^[a-z]{4,}$/.test(key)) continue
    const place = places.reduce((one, other) => (weight(other) > weight(one) ? other : one))
    if (!place.inCapitals && (place.kind !== 'city' || place.thousands >= LEAST_THOUSANDS))
      found.push({ key, place, letters: lettersOf(key) })
  }
  return Map.groupBy(found, ({ key }) => key.slice(0, 1))
})

const lettersOf = (word: string): number => {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) - 97)
  return letters
}

/** Letters that only one of two words has; each mistake makes two of them at most. */
function differing(one: number, other: number): number {
  let count = 0
  for (let bits = one ^ other; bits !== 0; bits &= bits - 1) count += 1
  return count
}

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
    if (target === null) continue
    const name = nameOf(target)
    corrected.push({ said: token.raw, read_as: name })
    tokens[at] = { ...token, text: target.key, raw: name }
    singulars[at] = target.key
  }
  return corrected.length === 0 ? { query, corrected } : { query: { ...query, tokens, singulars }, corrected }
}

function isOpen(query: QueryText, at: number): boolean {
  const { kind, text } = query.tokens[at] ?? { kind: 'sign', text: '' }
  if (kind !== 'word' || phraseBefore(query, at, CUES, 2) === 0) return false
  if (lookalikes().has(query.singulars[at] ?? '')) return false
  const isListed = isHead(text) || isStop(text) || isTale(text) || isTopicVerb(text)
  return !isListed && longestAt(placeNames(), query, at) === null && longestAt(subjects(), query, at) === null
}

/** The place that is meant by a word with a mistake or two; of several as near the largest. */
export function nearestPlace(word: string): Target | null {
  if (!/^[a-z]+$/.test(word) || word.length < LEAST_LETTERS) return null
  const most = word.length < LONG ? 1 : 2
  const letters = lettersOf(word)
  let best: { target: Target; distance: number } | null = null
  for (const target of targets().get(word.slice(0, 1)) ?? []) {
    if (differing(letters, target.letters) > 2 * most) continue
    const distance = editDistance(word, target.key, most)
    if (distance > most) continue
    const isBetter =
      best === null ||
      distance < best.distance ||
      (distance === best.distance && weight(target.place) > weight(best.target.place))
    if (isBetter) best = { target, distance }
  }
  return best?.target ?? null
}

/** As people write it; of what was widened, not the area around it. */
function nameOf({ key, place }: Target): string {
  const [{ country = '', state, subdivision, city } = {}] = place.locations
  if (place.kind === 'city' && city !== undefined) return city
  if (place.kind === 'country') return COUNTRIES.find(({ code }) => code === country)?.name ?? capitalized(key)
  const names = subdivisions().get(subdivision ?? `US-${state}`)?.names ?? []
  return capitalized(place.isWidened === true ? key : (names[0] ?? key))
}

const capitalized = (name: string): string => name.replace(/^./u, (letter) => letter.toUpperCase())
