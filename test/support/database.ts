import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { inject } from 'vitest'
import { createDatabase, type Database } from '../../src/db/database.ts'
import { silentLog } from './process/silent-log.ts'

/** Longer than a question takes on any busy machine; what becomes of those that take too long has tests of its own. */
const QUERY_TIMEOUT_MS = 60_000

export type TestDatabase = Database & AsyncDisposable

/** A fresh, migrated database of its own: `await using db = await testDatabase()`. Dropped at the end of the block. */
export async function testDatabase({ poolSize = 5 } = {}): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const templateName = template.pathname.slice(1)
  const name = `${templateName.replace('template', '')}${randomBytes(6).toString('hex')}`
  // Without a wait for the disk, copying files costs half of what logging every page does.
  await administer(template, `create database ${name} template ${templateName} strategy file_copy`)
  const url = new URL(template)
  url.pathname = name
  const options = { connectionString: url.href, poolSize, queryTimeoutMs: QUERY_TIMEOUT_MS, log: silentLog }
  const database = createDatabase(options)
  return {
    ...database,
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await administer(template, `drop database ${name} with (force)`)
    },
  }
}

/** A database that holds nothing, not even our tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  await database.pool.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
  return database
}

let administration: Pool | null = null

/**
 * Runs a statement from the database `postgres`: one that others are connected to cannot be copied or dropped. One connection
 * serves all tests of this worker, and ends with it.
 */
async function administer(server: URL, statement: string): Promise<void> {
  if (administration === null) {
    const url = new URL(server)
    url.pathname = 'postgres'
    const options = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }
    administration = new Pool({ connectionString: url.href, ...options }).on('error', () => undefined)
  }
  await administration.query(statement)
}
