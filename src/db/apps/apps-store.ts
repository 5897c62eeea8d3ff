import type { Pool } from 'pg'
import { MINUTE_MS } from '../../lib/process/clock.ts'

/** The owner of a token, with everything that its calls need to know. */
export interface TokenOwner {
  grantHash: Buffer
  accountId: number
  userId: number
  clientId: string
  clientName: string | null
  scopes: string[]
  dailyCredits: number | null
  lastUsedAt: Date | null
  role: 'owner' | 'admin' | 'member' | 'reader'
  plan: string
  accountCreatedAt: Date
  suspended: boolean
  discover: boolean
}

/** The same for a token of another issuer, which itself says what it may do. */
export interface SubjectOwner extends Omit<
  TokenOwner,
  'grantHash' | 'clientId' | 'clientName' | 'scopes' | 'lastUsedAt'
> {
  /** Which of the token's scopes its user lets the app use; null before its first call. */
  ticked: string[] | null
}

/** An app that a user has connected. */
export interface AppRow {
  grantHash: Buffer
  accountId: number
  userId: number
  userEmail: string | null
  role: TokenOwner['role']
  clientId: string
  clientName: string | null
  /** Issuer of its tokens; null for Quarry's own. */
  issuer: string | null
  scopes: string[]
  dailyCredits: number | null
  createdAt: Date
  lastUsedAt: Date | null
}

/** A client that the operator has registered. */
export interface RegisteredClient {
  clientId: string
  name: string | null
  redirects: string[]
  createdAt: Date
}

/** The last use of a grant is noted once a minute ($4: a minute ago). */
const OWNER = `with owner as (select g.grant_hash as "grantHash", g.account_id as "accountId", g.user_id as "userId", g.client_id as "clientId",
    g.payload->>'client_name' as "clientName", g.scopes, g.daily_credits as "dailyCredits", g.last_used_at as "lastUsedAt",
    u.role, a.plan, a.created_at as "accountCreatedAt", a.suspended_at is not null as suspended, a.discover
  from oauth_objects t join oauth_objects g on g.grant_hash = t.grant_hash and g.model = 'Grant'
    join users u on u.account_id = g.account_id and u.id = g.user_id
    join accounts a on a.id = g.account_id left join logins l on l.id = u.login_id
  where t.model = 'AccessToken' and t.id_hash = $1 and t.expires_at > $2 and g.expires_at > $2 and t.payload->>'aud' = $3
    and u.left_at is null and l.disabled_at is null),
  touched as (update oauth_objects set last_used_at = $2 where model = 'Grant' and grant_hash = (
    select "grantHash" from owner where "lastUsedAt" is null or "lastUsedAt" <= $4))
  select * from owner`

/**
 * The login linked to this subject, in its only account or the one named, unless a row of model Block stops it. Includes the
 * ticked scopes and the limit of the app ($4), if it has called before.
 */
const OWNER_OF_SUBJECT = `select u.account_id as "accountId", u.id as "userId", u.role, a.plan, a.created_at as "accountCreatedAt",
    a.suspended_at is not null as suspended, a.discover, g.scopes as ticked, g.daily_credits as "dailyCredits"
  from oidc_subjects s join logins l on l.id = s.login_id join users u on u.login_id = l.id join accounts a on a.id = u.account_id
    left join oauth_objects g on g.model = 'Grant' and g.id_hash = $4
  where s.issuer = $1 and s.subject = $2 and l.disabled_at is null and u.left_at is null
    and ($3::integer is null or u.account_id = $3)
    and not exists (select 1 from oauth_objects b where b.model = 'Block' and b.id_hash = $4)
  limit 2`

/** An app of another issuer has a row like any other from its first call on, updated at most once a minute. */
const SEEN = `insert into oauth_objects as o
    (model, id_hash, grant_hash, account_id, user_id, client_id, scopes, payload, expires_at, created_at, last_used_at)
  values ('Grant', $1, $1, $2, $3, $4, array['read', 'write', 'send'], jsonb_build_object('client_name', $4::text, 'issuer', $5::text), $7, $6, $6)
  on conflict (model, id_hash) do update set last_used_at = $6, expires_at = $7 where o.last_used_at <= $8`

const UNBLOCK = `delete from oauth_objects where model = 'Block' and encode(id_hash, 'hex') like $1`

