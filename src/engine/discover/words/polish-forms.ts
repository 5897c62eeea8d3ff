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
