import type { NamedUnit } from './named-person.ts'
import { editDistance } from '../../lib/text/edit-distance.ts'
import { otherFirstNames } from '../names/nicknames.ts'
import { sketchOf } from './layout-signature.ts'
import { askedName, mightGive, mightName, openSketch } from './names-sketch.ts'
import { VISIT } from './observed-history.ts'
import type { Look, PersonStatement } from './observed-history.ts'
import { positionWords, samePosition } from './position-words.ts'
import { SAME_LIST } from './roster-lines.ts'

export interface ShownSite {
  /** For each page. */
  looks: ReadonlyMap<string, readonly Look[]>
  /** The keys of the names that each look showed, by `uri time`. */
  shown: ReadonlyMap<string, ReadonlySet<string>>
}

/** `renamed` if the later name is a different one, not another spelling. */
type Tie = 'written' | 'renamed'

/** Whether two names that no look shows together belong to one person, and how; null if nothing says so. */
export function tieOf(a: NamedUnit, b: NamedUnit, site: ShownSite): Tie | null {
  const shared = addressesOf(a).filter((address) => addressesOf(b).includes(address))
  if (a.last === b.last) return isSameRelative(a, b, shared) ? 'written' : null
  if (a.words.join(' ') === b.words.join(' ')) return 'written'
  if (shared.length > 0 && isMisspelt(a, b)) return 'written'
  return a.first === b.first ? tieByFirstName(a, b, { shared, site }) : null
}

/** Of two people with one family name, whether they are one. */
function isSameRelative(a: NamedUnit, b: NamedUnit, shared: readonly string[]): boolean {
  // Otherwise one of two namesakes, whose address has changed.
  if (a.first === b.first) return a.key !== b.key || sharePosition(a, b)
  const isOtherForm = isNear(a.first, b.first) || isCalled(a, b)
  return shared.length > 0 || isWithin(a, b) || isWithin(b, a) || (isOtherForm && sharePosition(a, b))
}

/** How two different family names behind one first name belong together. */
function tieByFirstName(
  a: NamedUnit,
  b: NamedUnit,
  { shared, site }: Omit<Later, 'b'> & { site: ShownSite },
): Tie | null {
  if (shared.length > 0 && (isCalledByPost(a, b) || isCalledByPost(b, a))) return 'written'
  const isPart = a.last.includes(b.last) || b.last.includes(a.last)
  const follows = (a.seen.at(-1) ?? 0) < (b.seen[0] ?? 0)
  if (!follows) return shared.length > 0 || (isPart && sharePosition(a, b)) ? 'written' : null
  if (isMissed(a, { b, shared, site })) return null
  if (shared.length > 0) {
    if (isPart) return 'written'
    return keepsAddress(a, { b, shared }) ? 'renamed' : null
  }
  // A part that is left out is no new name.
  if (isPart && sharePosition(a, b)) return isWithin(b, a) ? 'written' : 'renamed'
  return givesWay(a, b, site)
}

/** `Mohammed Reception` for someone at the reception: the line below the name was read as part of it. */
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

/** Whether a look at a list that showed the first name last contained neither name before the second appeared. */
function isMissed(a: NamedUnit, { b, shared, site }: Later & { site: ShownSite }): boolean {
  const [last, first] = [a.seen.at(-1) ?? 0, b.seen[0] ?? 0]
  const asked = askedName(b.name)
  return a.statements
    .filter(({ seen }) => (seen.at(-1) ?? 0) > last - VISIT)
    .flatMap((said) => looksAfter(said, a.key, site))
    .some((look) => look.at < first - VISIT && !isWritten(look, asked, shared))
}

/** Letters of a family name by which an address is recognised. */
const NAME_START = 3

/**
 * An address without the family name may be passed on to the next person with the first name: only the same position shows that
 * it was kept.
 */
const keepsAddress = (a: NamedUnit, { b, shared }: Later): boolean =>
  shared.some((address) => address.split('@')[0]?.includes(partsOf(a).last.slice(0, NAME_START))) ||
  sharePosition(a, b) ||
  ![a, b].some(({ statements }) => statements.some(({ position }) => position !== ''))

/** The looks at a page after the last one with this statement that still show half of the people listed with it then. */
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

/**
 * `Ann Berg` for `Jo Ann Berg`: the same page may be read with a word or two more or less, such as words of a preceding
 * position.
 */
const isWithin = ({ words }: NamedUnit, longer: NamedUnit): boolean =>
  words.length > 1 &&
  longer.words.length <= words.length + MORE_WORDS &&
  words.every((word) => longer.words.includes(word))
const MORE_WORDS = 2

const isShortOf = (short: string, long: string): boolean =>
  (short.length === 1 || short.length >= CUT_SHORT) && long.startsWith(short)
/** Least letters of a shortened first name. */
const CUT_SHORT = 3

/** `J` or `Jeff` for `Jeffrey`, which may also be spelt `Jeffery`. */
const isNear = (one: string, other: string): boolean =>
  isShortOf(one, other) || isShortOf(other, one) || isSpeltAs(one, other)
/** Least letters of a first name in which one may differ. */
const SPELT_OTHERWISE = 5

/** `Kathrine Oldfeild` for `Katherine Oldfield`. */
const isMisspelt = (a: NamedUnit, b: NamedUnit): boolean => isSpeltAs(a.first, b.first) && isSpeltAs(a.last, b.last)

const isSpeltAs = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= SPELT_OTHERWISE && editDistance(one, other, 1) <= 1)

/** `Bob` for `Robert`. */
const isCalled = (a: NamedUnit, b: NamedUnit): boolean => otherFirstNames(partsOf(a).first).includes(partsOf(b).first)

const partsOf = ({ key }: NamedUnit): { first: string; last: string } => {
  const [first = '', last = ''] = key.split(' ')
  return { first, last }
}

const sharePosition = (a: NamedUnit, b: NamedUnit): boolean =>
  a.statements.some((one) =>
    b.statements.some(
      (other) => one.position !== '' && other.position !== '' && samePosition(one.position, other.position),
    ),
  )

/**
 * The next look at a list shows the second person in the position of the first, there or on a new page: it is unlikely that two
 * people with the same first name hold a position in turn. If the page gives no position to compare, a shared part of the
 * family name decides; without one the question stays open, and neither is reported as having come or gone.
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

/** The newest position on any page; empty if there is none. */
const positionOf = ({ statements }: NamedUnit): string =>
  statements
    .filter(({ position }) => position !== '')
    .toSorted((a, b) => (a.seen.at(-1) ?? 0) - (b.seen.at(-1) ?? 0) || (a.position < b.position ? -1 : 1))
    .at(-1)?.position ?? ''

/** Whether a look contains the name or one of the addresses, although no person was recognised there. */
function isWritten({ signature }: Look, asked: readonly string[], addresses: readonly string[] = []): boolean {
  const sketch = openSketch(sketchOf(signature))
  return sketch !== null && (mightName(sketch, asked) || addresses.some((address) => mightGive(sketch, address)))
}

/** Whether no earlier look at the page showed any people. */
const isNewPage = (uri: string, at: number, { looks, shown }: ShownSite): boolean =>
  !looks.get(uri)?.some((look) => look.at < at && shown.has(`${uri} ${look.at}`))

/** Least letters of a shared word of the family name; particles are shorter. */
const MIN_PART = 4
const sharePart = (a: NamedUnit, b: NamedUnit): boolean =>
  a.words.some((word) => word.length >= MIN_PART && !a.first.includes(word) && b.words.includes(word))
