import type { PageFacts } from '../extract/page/page-facts.ts'
import { sharesWord } from '../facts/legal-names.ts'
import { isForeign, isOfParent } from './foreign-profiles.ts'
import { handleLetters, handleOf, isSpeltBy } from './spelt-name.ts'
import { handlesOf } from './structured-company.ts'
import type { Facts } from './structured-company.ts'

const NETWORKS = ['facebook', 'instagram', 'crunchbase', 'linkedin', 'twitter'] as const
type ProfileNetwork = (typeof NETWORKS)[number]

/** Profiles that a page links to, as facts of the company. */
export interface LinkedProfiles {
  /** They spell the company's name. */
  spelt: Facts
  /** They have another name, and nothing says that they are somebody else's: a page with a better one is believed first. */
  likely: Facts
}

/**
 * The company's own profiles among those a page links to and that no person on it has: those that spell its name, otherwise the
 * only one of a network if its link has no other name. The others belong to people, partners and agencies.
 */
export function linkedProfiles(html: string, { scan, people }: PageFacts, own: readonly string[]): LinkedProfiles {
  const taken = new Set(people.flatMap(({ twitter, linkedin }) => [twitter, linkedin]))
  const linked = scan.links
    .slice(0, MAX_LINKS)
    .filter(({ url }) => NETWORK_HOST.test(url))
    .map(({ url, text }) => ({ facts: handlesOf([url]), text }))
  const isParents = (profile: string): boolean => !isWhole(profile, own) && isOfParent(profile, html)
  const spelt: Facts = {}
  const rest: [ProfileNetwork, Map<string, string[]>][] = []
  /** Letters of the profiles that the page links to although they are somebody else's. */
  const others = new Set<string>()
  for (const network of NETWORKS) {
    const texts = profilesOn(network, linked, taken)
    const named = [...texts.keys()].filter((profile) => isSpelt(profile, own) && !isParents(profile))
    const best = named.find((profile) => isWhole(profile, own)) ?? named[0]
    if (best === undefined) {
      rest.push([network, texts])
      continue
    }
    spelt[network] = best
    for (const profile of texts.keys()) if (!named.includes(profile)) others.add(lettersOf(profile))
  }
  const open = rest.map(([network, texts]) => {
    const [foreign, kept] = parted(
      [...texts],
      ([profile]) => isParents(profile) || isForeign(profile, { html, own, people }),
    )
    for (const [profile] of foreign) others.add(lettersOf(profile))
    return [network, kept] as const
  })
  const likely: Facts = {}
  for (const [network, kept] of open) {
    const [only, ...more] = kept.filter(([profile]) => !others.has(lettersOf(profile)))
    if (only && more.length === 0 && only[1].some((text) => isInvitation(text, own))) likely[network] = only[0]
  }
  return { spelt, likely }
}

/** The profiles on a network that nobody named on the page has, with the texts of their links. */
function profilesOn(
  network: ProfileNetwork,
  linked: readonly { facts: Facts; text: string }[],
  taken: ReadonlySet<string | null>,
): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const { facts, text } of linked) {
    const profile = facts[network] ?? null
    if (profile !== null && !taken.has(profile) && texts.size < MAX_PROFILES)
      texts.set(profile, [...(texts.get(profile) ?? []), text])
  }
  return texts
}

const lettersOf = (profile: string): string => handleLetters(handleOf(profile))
const MAX_LINKS = 2_000
/** More on one network are those of a directory. */
const MAX_PROFILES = 20
/** Cheaper than parsing every link as a URL. */
const NETWORK_HOST = /(?:linkedin|twitter|\bx|facebook|\bfb|instagram|crunchbase)\.(?:com|me)/i

function parted<T>(items: readonly T[], test: (item: T) => boolean): [yes: T[], no: T[]] {
  const groups = Map.groupBy(items, test)
  return [groups.get(true) ?? [], groups.get(false) ?? []]
}

/** A profile whose path shares a word with the company's names, or spells its domain or the beginning of it. */
function isSpelt(profile: string, [label = '', ...names]: readonly string[]): boolean {
  const joined = profile.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  if ((label.length >= 3 && joined.includes(label)) || (joined.length >= 4 && label.startsWith(joined))) return true
  return (
    sharesWord(profile.replace(/[^\p{L}\p{N}]+/gu, ' '), names, label) ||
    names.some((name) => isSpeltBy(handleOf(profile), [name]))
  )
}

/** Nothing but the company's name: the house itself rather than one of its branches or products. */
const isWhole = (profile: string, own: readonly string[]): boolean =>
  own.some((name) => handleLetters(name) === lettersOf(profile))

const NETWORK =
  /linked ?-?in|twitter|facebook|instagram|crunchbase|\b(?:follow|like|join|find|visit|connect|social|us|uns|nous|noi|ons|x|fb)\b/i
const SEVERAL_NAMES = /\p{Lu}\p{L}+ (?:\p{Lu}|on\b|at\b)/u

/** `Follow us`, `Facebook`, a picture: the link is named after the network, after the company, or not at all. */
const isInvitation = (text: string, [label = '', ...names]: readonly string[]): boolean =>
  text.trim() === '' || sharesWord(text, names, label) || (NETWORK.test(text) && !SEVERAL_NAMES.test(text))
