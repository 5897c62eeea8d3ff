import { headsLeavers } from '../../classify/ended-post.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { FoundPerson } from '../page/page-facts.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { MentionIndex } from './mention-index.ts'
import type { NameMention } from './name-mentions.ts'

const HEADING = /^h[1-6]$/
const MAX_CHARS = 80
/** Lines above a name in which its headings are looked for. */
const MAX_LINES = 400
/** `A`, `2019–2023`, `Class of 2019`: it divides a section. */
const DIVIDER = /^(?:\p{L}|(?:\p{L}+ (?:of )?)?\d[\d\s–—-]+)$/u

/**
 * The people, those below a heading of people who left with that heading in front of their position as written. Somebody whom
 * the page also names elsewhere is left as they are.
 */
export function withSections(
  people: readonly FoundPerson[],
  mentions: readonly NameMention[],
  tree: PageTree,
  index: MentionIndex,
): FoundPerson[] {
  // Headings are few, and nothing else is asked of most pages.
  const isAnything =
    tree.lines.some((line) => levelOf(line) > 0 && tellsOfLeavers(line.text)) ||
    mentions.some(({ line }) => noteBelow(line, tree.lines, index) !== null)
  if (!isAnything) return [...people]
  const places = Map.groupBy(mentions, ({ name }) => name.full)
  const known = new Set(people.map(({ fullName }) => fullName))
  const others = [...places].flatMap(([fullName, [mention]]) =>
    known.has(fullName) || mention === undefined || mention.place === 'prose' ? [] : named(mention),
  )
  const sectioned = [...people, ...others].map((person) => {
    const headings = (places.get(person.fullName) ?? []).map((mention) => leaversAround(mention, tree, index))
    const [heading = null] = headings
    if (heading === null || headings.includes(null)) return person
    return { ...person, positionRaw: [heading, person.positionRaw ?? []].flat().join(' · ') }
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
 * The nearest heading above a name, or the note below it, if that says that they left. Headings that are names or divide a list
 * do not end its section.
 */
function leaversAround({ line }: NameMention, { lines }: PageTree, index: MentionIndex): string | null {
  const beside = noteBelow(line, lines, index)
  if (beside !== null) return beside
  const level = levelOf(line) || LOWEST
  for (let at = line.index - 1; at >= Math.max(0, line.index - MAX_LINES); at--) {
    const above = lines[at]
    if (above === undefined || levelOf(above) === 0 || levelOf(above) >= level) continue
    const text = above.text.trim()
    const isName = index.within(at, at + 1).some(({ start, end }) => end - start >= text.length / 2)
    if (isName || DIVIDER.test(text)) continue
    return tellsOfLeavers(text) ? text : null
  }
  return null
}

/** `In memoriam (1950–2021)` below the name. */
function noteBelow({ index: at }: PageLine, lines: readonly PageLine[], index: MentionIndex): string | null {
  for (const next of lines.slice(at + 1, at + 1 + MAX_BELOW)) {
    if (levelOf(next) > 0 || index.within(next.index, next.index + 1).length > 0) return null
    if (tellsOfLeavers(next.text)) return next.text.trim()
  }
  return null
}
const MAX_BELOW = 2

/** Behind `In memoriam`. */
const DATES = /[\s,]*\(?[†*]?\s?\d[\d\s.–—-]*\)?$/
const LOWEST = 7
const levelOf = ({ block: { tag } }: PageLine): number => (HEADING.test(tag) ? Number(tag[1]) : 0)

const tellsOfLeavers = (text: string): boolean => text.length <= MAX_CHARS && headsLeavers(text.replace(DATES, ''))
