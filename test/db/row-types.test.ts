import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { readRows } from '../support/statements/read-rows.ts'
import type { RowsRead } from '../support/statements/read-rows.ts'
import { ASK_CITUS, DIFFERENCES, NOT_READ } from '../support/statements/row-exceptions.ts'
import { SAMPLES } from '../support/statements/sample-values.ts'
import { openStoreModules } from '../support/statements/store-modules.ts'
import type { StoreModules } from '../support/statements/store-modules.ts'

/**
 * Callers of `query` state the type of its rows, and nothing checks a statement against it: here the database says what
 * each statement returns, and the compiler what its type says.
 */

const STORES = resolve(import.meta.dirname, '../../src/db')

const here: { db?: TestDatabase; modules?: StoreModules } = {}

beforeAll(async () => {
  here.db = await testDatabase({ poolSize: 1 })
  here.modules = await openStoreModules()
})
afterAll(async () => {
  await here.db?.[Symbol.asyncDispose]()
  await here.modules?.[Symbol.asyncDispose]()
})

function read(folder: string): Promise<RowsRead> {
  const { db, modules } = here
  if (db === undefined || modules === undefined) throw new Error('Nothing is open.')
  return readRows(folder, { pool: db.pool, modules, samples: SAMPLES, leftOut: ASK_CITUS })
}

test('the rows that stores query match their types', async () => {
  const { calls, unread, differences, untyped } = await read(STORES)
  expect(differences).toEqual(Object.keys(DIFFERENCES).toSorted())
  expect(untyped).toEqual([])
  expect(unread).toEqual(Object.keys(NOT_READ))
  expect(calls).toBeGreaterThan(500)
})

const PLANTED = `import type { Pool } from 'pg'

interface Row {
  id: string
  plan: string
  createdAt: Date
  name: string
  colour: string
}

const FIND = 'select id, plan, name, created_at as "createdAt", suspended_at from accounts where id = $1'
const PAGE = { newest: 'select id::text from accounts', oldest: 'select id from accounts' }
const named = (column: string) => \`select \${column} as name from accounts\`

export const createPlantedStore = (pool: Pool) => {
  const list = async <Listed extends { id: number }>(text: string) => (await pool.query<Listed>(text)).rows
  return {
    find: (id: number) => pool.query<Row>(FIND, [id]),
    page: (order: 'newest' | 'oldest') => pool.query<{ id: number }>({ text: PAGE[order] }),
    list: () => list<{ id: number; at: string }>('select id, now() as at from accounts'),
    guess: () => list('select id from accounts'),
    names: (column: string) => pool.query<{ name: string }>(named(column)),
    count: async () => (await pool.query('select count(*) as total from accounts')).rows[0].total,
    newest: async () => {
      const found = await pool.query('select id from accounts order by id desc')
      return found.rows[0].id
    },
    clear: async () => {
      const gone = await pool.query('delete from accounts')
      return gone.rowCount === 0 ? null : gone.rows.length
    },
  }
}
`

test('a type that does not match is found, however its statement is written', async () => {
  const folder = join(here.modules?.dir ?? '', 'planted')
  await mkdir(folder)
  await writeFile(join(folder, 'store.ts'), PLANTED)
  const { differences, unread, untyped } = await read(folder)
  expect(differences).toEqual([
    'store.ts: Row: colour is not returned',
    'store.ts: Row: id is number, not string',
    'store.ts: Row: may be null: name',
    'store.ts: Row: suspended_at is not declared',
    'store.ts: { id: number }: id is string, not number',
    'store.ts: { id: number; at: string }: at is Date, not string',
  ])
  expect(unread).toEqual(['store.ts: { name: string }: no statement'])
  expect(untyped).toEqual([
    `store.ts: list('select id from accounts')`,
    `store.ts: pool.query('select count(*) as total from accounts')`,
    `store.ts: pool.query('select id from accounts order by id desc')`,
  ])
})
