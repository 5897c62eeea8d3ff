import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../src/db/database.ts'
import { testDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  await db.pool.query('create table things (id int primary key)')
})
afterAll(() => db[Symbol.asyncDispose]())
beforeEach(() => db.pool.query('truncate things'))

const add = (id: number) => db.pool.query('insert into things values ($1)', [id])
const things = async () =>
  (await db.pool.query<{ id: number }>('select id from things order by 1')).rows.map(({ id }) => id)

describe('a call in a single transaction', () => {
  test('becomes visible to others when it is over, all at once', async () => {
    await db.pool.asOne(async () => {
      await db.pool.together()
      await add(1)
      await inTransaction(db.pool, (client) => client.query('insert into things values (2)'))
      expect(await things()).toEqual([1, 2])
      expect(await db.pool.apart(things)).toEqual([])
    })
    expect(await things()).toEqual([1, 2])
  })

  test('leaves nothing when it fails, except what was written before the transaction began', async () => {
    const failing = db.pool.asOne(async () => {
      await add(1)
      await db.pool.together()
      await Promise.all([add(2), inTransaction(db.pool, (client) => client.query('insert into things values (3)'))])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await things()).toEqual([1])
  })

  test('continues after a failed statement or a failed part', async () => {
    await db.pool.asOne(async () => {
      await db.pool.together()
      await add(1)
      await expect(add(1)).rejects.toThrow('duplicate key')
      const part = inTransaction(db.pool, async (client) => {
        await client.query('insert into things values (2)')
        await client.query('insert into things values (1)')
      })
      await expect(part).rejects.toThrow('duplicate key')
      await add(3)
    })
    expect(await things()).toEqual([1, 3])
  })

  test('runs what depends on its writes only when they are committed', async () => {
    const remembered: string[] = []
    const call = (word: string, fails: boolean) =>
      db.pool.asOne(async () => {
        await db.pool.together()
        db.pool.onceWritten(() => remembered.push(word))
        expect(remembered).not.toContain(word)
        if (fails) throw new Error('no')
      })
    await call('kept', false)
    await expect(call('lost', true)).rejects.toThrow('no')
    db.pool.onceWritten(() => remembered.push('at once'))
    expect(remembered).toEqual(['kept', 'at once'])
  })

  test('fails if its connection breaks, and leaves nothing', async () => {
    const broken = db.pool.asOne(async () => {
      await db.pool.together()
      await add(1)
      const { rows } = await db.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
      await db.pool.apart(() => db.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]))
      await add(2).catch(() => undefined)
    })
    await expect(broken).rejects.toThrow()
    expect(await things()).toEqual([])
  })

  test('leaves out independent work that was started inside it before the transaction began', async () => {
    const failing = db.pool.asOne(async () => {
      await db.pool.byItself(async () => {
        await db.pool.together()
        await add(1)
      })
      await db.pool.together()
      await db.pool.byItself(() => add(2))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await things()).toEqual([1])
  })
})
