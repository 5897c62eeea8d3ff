import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFreshFlight } from '../../../src/lib/process/fresh-flight.ts'

/** Answers with what was written when it began, and counts how often it is asked. */
function slowReader() {
  const state = { written: 0, asked: 0 }
  const read = async (): Promise<number> => {
    state.asked++
    const seen = state.written
    await sleep(5)
    return seen
  }
  return { state, read }
}

test('those who ask at once share an answer, and those who ask while it is on its way share the next one', async () => {
  const { state, read } = slowReader()
  const flight = createFreshFlight<number>()
  const fifty = () => Array.from({ length: 50 }, () => flight('a', read))
  const first = fifty()
  await endOfTurn()
  expect(state.asked).toBe(1)
  await Promise.all([...first, ...fifty()])
  expect(state.asked).toBe(2)
  await flight('a', read)
  expect(state.asked).toBe(3)
})

test('other questions do not wait', async () => {
  const { state, read } = slowReader()
  const flight = createFreshFlight<number>()
  await Promise.all(['a', 'b', 'c'].map((key) => flight(key, read)))
  expect(state.asked).toBe(3)
})

test('everybody finds what was written before they asked', async () => {
  const { state, read } = slowReader()
  const flight = createFreshFlight<number>()
  const writer = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) {
      const written = ++state.written
      expect(await flight('a', read)).toBeGreaterThanOrEqual(written)
      await sleep(Math.random() * 4)
    }
  }
  await Promise.all([writer(), writer(), writer(), writer()])
  expect(state.asked).toBeLessThan(80)
})

test('when a shared answer fails, those who did not ask for it ask for themselves', async () => {
  const { state, read } = slowReader()
  const flight = createFreshFlight<number>()
  const hungUp = async (): Promise<number> => {
    await sleep(5)
    throw new Error('hung up')
  }
  const answers = await Promise.allSettled([
    flight('a', hungUp),
    flight('a', hungUp),
    flight('a', read),
    flight('a', read),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled'])
  expect(state.asked).toBe(2)
  expect(await flight('a', read)).toBe(0)
})

test('each answer is made in the call of the first who shares it', async () => {
  const calls = new AsyncLocalStorage<string>()
  const flight = createFreshFlight<string | undefined>()
  const ask = async (call: string) =>
    calls.run(call, () =>
      flight('a', async () => {
        await sleep(5)
        return calls.getStore()
      }),
    )
  const first = ask('one')
  await endOfTurn()
  expect(await Promise.all([first, ask('two'), ask('three')])).toEqual(['one', 'two', 'two'])
})
