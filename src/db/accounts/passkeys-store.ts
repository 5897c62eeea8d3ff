import type { Pool } from 'pg'

export interface PasskeyRow {
  id: Buffer
  loginId: number
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export type NewPasskey = Omit<PasskeyRow, 'lastUsedAt'> & { backedUp: boolean }

const PASSKEY = `p.id, p.login_id as "loginId", p.public_key as "publicKey", p.counter, p.transports, p.name,
  p.created_at as "createdAt", p.last_used_at as "lastUsedAt"`

const FIND = `select ${PASSKEY} from passkeys p join logins l on l.id = p.login_id where p.id = $1 and l.disabled_at is null`

const ADD = `insert into passkeys (id, login_id, public_key, counter, transports, backed_up, name, created_at)
  select $1, $2, $3, $4, $5, $6, $7, $8 where (select count(*) from passkeys where login_id = $2) < $9
  on conflict do nothing`

const USED = 'update passkeys set counter = $2, last_used_at = $3 where id = $1 and counter <= $2'

/** A login keeps at least one way to sign in: a password, another passkey or a provider. */
const REMOVE = `delete from passkeys p using logins l
  where p.id = $2 and p.login_id = $1 and l.id = $1 and (l.password_hash is not null
    or exists (select 1 from passkeys o where o.login_id = $1 and o.id <> $2)
    or exists (select 1 from oidc_subjects s where s.login_id = $1))
  returning p.name`

/** People's keys in their devices (WebAuthn). */
export const createPasskeysStore = (pool: Pool) => ({
  /** Null when there is none or its login is disabled. */
  find: async (id: Buffer): Promise<PasskeyRow | null> => (await pool.query<PasskeyRow>(FIND, [id])).rows[0] ?? null,

  /** Oldest first. */
  list: async (loginId: number): Promise<PasskeyRow[]> => {
    const text = `select ${PASSKEY} from passkeys p where login_id = $1 order by created_at, id`
    return (await pool.query<PasskeyRow>(text, [loginId])).rows
  },

  /** False when the authenticator's id is already known, or the login has `most`. */
  add: async (passkey: NewPasskey, most: number): Promise<boolean> => {
    const { id, loginId, publicKey, counter, transports, backedUp, name, createdAt } = passkey
    const values = [id, loginId, publicKey, counter, transports, backedUp, name, createdAt, most]
    return (await pool.query(ADD, values)).rowCount === 1
  },

  /** False when the counter is already higher: two uses at once, or a copy. */
  used: async (id: Buffer, counter: number, now: Date): Promise<boolean> =>
    (await pool.query(USED, [id, counter, now])).rowCount === 1,

  /** False when the login has no such passkey. */
  rename: async (loginId: number, id: Buffer, name: string): Promise<boolean> =>
    (await pool.query('update passkeys set name = $3 where login_id = $1 and id = $2', [loginId, id, name]))
      .rowCount === 1,

  /** @returns its name; null when there is none, or no other way to sign in would be left. */
  remove: async (loginId: number, id: Buffer): Promise<string | null> => {
    await pool.query('select 1 from logins where id = $1 for no key update', [loginId])
    return (await pool.query<{ name: string }>(REMOVE, [loginId, id])).rows[0]?.name ?? null
  },
})
