import type { NamedUnit } from './named-person.ts'
import { editDistance } from '../../lib/text/edit-distance.ts'
import { sketchOf } from './layout-signature.ts'
import { askedName, mightGive, mightName, openSketch } from './names-sketch.ts'
import { VISIT } from './observed-history.ts'
import type { Look, PersonStatement } from './observed-history.ts'
import { positionWords, samePosition } from './position-words.ts'
import { SAME_LIST } from './roster-lines.ts'

export interface ShownSite {
  /** At each page. */
  looks: ReadonlyMap<string, readonly Look[]>
  /** The keys of the names that each look showed, by `uri time`. */
  shown: ReadonlyMap<string, ReadonlySet<string>>
}

/** `renamed` where the later name is another one, not the same written otherwise. */
type Tie = 'written' | 'renamed'

/** How two names that no look shows together are one person; null when nothing says so. */
export function tieOf(a: NamedUnit, b: NamedUnit, site: ShownSite): Tie | null {
  const shared = addressesOf(a).filter((address) => addressesOf(b).includes(address))
  const sharesFirst = a.first === b.first
  if (a.last === b.last) {
    // One of two namesakes, whose address is another one now.
    if (sharesFirst) return sharePosition(a, b) ? 'written' : null
    const isLike =
      shared.length > 0 || isWithin(a, b) || isWithin(b, a) || (isNear(a.first, b.first) && sharePosition(a, b))
    return isLike ? 'written' : null
  }
  if (a.words.join(' ') === b.words.join(' ')) return 'written'
  if (!sharesFirst) return null
  if (shared.length > 0 && (isCalledByPost(a, b) || isCalledByPost(b, a))) return 'written'
  const isPart = a.last.includes(b.last) || b.last.includes(a.last)
  const follows = (a.seen.at(-1) ?? 0) < (b.seen[0] ?? 0)
  if (follows && isMissed(a, { b, shared, site })) return null
  if (shared.length > 0) return !follows || isPart ? 'written' : keepsAddress(a, { b, shared }) ? 'renamed' : null
  if (isPart && sharePosition(a, b)) return follows ? 'renamed' : 'written'
  return follows ? givesWay(a, b, site) : null
}

/** `Mohammed Reception` of one who is at the reception: the line below the name was read as a part of it. */
const isCalledByPost = ({ last }: NamedUnit, { statements }: NamedUnit): boolean =>
  statements.some(({ position }) => {
    const words = positionWords(position)
    return words.includes(last) || words.join('') === last
  })

interface Later {
  b: NamedUnit
  /** Addresses that both have. */
  shared: readonly string[]
}

/** Whether a look at a list that showed the one to the last was without both before the other came. */
function isMissed(a: NamedUnit, { b, shared, site }: Later & { site: ShownSite }): boolean {
  const [last, first] = [a.seen.at(-1) ?? 0, b.seen[0] ?? 0]
  const asked = askedName(b.name)
  return a.statements
    .filter(({ seen }) => (seen.at(-1) ?? 0) > last - VISIT)
    .flatMap((said) => looksAfter(said, a.key, site))
    .some((look) => look.at < first - VISIT && !isWritten(look, asked, shared))
}

/** Letters of a family name that an address is told by. */
const NAME_START = 3

/** An address that has nothing of the family name goes to the next of the first name: only the same post says that it is kept. */
const keepsAddress = (a: NamedUnit, { b, shared }: Later): boolean =>
  shared.some((address) => address.split('@')[0]?.includes(a.last.slice(0, NAME_START))) ||
  sharePosition(a, b) ||
  ![a, b].some(({ statements }) => statements.some(({ position }) => position !== ''))

/** The looks at a page, after the last one with this statement, that show half of those who stood beside it then. */
function looksAfter({ uri, seen }: PersonStatement, key: string, { looks, shown }: ShownSite): Look[] {
  const last = seen.at(-1) ?? 0
  const mates = [...(shown.get(`${uri} ${last}`) ?? [])].filter((other) => other !== key)
  const isSameList = ({ at }: Look): boolean => {
    const there = shown.get(`${uri} ${at}`)
    return mates.filter((mate) => there?.has(mate)).length >= SAME_LIST * mates.length
  }
  return (looks.get(uri) ?? []).filter((look) => look.at > last && isSameList(look))
}

