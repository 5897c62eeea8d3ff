import { foldName } from '../../../lib/text/person-name-fold.ts'
import { NameFitter } from '../people/name-fit.ts'
import { GIVEN, SURNAME, wordKindOf } from '../people/name-words.ts'
import { nameKey, parsePersonName } from '../people/person-name.ts'
import type { PersonName } from '../people/name-evidence.ts'
import { leadsName } from './name-candidates.ts'
import type { NameCandidate } from './name-candidates.ts'
import { arrangeWords, isParticle } from './word-order.ts'
import type { NameOrder } from './word-order.ts'

/** Local parts of a page against which candidates are held; a page with more is a directory, and its rows are alike. */
const MAX_LOCALS = 1_000
/** Comparisons of a candidate with a local part that shares a word with it. */
const MAX_COMPARISONS = 20_000
/** Pieces of a local part that are looked up as words. */
const MIN_WORD_CHARS = 2
const [CUT_CHARS, LOGIN_CHARS] = [3, 8]
const MAX_WORD_CHARS = 24

export interface SpelledName {
  candidate: NameCandidate
  name: PersonName
  /** Local parts that spell it. */
  locals: string[]
}

/** The candidates that an address of the page spells, surname beside first name or initial, whatever the lists say of the words. */
export class SpelledNames {
  readonly found: SpelledName[]
  /** In which order the page writes names that have no comma: below 0 surnames first, 0 unknown. */
  private readonly votes: number
  private readonly pairs: ReadonlyMap<NameCandidate, readonly string[]>
  private readonly grades = new Map<NameCandidate, 0 | 2 | 3>()
  private readonly fitter = new NameFitter()
  private readonly voter = new OrderVoter()
  private left = MAX_COMPARISONS

  /** @param teams those of the local parts that read as a team's: they spell nobody but somebody with a known given name */
  constructor(candidates: readonly NameCandidate[], locals: readonly string[], teams: ReadonlySet<string>) {
    const pairs = this.pairsOf(candidates, locals, teams)
    this.votes = pageVotes(pairs, this.voter)
    this.found = []
    this.pairs = pairs
    for (const [candidate, near] of pairs) {
      const spelled = this.read(candidate, near)
      if (spelled) this.found.push(spelled)
    }
  }

  /** Whether one of the local parts spells the name as it is read here. */
  spells(name: PersonName, locals: readonly string[]): boolean {
    const key = nameKey(name)
    return locals.some((local) => this.fitter.grade(local, name, key) === 3)
  }

  /** How well the address that suits a candidate best suits it: 0, 2 (one part of the name, or a cut login) or 3. */
  gradeOf(candidate: NameCandidate): 0 | 2 | 3 {
    const near = this.pairs.get(candidate)
    if (!near) return 0
    const known = this.grades.get(candidate)
    if (known !== undefined) return known
    const grade = this.gradeAmong(candidate, near)
    this.grades.set(candidate, grade)
    return grade
  }

  private gradeAmong(candidate: NameCandidate, near: readonly string[]): 0 | 2 | 3 {
    let best: 0 | 2 | 3 = 0
    for (const name of this.readingsOf(candidate, near)) {
      const key = nameKey(name)
      for (const local of near) {
        const grade = this.left-- > 0 ? this.fitter.grade(local, name, key) : 0
        if (grade === 3) return 3
        if (grade === 2) best = 2
      }
    }
    return best
  }

  get order(): NameOrder {
    return this.votes < 0 ? 'family-first' : 'given-first'
  }

