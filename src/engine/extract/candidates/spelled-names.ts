import { foldName } from '../../../lib/text/person-name-fold.ts'
import type { PageMemory } from '../people/page-memory.ts'
import { tidyCase } from '../../../lib/text/name-case.ts'
import { GIVEN, SURNAME, wordKindOf } from '../names/name-words.ts'
import { nameKey } from '../names/person-name.ts'
import type { PersonName } from '../names/name-evidence.ts'
import type { NameCandidate } from './candidate-list.ts'
import { leadsName } from './name-shape.ts'
import { INITIAL, lettersOf, OrderVoter, pageVotes } from './order-votes.ts'
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

/** What the addresses of the page say of all candidates of the same words that are set off alike. */
interface Spelling {
  /** Local parts that hold one of the words. */
  near: readonly string[]
  readings: readonly PersonName[]
  /** The reading that some of them spell, and those. */
  own: Pick<SpelledName, 'name' | 'locals'> | null
  /** Null until somebody asks. */
  grade: 0 | 2 | 3 | null
}

/** The candidates that an address of the page spells, surname beside first name or initial, whatever the lists say of the words. */
export class SpelledNames {
  readonly found: SpelledName[]
  /** In which order the page writes names that have no comma: below 0 surnames first, 0 unknown. */
  private readonly votes: number
  /** Words with the local parts that hold one of them. */
  private readonly pairs: ReadonlyMap<readonly string[], readonly string[]>
  private readonly spellings = new Map<readonly string[], Spelling[]>()
  private readonly memory: PageMemory
  private readonly voter = new OrderVoter()
  private left = MAX_COMPARISONS

  /** @param teams those of the local parts that read as a team's: they spell nobody but somebody with a known given name */
  constructor(
    candidates: readonly NameCandidate[],
    locals: readonly string[],
    teams: ReadonlySet<string>,
    memory: PageMemory,
  ) {
    this.memory = memory
    this.found = []
    const byWords = locals.length === 0 ? NO_CANDIDATES : Map.groupBy(candidates, ({ words }) => words)
    this.pairs = pairsOf([...byWords.keys()], locals, teams)
    const paired = [...this.pairs.keys()].flatMap((words) => byWords.get(words) ?? [])
    this.votes = pageVotes(paired, this.pairs, this.voter)
    for (const candidate of paired) {
      const own = this.spellingOf(candidate)?.own
      if (own) this.found.push({ candidate, ...own })
    }
  }

  /** Whether one of the local parts spells the name as it is read here. */
  spells(name: PersonName, locals: readonly string[]): boolean {
    const key = nameKey(name)
    return locals.some((local) => this.memory.fitter.grade(local, name, key) === 3)
  }

  /** How well the address that suits a candidate best suits it: 0, 2 (one part of the name, or a cut login) or 3. */
  gradeOf(candidate: NameCandidate): 0 | 2 | 3 {
    const spelling = this.spellingOf(candidate)
    if (!spelling) return 0
    spelling.grade ??= spelling.own ? 3 : this.gradeAmong(spelling)
    return spelling.grade
  }

  private gradeAmong({ readings, near }: Spelling): 0 | 2 | 3 {
    let best: 0 | 2 | 3 = 0
    for (const name of readings) {
      const key = nameKey(name)
      for (const local of near) {
        const grade = this.left-- > 0 ? this.memory.fitter.grade(local, name, key) : 0
        if (grade === 3) return 3
        if (grade === 2) best = 2
      }
    }
    return best
  }

  get order(): NameOrder {
    return this.votes < 0 ? 'family-first' : 'given-first'
  }

  private spellingOf(candidate: NameCandidate): Spelling | null {
    const { words, familyWords, place } = candidate
    const near = this.pairs.get(words)
    if (!near) return null
    const form = 2 * familyWords + Number(place === 'run')
    const there = this.spellings.get(words) ?? []
    const known = there[form]
    if (known) return known
    const readings = this.readingsOf(candidate, near)
    const spelling: Spelling = { near, readings, own: this.read(readings, near), grade: null }
    there[form] = spelling
    this.spellings.set(words, there)
    return spelling
  }

