import type { Pool } from 'pg'

/** What the authorization server stores: one row per object. */
export interface OauthObject {
  model: string
  idHash: Buffer
  grantHash: Buffer | null
  accountId: number | null
  userId: number | null
  clientId: string | null
  /** For grants: the scopes the user has ticked. */
  scopes: readonly string[] | null
  payload: Readonly<Record<string, unknown>>
  /** Null: never expires. */
  expiresAt: Date | null
}

export interface FoundObject {
  payload: Record<string, unknown>
  consumedAt: Date | null
}

/** A client that registers again never ends earlier than before, a pre-registered one never ends, and both keep whose they are. */
const UPSERT = `insert into oauth_objects as o
    (model, id_hash, grant_hash, account_id, user_id, client_id, scopes, payload, expires_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (model, id_hash) do update set client_id = excluded.client_id,
    payload = excluded.payload || case when o.payload ? 'network' then jsonb_build_object('network', o.payload -> 'network') else '{}' end,
    expires_at = case when o.model = 'Client' then case when o.expires_at is not null then greatest(o.expires_at, excluded.expires_at) end
      else excluded.expires_at end`

/** Each new refresh token extends the life of its grant ($3) and its client ($11). */
const PROLONG = `with new as (insert into oauth_objects (model, id_hash, grant_hash, account_id, user_id, client_id, payload, expires_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning 1),
  grants as (update oauth_objects set expires_at = greatest(expires_at, $10),
      payload = jsonb_set(payload, '{exp}', to_jsonb(floor(extract(epoch from greatest(expires_at, $10)))::bigint))
    where model = 'Grant' and grant_hash = $3 returning 1)
  update oauth_objects set last_used_at = $9, expires_at = greatest(expires_at, $10)
  where model = 'Client' and id_hash = $11`

const FIND = `select payload, consumed_at as "consumedAt" from oauth_objects
  where model = $1 and id_hash = $2 and (expires_at is null or expires_at > $3)`

/** A token used only a moment ago counts as unused, once: two tabs may refresh at the same time. */
const FIND_AGAIN = `with again as (update oauth_objects set reused = 1
    where model = $1 and id_hash = $2 and expires_at > $3 and reused = 0 and consumed_at > $4 returning 1)
  select payload, case when exists (select 1 from again) then null else consumed_at end as "consumedAt"
  from oauth_objects where model = $1 and id_hash = $2 and expires_at > $3`

/** Two that both found it unconsumed have used its second time, too. */
const CONSUME = `update oauth_objects o set consumed_at = coalesce(o.consumed_at, $3),
    reused = case when old.consumed_at is null then o.reused else 1 end
  from (select consumed_at from oauth_objects where model = $1 and id_hash = $2 for update) old
  where o.model = $1 and o.id_hash = $2 returning old.consumed_at is null as first`

const DESTROY = 'delete from oauth_objects where model = $1 and id_hash = $2'
/** An app of another issuer could continue with its token, so it is blocked. */
const REVOKE = `with gone as (delete from oauth_objects where grant_hash = $1 returning model, account_id, client_id, payload),
  blocked as (insert into oauth_objects (model, id_hash, account_id, client_id, payload)
    select 'Block', $1, account_id, client_id, payload from gone where model = 'Grant' and payload ? 'issuer'
    on conflict do nothing)
  select 1 from gone`

const REVOKE_OF = `delete from oauth_objects where grant_hash = (select grant_hash from oauth_objects where model = $1 and id_hash = $2)`

/** Of those that nobody has agreed to, the oldest of the network with most of them, as soon as there are $3. */
const MAKE_ROOM = `delete from oauth_objects where model = $1 and id_hash in (select id_hash from (
    select id_hash, created_at, count(*) over () as in_all, count(*) over (partition by payload ->> 'network') as of_network
    from oauth_objects where model = $1 and expires_at > $2 and last_used_at is null and consumed_at is null) open
  where in_all >= $3 order by of_network desc, created_at, id_hash limit 2)`

