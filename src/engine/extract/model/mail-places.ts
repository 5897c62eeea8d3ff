import type { NameCandidate } from '../candidates/candidate-list.ts'
import type { FoundAddress } from '../page/page-facts.ts'
import { blockOf } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import { countStep } from './feature-hash.ts'

/** The position of an address on the page. */
export interface MailSpot {
  address: FoundAddress
  node: PageNode
  /** The line it is on, or the next one after it. */
  line: number
}

/** What the addresses around a candidate, readable or only decoded, say about it: two small numbers, 0 without any. */
export interface MailPlace {
  /** How many lines away the next address below and the last one above are, as one number. */
  distance: number
  /** How many lines resemble a name in the closest block that has an address and at least one such line, as a step. */
  rivals: number
}

const NOWHERE: MailPlace = { distance: 0, rivals: 0 }
const FAR = 5

/** The positions of people's addresses on a page, for the candidates of its names. */
export class MailPlaces {
  /** Lines with an address, in order. */
  private readonly spotLines: readonly number[]
  /** Lines on which something like a name stands alone, in order. */
  private readonly nameLines: readonly number[]
  private readonly rivalsOf = new Map<number, number>()

  /** @param spots people's addresses: those of teams say nothing about names */
  constructor(spots: readonly MailSpot[], candidates: readonly NameCandidate[]) {
    this.spotLines = [...new Set(spots.map(({ line }) => line))].sort((a, b) => a - b)
    const standing = candidates.filter(({ place, line }) => place !== 'run' && !line.isAlternative)
    this.nameLines =
      spots.length === 0 ? [] : [...new Set(standing.map(({ line }) => line.index))].sort((a, b) => a - b)
    const blocks = new Set(spots.map(({ node }) => blockOf(node)))
    for (const block of blocks) this.readScope(block)
  }

  /** The place of a candidate. */
  of({ line, place }: NameCandidate): MailPlace {
    if (this.spotLines.length === 0) return NOWHERE
    const at = lowerBound(this.spotLines, line.index)
    const below = Math.min(FAR, (this.spotLines[at] ?? Infinity) - line.index)
    const above = Math.min(FAR, line.index - (this.spotLines[at - 1] ?? -Infinity))
    return {
      distance: 1 + below * (FAR + 1) + above,
      rivals: place === 'run' ? 0 : (this.rivalsOf.get(line.index) ?? 0),
    }
  }

  /** Reads the smallest block around an address that contains something like a name. */
  private readScope(block: PageNode): void {
    for (let node: PageNode | null = block; node?.parent; node = node.parent) {
      const from = lowerBound(this.nameLines, node.firstLine)
      const to = lowerBound(this.nameLines, node.endLine)
      if (to === from) continue
      const step = countStep(to - from)
      for (const line of this.nameLines.slice(from, to)) {
        const known = this.rivalsOf.get(line)
        if (known === undefined || step < known) this.rivalsOf.set(line, step)
      }
      return
    }
  }
}

/** Index of the first number that is at least `wanted`. */
function lowerBound(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
