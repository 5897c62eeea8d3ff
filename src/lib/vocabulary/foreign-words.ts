import { lazily } from '../process/lazily.ts'
import { amountNouns } from './amount-nouns.ts'
import { demonyms } from './demonyms.ts'
import { FOREIGN_LANGUAGES, NORTHERN_LANGUAGES } from './foreign-languages.ts'
import type { ForeignLanguage, ForeignWord } from './foreign-languages.ts'
import { foreignSingular } from './foreign-singulars.ts'
import { listLines } from './list-lines.ts'
import { allTopics } from './topics.ts'

/** The known words of questions and files in other languages. */
export const foreignWords = lazily((): readonly ForeignWord[] => [
  ...demonyms(),
  ...withSingulars([
    ...wordsIn(new URL('./foreign-words.txt', import.meta.url), FOREIGN_LANGUAGES),
    ...wordsIn(new URL('./northern-words.txt', import.meta.url), NORTHERN_LANGUAGES),
  ]),
  ...FOREIGN_LANGUAGES.flatMap((language) => [
    ...wordsOf('employees', language, amountNouns('staff', [language])),
    ...wordsOf(
      'people',
      language,
      amountNouns('heads', [language]).map((noun) => `${noun}*`),
    ),
  ]),
])

/** The words of a list with a column for each language. */
const wordsIn = (list: URL, languages: readonly ForeignLanguage[]): ForeignWord[] =>
  listLines(list).flatMap((line) => {
    const [english = '', columns = ''] = line.split(' = ')
    return columns.split('|').flatMap((column, at) => {
      const language = languages[at]
      return language === undefined ? [] : wordsOf(english, language, column.split(','))
    })
  })

const wordsOf = (english: string, language: ForeignLanguage, words: readonly string[]): ForeignWord[] =>
  words.flatMap((word) => {
    const said = word.trim().replace('*', '')
    return said === '' ? [] : [{ language, said, english, isShared: word.includes('*') }]
  })

/** With the singulars of trades, which are listed in the plural and asked for in either form. */
function withSingulars(words: readonly ForeignWord[]): ForeignWord[] {
  const listed = new Set(words.map(({ language, said }) => `${language} ${said}`))
  const singulars = words.flatMap((word): ForeignWord[] => {
    const one = isTrade(word.english) ? foreignSingular(word.language, word.said) : null
    if (one === null || listed.has(`${word.language} ${one.said}`)) return []
    return [{ ...word, said: one.said, isShared: word.isShared || one.isEnglishToo }]
  })
  return [...words, ...singulars]
}

const trades = lazily(() => new Set(allTopics().flatMap(({ phrases }) => phrases)))
const isTrade = (english: string): boolean => {
  const said = english.replace(/ (?:companies|firms|studios)$/, '')
  return [english, said, said.replace(/ies$/, 'y'), said.replace(/s$/, '')].some((phrase) => trades().has(phrase))
}

/** Of a word of several languages the first counts. */
const english = lazily(
  () =>
    new Map(
      foreignWords()
        .map((word) => [word.said, word.english] as const)
        .toReversed(),
    ),
)

/** Around the name of a trade: `Industrie agroalimentaire`, `Sector energético`, `Lebensmittelbranche`. */
const AROUND =
  /^(?:industries? |secteur |sector |sector de |industria |branche )|(?: ?(?:industrie|branche|sektor|gewerbe| sector))$/iu

/** A trade named in another language, in English; null if it is not known. */
export function inEnglishTrade(text: string): string | null {
  const said = text.trim().toLowerCase()
  return english().get(said) ?? english().get(said.replace(AROUND, '')) ?? null
}
