import { setFlagsFromString } from 'node:v8'

let working = 0

/**
 * Keeps the heap small while `work` goes on. What a dialogue holds outlives a young collection and is garbage soon after,
 * and V8 lets the old generation grow to several times what lives before it looks there: a long list would cost a hundred
 * megabytes of nothing. Looking more often costs little, as little lives.
 */
export async function withLeanHeap<T>(work: () => Promise<T>): Promise<T> {
  working += 1
  setFlagsFromString('--heap-growing-percent=30')
  try {
    return await work()
  } finally {
    working -= 1
    if (working === 0) setFlagsFromString('--heap-growing-percent=0') // V8's own measure
  }
}
