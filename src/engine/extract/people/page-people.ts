import { MentionIndex } from './mention-index.ts'
import type { NameMention } from './name-mentions.ts'
import { creditsMaker } from '../page/maker-credit.ts'
import { isCustomerVoice } from '../page/customer-voices.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { FoundPerson } from '../page/page-facts.ts'
import type { PagePhones } from '../phones/page-phones.ts'
import { cardOf, groupHeadings } from './person-card.ts'
import type { PersonCard } from './person-card.ts'
import type { Ownership } from './person-extractor.ts'
import { namesPeople } from './people-signs.ts'
import { PersonPhones } from './person-phones.ts'
import { headedPosition } from './headed-position.ts'
import { PositionSlots } from './position-slots.ts'
import { findPosition, likelyPosition, officeInName } from './person-position.ts'
import { lettersBeside } from './beside-name.ts'
import { findTitlesAbove } from './titles-above.ts'
import { toldPosition } from './sentence-position.ts'
import { positionLabels } from './told-position.ts'
import type { PersonName } from '../names/name-evidence.ts'
import { cityPlace } from '../../../lib/vocabulary/places/city-places.ts'
import { isCountry } from '../../../lib/companies/whereabouts.ts'
import { tidyPosition } from './position-text.ts'
import { withSections } from './section-heading.ts'
import { socialProfileOf } from './social-links.ts'

const MAX_PEOPLE = 2_000
/** Places in which a person is looked for, if the first has no number or no position. */
const MAX_PLACES = 4
/** The most lines between a picture and the name below it. */
const MAX_CAPTION_LINES = 3
const PROFILE_SIGN = /linkedin|twitter|\bx\.com/i

export interface PeopleInput {
  tree: PageTree
  mentions: readonly NameMention[]
  owners: readonly Ownership[]
  /** Numbers of the page. */
  phones: PagePhones
}

/**
 * The people whom a page presents: owners of addresses, and people shown with a position, a number or a profile. Names that
 * only occur in sentences are left out unless a position comes with them.
 */
export function findPeople({ tree, mentions, owners, phones: located }: PeopleInput): FoundPerson[] {
  const phones = new PersonPhones(located)
  const index = new MentionIndex(mentions)
  const headings = groupHeadings(tree, index)
  const titlesAbove = findTitlesAbove(tree, mentions, headings)
  const slots = new PositionSlots(tree, mentions, titlesAbove, headings)
  const page = { tree, index, titlesAbove, groupHeadings: headings, labels: positionLabels(tree.lines) }
  let byKey: ReadonlyMap<string, readonly NameMention[]> | null = null
  const mentionsOf = (key: string): readonly NameMention[] =>
    (byKey ??= Map.groupBy(mentions, (mention) => mention.key)).get(key) ?? []
  const people = owners.flatMap((owner) => {
    if (!owner.mention) return [toPerson(owner.name, NOTHING_KNOWN, owner)]
    const card = cardOf(inText(owner.mention, index), page)
    const details = withHead(detailsOf(card, slots, phones), card)
    if (details.positionRaw !== null) return [toPerson(owner.name, details, owner)]
    // Beside the address is the name, and what the person does may stand where the page tells of the house.
    const elsewhere = mentionsOf(owner.key).filter((mention) => mention !== owner.mention)
    const positionRaw = firstOf(elsewhere.slice(0, MAX_PLACES), (mention) =>
      positionOf(cardOf(inText(mention, index), page), slots),
    )
    // Who made the site is reached there too, and works elsewhere.
    if (positionRaw === null && creditsMaker(tree, owner.mention)) return []
    return [toPerson(owner.name, { ...details, positionRaw }, owner)]
  })
  const owning = new Set(owners.map((owner) => owner.key))
  const named = new Set(mentions.map(({ line }) => line.index))
  const isNamed = ({ index: at }: PageLine): boolean => named.has(at)
  const isCustomer = ({ line }: NameMention): boolean => isCustomerVoice(tree, line, isNamed, namesPeople)
  const others = new Map<string, FoundPerson>()
  const untitled = new Map<string, { card: PersonCard; details: PersonDetails }>()
  const inSentences = mentions.filter((mention) => mention.place === 'prose')
  const standing = mentions.filter((mention) => mention.place !== 'prose')
  for (const mention of [...standing, ...inSentences]) {
    if (owning.has(mention.key) || others.size >= MAX_PEOPLE) continue
    const known = others.get(mention.key)
    if (known?.position) continue
    const card = cardOf(inText(mention, index), page)
    const details = detailsOf(card, slots, phones)
    if (details.positionRaw === null && !untitled.has(mention.key)) untitled.set(mention.key, { card, details })
    if (isPresented(mention, details, located.country) && !isCustomer(mention) && !creditsMaker(tree, mention))
      others.set(mention.key, toPerson(mention.name, details, null))
  }
  // What heads a list of people counts where the page says nothing else of them anywhere.
  for (const [key, { card, details }] of untitled) {
    const known = withHead(details, card)
    if (known !== details && !others.get(key)?.position && !isCustomer(card.mention))
      others.set(key, toPerson(card.mention.name, known, null))
  }
  const all = withSections([...people, ...others.values()], mentions, tree, index)
  return located.phones.length === 0
    ? all
    : withNumbersElsewhere(all, standing, (mention) => phones.of(cardOf(mention, page)))
}

