import { dropMarks } from '../../lib/text/fold-text.ts'

/** No job title is longer; what follows is a biography. */
const MAX_TITLE_CHARS = 200
const MAX_WORDS = 30

/** `(m/w/d)`, `(H/F)`, `m|f|x`, `(gn)`: advertisements mention genders, titles do not. */
const GENDER_NOTE =
  /[([]\s*(?:[mwdfxhv]\s*[/|*,]\s*){1,3}[mwdfxhv]\s*[)\]]|[([](?:gn|all genders)[)\]]|\bm\/w\/d\b|\bh\/f\b/giu
/** `Leiter/in`, `Leiter*in`, `Leiter(in)`, `directeur·rice`, `director/a`, `directeur/trice`: the first form stands for both. */
const GENDER_ENDING = /(?<=\p{L}{3})(?:[/*:_·]-?|\()(?:innen|in|trice|rice|euse|ice|ive|ne|se|e|a|o)\)?(?!\p{L})/giu
/** `LeiterIn`. */
const INNER_CAPITAL = /(?<=\p{Ll}{3})In(?:nen)?(?!\p{L})/gu

/** Elided articles: `chef d'équipe`, `l'innovation`, `dell'azienda`. */
const ELISION = /(?<!\p{L})(?:d|l|dell|all|nell|dall)['’](?=\p{L})/giu
const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}+#]*|[&/,;|·•–—+()-]/gu

/** Stands for marks that may separate two jobs; a hyphen counts only between spaces. */
export const BREAK = ','

/**
 * A job title as lower-case words without diacritics, gender forms and elided articles; `&` and `+` become `and`, each other
 * separator a comma. `Leiter/in Vertrieb & Marketing (m/w/d)` → leiter vertrieb and marketing.
 */
export function titleWords(title: string): string[] {
  const cleaned = title
    .slice(0, MAX_TITLE_CHARS)
    .normalize('NFKC')
    .replace(GENDER_NOTE, ' ')
    .replace(GENDER_ENDING, '')
    .replace(INNER_CAPITAL, '')
    .replace(ELISION, 'de ')
    .replace(/\bR\s*&\s*D\b/gu, 'RnD')
    .replace(/(?<=\p{L})\.(?=\p{L}\b)/gu, '')
    .replace(/['’`´]s?(?!\p{L})|['’`´]/gu, '')
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ')
  const words: string[] = []
  for (const [token] of dropMarks(cleaned).matchAll(TOKEN)) {
    if (words.length >= MAX_WORDS) break
    words.push(wordOf(token))
  }
  return words
}

function wordOf(token: string): string {
  if (token === '&' || token === '+') return 'and'
  return /^[\p{L}\p{N}]/u.test(token) ? (ABBREVIATIONS.get(token) ?? token) : BREAK
}

/** `Asst. Dir.`, `Sr Mgr, Mktg`: the ranks and lines of work know only whole words. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  'dir director|mngr manager|mgmt management|mktg marketing|asst assistant|assoc associate|dep deputy|exec executive|acctg accounting|coord coordinator'
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
)
