import { headsLeavers } from '../../classify/ended-post.ts'
import { alternation } from '../../../lib/text/alternation.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { FoundPerson } from '../page/page-facts.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { MentionIndex } from './mention-index.ts'
import type { NameMention } from './name-mentions.ts'

/** What the heading of a section says of everybody in it. */
interface Section {
  /** As written. */
  heading: string
  /** They are no longer at the company, or they are customers and others who speak about it. */
  kind: 'left' | 'outside'
}

const OUTSIDE = new RegExp(
  alternation`
    ^(?:(?:client|customer|patient|guest|user|partner|student|member) )?(?:testimonials|reviews|success stories|feedback)$
    ^(?:happy|satisfied) (?:clients|customers)$|^(?:what|hear|listen to what) (?:our |the |some )?\p{L}+ (?:say|think|are saying|have to say|said)\b
    ^(?:what (?:people|others|they) (?:say|are saying)|hear from our (?:clients|customers|guests|patients)|loved by)\b
    ^(?:kunden|patienten|mandanten|gäste|teilnehmer)(?:stimmen|meinungen|bewertungen|feedback)$|^referenzen$|^stimmen unserer\b
    ^(?:was|so) (?:unsere|andere) .{2,30}(?:sagen|denken|meinen)\b|^das sagen (?:unsere|andere)\b|^(?:avis|témoignages)(?: .{2,30})?$
    ^(?:ce que|ce qu['’]en) (?:disent|pensent)\b|^ils (?:nous font confiance|parlent de nous|témoignent)\b|^(?:testimonios|opiniones)(?: .{2,30})?$
    ^(?:lo )?que dicen\b|^(?:testimonianze|recensioni)(?: .{2,30})?$|^(?:dicono di noi|cosa dicono)\b|^depoimentos(?: .{2,30})?$|^o que dizem\b
    ^(?:ervaringen|reviews)(?: .{2,30})?$|^(?:wat|dit) (?:onze )?.{2,20}(?:zeggen|vinden)\b|^opinie(?: .{2,30})?$|^(?:referenser|omtaler|udtalelser)$`,
  'iu',
)

const HEADING = /^h[1-6]$/
const MAX_CHARS = 80
/** Lines above a name in which its headings are looked for. */
const MAX_LINES = 400
/** `A`, `2019–2023`, `Class of 2019`: it divides a section. */
const DIVIDER = /^(?:\p{L}|(?:\p{L}+ (?:of )?)?\d[\d\s–—-]+)$/u

/**
 * The people, each with what the headings above their names say of everybody below them: of those who left, in front of the
 * position as written. Somebody whom the page also names elsewhere is left as they are.
 */
export function withSections(
  people: readonly FoundPerson[],
  mentions: readonly NameMention[],
  tree: PageTree,
  index: MentionIndex,
): FoundPerson[] {
  // Headings are few, and nothing else is asked of most pages.
  const isAnything =
    tree.lines.some((line) => levelOf(line) > 0 && kindOf(line.text) !== null) ||
    mentions.some(({ line }) => noteBelow(line, tree.lines, index) !== null)
  if (!isAnything) return [...people]
  const places = Map.groupBy(mentions, ({ name }) => name.full)
  const known = new Set(people.map(({ fullName }) => fullName))
  const others = [...places].flatMap(([fullName, [mention]]) =>
    known.has(fullName) || mention === undefined || mention.place === 'prose' ? [] : named(mention),
  )
  const sectioned = [...people, ...others].map((person) => {
    const sections = (places.get(person.fullName) ?? []).map((mention) => sectionOf(mention, tree, index))
    const [section = null] = sections
    if (section === null || sections.some((other) => other?.kind !== section.kind)) return person
    if (section.kind === 'outside') return { ...person, isOutside: true }
    return { ...person, positionRaw: [section.heading, person.positionRaw ?? []].flat().join(' · ') }
  })
  return sectioned.filter((person, at) => at < people.length || person.positionRaw !== null)
}

/** Somebody of whom the page says nothing but what the heading does. */
const named = ({ name }: NameMention): FoundPerson => ({
  firstName: name.first || null,
  lastName: name.last || null,
  fullName: name.full,
  position: null,
  positionRaw: null,
  phone: null,
  linkedin: null,
  twitter: null,
  email: null,
  via: null,
  location: null,
})

/**
 * What the nearest heading above a name says of those below it; null if it says nothing of the kind. Headings that are names or
 * divide a list do not end its section.
 */
function sectionOf({ line }: NameMention, { lines }: PageTree, index: MentionIndex): Section | null {
  const beside = noteBelow(line, lines, index)
  if (beside !== null) return beside
  const level = levelOf(line) || LOWEST
  for (let at = line.index - 1; at >= Math.max(0, line.index - MAX_LINES); at--) {
    const above = lines[at]
    if (above === undefined || levelOf(above) === 0 || levelOf(above) >= level) continue
    const text = above.text.trim()
    const isName = index.within(at, at + 1).some(({ start, end }) => end - start >= text.length / 2)
    if (isName || DIVIDER.test(text)) continue
    const kind = kindOf(text)
    return kind === null ? null : { heading: text, kind }
  }
  return null
}

/** `In memoriam (1950–2021)` below the name. */
function noteBelow({ index: at }: PageLine, lines: readonly PageLine[], index: MentionIndex): Section | null {
  for (const next of lines.slice(at + 1, at + 1 + MAX_BELOW)) {
    if (levelOf(next) > 0 || index.within(next.index, next.index + 1).length > 0) return null
    if (kindOf(next.text) === 'left') return { heading: next.text.trim(), kind: 'left' }
  }
  return null
}
const MAX_BELOW = 2

/** Behind `In memoriam`. */
const DATES = /[\s,]*\(?[†*]?\s?\d[\d\s.–—-]*\)?$/
const LOWEST = 7
const levelOf = ({ block: { tag } }: PageLine): number => (HEADING.test(tag) ? Number(tag[1]) : 0)

function kindOf(text: string): Section['kind'] | null {
  if (text.length > MAX_CHARS) return null
  if (headsLeavers(text.replace(DATES, ''))) return 'left'
  return OUTSIDE.test(text.trim().replace(/[\s:.!?]+$/, '')) ? 'outside' : null
}