/** A list of posts above, a table of numbers below: whoever has no number in the one place may have it in the other. */
function withNumbersElsewhere(
  people: readonly FoundPerson[],
  standing: readonly NameMention[],
  phoneOf: (mention: NameMention) => string | null,
): FoundPerson[] {
  const places = Map.groupBy(standing, ({ name }) => name.full)
  return people.map((person) => {
    const there = person.phone === null ? (places.get(person.fullName) ?? []) : []
    if (there.length < 2) return person
    const phone = firstOf(there.slice(0, MAX_PLACES), phoneOf)
    return phone === null ? person : { ...person, phone }
  })
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

/** For a name from a picture, the same name next to it in the text, where positions are. */
function inText(mention: NameMention, index: MentionIndex): NameMention {
  const { line, key } = mention
  if (!line.isAlternative) return mention
  const near = index.within(line.index + 1, line.index + 1 + MAX_CAPTION_LINES)
  return near.find((other) => other.key === key && other.place !== 'prose') ?? mention
}

interface PersonDetails {
  positionRaw: string | null
  phone: string | null
  linkedin: string | null
  twitter: string | null
}

const NOTHING_KNOWN: PersonDetails = { positionRaw: null, phone: null, linkedin: null, twitter: null }

function isPresented(
  mention: NameMention,
  { positionRaw, phone, linkedin }: PersonDetails,
  country: string | null,
): boolean {
  // A name at the end of a sentence is read without its stop; words that keep it are a sentence.
  if (UNNAMED_END.test(mention.name.full)) return false
  if (mention.name.evidence < 2) return positionRaw !== null
  if (positionRaw !== null) return true
  if (mention.place === 'prose' || (phone === null && linkedin === null)) return false
  // `West Elm, tel. …` is a branch, and what a form asks for is nobody.
  if (linkedin !== null) return true
  // Where the page tells no country, numbers of North America do.
  const near = country ?? (phone?.startsWith('+1') ? 'US' : null)
  return !isTown(mention.name.full, near) && !isOfForm(mention)
}
const UNNAMED_END = /\p{Ll}{5,}\.$/u

const isTown = (name: string, country: string | null): boolean =>
  country !== null && cityPlace(name, country, null) !== null

const isOfForm = ({ node, line }: NameMention): boolean =>
  [node, node.parent, line.block].some((one) => one !== null && FIELD.has(one.tag))
const FIELD = new Set(['label', 'legend', 'option', 'select', 'button', 'fieldset'])

function positionOf(card: PersonCard, slots: PositionSlots): string | null {
  const post =
    findPosition(card) ??
    slots.positionOf(card.mention) ??
    likelyPosition(card) ??
    toldPosition(card) ??
    officeInName(card) ??
    lettersBeside(card)
  // Where somebody is says not what somebody does, whatever the class of its element says.
  return post !== null && isCountry(post.split(' ')) ? null : post
}

function detailsOf(card: PersonCard, slots: PositionSlots, phones: PersonPhones): PersonDetails {
  const positionRaw = positionOf(card, slots)
  if (card.mention.place === 'prose') return { ...NOTHING_KNOWN, positionRaw, phone: phones.inSentence(card) }
  const profiles = card.links.flatMap((link) => (PROFILE_SIGN.test(link) ? (socialProfileOf(link) ?? []) : []))
  const handle = (network: 'linkedin' | 'twitter'): string | null =>
    profiles.find((profile) => profile.network === network && profile.kind === 'person')?.handle ?? null
  return { positionRaw, phone: phones.of(card), linkedin: handle('linkedin'), twitter: handle('twitter') }
}

function withHead(details: PersonDetails, card: PersonCard): PersonDetails {
  if (details.positionRaw !== null || card.mention.name.evidence < 2) return details
  const positionRaw = headedPosition(card)
  return positionRaw === null ? details : { ...details, positionRaw }
}

const toPerson = (name: PersonName, details: PersonDetails, owner: Ownership | null): FoundPerson => ({
  firstName: name.first || null,
  lastName: name.last || null,
  fullName: name.full,
  position: details.positionRaw === null ? null : tidyPosition(details.positionRaw),
  ...details,
  email: owner?.address.value ?? null,
  via: owner?.via ?? null,
  location: null,
})
