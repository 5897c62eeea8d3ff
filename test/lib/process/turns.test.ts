import { setImmediate as tick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from '../../../src/lib/process/turns.ts'

const never = new AbortController().signal

test('places are given to callers in turn, and none takes them all', async () => {
  const turns = createTurns({ total: 3, perParty: 2 })
  const served: string[] = []
  const releases: (() => void)[] = []
  for (const party of ['a', 'a', 'a', 'a', 'b', 'b', 'c'])
    void turns.take(party, never).then((release) => release && served.push(party) && releases.push(release))
  await tick()
  expect(served).toEqual(['a', 'a', 'b'])
  for (let left = 0; left < 4; left++) {
    releases.shift()?.()
    await tick()
  }
  expect(served).toEqual(['a', 'a', 'b', 'a', 'b', 'c', 'a'])
})

test('a caller who disconnects while waiting takes no place', async () => {
  const turns = createTurns({ total: 1, perParty: 1 })
  const first = await turns.take('a', never)
  const left = new AbortController()
  const leaving = turns.take('a', left.signal)
  const waiting = turns.take('b', never)
  left.abort()
  expect(await leaving).toBeNull()
  first?.()
  expect(await waiting).not.toBeNull()
})
