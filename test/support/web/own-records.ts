import { randomBytes } from 'node:crypto'
import type { Context } from '../../../src/context.ts'
import { openSession } from '../../../src/core/logins/sessions.ts'
import type { Visitor } from './web-visitor.ts'

/** Gives a person records that only they see: a key, a passkey, and another signed-in browser. */
export async function giveOwnRecords(context: Context, { loginId, accountId }: Visitor): Promise<void> {
  const { pool } = context.database
  await pool.query(
    `insert into api_keys (account_id, user_id, name, hash, last_four, scopes, last_used_at)
     select account_id, id, 'Spreadsheet of the office in Lisbon', $3, 'K7pq', array['read', 'write'], now()
     from users where account_id = $1 and login_id = $2`,
    [accountId, loginId, randomBytes(32)],
  )
  await pool.query(
    `insert into passkeys (id, login_id, public_key, counter, transports, backed_up, name)
     values ($1, $2, $3, 0, array['internal'], true, 'Maya’s phone')`,
    [randomBytes(32), loginId, randomBytes(77)],
  )
  await openSession(context, { loginId, accountId, browser: 'Firefox on Linux', network: '203.0.113.0/24' })
}