  /** Each candidate with the local parts that hold one of its words. */
  private pairsOf(
    candidates: readonly NameCandidate[],
    locals: readonly string[],
    teams: ReadonlySet<string>,
  ): Map<NameCandidate, string[]> {
    const byPiece = new Map<string, NameCandidate[]>()
    const pieces = [...new Set(locals)].slice(0, MAX_LOCALS).map((local) => [local, piecesOf(local)] as const)
    for (const [, some] of pieces) for (const piece of some) byPiece.set(piece, [])
    for (const candidate of byPiece.size === 0 ? [] : candidates) {
      for (const word of new Set([...candidate.words.flatMap(foldedForms), ...cutForms(candidate.words)])) {
        byPiece.get(word)?.push(candidate)
      }
    }
    const pairs = new Map<NameCandidate, string[]>()
    for (const [local, some] of pieces) {
      const near = new Set([...some].flatMap((piece) => byPiece.get(piece) ?? []))
      for (const candidate of near) {
        if (teams.has(local) && !leadsName(candidate.words[0] ?? '')) continue
        const known = pairs.get(candidate)
        if (known) known.push(local)
        else pairs.set(candidate, [local])
      }
    }
    return pairs
  }

  private read(candidate: NameCandidate, near: readonly string[]): SpelledName | null {
    for (const name of this.readingsOf(candidate, near)) {
      const key = nameKey(name)
      const locals = near.filter((local) => this.left-- > 0 && this.fitter.grade(local, name, key) === 3)
      if (locals.length > 0) return { candidate, name, locals }
    }
    return null
  }

  /** The reading of the page, and that of the lists, who know second surnames. */
  private readingsOf(candidate: NameCandidate, near: readonly string[]): PersonName[] {
    const { words, familyWords } = candidate
    const read = this.ordersOf(candidate, near).flatMap((order) => {
      const one = arrangeWords(words, familyWords, order, 2)
      return candidate.place === 'run' || words.length < 3 ? [one] : [one, ...twoSurnames(words, familyWords, order)]
    })
    const listed = words.length > 2 && familyWords === 0 ? parsePersonName(words.join(' ')) : null
    return listed && listed.evidence >= 2 ? [...read, listed] : read
  }

  /** How the words of a candidate are to be read, the likelier order first: the habit of the page, else what its own address says. */
  private ordersOf(candidate: NameCandidate, near: readonly string[]): NameOrder[] {
    if (candidate.familyWords > 0) return ['given-first']
    if (INITIAL.test(candidate.words.at(-1) ?? '')) return ['family-first']
    const own = this.votes === 0 ? this.voter.voteOf(candidate.words, near) : this.votes
    return own < 0 ? ['family-first', 'given-first'] : ['given-first', 'family-first']
  }
}

/** The reading in which people carry the surnames of both parents, of which their houses use one. */
function twoSurnames(words: readonly string[], familyWords: number, order: NameOrder): PersonName[] {
  if (familyWords > 0 || INITIAL.test(words.at(order === 'given-first' ? -2 : 1) ?? '')) return []
  const parts = words.filter((word) => !isParticle(word))
  if (parts.length < 3) return []
  if (order === 'family-first') return [arrangeWords(words, words.indexOf(parts[1] ?? '') + 1, order, 2)]
  let start = words.lastIndexOf(parts.at(-2) ?? '')
  while (start > 1 && isParticle(words[start - 1] ?? '')) start--
  return [arrangeWords([...words.slice(start), ...words.slice(0, start)], words.length - start, order, 2)]
}

const INITIAL = /^\p{Lu}\.?$/u
const lettersOf = (text: string): string => text.replace(/[^a-z]/g, '')

function foldedForms(word: string): string[] {
  return [foldName(word), foldName(word, 'long')].flatMap((folded) => {
    const parts = folded.includes('-') ? folded.split('-') : []
    return [lettersOf(folded), ...parts].filter((part) => part.length >= MIN_WORD_CHARS)
  })
}

/** Logins of old systems: three letters of each of two words, or an initial and a surname up to the eighth letter. */
function cutForms(words: readonly string[]): string[] {
  const parts = words.map((word) => lettersOf(foldName(word)))
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const family = parts.slice(parts.findLastIndex((_, at) => at === 1 || !isParticle(words[at - 1] ?? ''))).join('')
  if (first === '' || last.length < 2) return []
  const heads = [last, family].flatMap((name) => [
    first.slice(0, CUT_CHARS) + name.slice(0, CUT_CHARS),
    name.slice(0, CUT_CHARS) + first.slice(0, CUT_CHARS),
    (first.slice(0, 1) + name).slice(0, LOGIN_CHARS),
  ])
  return [...heads, (last.slice(0, 1) + first).slice(0, LOGIN_CHARS)]
}

