import { dropMarks } from '../../../lib/text/fold-text.ts'
import { editDistance } from '../../../lib/text/edit-distance.ts'
import { lazily } from '../../../lib/process/lazily.ts'
import { isClosedWord } from '../../../lib/vocabulary/company-status.ts'
import { townsNamed } from '../../../lib/vocabulary/places/towns.ts'
import { germanBase } from './german-forms.ts'
import type { ListedWords } from './german-forms.ts'
import { isNameOfPlace } from './kept-names.ts'
import { nearestTopic } from './near-topics.ts'
import { byFirstLetter, nearestWord } from './near-words.ts'
import type { NearWord } from './near-words.ts'
import { placeNames } from './place-names.ts'
import { singular } from './singular.ts'
import { isHead, isMood, isStop, isTale, isTopicVerb, isWay, subjects } from './subject-words.ts'

/** Mistyped words of German, French, Spanish, Italian, Dutch and Portuguese questions. */

/** The words and phrases of languages that are translated together. */
export interface ForeignList extends ListedWords {
  /** Words and phrases that alone make a question foreign. */
  signs: ReadonlySet<string>
  isGerman: boolean
  near: () => NearTables
}

export interface Mended {
  text: string
  corrected: { said: string; read_as: string }[]
}

/** `islands` of `Canary Islands`. */
const placeWords = lazily(() => new Set([...placeNames().values.keys()].flatMap((name) => name.split(' '))))

interface Near extends NearWord {
  said: string
}

const WORD = /(?<![\p{L}\p{N}'’.@-])\p{L}{6,40}(?![\p{L}\p{N}'’@-])/gu
/** Two mistakes in shorter words make another word. */
const LONG = 10
/** A question is not foreign because of one shorter word. */
const LEAST_SIGN = 8
/** Words of English questions alone. */
const ENGLISH =
  /(?<![\p{L}'’-])(?:compan(?:y|ies)|firms?|the|with|and|that|which|for|from|near|based|under|more|than|employees|staff|people|who|using|except|excluding|without)(?![\p{L}'’-])/iu
const MOST_CORRECTIONS = 3
/** In capitals behind these, a word is rather a place. */
const PLACE_CUE = /(?:^|[\s,])(?:in|im|aus|bei|um|nach|und|oder|à|et|ou|en|de|a|y|o|e|em|no|na|di|da|te|near|from)\s$/iu
/** Last parts of German compounds: `Logistikunternemen`. */
const TAILS =
  'unternehmen hersteller agenturen dienstleister brauereien industrie händler betriebe anbieter lieferanten versicherungen werkstätten'.split(
    ' ',
  )
const LEAST_STEM = 3
/** Everyday words that differ from a listed one by a letter: `klanten` are no newspapers (`kranten`). */
const EVERYDAY = new Set(
  'müssen wollen versenden leiten besten winter schüler senioren producto productos lavoratori klanten sábado'.split(
    ' ',
  ),
)

type Table = ReadonlyMap<string, readonly Near[]>

export interface NearTables {
  words: Table
  /** Words of phrases. */
  parts: Table
}

/** The words of a list by their first letters. */
export function nearTables({ english, parts }: ListedWords): NearTables {
  const words = new Map<string, Omit<Near, 'letters'>>()
  for (const [said, translation] of english) {
    const key = dropMarks(said)
    const isTrade = subjects().longest.has(singular(translation.toLowerCase().split(' ')[0] ?? ''))
    // `iraniennes` is not `italiennes`: places are mended where they stand. A letter is rather left out than added.
    if (!words.has(key) && !/^\p{Lu}/u.test(translation))
      words.set(key, { key, said, weight: key.length + (isTrade ? TRADE_WEIGHT : 0) })
  }
  return {
    words: byFirstLetter([...words.values()]),
    parts: byFirstLetter([...parts].map((said) => ({ key: dropMarks(said), said, weight: 0 }))),
  }
}
/** More than any word has letters. */
const TRADE_WEIGHT = 40

/** A foreign question with its mistyped words of the list as the list has them. */
export function mendForeign(text: string, list: ForeignList): Mended {
  return mended(text, list, (word, before, after) => meantBy(word, before, after, list))
}

