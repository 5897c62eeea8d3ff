import type { KnownPerson } from './named-person.ts'
import { DAY } from './observed-history.ts'
import type { Look, ObservedHistory } from './observed-history.ts'
import { sketchOf } from './layout-signature.ts'
import { openSketch } from './names-sketch.ts'
import { ROSTER_PEOPLE, withRedesigns } from './redesigns.ts'
import type { Redesign } from './redesigns.ts'
import { whoIsShown } from './who-is-shown.ts'

/** One look at a page that lists people, with everyone it shows. */
export interface RosterLook extends Look, Redesign {
  uri: string
  people: ReadonlySet<KnownPerson>
  /** Of the names on the page; see `namesSketch`. */
  sketch: Buffer | null
}

/** A list of people over time, even if it moved to other pages. */
export interface RosterLine {
  uris: ReadonlySet<string>
  looks: readonly RosterLook[]
}

/** What is known about a site. */
export interface Site {
  history: ObservedHistory
  /** Whom a list shows; guests, authors and customers are on other pages. */
  people: readonly KnownPerson[]
  lines: readonly RosterLine[]
  /** Those of the lists that show some of the people in turn; see `isShownInTurn`. */
  inTurn: ReadonlySet<RosterLine>
}

/** A list that was not visited for this long does not say who is where. */
export const STALE_LIST = 120 * DAY
/** Least share of the earlier people who are still there; below it, it is another list. */
export const SAME_LIST = 0.5

/** What each page that lists people showed, look by look; pages that moved are joined to their predecessors. */
export function rosterLines({ pages }: ObservedHistory, people: readonly KnownPerson[]): RosterLine[] {
  const shown = whoIsShown(people.flatMap((person) => person.statements.map((said) => [person, said] as const)))
  const lines = pages
    .map(({ uri, looks }) => ({
      uri,
      looks: looks.flatMap((look) => {
        const set = shown.get(`${uri} ${look.at}`)
        return set === undefined ? [] : [{ ...look, uri, people: set, sketch: openSketch(sketchOf(look.signature)) }]
      }),
    }))
    .filter(({ looks }) => looks.some(({ signature }) => signature !== null))
    .toSorted((a, b) => startOf(a) - startOf(b) || (a.uri < b.uri ? -1 : 1))
  return joinMoved(lines).map(marked)
}

type BareLook = Omit<RosterLook, keyof Redesign>
interface BareLine {
  uri: string
  looks: BareLook[]
}

const startOf = ({ looks }: BareLine): number => looks[0]?.at ?? 0
const endOf = ({ looks }: BareLine): number => looks.at(-1)?.at ?? 0

/** A list that ends, and half of whose people are on a page that begins later, has moved there. */
function joinMoved(lines: readonly BareLine[]): BareLine[][] {
  const chains: BareLine[][] = []
  for (const line of lines) {
    const first = line.looks[0]
    const chain = chains.find((known) => {
      const last = known.at(-1)
      const end = last?.looks.at(-1)
      return last !== undefined && end !== undefined && endOf(last) < startOf(line) && isSameList(end, first)
    })
    if (chain === undefined) chains.push([line])
    else chain.push(line)
  }
  return chains
}

const isSameList = (before: BareLook, after: BareLook | undefined): boolean =>
  after !== undefined &&
  before.people.size >= ROSTER_PEOPLE &&
  [...before.people].filter((person) => after.people.has(person)).length >= SAME_LIST * before.people.size

const marked = (chain: readonly BareLine[]): RosterLine => ({
  uris: new Set(chain.map(({ uri }) => uri)),
  looks: withRedesigns(chain.flatMap(({ looks }) => looks)),
})

/** The share of the people in one look, except this person, whom another look shows too. Null if there are too few others. */
export function shareStill(before: RosterLook, after: RosterLook, without: KnownPerson): number | null {
  const others = [...before.people].filter((person) => person !== without)
  if (others.length < ROSTER_PEOPLE - 1) return null
  return others.filter((person) => after.people.has(person)).length / others.length
}
