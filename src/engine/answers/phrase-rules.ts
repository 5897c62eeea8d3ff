import { de } from './phrases/de.ts'
import { en } from './phrases/en.ts'
import { es } from './phrases/es.ts'
import { fr } from './phrases/fr.ts'
import { it } from './phrases/it.ts'
import { nl } from './phrases/nl.ts'
import type { PhraseLists } from './phrases/phrase-lists.ts'
import { pt } from './phrases/pt.ts'

/** Languages in which answers are read; the order decides between equal scores. */
export const ANSWER_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const
export type AnswerLanguage = (typeof ANSWER_LANGUAGES)[number]

/** The rules for one kind of phrase in one pattern: its groups are the rules, in the order of their ids. */
export interface PhraseRules {
  /** `de: no need`, stored with the answer. */
  ids: readonly string[]
  pattern: RegExp
}

export const PHRASE_KINDS = ['removeMe', 'removeIt', 'noMore', 'notNow', 'notInterested', 'interested', 'away'] as const
export type PhraseKind = (typeof PHRASE_KINDS)[number]

/** The lists of a language, ready for comparison. */
export interface LanguageRules {
  language: AnswerLanguage
  words: ReadonlySet<string>
  not: RegExp
  asks: RegExp
  please: RegExp
  /** Made on first use: most installations receive two languages. */
  of: (kind: PhraseKind) => PhraseRules
}

const LISTS: Readonly<Record<AnswerLanguage, PhraseLists>> = { en, de, fr, es, it, nl, pt }

const MAIL = '[\\w.+-]+@[\\w.-]+'
/** Words between a request and its verb. */
const SOFTENERS =
  '(?:also |just |kindly |immediately |now |bitte |sofort |umgehend |ya |subito |logo |direct |immediatement )?'

export const LANGUAGE_RULES: readonly LanguageRules[] = ANSWER_LANGUAGES.map((language) => {
  const lists = LISTS[language]
  const made = new Map<PhraseKind, PhraseRules>()
  return {
    language,
    words: new Set(lists.words.split(' ')),
    not: new RegExp(`(?:^|[\\s(])${lists.not}(?=$|[\\s,')])`, 'g'),
    asks: new RegExp(`^${lists.asks}\\b`),
    please: new RegExp(`(?:^|[\\s,])(?:${lists.please})(?=[\\s,'])`, 'g'),
    of: (kind) => {
      const known = made.get(kind) ?? rulesOf(language, lists, kind)
      made.set(kind, known)
      return known
    },
  }
})

function rulesOf(language: AnswerLanguage, lists: PhraseLists, kind: PhraseKind): PhraseRules {
  const please = `(?:^|[,;:(–-] ?|(?<!\\S)(?:${lists.please})(?: |,|'|(?<='))${SOFTENERS})`
  const filled = lists[kind]
    .trim()
    .replaceAll('{please}', please)
    .replaceAll('{me}', lists.me)
    .replaceAll('{mail}', MAIL)
  const rules = filled.split('\n').map((line) => {
    const cut = line.indexOf(': ')
    return { id: `${language}: ${line.slice(0, cut).trim()}`, source: line.slice(cut + 2) }
  })
  return {
    ids: rules.map(({ id }) => id),
    pattern: new RegExp(rules.map(({ source }) => `(${source})`).join('|'), 'g'),
  }
}

/** A line that closes an email in any of the languages, possibly followed by a name. */
export const CLOSING_LINE = new RegExp(
  `^(?:${ANSWER_LANGUAGES.map((language) => LISTS[language].closings).join('|')})[\\s,.!]*(?:[\\p{L}.-]+[\\s,.!]*){0,3}$`,
  'u',
)