/** The same for a question in which nothing else is foreign: only long words, and those that complete a listed phrase. */
export function mendSigns(text: string, list: ForeignList): Mended {
  return mended(text, list, (word, before, after) => {
    if (nearestTopic(singular(dropMarks(word).toLowerCase())) !== null) return null
    const bare = dropMarks(word)
    const near = word.length < LEAST_SIGN ? null : wordMeant(bare, list)
    const isSign = near !== null && list.signs.has(near.said) && editDistance(bare, near.key, 1) <= 1
    const whole = isSign ? near.said : null
    return partMeant(bare, before, after, list) ?? whole ?? (list.isGerman ? compoundOf(word.toLowerCase()) : null)
  })
}

/** Whether it has words of English questions, or names a trade in English. */
export const isEnglish = (text: string): boolean =>
  ENGLISH.test(text) ||
  (text.match(/\p{L}{4,}/gu) ?? []).some((word) => {
    const small = word.toLowerCase()
    return isHead(small) || subjects().longest.has(singular(small))
  })

function mended(
  text: string,
  list: ForeignList,
  meant: (word: string, before: string, after: string) => string | null,
): Mended {
  const corrected: Mended['corrected'] = []
  if (ENGLISH.test(text)) return { text, corrected }
  const changed = text.replace(WORD, (word, at: number) => {
    if (corrected.length === MOST_CORRECTIONS) return word
    const before = text.slice(0, at)
    const isCapital = /^\p{Lu}/u.test(word)
    if (isCapital && ((!list.isGerman && at > 0) || PLACE_CUE.test(before))) return word
    if (isKnown(word, list)) return word
    const found = meant(word, before, text.slice(at + word.length))
    if (found === null) return word
    corrected.push({ said: word, read_as: found })
    return found
  })
  return { text: changed, corrected }
}

function isKnown(word: string, list: ForeignList): boolean {
  const small = word.toLowerCase()
  const bare = dropMarks(word)
  if (list.english.has(small) || list.parts.has(small) || list.english.has(bare) || list.parts.has(bare)) return true
  if (EVERYDAY.has(small) || isClosedWord(small)) return true
  if (isNameOfPlace(word) || townsNamed(word).length > 0) return true
  if (isHead(bare) || isStop(bare) || isTale(bare) || isMood(bare) || isTopicVerb(bare) || isWay(bare)) return true
  const one = singular(bare)
  return subjects().longest.has(one) || placeWords().has(one) || (list.isGerman && germanBase(word, list) !== null)
}

function meantBy(word: string, before: string, after: string, list: ForeignList): string | null {
  const bare = dropMarks(word).toLowerCase()
  const compound = (): string | null => (list.isGerman ? compoundOf(word.toLowerCase()) : null)
  return partMeant(bare, before, after, list) ?? wordMeant(bare, list)?.said ?? compound()
}

function wordMeant(bare: string, list: ForeignList): Near | null {
  const near = nearestWord(list.near().words, bare)
  if (near === null) return null
  return Math.min(bare.length, near.key.length) >= LONG || editDistance(bare, near.key, 1) <= 1 ? near : null
}

/** `agences de recrutment`: a word that makes a listed phrase of those around it. */
function partMeant(bare: string, before: string, after: string, list: ForeignList): string | null {
  const near = (list.near().parts.get(bare.charAt(0)) ?? []).filter(({ key }) => editDistance(bare, key, 1) <= 1)
  return near.find(({ said }) => isInPhrase(said, before, after, list))?.said ?? null
}

/** Whether with the words around it the word is a phrase of the list. */
function isInPhrase(said: string, before: string, after: string, { english }: ForeignList): boolean {
  const left = before.toLowerCase().trimEnd().split(/\s+/)
  const right = after
    .toLowerCase()
    .trimStart()
    .split(/[\s,;.]+/)
  for (let back = 0; back <= 2; back += 1)
    for (let on = back === 0 ? 1 : 0; on <= 2; on += 1) {
      const words = [...left.slice(left.length - back), said, ...right.slice(0, on)]
      if (english.has(words.join(' '))) return true
    }
  return false
}

function compoundOf(small: string): string | null {
  for (const tail of TAILS)
    for (const length of [tail.length, tail.length - 1, tail.length + 1]) {
      const stem = small.slice(0, -length)
      if (stem.length < LEAST_STEM || small.length <= length) continue
      if (small.charAt(stem.length) === tail.charAt(0) && editDistance(small.slice(stem.length), tail, 1) === 1)
        return stem + tail
    }
  return null
}
