import { foldName } from '../../../lib/text/person-name-fold.ts'
import type { AddressSpot } from '../addresses/address-spots.ts'
import { AlignedPeople } from './aligned-people.ts'
import { RoleRecords } from './role-records.ts'
import { FlatRecords } from './flat-records.ts'
import { LocalIndex } from './local-index.ts'
import { MentionIndex } from './mention-index.ts'
import { COMMON, GIVEN, SURNAME, TITLE, kindOfFolded } from '../names/name-words.ts'
import type { PageMemory } from './page-memory.ts'
import type { NameMention } from './name-mentions.ts'
import { blockOf } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import type { FoundAddress, FoundPerson } from '../page/page-facts.ts'
import { RecordFinder } from '../page/page-records.ts'
import { nameKey } from '../names/person-name.ts'
import type { PersonName } from '../names/name-evidence.ts'

export interface Ownership {
  address: FoundAddress
  name: PersonName
  key: string
  /** Null when the name is the text of the link and stands nowhere else. */
  mention: NameMention | null
  via: Exclude<FoundPerson['via'], null>
  /** The local part itself speaks for the name. */
  fits: boolean
}

/** A block with more lines is a page section: one name in it does not make it a record. */
const MAX_RECORD_LINES = 40
/** Without a fit, only a block of the size of a business card is believed. */
const MAX_CARD_LINES = 14
const MAX_ORDER_LINES = 8
/** People of one block that are tried against a local part. */
const MAX_CANDIDATES = 60

/** Who owns which address of a page. An address without a sure owner is left out: a wrong name is worse than none. */
export function findOwners(
  spots: readonly AddressSpot[],
  mentions: readonly NameMention[],
  memory: PageMemory,
): Ownership[] {
  const matcher = new OwnerMatcher(mentions, spots, memory)
  matcher.vote(spots)
  const found = new Map<string, Ownership>()
  const contested = new Set<Ownership>()
  for (const spot of spots) {
    const owner = matcher.ownerOf(spot)
    const known = found.get(spot.address.value)
    if (owner && (!known || (owner.fits && !known.fits))) found.set(spot.address.value, owner)
    // In the records of two people, and of neither by its letters: that is where both of them work.
    else if (owner && known && !known.fits && isRecordOfAnother(owner, known)) contested.add(known)
  }
  return withoutDoubtful([...found.values()].filter((owner) => !contested.has(owner)))
}

const isRecordOfAnother = (one: Ownership, other: Ownership): boolean =>
  one.via === 'record' && other.via === 'record' && one.key !== other.key

/** Whom no address fits owns at most one, and who has a fitting address no other; two records of one name are two people. */
function withoutDoubtful(owners: readonly Ownership[]): Ownership[] {
  const byPerson = Map.groupBy(owners, (owner) => owner.key)
  return owners.filter((owner) => {
    const all = byPerson.get(owner.key) ?? []
    return owner.fits || all.length === 1 || all.every((other) => other === owner || isElsewhere(owner, other))
  })
}

/** Each in a record of its own, which names the person there. */
const isElsewhere = (one: Ownership, other: Ownership): boolean =>
  one.via === 'record' && other.via === 'record' && one.mention?.line !== other.mention?.line

class OwnerMatcher {
  private readonly index: MentionIndex
  private readonly records = new RecordFinder()
  private readonly flat: FlatRecords
  private readonly aligned: AlignedPeople
  private readonly roles: RoleRecords
  /** Those that are no role addresses. */
  private readonly personal: readonly AddressSpot[]
  private readonly memory: PageMemory
  private readonly spots: readonly AddressSpot[]
  private readonly spelled: LocalIndex
  /** Addresses that fit the name before them, less those that fit the name after them. */
  private before = 0
  private after = 0

  constructor(mentions: readonly NameMention[], spots: readonly AddressSpot[], memory: PageMemory) {
    this.memory = memory
    this.spots = spots
    this.index = new MentionIndex(mentions)
    this.flat = new FlatRecords(this.index)
    this.personal = spots.filter(({ address }) => !memory.isTeam(address))
    this.aligned = new AlignedPeople(this.index, this.personal)
    this.roles = new RoleRecords(this.index, spots, memory.lines)
    const people = [...new Map(mentions.map((mention) => [mention.key, mention])).values()]
    this.spelled = new LocalIndex(people, memory.fitter)
  }

