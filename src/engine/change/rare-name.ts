import { kindOfFolded, SURNAME, GIVEN } from '../extract/people/name-words.ts'
import { nameWords } from './person-key.ts'

/** Letters of the rarer words. */
const MIN_LETTERS = 5

/** Whether hardly two people have this full name: two of its words, at least, are long and no list of names has them. */
export const isRareName = (name: string): boolean =>
  nameWords(name).filter((word) => word.length >= MIN_LETTERS && (kindOfFolded(word) & (SURNAME | GIVEN)) === 0)
    .length >= 2
