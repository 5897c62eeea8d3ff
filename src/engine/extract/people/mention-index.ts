import type { PageNode } from '../page/page-node.ts'
import type { NameMention } from './name-mentions.ts'

/** Mentions in reading order, with the look-ups that association needs. */
export class MentionIndex {
  readonly all: readonly NameMention[]

  constructor(mentions: readonly NameMention[]) {
    this.all = mentions
  }

  /** Mentions on lines from `start` up to, but not including, `end`. */
  within(start: number, end: number): readonly NameMention[] {
    return this.all.slice(this.firstAt(start), this.firstAt(end))
  }

  /** Up to `limit` different people in an element; names that stand alone take precedence over those in sentences. */
  peopleOf(node: PageNode, limit: number): NameMention[] {
    const people = new Map<string, NameMention>()
    const first = this.firstAt(node.firstLine)
    const standing = this.collect(people, first, node.endLine, limit, false)
    return standing.size > 0
      ? [...standing.values()]
      : [...this.collect(new Map(), first, node.endLine, limit, true).values()]
  }

  /** The last mention before a position, and the first one at or after it. */
  around(line: number, offset: number): { before: NameMention | undefined; after: NameMention | undefined } {
    let index = this.firstAt(line)
    while (index < this.all.length && isBefore(this.all[index], line, offset)) index++
    return { before: this.all[index - 1], after: this.all[index] }
  }

  private collect(
    people: Map<string, NameMention>,
    first: number,
    endLine: number,
    limit: number,
    prose: boolean,
  ): Map<string, NameMention> {
    for (let index = first; index < this.all.length && people.size < limit; index++) {
      const mention = this.all[index]
      if (!mention || mention.line.index >= endLine) break
      if ((mention.place === 'prose') === prose && !people.has(mention.key)) people.set(mention.key, mention)
    }
    return people
  }

  /** Index of the first mention on `line` or later. */
  private firstAt(line: number): number {
    let low = 0
    let high = this.all.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.all[middle]?.line.index ?? 0) < line) low = middle + 1
      else high = middle
    }
    return low
  }
}

const isBefore = (mention: NameMention | undefined, line: number, offset: number): boolean =>
  mention !== undefined && (mention.line.index < line || (mention.line.index === line && mention.start < offset))
