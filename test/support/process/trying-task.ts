/** What a thread is told to try. */
export interface Trial {
  what: 'answer' | 'fail' | 'never_end' | 'hoard'
  word: string
}

/** A task that behaves as it is told. */
export default function tryThis({ what, word }: Trial): string {
  if (what === 'fail') throw new Error(word)
  if (what === 'never_end') for (;;);
  const hoard: unknown[] = []
  if (what === 'hoard') for (;;) hoard.push(Array.from({ length: 1_000 }, (_, index) => ({ index })))
  return word.toUpperCase()
}
