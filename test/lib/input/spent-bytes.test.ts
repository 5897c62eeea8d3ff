import { describe, expect, test } from 'vitest'
import { giveBack, givingBack, joinedChunks } from '../../../src/lib/input/spent-bytes.ts'

const chunk = (size: number): Uint8Array => new Uint8Array(size).fill(0x61)

describe('releasing memory', () => {
  test('frees the memory of a chunk, once', () => {
    const bytes = chunk(65_536)
    const held = process.memoryUsage().arrayBuffers
    giveBack(bytes)
    giveBack(bytes)
    expect([bytes.length, held - process.memoryUsage().arrayBuffers]).toEqual([0, 65_536])
  })

  test('leaves small chunks, pieces of larger ones and shared memory unchanged', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(65_536))
    const kept = [chunk(100), chunk(65_536).subarray(1), shared]
    kept.forEach(giveBack)
    expect(kept.map(({ length }) => length)).toEqual([100, 65_535, 65_536])
  })

  test('joins chunks before it takes them', () => {
    const chunks = [chunk(65_536), chunk(3), chunk(20_000)]
    const [first] = chunks
    expect(joinedChunks(chunks).toString()).toBe('a'.repeat(85_539))
    expect([chunks.length, first?.length]).toEqual([0, 0])
  })

  test('takes each chunk of a stream when the next one is requested, and the last one when reading stops', async () => {
    const all = [chunk(65_536), chunk(65_536), chunk(65_536)]
    const seen: number[][] = []
    for await (const one of givingBack(streamOf(all))) {
      seen.push(all.map(({ length }) => length))
      if (one === all[1]) break
    }
    expect(seen).toEqual([
      [65_536, 65_536, 65_536],
      [0, 65_536, 65_536],
    ])
    expect(all.map(({ length }) => length)).toEqual([0, 0, 65_536])
  })
})

async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
