import { lazily } from '../process/lazily.ts'
import { FOREIGN_LANGUAGES } from './foreign-languages.ts'
import type { ForeignWord } from './foreign-languages.ts'
import { listLines } from './list-lines.ts'

type DemonymLanguage = (typeof FOREIGN_LANGUAGES)[number]

/** What endings become in the feminine and the plural, the first that fits of each language; `$` keeps the word. */
const FORMS: Record<DemonymLanguage, readonly (readonly [RegExp, string])[]> = {
  de: [[/(?<=sch)$/u, ' e en er es']],
  fr: [
    [/e$/u, 'e es'],
    [/(?<=[éi])en$/u, 'en ens enne ennes'],
    [/on$/u, 'on ons onne onnes'],
    [/s$/u, 's se ses'],
    [/$/u, ' s e es'],
  ],
  es: [
    [/o$/u, 'o a os as'],
    [/és$/u, 'és esa eses esas'],
    [/án$/u, 'án ana anes anas'],
    [/ón$/u, 'ón ona ones onas'],
    [/í$/u, 'í íes ís'],
    [/(?<=[ea])$/u, ' s'],
    [/(?<=ol)$/u, ' a es as'],
  ],
  it: [
    [/co$/u, 'co ca ci che'],
    [/o$/u, 'o a i e'],
    [/e$/u, 'e i'],
    [/a$/u, 'a i e'],
  ],
  nl: [
    [/ees$/u, 'ees ese'],
    [/$/u, ' e'],
  ],
  pt: [
    [/o$/u, 'o a os as'],
    [/ês$/u, 'ês esa eses esas'],
    [/ão$/u, 'ão ã ãos ães ãs'],
    [/(?<=[ea])$/u, ' s'],
    [/ol$/u, 'ol ola óis olas'],
  ],
}

/** `estone` gives `estoni`, `luxembourgeois` gives `luxembourgeoises`; a phrase or an irregular form stays as it is. */
function formsOf(word: string, language: DemonymLanguage): string[] {
  const [pattern, endings = ''] = FORMS[language].find(([ending]) => ending.test(word)) ?? []
  return pattern === undefined || word.includes(' ')
    ? [word]
    : endings.split(' ').map((ending) => word.replace(pattern, ending))
}

/** A form that English has, too, makes no question foreign: `Maltese`. */
const ENGLISH_LOOK = /(?:ese|ian|an)$/u

/** The words for who or what comes from somewhere, with the name of that place in English. */
export const demonyms = lazily((): readonly ForeignWord[] =>
  listLines(new URL('./demonyms.txt', import.meta.url)).flatMap((line) => {
    const [english = '', columns = ''] = line.split(' = ')
    return columns.split('|').flatMap((column, at) => {
      const language = FOREIGN_LANGUAGES[at]
      if (language === undefined) return []
      const words = column.split(',').map((word) => word.trim().toLowerCase())
      return words
        .filter((word) => word !== '')
        .flatMap((word) => formsOf(word, language))
        .map((said) => ({
          language,
          said,
          english: english.replace(/ \(.*/u, ''),
          isShared: (said.length < LEAST && !/[ß-ÿ]/u.test(said)) || ENGLISH_LOOK.test(said),
        }))
    })
  }),
)
/** Shorter ones without an accent are also other words. */
const LEAST = 7