const IS_CONNECTED = `select 1 from oauth_objects where model = 'Grant' and client_id = $1 and expires_at > $2 limit 1`

const FORGET = `delete from oauth_objects where ctid = any (array(
  select ctid from oauth_objects where expires_at <= $1 limit $2))`

const STANDS = `select 1 from users u join accounts a on a.id = u.account_id left join logins l on l.id = u.login_id
  where u.account_id = $1 and u.id = $2 and u.left_at is null and l.disabled_at is null`

/** The objects of the authorization server. Hashes are SHA-256; ids are never stored. */
export const createOauthObjectsStore = (pool: Pool) => ({
  upsert: async (object: OauthObject, now: Date): Promise<void> => {
    const { model, idHash, grantHash, accountId, userId, clientId, scopes, payload, expiresAt } = object
    const values = [model, idHash, grantHash, accountId, userId, clientId, scopes, payload, expiresAt, now]
    await pool.query({ name: 'oauth-upsert', text: UPSERT, values })
  },

  /** Adds a refresh token; its grant and its client last at least until `aliveUntil`. */
  addRefreshToken: async (
    { model, idHash, grantHash, accountId, userId, clientId, payload, expiresAt }: OauthObject,
    { now, aliveUntil, clientHash }: { now: Date; aliveUntil: Date; clientHash: Buffer },
  ): Promise<void> => {
    const own = [model, idHash, grantHash, accountId, userId, clientId, payload, expiresAt]
    await pool.query({ name: 'oauth-prolong', text: PROLONG, values: [...own, now, aliveUntil, clientHash] })
  },

  /** Null when there is none, or it has expired. */
  find: async (model: string, idHash: Buffer, now: Date): Promise<FoundObject | null> => {
    const { rows } = await pool.query<FoundObject>({ name: 'oauth-find', text: FIND, values: [model, idHash, now] })
    return rows[0] ?? null
  },

  /** Like `find`, but what was consumed after `since` is shown as not consumed, once. */
  findAgain: async (
    model: string,
    idHash: Buffer,
    { now, since }: { now: Date; since: Date },
  ): Promise<FoundObject | null> => {
    const values = [model, idHash, now, since]
    return (await pool.query<FoundObject>({ name: 'oauth-find-again', text: FIND_AGAIN, values })).rows[0] ?? null
  },

  /** @returns whether it had not been consumed before. */
  consume: async (model: string, idHash: Buffer, now: Date): Promise<boolean> =>
    (await pool.query<{ first: boolean }>(CONSUME, [model, idHash, now])).rows[0]?.first === true,

  destroy: async (model: string, idHash: Buffer): Promise<void> => {
    await pool.query(DESTROY, [model, idHash])
  },

  /** Deletes the grant and everything that belongs to it. @returns whether there was anything. */
  revoke: async (grantHash: Buffer): Promise<boolean> => ((await pool.query(REVOKE, [grantHash])).rowCount ?? 0) > 0,

  /** Deletes everything of the grant that this object belongs to. */
  revokeOf: async (model: string, idHash: Buffer): Promise<void> => {
    await pool.query(REVOKE_OF, [model, idHash])
  },

  /** Deletes what nobody has agreed to, as long as there are `most` of it. */
  makeRoom: async (model: string, now: Date, most: number): Promise<void> => {
    await pool.query({ name: 'oauth-room', text: MAKE_ROOM, values: [model, now, most] })
  },

  /** Whether anybody has agreed to this client. */
  isConnected: async (clientId: string, now: Date): Promise<boolean> =>
    (await pool.query(IS_CONNECTED, [clientId, now])).rowCount === 1,

  /** Whether this user is still a member and may sign in. */
  userStands: async (accountId: number, userId: number): Promise<boolean> =>
    (await pool.query(STANDS, [accountId, userId])).rowCount === 1,

  /** Forgets expired objects. @returns how many rows, at most `limit`. */
  forget: async (before: Date, limit: number): Promise<number> =>
    (await pool.query(FORGET, [before, limit])).rowCount ?? 0,
})
