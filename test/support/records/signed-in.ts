import { readConfig } from '../../../src/config.ts'
import type { Config } from '../../../src/config.ts'
import type { Newcomer } from '../../../src/core/logins/enter.ts'
import { createPasswords } from '../../../src/services/passwords.ts'
import type { Passwords } from '../../../src/services/passwords.ts'
import { createStores } from '../../../src/db/stores.ts'
import type { Stores } from '../../../src/db/stores.ts'
import type { Clock } from '../../../src/lib/process/clock.ts'
import { testDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { QUICK_HASH } from '../process/quick-hash.ts'

/** A clock that stands still until it is advanced. */
export interface SetClock extends Clock {
  pass: (ms: number) => void
}

export function setClock(start = new Date('2026-03-02T09:00:00Z')): SetClock {
  let now = start.getTime()
  return { now: () => new Date(now), pass: (ms) => void (now += ms) }
}

/** Stores on a separate database, with a clock that tests advance. */
export interface People extends AsyncDisposable {
  database: TestDatabase
  store: Stores
  clock: SetClock
  /** Creates an account whose first user is this person. */
  account: (email: string | null) => Promise<{ accountId: number; userId: number; loginId: number }>
  /**
   * Makes a login a member of an account.
   * @returns the user
   */
  join: (accountId: number, loginId: number, role: string) => Promise<number>
}

/** Creates accounts and people without a server. */
export async function people(): Promise<People> {
  const database = await testDatabase()
  const [store, clock] = [createStores(database), setClock()]
  const { pool } = database
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0
  return {
    database,
    store,
    clock,
    account: async (email) => {
      const made = await store.accounts.createAccount('unlimited', clock.now())
      if (email === null) return { ...made, loginId: 0 }
      const loginId = await one('insert into logins (email) values ($1) returning id', [email])
      await pool.query('update users set login_id = $3 where account_id = $1 and id = $2', [
        made.accountId,
        made.userId,
        loginId,
      ])
      return { ...made, loginId }
    },
    join: (accountId, loginId, role) =>
      one('insert into users (account_id, login_id, role) values ($1, $2, $3) returning id', [
        accountId,
        loginId,
        role,
      ]),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

/** What signing in needs in addition to the people. */
export type FrontDoor = People & { linkKey: string; passwords: Passwords; config: Config }

export async function frontDoor(): Promise<FrontDoor> {
  const config = readConfig({ PORT: '3000' })
  return {
    ...(await people()),
    linkKey: 'the key of this installation',
    passwords: createPasswords(QUICK_HASH),
    config,
  }
}

/** A browser that has never been used to sign in. */
export const visitor = (change: Partial<Newcomer> = {}): Newcomer => ({
  ip: '192.0.2.7',
  browser: 'Firefox on Linux',
  device: null,
  requestId: '01JTEST',
  ...change,
})