  /** Reading order is decided once, by the addresses that fit one neighbour and not the other. */
  vote(spots: readonly AddressSpot[]): void {
    for (const spot of spots) {
      const { before, after } = this.index.around(spot.line, spot.offset)
      const isBefore = before !== undefined && this.grade(spot, before) >= 2
      const isAfter = after !== undefined && this.grade(spot, after) >= 2
      if (isBefore && !isAfter) this.before++
      if (isAfter && !isBefore) this.after++
    }
  }

  ownerOf(spot: AddressSpot): Ownership | null {
    const isRole = this.memory.isTeam(spot.address)
    const labelled = this.labelOwner(spot, isRole)
    if (labelled) return labelled
    const scope = this.closestScope(spot)
    if (!scope) return this.patternOwner(spot)
    const { node, people } = scope
    const [only] = people
    const local =
      people.length === 1 && only
        ? this.single(spot, this.standing(only, node), node, isRole)
        : this.several(spot, people)
    return (
      local ??
      this.patternOwner(spot) ??
      (isRole ? null : (this.alignedOwner(spot, node) ?? this.flatOwner(spot, node)))
    )
  }

  private grade(spot: AddressSpot, mention: NameMention): number {
    return this.memory.fitter.grade(spot.address.local, mention.name, mention.key)
  }

  /** The text of the link, or the name in `Jane Doe <jane@…>`. */
  private labelOwner(spot: AddressSpot, isRole: boolean): Ownership | null {
    const { address } = spot
    const name = address.label === null ? null : this.memory.readName(address.label)
    if (!name || name.evidence < 1) return null
    const key = nameKey(name)
    const grade = this.memory.fitter.grade(address.local, name, key)
    if (grade < 0 || (isRole && grade < 2)) return null
    const mention = this.index.within(spot.line, spot.line + 1).find((near) => near.key === key) ?? null
    return { address, name, key, mention, via: 'record', fits: grade > 0 }
  }

  /** The smallest block with a name in it; the line itself comes first. */
  private closestScope(spot: AddressSpot): { node: PageNode; people: NameMention[] } | null {
    let node: PageNode | null = blockOf(spot.node)
    while (node?.parent) {
      const people = this.index.peopleOf(node, MAX_CANDIDATES)
      if (people.length > 0) return { node, people }
      node = node.parent
    }
    return null
  }

  private single(spot: AddressSpot, mention: NameMention, node: PageNode, isRole: boolean): Ownership | null {
    const grade = this.grade(spot, mention)
    const isRecord = this.isRecord(node)
    if (grade >= (isRole ? 2 : 1)) return own(spot, mention, isRecord ? 'record' : 'ancestor', true)
    const lines = node.endLine - node.firstLine
    if (grade < 0 || !isCredible(mention) || this.strangerFits(spot, mention)) return null
    if (isRole) return this.roles.isIn(node, mention, spot) ? own(spot, mention, 'record', false) : null
    if (this.isShared(node, spot)) return null
    if (isRecord && lines <= MAX_RECORD_LINES) return own(spot, mention, 'record', false)
    return lines <= MAX_CARD_LINES && !isDoubtful(spot.address.local, mention)
      ? own(spot, mention, 'ancestor', false)
      : null
  }

  /** The name whom a sentence beside the address tells of, where it also heads what is about this person alone. */
  private standing(mention: NameMention, node: PageNode): NameMention {
    for (let around = node.parent; mention.place === 'prose' && around?.parent; around = around.parent) {
      const [person, other] = this.index.peopleOf(around, 2)
      if (other || person?.key !== mention.key) return mention
      if (person.place !== 'prose') return person
    }
    return mention
  }

  /** The element or one around it that still is about this person alone. */
  private isRecord(node: PageNode): boolean {
    let around: PageNode | null = node
    while (around?.parent && this.index.peopleOf(around, 2).length === 1) {
      if (this.records.isRecord(around)) return true
      around = around.parent
    }
    return false
  }

  /** Another person's address in the same element (spots stand in reading order): then the one name there does not say whose is whose. */
  private isShared({ firstLine, endLine }: PageNode, spot: AddressSpot): boolean {
    for (const { line, address } of this.spots) {
      if (line >= endLine) break
      if (line >= firstLine && address.value !== spot.address.value && !this.memory.isTeam(address)) return true
    }
    return false
  }

