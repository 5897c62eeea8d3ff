import type { AddressLists } from '../../classify/address-lists.ts'
import { addressType } from '../../classify/role-address.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { FoundAddress } from '../page/page-facts.ts'
import { credibleMentions } from '../people/credible-mentions.ts'
import type { NameMention } from '../people/name-mentions.ts'
import { nameKey } from '../people/person-name.ts'
import type { PersonName } from '../people/name-evidence.ts'
import { nameCandidates } from './name-candidates.ts'
import type { NameCandidate } from './name-candidates.ts'
import { arrangeWords } from './word-order.ts'
import type { NameOrder } from './word-order.ts'
import { SpelledNames } from './spelled-names.ts'

export interface NamesSite {
  /** Registrable domain. */
  siteDomain: string
  lists: AddressLists
}

const isTeam = ({ local, domain }: FoundAddress, { siteDomain, lists }: NamesSite): boolean =>
  addressType(local, null, lists, { domain, siteDomain }) === 'generic'

/** The people whom a page names, in reading order: by what is known of the words, and by addresses that spell them. */
export function pageNames(tree: PageTree, addresses: readonly FoundAddress[], site: NamesSite): NameMention[] {
  const known = credibleMentions(
    tree,
    addresses.map(({ local }) => local),
  )
  const locals = addresses.filter((address) => !isTeam(address, site)).map(({ local }) => local)
  if (locals.length === 0) return known
  const candidates = nameCandidates(tree.lines)
  const spelled = new SpelledNames(candidates, locals)
  const read = new PlacedNames()
  const byPlace = new Map(candidates.map((one) => [placeOf(one), one]))
  const byOwn = new Map(spelled.found.map((one) => [placeOf(one.candidate), one]))
  const whole = spelled.found.filter(({ candidate }) => candidate.place !== 'run')
  for (const mention of known) {
    if (whole.some(({ candidate }) => holds(candidate, mention))) continue
    const own = byOwn.get(placeOf(mention))
    const isOwn =
      own !== undefined &&
      mention.name.middle === '' &&
      (mention.name.evidence < 3 || !spelled.spells(mention.name, own.locals))
    read.add(isOwn ? toMention(own.candidate, own.name) : turned(mention, byPlace.get(placeOf(mention)), spelled.order))
  }
  for (const { candidate, name } of spelled.found.sort(tightestFirst)) read.add(toMention(candidate, name))
  return read.inOrder()
}

interface Placed {
  line: { index: number }
  start: number
  end: number
}

const placeOf = ({ line, start, end }: Placed): string => `${line.index} ${start} ${end}`

const RANK = { line: 0, segment: 1, run: 2 } as const

/** A name that stands alone before one within more words; a longer one before its part. */
const tightestFirst = (a: { candidate: NameCandidate }, b: { candidate: NameCandidate }): number =>
  RANK[a.candidate.place] - RANK[b.candidate.place] || b.candidate.words.length - a.candidate.words.length

const toMention = (candidate: NameCandidate, name: PersonName): NameMention => ({
  name,
  key: nameKey(name),
  line: candidate.line,
  start: candidate.start,
  end: candidate.end,
  place: candidate.place === 'run' ? 'prose' : candidate.place,
  node: candidate.node,
})

/** Whether a name is only a part of what an address spells. */
const holds = (whole: NameCandidate, { line, start, end, place }: NameMention): boolean => {
  if (whole.line !== line || whole.start >= end || start >= whole.end) return false
  const isWithin = whole.start <= start && whole.end >= end
  return isWithin ? whole.end - whole.start > end - start : place === 'prose'
}

/** A name that the page writes surname first, with or without a mark of it. */
function turned(mention: NameMention, candidate: NameCandidate | undefined, habit: NameOrder): NameMention {
  if (!candidate || mention.name.first === '' || mention.line.text.slice(candidate.start, candidate.end).includes(','))
    return mention
  if (candidate.familyWords === 0 && habit === 'given-first') return mention
  const name = arrangeWords(candidate.words, candidate.familyWords, 'family-first', mention.name.evidence)
  return { ...mention, name, key: nameKey(name) }
}

/** Mentions that do not overlap: the first one in a place stays. */
class PlacedNames {
  private readonly byLine = new Map<number, NameMention[]>()

  add(mention: NameMention): void {
    const { index } = mention.line
    const there = this.byLine.get(index) ?? []
    if (there.some((other) => other.start < mention.end && mention.start < other.end)) return
    this.byLine.set(index, [...there, mention])
  }

  inOrder(): NameMention[] {
    return [...this.byLine.values()].flat().sort((a, b) => a.line.index - b.line.index || a.start - b.start)
  }
}
