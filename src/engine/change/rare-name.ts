import { kindOfFolded, SURNAME, GIVEN } from '../extract/names/name-words.ts'
import { nameWords } from './person-key.ts'

/** Least letters of the rare words. */
const MIN_LETTERS = 5

/** Whether two people are unlikely to share this full name: at least two of its words are long and in no list of names. */
export const isRareName = (name: string): boolean =>
  nameWords(name).filter((word) => word.length >= MIN_LETTERS && (kindOfFolded(word) & (SURNAME | GIVEN)) === 0)
    .length >= 2
