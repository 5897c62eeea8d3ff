import { stemTitleWord } from './title-stem.ts'
import { BREAK, titleWords } from './title-words.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** Words that say nothing about the job. */
const STOP_WORDS = new Set(
  'a an and at by de del della der des di do du e en et for fur in la le les of og och on the to und von y i w av af'.split(
    ' ',
  ),
)

/** Titles with more than one spelling: the short form, then the spellings. Words are compared by their stems. */
const SAME_TITLE: Record<string, readonly string[]> = {
  ceo: [
    'chief executive officer',
    'chief executive',
    'pdg',
    'vorstandsvorsitzender',
    'consejero delegado',
    'amministratore delegato',
  ],
  cto: ['chief technology officer', 'chief technical officer'],
  cfo: ['chief finance officer'],
  coo: ['chief operation officer'],
  cmo: ['chief marketing officer'],
  chro: ['chief human resources officer', 'chief hr officer', 'chief people officer'],
  cio: ['chief information officer'],
  ciso: ['chief information security officer'],
  cso: ['chief security officer', 'chief sale officer'],
  cro: ['chief revenue officer'],
  cpo: ['chief product officer'],
  cdo: ['chief data officer', 'chief digital officer'],
  cco: ['chief commercial officer', 'chief customer officer'],
  clo: ['chief legal officer'],
  svp: ['senior vp', 'senior vice president'],
  evp: ['executive vp', 'executive vice president'],
  avp: ['assistant vp', 'assistant vice president', 'associate vice president'],
  vp: ['vice president', 'vicepresident'],
  md: ['managing director', 'geschaftsfuhrer', 'geschaeftsfuehrer', 'geschaftsfuhrerin', 'geschaeftsfuehrerin'],
  gm: ['general manager'],
  hrbp: ['hr business partner', 'human resources business partner'],
  hr: ['human resources'],
  swe: ['software engineer'],
  sre: ['site reliability engineer'],
  csm: ['customer success manager'],
  tpm: ['technical program manager'],
  ux: ['user experience'],
  ui: ['user interface'],
  ai: ['artificial intelligence'],
  ml: ['machine learning'],
  bd: ['business developer'],
  sdr: ['sale developer representative'],
  bdr: ['business developer representative'],
  it: ['information technology'],
  pr: ['public relation'],
  qa: ['quality assurance'],
}

/** What a holder of the short form also is: a search for VP finds an SVP. */
const ALSO: Record<string, readonly string[]> = { svp: ['vp'], evp: ['vp'], avp: ['vp'] }

interface Spelling {
  short: string
  words: readonly string[]
}

const SPELLINGS: readonly Spelling[] = Object.entries(SAME_TITLE)
  .flatMap(([short, spellings]) => spellings.map((text) => ({ short, words: text.split(' ').map(stemTitleWord) })))
  .sort((a, b) => b.words.length - a.words.length)

/**
 * The words under which a held title is stored: the stems of its words, and every short form or spelling that it equals, each
 * once and sorted. A wanted title matches if all its `wantedTokens` are among them (`title_tokens @> wanted` in SQL).
 */
export function titleTokens(title: string): string[] {
  const stems = stemsOf(title)
  const shorts = SPELLINGS.filter(({ words }) => runAt(stems, words) >= 0).map(({ short }) => short)
  const tokens = new Set(stems)
  for (const token of [...stems, ...shorts]) {
    for (const other of [token, ...(ownValue(ALSO, token) ?? [])]) addSpellings(tokens, other)
  }
  return [...tokens].sort()
}

/** The words a title must contain to match a wanted one; a known spelling counts as its short form. */
export function wantedTokens(title: string): string[] {
  let stems = stemsOf(title)
  for (const { short, words } of SPELLINGS) {
    const at = runAt(stems, words)
    if (at >= 0) stems = [...stems.slice(0, at), short, ...stems.slice(at + words.length)]
  }
  return [...new Set(stems)].sort()
}

/** Whether a held title matches a wanted one: whole words, any order, common word forms, executive abbreviations. */
export function matchesJobTitle(title: string, wanted: string): boolean {
  const held = new Set(titleTokens(title))
  const words = wantedTokens(wanted)
  return words.length > 0 && words.every((word) => held.has(word))
}

const stemsOf = (title: string): string[] =>
  titleWords(title)
    .filter((word) => word !== BREAK && !STOP_WORDS.has(word))
    .map(stemTitleWord)

/** Only the first spelling: the others are rarer, and a wanted spelling is turned into the short form anyway. */
function addSpellings(tokens: Set<string>, short: string): void {
  tokens.add(short)
  const [spelling] = ownValue(SAME_TITLE, short) ?? []
  for (const word of spelling?.split(' ') ?? []) tokens.add(stemTitleWord(word))
}

const runAt = (words: readonly string[], run: readonly string[]): number =>
  words.findIndex((_, at) => run.every((word, i) => words[at + i] === word))
