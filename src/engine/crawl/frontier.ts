import { type LinkTopic, PEOPLE_TOPICS } from './link-words.ts'

/** The pages still to be visited, best first. */
export interface Frontier {
  /** Ignores a page that is queued with a better score, or was already taken. */
  add: (candidate: PageCandidate) => void
  take: () => PageCandidate | null
  /** Whether the page was visited or no longer needs to be. */
  seen: (key: string) => boolean
  markSeen: (key: string) => void
  bestScore: () => number
  size: () => number
}

export interface PageCandidate {
  url: URL
  key: string
  score: number
  topic: LinkTopic | null
  /** Links from the start page. */
  depth: number
  /** The index has sources on it. */
  revisit: boolean
  /** No link names it: most sites have no such page. */
  isGuess?: boolean
}

/** More than any budget allows. */
const MAX_WAITING = 2_000
/** Each step away from the start page makes a page less interesting. */
const DEPTH_PENALTY = 4
/** The third contact page is usually one in another language. Each page about people is worth its visit. */
const FREE_REPEATS = 2
const REPEAT_PENALTY = 12

export function createFrontier(maxDepth: number): Frontier {
  const waiting = new Map<string, PageCandidate>()
  const taken = new Set<string>()
  const visits = new Map<LinkTopic, number>()
  const worth = ({ score, topic }: PageCandidate): number => {
    if (topic === null || PEOPLE_TOPICS.has(topic)) return score
    return score - Math.max(0, (visits.get(topic) ?? 0) - FREE_REPEATS) * REPEAT_PENALTY
  }
  const best = (): PageCandidate | null => {
    let found: PageCandidate | null = null
    for (const candidate of waiting.values()) if (found === null || worth(candidate) > worth(found)) found = candidate
    return found
  }
  return {
    add: (candidate) => {
      const scored = { ...candidate, score: candidate.score - candidate.depth * DEPTH_PENALTY }
      const known = waiting.get(candidate.key)
      if (taken.has(candidate.key) || candidate.depth > maxDepth || (known?.score ?? -Infinity) >= scored.score) return
      if (known === undefined && waiting.size >= MAX_WAITING) return
      waiting.set(candidate.key, { ...scored, revisit: candidate.revisit || known?.revisit === true })
    },
    take: () => {
      const next = best()
      if (next === null) return null
      waiting.delete(next.key)
      taken.add(next.key)
      if (next.topic !== null) visits.set(next.topic, (visits.get(next.topic) ?? 0) + 1)
      return next
    },
    seen: (key) => taken.has(key),
    markSeen: (key) => {
      waiting.delete(key)
      taken.add(key)
    },
    bestScore: () => {
      const next = best()
      return next === null ? -Infinity : worth(next)
    },
    size: () => waiting.size,
  }
}