  private strangerFits(spot: AddressSpot, mention: NameMention): boolean {
    return this.spelled.people(spot.address.local, 3).some((person) => person.key !== mention.key)
  }

  /** Several names in the block: the one that fits. What stands nearest says nothing where the address does not fit it. */
  private several(spot: AddressSpot, people: readonly NameMention[]): Ownership | null {
    const best = this.bestFit(spot, people, 1)
    if (!best) return null
    const isNear = Math.abs(best.line.index - spot.line) <= MAX_ORDER_LINES
    return this.grade(spot, best) === 3 || (isNear && this.neighbourOf(spot, [best]))
      ? own(spot, best, 'order', true)
      : null
  }

  /** The person with whom a record begins that no element holds, where that has one address. */
  private flatOwner(spot: AddressSpot, node: PageNode): Ownership | null {
    const record = this.flat.recordOf(node, spot, this.personal)
    const mention = record?.person
    if (!mention || record.addresses.size > 1 || !isCredible(mention) || namesThing(spot.address.local)) return null
    if (this.grade(spot, mention) < 0 || this.strangerFits(spot, mention)) return null
    return own(spot, mention, 'record', false)
  }

  /** The person who has the same place in a uniform row of people as the address in its own. */
  private alignedOwner(spot: AddressSpot, node: PageNode): Ownership | null {
    const mention = this.aligned.personOf(spot, node)
    const grade = mention ? this.grade(spot, mention) : -1
    if (!mention || grade < 0 || this.strangerFits(spot, mention)) return null
    if (grade >= 1) return own(spot, mention, 'record', true)
    return isCredible(mention) && !namesThing(spot.address.local) ? own(spot, mention, 'record', false) : null
  }

  private bestFit(spot: AddressSpot, people: readonly NameMention[], least: number): NameMention | null {
    let best: NameMention[] = []
    let top = least
    for (const person of people) {
      const grade = this.grade(spot, person)
      if (grade > top) best = []
      if (grade >= top) best.push(person)
      top = Math.max(top, grade)
    }
    return best.length === 1 ? (best[0] ?? null) : this.neighbourOf(spot, best)
  }

  /** Two people whom a local part fits alike (`jsmith`): the one beside it, if one is. */
  private neighbourOf(spot: AddressSpot, people: readonly NameMention[]): NameMention | null {
    const { before, after } = this.index.around(spot.line, spot.offset)
    const neighbour = this.before >= this.after ? before : after
    return people.find((person) => person.key === neighbour?.key) ?? null
  }

  /** Somebody elsewhere on the page whose name the local part spells. */
  private patternOwner(spot: AddressSpot): Ownership | null {
    const isStanding = (person: NameMention): boolean => person.place !== 'prose' || person.name.evidence === 3
    const full = this.spelled.people(spot.address.local, 3).filter(isStanding)
    const partly = this.spelled.people(spot.address.local, 2)
    return full.length === 1 && full[0] && partly.length === 0 ? own(spot, full[0], 'pattern', true) : null
  }
}

/** `forest-shop@`, `kanzlei.nord@`: words of the language name a place or a trade; only a record gives such an address a person. */
const namesThing = (local: string): boolean =>
  local
    .split(/[^a-z]+/)
    .some((token) => (kindOfFolded(token) & (COMMON | TITLE)) !== 0 && (kindOfFolded(token) & (GIVEN | SURNAME)) === 0)

const MIN_LOCAL_LETTERS = 4
/** Letters so few may be a firm's or a team's: only a record, or a given name that begins so, makes them a person's login. */
const isDoubtful = (local: string, { name }: NameMention): boolean =>
  namesThing(local) ||
  (/^\p{L}+$/u.test(local) && local.length < MIN_LOCAL_LETTERS && !foldName(name.first).startsWith(local))

/** Without a fit, the name has to stand on its own and be one beyond doubt. */
const isCredible = (mention: NameMention): boolean => mention.place !== 'prose' && mention.name.evidence >= 2

const own = (spot: AddressSpot, mention: NameMention, via: Ownership['via'], fits: boolean): Ownership => ({
  address: spot.address,
  name: mention.name,
  key: mention.key,
  mention,
  via,
  fits,
})
