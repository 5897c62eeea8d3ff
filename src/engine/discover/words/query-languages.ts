import { COUNTRIES } from '../../../lib/companies/country-names.ts'
import { lazily } from '../../../lib/process/lazily.ts'
import { dropMarks, foldings } from '../../../lib/text/fold-text.ts'
import { foreignWords } from '../../../lib/vocabulary/foreign-words.ts'
import { NORTHERN_LANGUAGES } from '../../../lib/vocabulary/foreign-languages.ts'
import type { ForeignLanguage } from '../../../lib/vocabulary/foreign-languages.ts'
import { inEnglishOrder } from './english-order.ts'
import { exceptNames, withoutNations } from './kept-names.ts'
import { hasDative, withGermanForms } from './german-forms.ts'
import { hasPolishCase, withFinnishForms, withPolishForms } from './case-forms.ts'
import { isEnglish, mendForeign, mendSigns, nearTables } from './mistyped-foreign.ts'
import type { Mended, NearTables } from './mistyped-foreign.ts'

/** Turns questions in other languages into English word by word; the grammar reads the rest alike. */

const LETTER = String.raw`[\p{L}\p{N}]`

/** Endings, last parts of compounds and small words that no English question contains. */
const FOREIGN =
  /(?<![\p{L}\p{N}'’-])(?:nicht|ohne|und|oder|für|keine?|ab(?= \d)|avec|sauf|dans|à|les|wie|nutzen|einsetzen|verwenden|suche|pymes?|pmes?|kmus?|desde|entre|\p{L}*unternehmen|\p{L}*firmen|\p{L}*hersteller|\p{L}+dienste|\p{L}+betriebe|\p{L}+makler|\p{L}+büros|\p{L}*agenturen|\p{L}*brauereien|\p{L}{3,}(?:industrie|branche|handel|bau|technik)|\p{L}*nützigen?|\p{L}*notierten?|beschäftigten?|mitarbeitern?|gegründet\p{L}*|entreprises|sociétés|empresas|deutsche\p{L}*|\p{L}+ische|français\p{L}*)(?![\p{L}\p{N}'’-])/iu

/** The same for compounds of the Nordic languages. */
const NORDIC =
  /(?<![\p{L}\p{N}'’-])\p{L}{2,}(?:företag|bolag|byråer|tillverkare|selskaper|selskaber|virksomheder|firmaer|producenter|bedrifter)(?![\p{L}\p{N}'’-])/iu

/** Small words that also occur in English names and phrases: `sans serif`, `Sin City`, `au pair`, `MIT`. */
const SHARED = new Set(['mit', 'aus', 'im', 'sans', 'au', 'aux', 'en', 'des', 'con', 'sin', 'salvo', 'para', 'wer'])
/** Share of the words that must be foreign if there is no other sign. */
const FOREIGN_SHARE = 0.3
const SMALL = /(?<![\p{L}\p{N}'’-])\p{Ll}[\p{L}\p{N}'’-]*/gu

const BETWEEN_NUMBERS = /(\d)\s+(?:und|et|y|e|en|i|och|og)\s+(?:(?:il|el|o)\s+)?(?=\d)/gu
/** `200 MA`: German for people. */
const STAFF = /(?<=\d\+?\s?)MA(?![\p{L}\p{N}])/gu
/** `l'énergie`, `d'euros`, `nell'edilizia` */
const ELISION = /(?<![\p{L}\p{N}'’])(?:[ld]|(?:d|n|a)ell|all)['’](?=\p{L})/giu
const UP_TO = /(\d)\s+(?:bis|à|a|tot|até|till?|do)\s+(?=\d)/gu
/** Shorter words of the list also occur in names, unless they have accents. */
const SIGN = /.{5}|[ß-ſ]/u

/** Without its accent, `à` is another word. */
const SHORTEST_BARE = 3
/** `thé` */
const ARTICLES = new Set(['the', 'for'])
/** Without their accents, shorter words and some longer ones are also English words. */
const SURE = 6
const ENGLISH_TOO = new Set(
  'college interim salaries defense medias kindergarten employes electronica robotica island grenade maurice dominique salvador granada guadalupe argentine bermudas surinam'.split(
    ' ',
  ),
)

interface Dictionary {
  languages: readonly ForeignLanguage[]
  english: ReadonlyMap<string, string>
  /** The words of all its phrases. */
  parts: ReadonlySet<string>
  pattern: RegExp
  /** Words and phrases that alone make a question foreign. */
  signs: ReadonlySet<string>
  /** Words and phrases that are not shared with English. */
  own: ReadonlySet<string>
  isGerman: boolean
  near: () => NearTables
}

/** Languages whose words are translated together, the first of equals first: what one of them lacks another often has. */
const TOGETHER: readonly (readonly ForeignLanguage[])[] = [
  ['de', 'fr', 'es'],
  ['it'],
  ['nl'],
  ['pt'],
  ['pl'],
  ['sv', 'da', 'nb'],
  ['fi'],
]

/** Countries whose names differ from the English ones, in lower case and as written: `frankreich`, `espagne`. */
function countries(languages: readonly ForeignLanguage[]): [string, string][] {
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  return languages.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return COUNTRIES.flatMap(({ code }): [string, string][] => {
      const [shown = '', known = ''] = [names.of(code), english.of(code)]
      const isOwn = dropMarks(shown) !== dropMarks(known) && /^\p{L}{6,}$/u.test(shown)
      return isOwn && !ENGLISH_TOO.has(shown.toLowerCase()) ? [[shown.toLowerCase(), shown]] : []
    })
  })
}

