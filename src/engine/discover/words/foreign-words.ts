import { lazily } from '../../../lib/process/lazily.ts'
import { amountNouns } from '../../../lib/vocabulary/amount-nouns.ts'
import { listLines } from '../../../lib/vocabulary/list-lines.ts'
import { wordFile } from './word-file.ts'

export const FOREIGN_LANGUAGES = ['de', 'fr', 'es'] as const
export type ForeignLanguage = (typeof FOREIGN_LANGUAGES)[number]

/** A word or phrase of another language, in lower case. */
export interface ForeignWord {
  language: ForeignLanguage
  said: string
  english: string
  /** It also occurs in English questions or company names. */
  isShared: boolean
}

/** The known vocabulary of questions in German, French and Spanish. */
export const foreignWords = lazily((): readonly ForeignWord[] => [
  ...listLines(wordFile('foreign-words')).flatMap((line) => {
    const [english = '', columns = ''] = line.split(' = ')
    return columns.split('|').flatMap((column, at) => {
      const language = FOREIGN_LANGUAGES[at]
      return language === undefined ? [] : wordsOf(english, language, column.split(','))
    })
  }),
  ...FOREIGN_LANGUAGES.flatMap((language) => [
    ...wordsOf('employees', language, amountNouns('staff', [language])),
    ...wordsOf(
      'people',
      language,
      amountNouns('heads', [language]).map((noun) => `${noun}*`),
    ),
  ]),
])

const wordsOf = (english: string, language: ForeignLanguage, words: readonly string[]): ForeignWord[] =>
  words.flatMap((word) => {
    const said = word.trim().replace('*', '')
    return said === '' ? [] : [{ language, said, english, isShared: word.includes('*') }]
  })
