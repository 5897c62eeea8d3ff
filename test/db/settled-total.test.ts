import { describe, expect, test } from 'vitest'
import { createLeadsListsStore } from '../../src/db/leads/leads-lists-store.ts'
import { settledTotal } from '../../src/lib/input/settled-total.ts'
import { testDatabase } from '../support/database.ts'

describe('the number of rows beside a page', () => {
  test('of lists fits the page, although a list is created before they are counted', async () => {
    await using database = await testDatabase()
    const account = await database.pool.query<{ id: number }>(
      "insert into accounts (plan) values ('free') returning id",
    )
    const accountId = account.rows[0]?.id ?? 0
    const own = createLeadsListsStore(database.pool)
    await own.add(accountId, 'First', null, new Date())
    let listed: Promise<unknown> = Promise.resolve()
    const meanwhile = new Proxy(database.pool, {
      get: (pool, name) =>
        name !== 'query'
          ? (Reflect.get(pool, name) as unknown)
          : async (text: string, values: unknown[]) => {
              if (!text.startsWith('select count')) return (listed = pool.query(text, values))
              await listed
              await own.add(accountId, 'Second', null, new Date())
              return pool.query(text, values)
            },
    })
    const { lists, total } = await createLeadsListsStore(meanwhile).list(accountId, { limit: 20, offset: 0 })
    expect([lists.length, total]).toEqual([1, 1])
    expect((await own.list(accountId, { limit: 1, offset: 1 })).total).toBe(2)
  })

  test.each([
    ['a page that is not full ends the rows', 9, 3, { limit: 5, offset: 5 }, 8],
    ['a full page may have more behind it', 9, 5, { limit: 5, offset: 0 }, 9],
    ['a full page is at least what it shows', 4, 5, { limit: 5, offset: 0 }, 5],
    ['none on the first page is none', 1, 0, { limit: 5, offset: 0 }, 0],
    ['behind the last row the count stands', 3, 0, { limit: 5, offset: 50 }, 3],
    ['no row asked for, all counted', 3, 0, { limit: 0, offset: 0 }, 3],
  ])('%s', (_, counted, shown, page, total) => {
    expect(settledTotal(counted, shown, page)).toBe(total)
  })
})