/** Spanish as people type it: without accents, but with its own letter `ñ`. */
const withoutAccents = (word: string): string => word.replace(/[áéíóúü]/g, dropMarks)

const dictionaries = lazily((): readonly Dictionary[] => TOGETHER.map(dictionaryOf))

function dictionaryOf(languages: readonly ForeignLanguage[]): Dictionary {
  const words = foreignWords().filter(({ language }) => languages.includes(language))
  const english = new Map<string, string>()
  const [signs, own] = [new Set<string>(), new Set<string>()]
  for (const { said, english: word, isShared } of words) {
    english.set(said, word)
    if (isShared) continue
    own.add(said)
    if (SIGN.test(said)) signs.add(said)
  }
  const translations = new Set([...english.values()].map((word) => word.toLowerCase()))
  for (const { said, english: word, isShared } of words)
    for (const bare of [...foldings(said), withoutAccents(said)]) {
      if (english.has(bare) || bare.length < SHORTEST_BARE || ARTICLES.has(bare)) continue
      english.set(bare, word)
      if (!isShared && bare.length >= SURE && !translations.has(bare) && !ENGLISH_TOO.has(bare)) signs.add(bare)
    }
  for (const [name, shown] of countries(languages)) {
    if (english.has(name)) continue
    english.set(name, shown)
    signs.add(name)
  }
  // Longest first: `de plus de` before `plus de`. No phrase contains a character that is special in a regular expression.
  const phrases = [...english.keys()].sort((a, b) => b.length - a.length)
  const parts = new Set(phrases.flatMap((phrase) => (phrase.includes(' ') ? phrase.split(' ') : [])))
  return {
    english,
    parts,
    near: lazily(() => nearTables({ english, parts })),
    pattern: new RegExp(`(?<!${LETTER})(?:${phrases.join('|')})(?!${LETTER})`, 'giu'),
    signs,
    own,
    languages,
    isGerman: languages.includes('de'),
  }
}

/** `Bodegas Muebles Inc` is a name. */
const LEGAL_END = /\s(?:inc|ltd|llc|llp|plc|corp|co|gmbh|ag|kg|s\.?a|s\.?l|sas|sarl|srl|spa|b\.?v|n\.?v)\.?\s*$/iu

/** The languages of a question; null if it is English. Without a word of another language nothing is translated, so that names stay intact. */
function languagesOf(text: string): Dictionary | null {
  let best: Dictionary | null = null
  let most = 0
  for (const dictionary of dictionaries()) {
    const told = isNorthern(dictionary) ? withoutNations(text, dictionary.english) : text
    const found = phrasesIn(told, dictionary)
    if (!isForeign(told, dictionary, found) && !isSignOf(dictionary, told)) continue
    const known = found.reduce((sum, phrase) => sum + phrase.split(' ').length, 0)
    if (best !== null && known <= most) continue
    best = dictionary
    most = known
  }
  return best
}

function isSignOf(dictionary: Dictionary, text: string): boolean {
  const { languages } = dictionary
  if (languages.includes('de')) return FOREIGN.test(text)
  if (languages.includes('sv')) return NORDIC.test(text)
  if (!languages.includes('pl') || !hasPolishCase(text)) return false
  const formed = withPolishForms(text, dictionary)
  return isForeign(formed, dictionary, phrasesIn(formed, dictionary))
}

/** With so few words, what is near one of them is rarely meant. */
const isNorthern = ({ languages }: Dictionary): boolean => NORTHERN_LANGUAGES.some((one) => languages.includes(one))