  private read(readings: readonly PersonName[], near: readonly string[]): Spelling['own'] {
    for (const name of readings) {
      const key = nameKey(name)
      const locals = near.filter((local) => this.left-- > 0 && this.memory.fitter.grade(local, name, key) === 3)
      if (locals.length > 0) return { name, locals }
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
    const listed = words.length > 2 && familyWords === 0 ? this.memory.readName(words.join(' ')) : null
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

const NO_CANDIDATES: ReadonlyMap<readonly string[], readonly NameCandidate[]> = new Map()

/** Words of candidates with the local parts that hold one of them. */
function pairsOf(
  all: readonly (readonly string[])[],
  locals: readonly string[],
  teams: ReadonlySet<string>,
): Map<readonly string[], string[]> {
  const spelled = [...new Set(locals)].slice(0, MAX_LOCALS).map((local) => ({ local, pieces: piecesOf(local) }))
  const wanted = new Set(spelled.flatMap(({ pieces }) => pieces))
  const byForm = new Map<string, (readonly string[])[]>()
  for (const words of all) {
    for (const form of new Set([...words.flatMap(foldedForms), ...cutForms(words)])) {
      if (!wanted.has(form)) continue
      const known = byForm.get(form)
      if (known) known.push(words)
      else byForm.set(form, [words])
    }
  }
  const pairs = new Map<readonly string[], string[]>()
  for (const { local, pieces } of byForm.size === 0 ? [] : spelled) {
    const near = new Set(pieces.flatMap((piece) => byForm.get(piece) ?? []))
    for (const words of near) {
      if (teams.has(local) && !leadsName(wordKindOf(words[0] ?? ''))) continue
      const known = pairs.get(words)
      if (known) known.push(local)
      else pairs.set(words, [local])
    }
  }
  return pairs
}

/** The reading in which people carry the surnames of both parents, of which their houses use one. */
function twoSurnames(words: readonly string[], familyWords: number, order: NameOrder): PersonName[] {
  if (familyWords > 0 || INITIAL.test(words.at(order === 'given-first' ? -2 : 1) ?? '')) return []
  const parts = words.filter((word) => !isParticle(word))
  if (parts.length < 3) return []
  if (order === 'family-first') {
    // `Jane Ann Doe`: whoever goes by the second name has no surnames in front.
    if (isGivenAlone(words[0] ?? '')) return []
    const name = arrangeWords(words, words.indexOf(parts[1] ?? '') + 1, order, 2)
    return [{ ...name, full: words.map(tidyCase).join(' ') }]
  }
  let start = words.lastIndexOf(parts.at(-2) ?? '')
  while (start > 1 && isParticle(words[start - 1] ?? '')) start--
  return [arrangeWords([...words.slice(start), ...words.slice(0, start)], words.length - start, order, 2)]
}

const isGivenAlone = (word: string): boolean => (wordKindOf(word) & (GIVEN | SURNAME)) === GIVEN

function foldedForms(word: string): string[] {
  const [short, long] = [foldName(word), foldName(word, 'long')]
  return (short === long ? [short] : [short, long]).flatMap((folded) => {
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
  // Of two surnames houses use one.
  const second = parts.length > 2 ? (parts.at(-2) ?? '') : last
  const heads = [...new Set([last, second, family])].flatMap((name) => [
    first.slice(0, CUT_CHARS) + name.slice(0, CUT_CHARS),
    name.slice(0, CUT_CHARS) + first.slice(0, CUT_CHARS),
    (first.slice(0, 1) + name).slice(0, LOGIN_CHARS),
  ])
  return [...heads, (last.slice(0, 1) + first).slice(0, LOGIN_CHARS)]
}

/** What may be a word of a local part: its divided parts, and the heads and tails of each. */
function piecesOf(local: string): string[] {
  const pieces: string[] = []
  for (const part of new Set([lettersOf(local), ...local.toLowerCase().split(/[^a-z]+/)])) {
    for (let cut = 0; cut < part.length && cut <= MAX_WORD_CHARS; cut++) {
      const left = part.length - cut
      if (left >= MIN_WORD_CHARS && left <= MAX_WORD_CHARS) pieces.push(part.slice(cut))
      if (cut >= MIN_WORD_CHARS) pieces.push(part.slice(0, cut))
    }
  }
  return pieces
}
