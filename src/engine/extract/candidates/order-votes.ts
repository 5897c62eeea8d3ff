import { foldName } from '../../../lib/text/person-name-fold.ts'
import { GIVEN, SURNAME, wordKindOf } from '../names/name-words.ts'
import type { PersonName } from '../names/name-evidence.ts'
import type { NameCandidate } from './candidate-list.ts'
import { arrangeWords } from './word-order.ts'

export const INITIAL = /^\p{Lu}\.?$/u
export const lettersOf = (text: string): string => text.replace(/[^a-z]/g, '')

/** A given name that is nothing else outweighs an address. */
const LIST_WEIGHT = 3
const MIN_VOTES = 2

/**
 * The order of the names on a page, by majority: an address votes by its first part (`aku.saarinen`, `asaarinen`), a list by
 * given names that are nothing else. Lists outweigh addresses, since some companies write `saarinen.aku@`.
 * @returns above 0: given names first; below: surnames first; 0: unknown
 */
export function pageVotes(
  paired: readonly NameCandidate[],
  pairs: ReadonlyMap<readonly string[], readonly string[]>,
  voter: OrderVoter,
): number {
  let votes = 0
  for (const { words, familyWords } of paired) {
    const vote = familyWords > 0 ? 0 : voter.voteOf(words, pairs.get(words) ?? [])
    if (vote !== 0) votes += vote + LIST_WEIGHT * listVote(words)
  }
  return Math.abs(votes) < MIN_VOTES ? 0 : votes
}

const isGiven = (word: string): boolean => (wordKindOf(word) & (GIVEN | SURNAME)) === GIVEN

/** A given name, or an initial in the middle, is evidence for the order it is in. */
const listVote = (words: readonly string[]): number =>
  Number(isGiven(words[0] ?? '') || (words.length === 3 && INITIAL.test(words[1] ?? ''))) -
  Number(isGiven(words.at(-1) ?? '') || INITIAL.test(words.at(-1) ?? ''))

interface LocalShape {
  /** The part before the first separator. */
  head: string
  /** Letters of everything after it. */
  rest: string
}

/**
 * Determines which part of a name local parts begin with. Many candidates meet the same local parts, and each of them more than
 * once.
 */
export class OrderVoter {
  private readonly shapes = new Map<string, LocalShape>()
  private readonly votes = new Map<readonly string[], number>()

  /** Decided by the first local part that shows it: above 0 if it begins with the first word, below if with the last. */
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

/** Whether a local part begins with the first name or its initial, and continues with the surname to its end. */
function opens({ head, rest }: LocalShape, { given, family }: ReturnType<typeof foldedName>): boolean {
  if (rest !== '') return rest === family && head !== '' && given.startsWith(head)
  return family !== '' && (head === given + family || head === given.slice(0, 1) + family)
}