const phrasesIn = (text: string, { pattern }: Dictionary): string[] => text.toLowerCase().match(pattern) ?? []

const isForeign = (text: string, { own, signs, isGerman }: Dictionary, found: readonly string[]): boolean =>
  isMostlyForeign(text, own) ||
  (!LEGAL_END.test(text) && (found.some((phrase) => signs.has(phrase)) || (isGerman && hasDative(text, signs))))

/** Names count for neither side, so only words that begin in lower case are considered. */
function isMostlyForeign(text: string, own: ReadonlySet<string>): boolean {
  const small = text.match(SMALL) ?? []
  const foreign = small.filter((word) => SHARED.has(word) || own.has(word))
  return foreign.length > 0 && foreign.length >= FOREIGN_SHARE * small.length
}

export interface InEnglish {
  text: string
  /** Mistyped words of the other language, and what was read. */
  corrected: Mended['corrected']
  /** The languages that the words may be of; none if the question is English and returned unchanged. */
  languages: readonly ForeignLanguage[]
  /** English words of the text, each with what was typed for it, in the order of the text. */
  typed: ReadonlyMap<string, readonly string[]>
}

/** The question with its foreign words in English. */
export function inEnglish(text: string): InEnglish {
  const told = text.replace(STAFF, 'Mitarbeiter')
  const known = languagesOf(told)
  const { text: mended, corrected } = known === null ? mendedAlone(told) : mendForeign(inBaseForms(told, known), known)
  const dictionary = known ?? (corrected.length === 0 ? null : languagesOf(mended))
  const typed = new Map<string, string[]>()
  return dictionary === null
    ? { text, languages: [], typed, corrected: [] }
    : {
        text: exceptNames(mended, (part) => translated(part, dictionary, typed)),
        languages: dictionary.languages,
        typed,
        corrected,
      }
}

function inBaseForms(text: string, known: Dictionary): string {
  if (known.languages.includes('pl')) return withPolishForms(text, known)
  return known.languages.includes('fi') ? withFinnishForms(text, known) : text
}

/** A question that only its mistyped words make foreign. */
function mendedAlone(text: string): Mended {
  const isOneWord = !/\S\s+\S/u.test(text)
  if (isOneWord || isEnglish(text)) return { text, corrected: [] }
  for (const dictionary of dictionaries().filter((one) => !isNorthern(one))) {
    const mended = mendSigns(text, dictionary)
    if (mended.corrected.length > 0) return mended
  }
  return { text, corrected: [] }
}

function translated(text: string, dictionary: Dictionary, typed: Map<string, string[]>): string {
  const { english, pattern, languages } = dictionary
  const ordered = inEnglishOrder(text, english)
  const formed = languages.includes('de') ? withGermanForms(ordered, dictionary) : ordered
  return formed
    .replace(BETWEEN_NUMBERS, '$1 and ')
    .replace(UP_TO, '$1 to ')
    .replace(pattern, (found, at: number, whole: string) => {
      const words =
        isNorthern(dictionary) &&
        withoutNations(whole.slice(at, at + found.length + MOST_SEEN), english).startsWith(' ')
          ? found
          : wordFor(found, at, whole, english)
      if (words !== found) for (const word of words.split(' ')) remember(typed, word, found)
      return words
    })
    .replace(ELISION, (article) => (/^d/i.test(article) ? 'of ' : /^[na]/i.test(article) ? 'in ' : ''))
}

/** What may follow a word of a name: a space and two letters. */
const MOST_SEEN = 3

function remember(typed: Map<string, string[]>, word: string, found: string): void {
  const all = typed.get(word)
  if (all === undefined) typed.set(word, [found])
  else all.push(found)
}

function wordFor(found: string, at: number, whole: string, english: ReadonlyMap<string, string>): string {
  const after = at + found.length
  // `e-commerce`, `O'Hara`
  if (found.length === 1 && /[-.&'’]/.test(whole.charAt(after))) return found
  const word = english.get(found.toLowerCase()) ?? found
  const isInName =
    LINKS.has(word) && NAME_END.test(whole.slice(0, at)) && /^\s\p{Lu}/u.test(whole.slice(after, after + 2))
  return isInName ? found : word
}

/** `Vila do Conde`: what is between words in capitals, of which the first does not begin the question, belongs to a name. */
const LINKS = new Set(['of', 'the', 'in the'])
const NAME_END = /\s\p{Lu}\p{L}+\s$/u
