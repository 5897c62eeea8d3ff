import type { PageLine } from '../page/page-lines.ts'
import type { NameMention } from '../people/name-mentions.ts'

/** Mentions that do not overlap: the first one in a place stays. */
export class NamesInOrder {
  private readonly byLine = new Map<number, NameMention[]>()
  private readonly joined = new Set<number>()

  add(mention: NameMention): void {
    const { index } = mention.line
    if (this.joined.has(index)) return
    const there = this.byLine.get(index) ?? []
    if (there.some((other) => other.start < mention.end && mention.start < other.end)) return
    there.push(mention)
    this.byLine.set(index, there)
  }

  /** Of two lines or cells: no other name is in either. */
  addJoined(mention: NameMention, other: PageLine | null): void {
    this.add(mention)
    if (other) this.joined.add(other.index)
  }

  inOrder(): NameMention[] {
    return [...this.byLine.values()].flatMap(standing).sort((a, b) => a.line.index - b.line.index || a.start - b.start)
  }
}

/** `Jane Doe and John Roe`: names that are all there is in their line stand there, and are in no sentence. */
function standing(mentions: readonly NameMention[]): readonly NameMention[] {
  if (mentions.length < 2 || !mentions.some(({ place }) => place === 'prose')) return mentions
  let [end, between] = [0, '']
  const sorted = mentions.toSorted((a, b) => a.start - b.start)
  for (const mention of sorted) {
    between += `${mention.line.text.slice(end, mention.start)}|`
    end = mention.end
  }
  const isAll = ONLY_NAMES.test(between + (sorted[0]?.line.text.slice(end) ?? ''))
  return isAll ? mentions.map((mention) => ({ ...mention, place: 'segment' })) : mentions
}
/** What is between names and around them, a bar in place of each. */
const ONLY_NAMES = /^\s?\|(?:,\s\|)*,?(?:\s?[&+/]| (?:and|und|et|y|e|en|og|och|i|a|ja|és|ve|и))\s?\|[.\s]?$/u
