import { sameLanguage, sameLayout } from './layout-signature.ts'

/** One look at a page, with the people it shows. */
export interface LaidOut {
  uri: string
  signature: string | null
  people: { readonly size: number }
}

/** A page that lists this many people is a roster. */
export const ROSTER_PEOPLE = 3
/** Share of the earlier number of people; suddenly fewer mean a redesign, or only part of the list. */
const REDESIGN_LEFT = 0.5

export interface Redesign {
  /** The page has a new layout, or suddenly shows nobody or far fewer people. */
  isRedesigned: boolean
  /** No conclusions are drawn before the second look after a redesign. */
  isFrozen: boolean
}

/** The looks at a page in order of time, each compared with the look before. */
export function withRedesigns<Seen extends LaidOut>(looks: readonly Seen[]): (Seen & Redesign)[] {
  const redesigns = looks.map((look, at) => {
    // Another language says nothing about the layout, so the look before it counts.
    const before =
      looks.slice(0, at).findLast(({ signature }) => sameLanguage(signature, look.signature)) ?? looks[at - 1]
    return before !== undefined && isRedesign(before, look)
  })
  return looks.map((look, at) => {
    const isRedesigned = redesigns[at] ?? false
    return { ...look, isRedesigned, isFrozen: isRedesigned || (redesigns[at - 1] ?? false) }
  })
}

const isRedesign = (before: LaidOut, after: LaidOut): boolean =>
  before.uri !== after.uri ||
  (before.people.size > 0 && after.people.size === 0) ||
  (before.people.size >= ROSTER_PEOPLE && after.people.size <= REDESIGN_LEFT * before.people.size) ||
  (sameLanguage(before.signature, after.signature) && !sameLayout(before.signature, after.signature))
