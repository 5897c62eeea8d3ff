import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'

/** What a thread is told to try. */
export interface Trial {
  what: 'answer' | 'fail' | 'never_end' | 'rest' | 'measure' | 'hoard'
  word: string
}

const LONGER_THAN_BRIEFLY_MS = 1_000

/** A task that does what it is told. */
export default async function tryThis({ what, word }: Trial): Promise<string> {
  if (what === 'fail') throw new Error(word)
  if (what === 'never_end') for (;;);
  if (what === 'rest') await sleep(LONGER_THAN_BRIEFLY_MS)
  if (what === 'measure') return String(getHeapStatistics().heap_size_limit)
  const hoard: unknown[] = []
  if (what === 'hoard') for (;;) hoard.push(Array.from({ length: 1_000 }, (_, index) => ({ index })))
  return word.toUpperCase()
}
