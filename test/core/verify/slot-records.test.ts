import type { Pool, QueryResult } from 'pg'
import { expect, test } from 'vitest'
import { createVerificationsStore } from '../../../src/db/verify/verifications-store.ts'
import { testDatabase } from '../../support/database.ts'

const GROUP = 'mx.example'
const TIMES = 10

interface Counted {
  reads: number
  writes: number
  inVain: number
}

/** Counts the statements of one process. */
function processOn(pool: Pool) {
  const counted: Counted = { reads: 0, writes: 0, inVain: 0 }
  const query = async (asked: { name: string; text: string; values: unknown[] }): Promise<QueryResult> => {
    const answer: QueryResult = await pool.query(asked)
    if (asked.name === 'slots-find') counted.reads++
    else counted.writes++
    if (answer.rowCount === 0 && asked.name !== 'slots-find') counted.inVain++
    return answer
  }
  const { changeSlots } = createVerificationsStore({ query } as unknown as Pool, false)
  return { counted, add: () => changeSlots(GROUP, { count: 0 }, ({ count }) => ({ count: count + 1 })) }
}

const countOf = async (pool: Pool): Promise<unknown> =>
  (await pool.query('select state from mx_slots where name = $1', [GROUP])).rows

test('a process that is alone changes the slots of a provider with one statement', async () => {
  await using database = await testDatabase()
  const alone = processOn(database.pool)
  for (let time = 0; time < TIMES; time++) await alone.add()
  expect(alone.counted).toEqual({ reads: 1, writes: TIMES, inVain: 0 })
})

test('processes that take turns make few wasted writes, and lose nothing', async () => {
  await using database = await testDatabase()
  const both = [processOn(database.pool), processOn(database.pool)]
  for (let time = 0; time < TIMES; time++) for (const one of both) await one.add()
  for (const { counted } of both) expect(counted.inVain).toBeLessThanOrEqual(1)
  expect(await countOf(database.pool)).toEqual([{ state: { count: 2 * TIMES } }])
  await Promise.all(Array.from({ length: 2 * TIMES }, async (_, index) => both[index % 2]?.add()))
  expect(await countOf(database.pool)).toEqual([{ state: { count: 4 * TIMES } }])
})
