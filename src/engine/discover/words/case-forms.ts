import { citiesNamed } from '../../../lib/vocabulary/places/city-places.ts'
import { townsNamed } from '../../../lib/vocabulary/places/towns.ts'
import type { ListedWords } from './german-forms.ts'
import { isNameOfPlace } from './kept-names.ts'

/** Words of the list and names of towns in the cases that Polish gives them: `w firmach budowlanych w Krakowie`. */

const WORD = /(?<![\p{L}\p{N}'’-])\p{L}{4,40}(?![\p{L}\p{N}'’-])/gu
/** What cases end in, and what the nominative (of trades, in the plural) has instead. */
const WORD_ENDINGS = [
  'ych=e',
  'ymi=e',
  'ich=ie',
  'ów=y,i,e',
  'ach=y,i,e,ie,a',
  'ami=y,i,e,a',
  'iej=ie',
  'ej=e',
  'a=e',
  'i=ie,e',
].map(endings)
const TOWN_ENDINGS = [
  'owie=ów',
  'owa=ów',
  'wiu=w',
  'wia=w',
  'niu=ń',
  'nia=ń',
  'iu=',
  'ie=a,',
  'cach=ce',
  'ach=y,i,e',
  'cu=iec',
  'ca=iec',
  'dzi=dź',
  'em=e',
  'ego=e',
  'y=a,',
  'i=ia,a,',
  'u=',
  'a=,o',
].map(endings)
/** Genitives that are the bare stem. */
const BARE = new Map([
  ['firm', 'firmy'],
  ['biur', 'biura'],
  ['spółek', 'spółki'],
  ['szkół', 'szkoły'],
  ['przedsiębiorstw', 'przedsiębiorstwa'],
])
/** Shorter words end so by chance. */
const LEAST_STEM = 3

function endings(line: string): { ending: string; nominatives: readonly string[] } {
  const [ending = '', nominatives = ''] = line.split('=')
  return { ending, nominatives: nominatives.split(',') }
}

/** The text with such words as the list has them, and Polish towns as on the map. */
export const withPolishForms = (text: string, { english, parts }: ListedWords): string =>
  text.replace(WORD, (word) => {
    const small = word.toLowerCase()
    const isListed = (one: string): boolean => english.has(one) || parts.has(one)
    if (isListed(small)) return word
    const listed = BARE.get(small) ?? nominatives(small, WORD_ENDINGS).find(isListed)
    if (listed !== undefined) return listed
    const isName = /^\p{Lu}/u.test(word) && !isNameOfPlace(word)
    const names = isName ? nominatives(word, TOWN_ENDINGS) : []
    return names.find(isPolishTown) ?? names.find(isNameOfPlace) ?? word
  })

/** Whether a word of the text looks like a case that only Polish has: `hurtowniach`. */
export const hasPolishCase = (text: string): boolean => CASE.test(text)
const CASE = /(?<![\p{L}\p{N}'’-])\p{L}{3,40}(?:ach|ych|ów|ej)(?![\p{L}\p{N}'’-])/iu

const isPolishTown = (name: string): boolean => townsNamed(name).some(({ country }) => country === 'PL')

const nominatives = (word: string, table: readonly ReturnType<typeof endings>[]): string[] =>
  table
    .filter(({ ending }) => word.endsWith(ending) && word.length - ending.length >= LEAST_STEM)
    .flatMap((one) => one.nominatives.map((nominative) => word.slice(0, -one.ending.length) + nominative))

/**
 * Finnish says with endings what English says with small words: `Tampereella` is in Tampere, `helsinkiläiset` are from there, and
 * `2020 jälkeen` is after that.
 */

/** In, at, out of and from. */
const WHERE = /^(\p{L}{3,}?)(?:ss|ll|st|lt)[aä]$/iu
const OF_PLACE = /^(\p{L}{3,}?)l(?:ainen|äinen|aiset|äiset|aisia|äisiä|aisten|äisten)$/iu
/** Nations that are not called after the nominative of their country. */
const NATIONS = new Map([
  ['suoma', 'suomi'],
  ['ruotsa', 'ruotsi'],
  ['virola', 'viro'],
  ['tanska', 'tanska'],
])
/** How the stem of a place ends where its nominative has something else. */
const STEMS: readonly (readonly [RegExp, string])[] = [
  [/([aeiouyäö])\1$/u, '$1'],
  [/joe$/u, 'joki'],
  [/nge?i$/u, 'nki'],
  [/de$/u, 'si'],
  [/de$/u, 'ti'],
  [/e$/u, 'i'],
  [/nn([aä])$/u, 'nt$1'],
  [/([rl])([uy])$/u, '$1k$2'],
  [/pi$/u, 'ppi'],
  [/a$/u, ''],
]

/** `perustettu 2020 jälkeen`, `vuoden 2020 jälkeen`, `ennen vuotta 2000`, `vuonna 2019` */
const AFTER = /(?:vuoden\s+)?((?:19|20)\d\d)(?::n)?\s+jälkeen(?!\p{L})/giu
const BEFORE = /(?<!\p{L})ennen\s+vuotta\s+(?=(?:19|20)\d\d)/giu
const IN_YEAR = /(?<!\p{L})vuonna\s+(?=(?:19|20)\d\d)/giu
/** What says in which year stands before the verb as well: `2019 perustetut`. */
const FOUNDED = /(?<!\p{L})((?:after|before|in)\s+(?:19|20)\d\d)\s+perustet(?:tu|ut|tuja|tujen)(?!\p{L})/giu

/** The text with words of the list as they are listed, places behind the word for "in", and years behind theirs. */
export const withFinnishForms = (text: string, { english }: ListedWords): string =>
  text
    .replace(AFTER, 'after $1')
    .replace(BEFORE, 'before ')
    .replace(IN_YEAR, 'in ')
    .replace(FOUNDED, 'founded $1')
    .replace(WORD, (word) => {
      const small = word.toLowerCase()
      if (english.has(small)) return word
      const [, from] = OF_PLACE.exec(small) ?? []
      if (from !== undefined) return placeOf(NATIONS.get(from) ?? from, english) ?? word
      const [, stem] = WHERE.exec(small) ?? []
      const place = stem === undefined ? null : placeOf(stem, english)
      return place === null ? word : `in ${place}`
    })

/** The name of the place, in the form of the list or of the map; null if it is none. */
function placeOf(stem: string, english: ReadonlyMap<string, string>): string | null {
  const names = [stem, ...STEMS.flatMap(([ending, end]) => (ending.test(stem) ? [stem.replace(ending, end)] : []))]
  const listed = names.find((name) => /^\p{Lu}/u.test(english.get(name) ?? ''))
  if (listed !== undefined) return listed
  const known = names.find(isFinnishTown) ?? names.find((name) => name.length >= LEAST_NAME && isNameOfPlace(name))
  return known === undefined ? null : known.charAt(0).toUpperCase() + known.slice(1)
}
/** Shorter names of places elsewhere are stems of other words. */
const LEAST_NAME = 5

const isFinnishTown = (name: string): boolean => citiesNamed(name, 'FI').length > 0
