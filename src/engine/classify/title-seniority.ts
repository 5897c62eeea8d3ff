import type { Seniority } from '../../lib/text/vocabulary.ts'
import { compoundHead, PREPOSITIONS } from './title-phrases.ts'
import type { TitlePhrase } from './title-phrases.ts'
import { indexTerms, readTermLines } from './title-terms.ts'

type Rank = Seniority | 'soft' | 'aide' | 'not-rank'

const LISTS = readTermLines(new URL('./lists/title-ranks.txt', import.meta.url))
const listed = (name: string): string[] => LISTS.filter(([list]) => list === name).flatMap(([, terms]) => terms)

const RANKS = indexTerms<Rank>(
  (['not-rank', 'junior', 'executive', 'senior', 'soft'] as const).map((rank) => [rank, listed(rank)]),
)
const AIDES = indexTerms<true>([[true, listed('aide')]])
const NOT_PARTNER = new Set(listed('not-partner'))
const NOT_OWNER = new Set(listed('not-owner'))
/** Adjectives that follow what they describe: `ingénieur d'affaires senior`. */
const POSTPOSED = new Set(['senior', 'sr', 'junior', 'jr', 'lead'])
/** Behind a rank, an adjective: a `directeur adjoint` is a deputy, an `adjoint de direction` an aide. */
const DEPUTY = /^adjointe?s?$/
/** With these, associate or assistant is a rank of its own, not a beginner's. */
const ASSOCIATE_OF = new Set(['professor', 'counsel'])

const HIGHEST_FIRST: readonly Seniority[] = ['executive', 'senior', 'junior']

/**
 * The highest rank that a title gives its holder: words that govern the head noun count; titles of the people whom an assistant
 * or adviser serves do not.
 */
export function seniorityOf(phrases: readonly TitlePhrase[]): Seniority | null {
  const ranks: Seniority[] = []
  for (const { chunks } of phrases) {
    const rank = rankOf(chunks)
    if (rank !== null) ranks.push(rank)
    if (servesSomebody(chunks)) break
  }
  return HIGHEST_FIRST.find((rank) => ranks.includes(rank)) ?? null
}

/** Assistant to …, office of …: the rest of the title is somebody else's. */
export function servesSomebody(chunks: readonly string[][]): boolean {
  return chunks.length > 1 && endsInAide(chunks[0] ?? [])
}

export function endsInAide(chunk: readonly string[]): boolean {
  const isDeputy = chunk.length > 1 && DEPUTY.test(chunk.at(-1) ?? '')
  const words = isDeputy ? chunk.slice(0, -1) : chunk
  return words.some((_, at) => AIDES.at(words, at)?.end === words.length)
}

function rankOf(chunks: readonly string[][]): Seniority | null {
  const words = chunks.flat()
  const headEnd = chunks[0]?.length ?? 0
  const served = endsInAide(chunks[0] ?? [])
  const ranks = new Set<Rank>()
  for (let at = 0; at < words.length;) {
    const match = RANKS.at(words, at) ?? RANKS.at([compoundHead(words[at] ?? '') ?? ''], 0)
    const governs = at < headEnd || (!served && POSTPOSED.has(words[at] ?? ''))
    if (match && governs && isMeant(match.label, words, at, match.end)) ranks.add(match.label)
    at = Math.max(match?.end ?? 0, at + 1)
  }
  return served && !ranks.has('senior') ? juniorIf(ranks) : decide(ranks, words)
}

/** `CEO assistant`: the rank before an aide is not the aide's own. */
const juniorIf = (ranks: ReadonlySet<Rank>): Seniority | null =>
  ranks.has('soft') || ranks.has('junior') ? 'junior' : null

function decide(ranks: ReadonlySet<Rank>, words: readonly string[]): Seniority | null {
  if (ranks.has('junior')) return 'junior'
  const isSoft = ranks.has('soft')
  if (ranks.has('executive')) return 'executive'
  if (isSoft && isIndividual(words)) return 'junior'
  if (ranks.has('senior')) return 'senior'
  return isSoft && !words.some((word) => ASSOCIATE_OF.has(word)) && !isBareAssociate(words) ? 'junior' : null
}

/** Associate or assistant before a manager of a thing, not of people: `associate product manager`. */
const isIndividual = (words: readonly string[]): boolean =>
  /^(?:associate|assistant) (?:\w+ )*(?:product|project|account|brand|category|marketing|program|community) manager$/.test(
    words.join(' '),
  )

/** A `sales associate` has an ordinary job; an `associate consultant` is a beginner. */
const isBareAssociate = (words: readonly string[]): boolean => words.at(-1) === 'associate'

function isMeant(rank: Rank, words: readonly string[], start: number, end: number): boolean {
  const word = words[start] ?? ''
  const before = words[start - 1] ?? ''
  if (rank === 'not-rank') return false
  if (word === 'partner' || word === 'partners') return !NOT_PARTNER.has(before) && isLast(words, end)
  if (word === 'owner') return !NOT_OWNER.has(before)
  return true
}

const isLast = (words: readonly string[], end: number): boolean =>
  end >= words.length || PREPOSITIONS.has(words[end] ?? '')