const APPS = `select g.grant_hash as "grantHash", g.account_id as "accountId", g.user_id as "userId",
    coalesce(l.email, u.email) as "userEmail", u.role, g.client_id as "clientId", g.payload->>'client_name' as "clientName",
    g.payload->>'issuer' as issuer, g.scopes, g.daily_credits as "dailyCredits", g.created_at as "createdAt",
    g.last_used_at as "lastUsedAt"
  from oauth_objects g join users u on u.account_id = g.account_id and u.id = g.user_id left join logins l on l.id = u.login_id
  where g.model = 'Grant' and g.expires_at > $1 and ($2::integer is null or g.account_id = $2)
    and ($3::integer is null or g.user_id = $3) and ($4::text is null or encode(g.grant_hash, 'hex') like $4)
  order by g.created_at desc, g.grant_hash limit 500`

const CHANGE = `update oauth_objects set scopes = $2, daily_credits = $3 where model = 'Grant' and grant_hash = $1`

/** What the consent page has settled; the client's name is in the grant, so that it lasts as long. */
const SETTLE = `update oauth_objects set scopes = $2, daily_credits = $3, payload = payload || jsonb_build_object('client_name', $4::text)
  where model = 'Grant' and grant_hash = $1`

const REGISTERED = `select client_id as "clientId", payload->>'client_name' as name,
    array(select jsonb_array_elements_text(payload->'redirect_uris')) as redirects, created_at as "createdAt"
  from oauth_objects where model = 'Client' and expires_at is null order by created_at`

const UNREGISTER = `with gone as (delete from oauth_objects where model = 'Client' and client_id = $1 and expires_at is null returning 1),
  grants as (delete from oauth_objects where model <> 'Client' and client_id = $1 and exists (select 1 from gone) returning 1)
  select count(*)::int as gone from gone`

export interface AppFilter {
  accountId: number | null
  userId: number | null
  /** How the hash of its grant begins, in hexadecimal digits. */
  beginning?: string
}

/** Apps that people have connected: grants, seen from the outside. */
export const createAppsStore = (pool: Pool) => ({
  /** The owner of this token; null when it is not one of Quarry's, has expired or was revoked. */
  ownerOf: async (
    tokenHash: Buffer,
    { now, audience }: { now: Date; audience: string },
  ): Promise<TokenOwner | null> => {
    const values = [tokenHash, now, audience, new Date(now.getTime() - MINUTE_MS)]
    return (await pool.query<TokenOwner>({ name: 'apps-owner', text: OWNER, values })).rows[0] ?? null
  },

  /** The owner meant by a subject of another issuer; null when there is none, or when several accounts are possible. */
  ownerOfSubject: async (wanted: {
    issuer: string
    subject: string
    account: number | null
    block: Buffer
  }): Promise<SubjectOwner | null> => {
    const values = [wanted.issuer, wanted.subject, wanted.account, wanted.block]
    const { rows } = await pool.query<SubjectOwner>({ name: 'apps-subject', text: OWNER_OF_SUBJECT, values })
    return rows.length === 1 ? (rows[0] ?? null) : null
  },

  /** Notes a call of an app with a token of another issuer. @param until when the app is forgotten, unless it calls again */
  seen: async (
    app: { hash: Buffer; accountId: number; userId: number; client: string; issuer: string },
    { now, until }: { now: Date; until: Date },
  ): Promise<void> => {
    const { hash, accountId, userId, client, issuer } = app
    const values = [hash, accountId, userId, client, issuer, now, until, new Date(now.getTime() - MINUTE_MS)]
    await pool.query({ name: 'apps-seen', text: SEEN, values })
  },

  /** @param beginning of the hash of the app, in hexadecimal digits. @returns whether any app was blocked. */
  unblock: async (beginning: string): Promise<boolean> =>
    ((await pool.query(UNBLOCK, [`${beginning}%`])).rowCount ?? 0) > 0,

  /** Newest first. */
  list: async ({ accountId, userId, beginning }: AppFilter, now: Date): Promise<AppRow[]> => {
    const like = beginning === undefined ? null : `${beginning}%`
    return (await pool.query<AppRow>(APPS, [now, accountId, userId, like])).rows
  },

  change: async (grantHash: Buffer, scopes: readonly string[], dailyCredits: number | null): Promise<void> => {
    await pool.query(CHANGE, [grantHash, scopes, dailyCredits])
  },

  settle: async (
    grantHash: Buffer,
    { scopes, dailyCredits, name }: { scopes: readonly string[]; dailyCredits: number | null; name: string },
  ): Promise<void> => {
    await pool.query(SETTLE, [grantHash, scopes, dailyCredits, name])
  },

  /** Clients that the operator has registered, oldest first. */
  registered: async (): Promise<RegisteredClient[]> => (await pool.query<RegisteredClient>(REGISTERED)).rows,

  /** Removes a client with everything it was granted. @returns whether there was one. */
  unregister: async (clientId: string): Promise<boolean> =>
    (await pool.query<{ gone: number }>(UNREGISTER, [clientId])).rows[0]?.gone === 1,
})
