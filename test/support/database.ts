import { randomBytes } from 'node:crypto'
import { DatabaseError, Pool } from 'pg'
import { inject } from 'vitest'
import { createDatabase, type Database } from '../../src/db/database.ts'
import { silentLog } from './process/silent-log.ts'

/** Longer than a query takes on any busy machine; queries that take too long have their own tests. */
const QUERY_TIMEOUT_MS = 60_000
/** SQLSTATE */
const OBJECT_IN_USE = '55006'

export type TestDatabase = Database & AsyncDisposable

/** Creates a new, migrated database: `await using db = await testDatabase()`. It is dropped at the end of the block. */
export async function testDatabase({ poolSize = 5 } = {}): Promise<TestDatabase> {
  return databaseLike('template', poolSize)
}

async function databaseLike(kind: 'template' | 'empty', poolSize: number): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const templateName = template.pathname.slice(1).replace('template', kind)
  const name = `${templateName.replace(kind, '')}${randomBytes(6).toString('hex')}`
  // Without waiting for the disk, copying files costs half of what logging every page does.
  await administer(`create database ${name} template ${templateName} strategy file_copy`)
  const url = new URL(template)
  url.pathname = name
  const isDistributed = inject('nodeUrls').length > 1
  const options = {
    connectionString: url.href,
    poolSize,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    isDistributed,
    log: silentLog,
  }
  const database = createDatabase(options)
  return {
    ...database,
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await dropDatabase(name)
    },
  }
}

/** The daemon of a cluster may reconnect to a database it was just disconnected from. */
async function dropDatabase(name: string): Promise<void> {
  const isInUse = (error: unknown): boolean => error instanceof DatabaseError && error.code === OBJECT_IN_USE
  for (;;) {
    try {
      return await administer(`drop database if exists ${name} with (force)`)
    } catch (error) {
      if (inject('nodeUrls').length === 1 || !isInUse(error)) throw error
    }
  }
}

/** Creates an empty database, even without Quarry's tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  // The schema of a cluster's database contains what makes it one.
  if (inject('nodeUrls').length > 1) return databaseLike('empty', 5)
  const database = await testDatabase()
  await database.pool.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
  return database
}

let administration: Pool[] | null = null

/**
 * Runs a statement on every server from its database `postgres`, because a database with other connections cannot be
 * copied or dropped. The connections serve all tests of this worker, and end with it.
 */
async function administer(statement: string): Promise<void> {
  administration ??= inject('nodeUrls').map((node) => {
    const url = new URL(node)
    url.pathname = 'postgres'
    const options = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }
    return new Pool({ connectionString: url.href, ...options }).on('error', () => undefined)
  })
  await Promise.all(administration.map((server) => server.query(statement)))
}
