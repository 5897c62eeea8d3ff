import type { QueryText } from './query-text.ts'

/** Which filter each word of a question went to. */
export interface WordSlots {
  /** Gives the words understood since the last time to a filter. */
  mark: (slot: string) => void
  /** First and last word of alternatives of different filters, which are all applied: `publicly traded or over $100M raised`. */
  alternatives: () => (readonly [first: number, last: number])[]
}

export function wordSlots(query: QueryText): WordSlots {
  const slots: (string | undefined)[] = query.taken.map((taken) => (taken ? '' : undefined))
  const mark = (slot: string): void => {
    for (let at = 0; at < slots.length; at += 1) if (query.taken[at] === true) slots[at] ??= slot
  }
  const alternatives = (): (readonly [number, number])[] =>
    query.tokens.flatMap(({ text }, at) => {
      if (text !== 'or' || (slots[at] ?? '') !== '') return []
      const after = slots[at + 1] === undefined ? at + 2 : at + 1
      const [one, other] = [slots[at - 1] ?? '', slots[after] ?? '']
      if (one === '' || other === '' || one === other) return []
      let [first, last] = [at - 1, after]
      while (slots[first - 1] === one) first -= 1
      while (slots[last + 1] === other) last += 1
      return [[first, last] as const]
    })
  return { mark, alternatives }
}
