import { lazily } from '../../lib/process/lazily.ts'
import { indexTerms, readTermLines } from './title-terms.ts'
import type { TermIndex, TermMatch } from './title-terms.ts'
import { titleWords } from './title-words.ts'

/**
 * What a job title names in any of eight languages: lines of work and a level. Held titles are stored with tokens of their
 * concepts in addition to their words, so that a search for a title also finds it in other languages.
 */

/** From high to low: the highest that a title names is its level. */
const LEVELS = [
  'owner',
  'deputy',
  'chief',
  'vp',
  'director',
  'head',
  'manager',
  'lead',
  'junior',
  'intern',
  'senior',
  'staff',
] as const
type Level = (typeof LEVELS)[number]

interface Label {
  kind: 'field' | 'site' | 'job' | 'level'
  /** The line of work; empty for a level. */
  work: string
  /** The levels that a word stands for. */
  levels: readonly Level[]
}

const LIST = new URL('./lists/title-concepts.txt', import.meta.url)

/** `job finance-chief` has the level of its name; other professions have that of the people who do the work. */
const NAMED_LEVEL = /^(.*)-(chief|head)$/

/** Somebody who advises on a line of work belongs to that line. */
const WEAK_JOB = 'consultant'

const terms = lazily((): TermIndex<Label> =>
  indexTerms(readTermLines(LIST).map(([name, phrases]) => [labelOf(name), phrases.map(titled)] as const)),
)

function labelOf(name: string): Label {
  const [kind = '', ...names] = name.split(' ')
  if (kind === 'level') return { kind, work: '', levels: names.map(levelNamed) }
  if (kind === 'field' || kind === 'site') return { kind, work: names[0] ?? '', levels: [] }
  if (kind !== 'job') throw new Error(`title-concepts.txt: unknown list "${name}"`)
  const [, work = names[0] ?? '', level = ''] = NAMED_LEVEL.exec(names[0] ?? '') ?? []
  return { kind, work, levels: level === '' ? [] : [levelNamed(level)] }
}

function levelNamed(name: string): Level {
  const level = LEVELS.find((one) => one === name)
  if (level === undefined) throw new Error(`title-concepts.txt: unknown level "${name}"`)
  return level
}

/** Articles and prepositions mean nothing across languages; titles and lists lose the same ones. */
const SMALL_WORDS = new Set(
  'a of the for to in and und et y e en i von der die das den des im fur fuer zur zum de du la le les l d del della dei delle di da do dos das al alla allo ai el los las van voor het w ds dla na'.split(
    ' ',
  ),
)
const titled = (phrase: string): string =>
  phrase
    .split(' ')
    .filter((word, _, all) => all.length === 1 || !SMALL_WORDS.has(word))
    .join(' ')

/** The end of a compound gives its level: `Vertriebs·leiterin`, `Marketing·directeur`. */
const COMPOUND_LEVELS: readonly (readonly [end: RegExp, levels: readonly Level[]])[] = [
  [/^team(?:leiter|leiterin|leider|leidster)$/, ['lead']],
  [/(?<!^team)(?:leiter|leiterin|leitung)$/, ['head']],
  [/(?:direktor|direktorin)$/, ['director']],
  [/directeur$/, ['director', 'chief']],
  [/(?:manager|managerin)$/, ['manager']],
  [/(?<!^team)(?:chef|chefin|leider|hoofd)$/, ['head', 'manager']],
  [/vorstand$/, ['chief']],
  [
    /(?:mitarbeiter|medewerker|berater|beauftragte|referent|sachbearbeiter|spezialist|specialist|assistent|analyst|analist)(?:in|r)?$/,
    ['staff'],
  ],
]

/** Shorter words are not compounds. */
const SHORTEST_COMPOUND = 9

export interface TitleConcept {
  works: readonly string[]
  /** Empty if the title names only work. */
  levels: readonly Level[]
}

/** Null for a title without a known line of work. Linear in its length. */
export function titleConcept(title: string): TitleConcept | null {
  const words = titleWords(title).filter((word) => !SMALL_WORDS.has(word))
  const matches = matchesIn(words)
  const of = (kind: Label['kind']) => matches.filter(({ label }) => label.kind === kind)
  const places = [...of('field'), ...of('site')]
  const strong = of('job').filter(({ label }) => label.work !== WEAK_JOB || places.length === 0)
  // A profession says what somebody does; a line of work beside it only says where.
  const chosen = strong.length > 0 ? strong : places
  const named = highest([...matches.map(({ label }) => label.levels), ...compoundLevels(words, strong)])
  const levels = named.length > 0 ? named : of('job').length > 0 ? (['staff'] as const) : []
  const works = [...new Set(chosen.map(({ label }) => label.work))]
  if (works.length === 0) return levels.includes('owner') ? { works: ['company'], levels } : null
  const isSite = chosen.every(({ label }) => label.kind === 'site')
  return { works, levels: isSite ? [...new Set(levels.map(atSite))] : levels }
}

/** The manager or director of a store is its head. */
const atSite = (level: Level): Level => (level === 'manager' || level === 'director' ? 'head' : level)

function matchesIn(words: readonly string[]): TermMatch<Label>[] {
  const found: TermMatch<Label>[] = []
  for (let at = 0; at < words.length;) {
    const match = terms().at(words, at)
    if (match !== null) found.push(match)
    at = match?.end ?? at + 1
  }
  return found
}

/** A word that is itself a profession is not a compound of one: `Produktmanager`. */
const compoundLevels = (words: readonly string[], jobs: readonly TermMatch<Label>[]): (readonly Level[])[] =>
  words.flatMap((word, at) =>
    word.length < SHORTEST_COMPOUND || jobs.some(({ start, end }) => at >= start && at < end)
      ? []
      : COMPOUND_LEVELS.filter(([end]) => end.test(word)).map(([, levels]) => levels),
  )

/** The levels of the word that names the highest. */
function highest(named: readonly (readonly Level[])[]): readonly Level[] {
  const rankOf = (levels: readonly Level[]) => Math.min(...levels.map((level) => LEVELS.indexOf(level)))
  return named.filter((levels) => levels.length > 0).sort((a, b) => rankOf(a) - rankOf(b))[0] ?? []
}

/** The tokens that a held title is stored with: its work, and its work at each level, or at none. */
export function conceptTokens(title: string): string[] {
  const concept = titleConcept(title)
  if (concept === null) return []
  const { works, levels } = concept
  return works.flatMap((work) => [
    `=${work}`,
    ...(levels.length === 0 ? ['none'] : levels).map((level) => `=${work}:${level}`),
  ])
}

/**
 * What a wanted title requires of the tokens of a held one: at least one from each list. Empty if it names no line of work. A
 * wanted title without a level accepts any; a held title without one is accepted for every level.
 */
export function wantedConcepts(title: string): string[][] {
  const concept = titleConcept(title)
  if (concept === null) return []
  const { works, levels } = concept
  return works.map((work) =>
    levels.length === 0 ? [`=${work}`] : [...levels, 'none'].map((level) => `=${work}:${level}`),
  )
}

/** Whether two titles name the same work at the same level, in any language. */
export function isSameConcept(held: string, wanted: string): boolean {
  const tokens = new Set(conceptTokens(held))
  const lists = wantedConcepts(wanted)
  return lists.length > 0 && lists.every((list) => list.some((token) => tokens.has(token)))
}

/** The words of a title that do not name a level: `security` of `Head of Security`. */
export function workWords(title: string): string[] {
  const words = titleWords(title).filter((word) => !SMALL_WORDS.has(word))
  return words.filter((word) => terms().at([word], 0)?.label.kind !== 'level')
}
