import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/lib/process/clock.ts'
import { DatabaseClock } from '../../src/services/database-clock.ts'

const AT = Date.parse('2026-03-02T09:00:00Z')

/** A machine's clock beside that of the database, which stands still. */
function clockAhead(aheadMs: number) {
  const machine = { ms: AT + aheadMs }
  const said: object[] = []
  const database = { answers: true }
  const clock = new DatabaseClock({
    databaseNow: () => (database.answers ? Promise.resolve(new Date(AT)) : Promise.reject(new Error('gone'))),
    log: { warn: (about: object) => void said.push(about) },
    machine: { now: () => new Date(machine.ms) },
  })
  return { clock, machine, database, said }
}

/** The time that has really passed in a test. */
const SLACK_MS = MINUTE_MS / 2
const isAbout = (time: Date, ms: number): boolean => time.getTime() - ms >= 0 && time.getTime() - ms < SLACK_MS

test.each([
  ['half a second ahead', SECOND_MS / 2],
  ['half a second behind', -SECOND_MS / 2],
  ['two hours ahead', 2 * HOUR_MS],
  ['two hours behind', -2 * HOUR_MS],
])('a machine that is %s goes by its own clock', async (_, aheadMs) => {
  const { clock, said } = clockAhead(aheadMs)
  await clock.compare()
  expect(clock.now().getTime()).toBe(AT + aheadMs)
  expect(clock.machineAheadMs()).toBe(0)
  expect(said).toEqual([])
})

test.each([
  ['ten minutes ahead', 10 * MINUTE_MS],
  ['ten minutes behind', -10 * MINUTE_MS],
])("a machine that is %s goes by the database's clock, and says so once", async (_, aheadMs) => {
  const { clock, said, database, machine } = clockAhead(aheadMs)
  await clock.compare()
  expect(isAbout(clock.now(), AT)).toBe(true)
  expect(Math.abs(clock.machineAheadMs() - aheadMs)).toBeLessThan(SLACK_MS)
  await clock.compare()
  expect(said).toEqual([{ seconds: aheadMs / SECOND_MS }])

  // Its own clock is set right between two comparisons, at the second of which the database does not answer.
  machine.ms = AT
  database.answers = false
  await expect(clock.compare()).rejects.toThrow('gone')
  expect(isAbout(clock.now(), AT)).toBe(true)
  database.answers = true
  await clock.compare()
  expect(clock.now().getTime()).toBe(AT)
})