/** What may be a word of a local part: its divided parts, and the heads and tails of each. */
function piecesOf(local: string): Set<string> {
  const pieces = new Set<string>()
  for (const part of [lettersOf(local), ...local.toLowerCase().split(/[^a-z]+/)]) {
    for (let cut = 0; cut < part.length && cut <= MAX_WORD_CHARS; cut++) {
      const tail = part.slice(cut)
      if (tail.length >= MIN_WORD_CHARS && tail.length <= MAX_WORD_CHARS) pieces.add(tail)
      const head = part.slice(0, cut)
      if (head.length >= MIN_WORD_CHARS) pieces.add(head)
    }
  }
  return pieces
}

/** A given name that is nothing else says more than an address. */
const LIST_WEIGHT = 3
const MIN_VOTES = 2

/**
 * Which order the page has, by majority: an address says it by what stands first (`aku.saarinen`, `asaarinen`), a list by
 * given names that are nothing else. Lists weigh more than addresses, for some houses write `saarinen.aku@`.
 * @returns above 0: given names first; below: surnames first; 0: nobody knows
 */
function pageVotes(pairs: ReadonlyMap<NameCandidate, readonly string[]>, voter: OrderVoter): number {
  let votes = 0
  for (const [{ words, familyWords }, locals] of pairs) {
    const vote = familyWords > 0 ? 0 : voter.voteOf(words, locals)
    if (vote !== 0) votes += vote + LIST_WEIGHT * listVote(words)
  }
  return Math.abs(votes) < MIN_VOTES ? 0 : votes
}

const isGiven = (word: string): boolean => (wordKindOf(word) & (GIVEN | SURNAME)) === GIVEN

/** A given name, or an initial in the middle, speaks for the order that it stands in. */
const listVote = (words: readonly string[]): number =>
  Number(isGiven(words[0] ?? '') || (words.length === 3 && INITIAL.test(words[1] ?? ''))) -
  Number(isGiven(words.at(-1) ?? '') || INITIAL.test(words.at(-1) ?? ''))

interface LocalShape {
  /** What stands before the first mark. */
  head: string
  /** Letters of all that follows. */
  rest: string
}

/** Which part of a name local parts begin with. Many candidates meet the same local parts, and each more than once. */
class OrderVoter {
  private readonly shapes = new Map<string, LocalShape>()
  private readonly votes = new Map<readonly string[], number>()

  /** Above 0: the first local part that says it begins with the first word; below: with the last. */
  voteOf(words: readonly string[], locals: readonly string[]): number {
    const known = this.votes.get(words)
    if (known !== undefined) return known
    const vote = this.firstVote(words, locals)
    this.votes.set(words, vote)
    return vote
  }

  private firstVote(words: readonly string[], locals: readonly string[]): number {
    const western = foldedName(arrangeWords(words, 0, 'given-first', 0))
    const eastern = foldedName(arrangeWords(words, 0, 'family-first', 0))
    for (const local of locals) {
      const shape = this.shapeOf(local)
      const vote = Number(opens(shape, western)) - Number(opens(shape, eastern))
      if (vote !== 0) return vote
    }
    return 0
  }

  private shapeOf(local: string): LocalShape {
    const known = this.shapes.get(local)
    if (known) return known
    const head = local.toLowerCase().split(/[._-]+/, 1)[0] ?? ''
    const shape = { head, rest: lettersOf(local).slice(head.length) }
    this.shapes.set(local, shape)
    return shape
  }
}

const foldedName = ({ first, last }: PersonName) => ({
  given: lettersOf(foldName(first)),
  family: lettersOf(foldName(last)),
})

/** Whether a local part begins with the first name or its initial, and goes on with the surname to its end. */
function opens({ head, rest }: LocalShape, { given, family }: ReturnType<typeof foldedName>): boolean {
  if (rest !== '') return rest === family && head !== '' && given.startsWith(head)
  return family !== '' && (head === given + family || head === given.slice(0, 1) + family)
}
