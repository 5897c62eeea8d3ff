import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = fileURLToPath(new URL('../../../src/lib/process/lean-heap.ts', import.meta.url))

/** A process of its own: the flags of V8 count for all of one, and its heap tells nothing of ours. */
const PROGRAM = `
  import { getHeapStatistics } from 'node:v8'
  import { setTimeout } from 'node:timers/promises'
  import { withLeanHeap } from ${JSON.stringify(MODULE)}
  const size = () => Math.round(getHeapStatistics().total_heap_size / 1e6)
  const kept = []
  const work = () => {
    for (let i = 0; i < 1e6; i++) kept[i % 100_000] = { text: 'x' + i, list: [i, i + 1] }
    return size()
  }
  const grown = work()
  await withLeanHeap(() => setTimeout(1))
  await setTimeout(1_200)
  const afterShort = size()
  await withLeanHeap(async () => {
    await setTimeout(1_200)
    const collected = size()
    console.log(JSON.stringify({ grown, afterShort, collected, afterMore: work() }))
  })
`

type Sizes = Record<'grown' | 'afterShort' | 'collected' | 'afterMore', number>

test('a heap that has grown is collected when work turns out long, and stays small while it goes on; short work leaves it as it is', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM])
  const { grown, afterShort, collected, afterMore } = JSON.parse(stdout) as Sizes
  expect(afterShort).toBeGreaterThan(grown / 2)
  expect(collected).toBeLessThan(grown / 2)
  expect(afterMore).toBeLessThan(grown / 2)
})
