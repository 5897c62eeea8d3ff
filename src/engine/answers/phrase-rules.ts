import { de } from './phrases/de.ts'
import { en } from './phrases/en.ts'
import { es } from './phrases/es.ts'
import { fr } from './phrases/fr.ts'
import { it } from './phrases/it.ts'
import { nl } from './phrases/nl.ts'
import type { PhraseLists } from './phrases/phrase-lists.ts'
import { pt } from './phrases/pt.ts'

/** Languages whose answers are read, in the order in which equal scores are decided. */
export const ANSWER_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const
export type AnswerLanguage = (typeof ANSWER_LANGUAGES)[number]

export interface PhraseRule {
  /** `de: no need`, kept with the answer. */
  id: string
  pattern: RegExp
}

/** Rules of one kind of phrase: `any` says at once whether one of them holds. */
export interface PhraseRules {
  any: RegExp
  rules: readonly PhraseRule[]
}

/** The lists of a language, ready to be compared. */
export interface LanguageRules {
  language: AnswerLanguage
  words: ReadonlySet<string>
  not: RegExp
  asks: RegExp
  please: RegExp
  removeMe: PhraseRules
  removeIt: PhraseRules
  noMore: PhraseRules
  notNow: PhraseRules
  notInterested: PhraseRules
  interested: PhraseRules
  away: PhraseRules
}

const LISTS: Readonly<Record<AnswerLanguage, PhraseLists>> = { en, de, fr, es, it, nl, pt }

const MAIL = '[\\w.+-]+@[\\w.-]+'
/** Words between a request and its verb. */
const SOFTENERS = '(?:also |just |kindly |immediately |now |bitte |sofort |umgehend |ya |subito |logo |direct |immediatement )?'

export const LANGUAGE_RULES: readonly LanguageRules[] = ANSWER_LANGUAGES.map((language) => {
  const lists = LISTS[language]
  const please = `(?:^|[,;:(–-] ?|(?<!\\S)(?:${lists.please})(?: |,|'|(?<='))${SOFTENERS})`
  const rulesOf = (list: string): PhraseRules => {
    const rules = list
      .trim()
      .split('\n')
      .map((line) => {
        const cut = line.indexOf(': ')
        const source = line.slice(cut + 2).replaceAll('{please}', please).replaceAll('{me}', lists.me).replaceAll('{mail}', MAIL)
        return { id: `${language}: ${line.slice(0, cut).trim()}`, source }
      })
    return {
      any: new RegExp(rules.map(({ source }) => `(?:${source})`).join('|'), 'u'),
      rules: rules.map(({ id, source }) => ({ id, pattern: new RegExp(source, 'u') })),
    }
  }
  return {
    language,
    words: new Set(lists.words.split(' ')),
    not: new RegExp(`(?:^|[\\s(])${lists.not}(?=$|[\\s,')])`, 'gu'),
    asks: new RegExp(`^${lists.asks}\\b`, 'u'),
    please: new RegExp(`(?:^|[\\s,])(?:${lists.please})(?=[\\s,'])`, 'gu'),
    removeMe: rulesOf(lists.removeMe),
    removeIt: rulesOf(lists.removeIt),
    noMore: rulesOf(lists.noMore),
    notNow: rulesOf(lists.notNow),
    notInterested: rulesOf(lists.notInterested),
    interested: rulesOf(lists.interested),
    away: rulesOf(lists.away),
  }
})

/** A line that closes a mail in any of the languages, perhaps with a name behind it. */
export const CLOSING_LINE = new RegExp(
  `^(?:${ANSWER_LANGUAGES.map((language) => LISTS[language].closings).join('|')})[\\s,.!]*(?:[\\p{L}.-]+[\\s,.!]*){0,3}$`,
  'u',
)
