import { pino } from 'pino'
import { expect, test } from 'vitest'
import { countRepeats } from '../../../src/lib/process/repeated-lines.ts'

interface Line {
  msg: string
  repeated?: number
}

function loggerOf(windowMs: number) {
  const lines: Line[] = []
  const log = pino(
    { hooks: { logMethod: countRepeats({ lines: 2, windowMs }) } },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  )
  return {
    log,
    lines,
    said: () => lines.map(({ msg, repeated }) => (repeated === undefined ? msg : `${msg} ×${repeated}`)),
  }
}

test('a repeated warning is written a few times, then counted', async () => {
  const { log, said } = loggerOf(50)
  for (let i = 0; i < 7; i++) log.child({ request: i }).warn({ err: new Error('away') }, 'It is away.')
  expect(said()).toEqual(['It is away.', 'It is away.'])
  await expect.poll(said).toEqual(['It is away.', 'It is away.', 'It is away. ×5'])
  log.warn({ err: new Error('away') }, 'It is away.')
  expect(said().at(-1)).toBe('It is away.')
})

test('other errors, other messages and informational lines are all written', () => {
  const { log, lines } = loggerOf(60_000)
  for (let i = 0; i < 5; i++) {
    log.info('A request.')
    log.warn({ err: new Error(`number ${i}`) }, 'It failed.')
    log.error(`Message ${i}.`)
  }
  expect(lines.length).toBe(15)
})