const addressesOf = ({ statements }: NamedUnit): string[] =>
  statements.flatMap(({ address }) => (address === null ? [] : [address]))

/** `Ann Berg` of `Jo Ann Berg`: the same page may be read with a word or two more or less, such as those of a post before it. */
const isWithin = ({ words }: NamedUnit, longer: NamedUnit): boolean =>
  words.length > 1 &&
  longer.words.length <= words.length + MORE_WORDS &&
  words.every((word) => longer.words.includes(word))
const MORE_WORDS = 2

const isShortOf = (short: string, long: string): boolean =>
  (short.length === 1 || short.length >= CUT_SHORT) && long.startsWith(short)
/** Letters of a first name that is cut short. */
const CUT_SHORT = 3

/** `J` or `Jeff` of `Jeffrey`, which may be spelt `Jeffery` as well. */
const isNear = (one: string, other: string): boolean =>
  isShortOf(one, other) ||
  isShortOf(other, one) ||
  (Math.min(one.length, other.length) >= SPELT_OTHERWISE && editDistance(one, other, 1) <= 1)
/** Letters of a first name of which one may be another. */
const SPELT_OTHERWISE = 5

const sharePosition = (a: NamedUnit, b: NamedUnit): boolean =>
  a.statements.some((one) =>
    b.statements.some(
      (other) => one.position !== '' && other.position !== '' && samePosition(one.position, other.position),
    ),
  )

/**
 * The next look at a list shows, in the position of the one, the other, there or on a page that is new: nobody with a first
 * name twice takes the post over. Where the page gives no position to tell them by, a part of the family name says so;
 * without any it stays open, and neither is said to have come or gone.
 */
function givesWay(a: NamedUnit, b: NamedUnit, site: ShownSite): Tie | null {
  const asked = askedName(b.name)
  const firstOf = ({ seen }: Pick<PersonStatement, 'seen'>): number => seen[0] ?? 0
  const fresh = b.statements.filter((said) => firstOf(said) < firstOf(b) + VISIT)
  const ties = a.statements.flatMap((said) => {
    const without = looksAfter(said, a.key, site).filter((look) => !isWritten(look, asked))
    return fresh.flatMap((other): Tie[] => {
      const first = firstOf(other)
      if (without.some(({ at }) => at < first) || !(other.uri === said.uri || isNewPage(other.uri, first, site)))
        return []
      const [was, is] = [said.position || positionOf(a), other.position || positionOf(b)]
      if (was !== '' && is !== '') return samePosition(was, is) ? ['renamed'] : []
      return other.uri !== said.uri ? [] : [sharePart(a, b) ? 'renamed' : 'written']
    })
  })
  return ties.includes('renamed') ? 'renamed' : (ties[0] ?? null)
}

/** The newest that any page gave; empty where none did. */
const positionOf = ({ statements }: NamedUnit): string =>
  statements
    .filter(({ position }) => position !== '')
    .toSorted((a, b) => (a.seen.at(-1) ?? 0) - (b.seen.at(-1) ?? 0) || (a.position < b.position ? -1 : 1))
    .at(-1)?.position ?? ''

/** Whether a look writes the name or gives one of the addresses, though nobody read it there. */
function isWritten({ signature }: Look, asked: readonly string[], addresses: readonly string[] = []): boolean {
  const sketch = openSketch(sketchOf(signature))
  return sketch !== null && (mightName(sketch, asked) || addresses.some((address) => mightGive(sketch, address)))
}

/** Whether no earlier look at the page showed anybody. */
const isNewPage = (uri: string, at: number, { looks, shown }: ShownSite): boolean =>
  !looks.get(uri)?.some((look) => look.at < at && shown.has(`${uri} ${look.at}`))

/** A word of the family name that both have; particles are shorter. */
const MIN_PART = 4
const sharePart = (a: NamedUnit, b: NamedUnit): boolean =>
  a.words.some((word) => word.length >= MIN_PART && !a.first.includes(word) && b.words.includes(word))
