import type { Pool } from 'pg'

/** `failing`: the provider does not answer for now. `client_broken`: it rejects Quarry's own client credentials. */
export type GrantState = 'active' | 'failing' | 'needs_consent' | 'client_broken'

/** Identifies the mailbox. */
export interface GrantPlace {
  accountId: number
  mailboxId: number
}

/** What a provider currently allows Quarry to do with a mailbox. */
export interface Grant extends GrantPlace {
  provider: string
  email: string
  /** Issuer and subject of the person who consented; null if no consent was needed. */
  subject: string | null
  state: GrantState
  scopes: string[]
  accessTokenSealed: Buffer | null
  accessExpiresAt: Date | null
  /** When a fresh token is to be requested. */
  accessRefreshAt: Date | null
  /** Incremented with every access token that is stored. */
  generation: number
  refreshingUntil: Date | null
  /** When a server refused a token that should have been valid, and another was fetched. */
  forcedAt: Date | null
  failures: number
  nextTryAt: Date | null
  consentedAt: Date
  since: Date
  problem: string | null
  /** What prevents the mailbox from being used. */
  mailboxProblem: string | null
}

/** A lease for refreshing: the grant, and the generation of the token to be replaced. */
export interface GrantLease extends GrantPlace {
  workerId: string
  generation: number
}

export interface FreshTokens {
  accessTokenSealed: Buffer
  accessExpiresAt: Date
  accessRefreshAt: Date
  /** Null keeps the current one. */
  refreshTokenSealed: Buffer | null
  /** Null keeps the current ones. */
  scopes: string[] | null
}

export interface NewGrant extends GrantPlace, FreshTokens {
  provider: string
  subject: string | null
  scopes: string[]
}

/** The result of a refusal, or of no answer. */
export interface GrantFailure {
  state: Exclude<GrantState, 'active'>
  problem: string
  nextTryAt: Date | null
  /** Whether the refresh token has become useless. */
  dropsRefreshToken: boolean
}

const GRANT = `g.account_id as "accountId", g.mailbox_id as "mailboxId", g.provider, e.email, g.subject, g.state, g.scopes,
    g.access_token_sealed as "accessTokenSealed", g.access_expires_at as "accessExpiresAt",
    g.access_refresh_at as "accessRefreshAt", g.generation,
    g.refreshing_until as "refreshingUntil", g.forced_at as "forcedAt", g.failures, g.next_try_at as "nextTryAt",
    g.consented_at as "consentedAt", g.since, g.problem, e.problem as "mailboxProblem"`
const WITH_MAILBOX = `mailbox_grants g join mailboxes e on e.account_id = g.account_id and e.id = g.mailbox_id`

const FIND = `select ${GRANT} from ${WITH_MAILBOX} where g.account_id = $1 and g.mailbox_id = $2`
const OF_PROVIDER = `select ${GRANT} from ${WITH_MAILBOX} where g.provider = $1 order by 1, 2`
const OF_ACCOUNT = `select ${GRANT} from ${WITH_MAILBOX} where g.account_id = $1 order by g.mailbox_id limit 500`

/** Grants whose token soon expires, or whose next attempt is due, and that no process is refreshing. */
const DUE = `select ${GRANT} from ${WITH_MAILBOX}
    join accounts a on a.id = g.account_id and a.suspended_at is null
  where g.state <> 'needs_consent' and (g.access_refresh_at is null or g.access_refresh_at <= $2 or g.state <> 'active')
    and (g.next_try_at is null or g.next_try_at <= $1) and (g.refreshing_until is null or g.refreshing_until < $1)
  order by g.access_refresh_at nulls first limit $3`

/** A lease for the first to take it; it expires if its worker dies. */
const TAKE = `update mailbox_grants set refreshing_by = $4, refreshing_until = $6,
    forced_at = case when $7 then $5 else forced_at end
  where account_id = $1 and mailbox_id = $2 and generation = $3 and state <> 'needs_consent'
    and (refreshing_until is null or refreshing_until < $5)
  returning refresh_token_sealed as "refreshTokenSealed"`

const MINE = `account_id = $1 and mailbox_id = $2 and generation = $3 and refreshing_by = $4`

const KEEP = `update mailbox_grants set access_token_sealed = $5, access_expires_at = $6, access_refresh_at = $7,
    refresh_token_sealed = coalesce($8, refresh_token_sealed), scopes = coalesce($9, scopes), generation = generation + 1,
    refreshing_by = null, refreshing_until = null, failures = 0, next_try_at = null, problem = null,
    since = case when state = 'active' then since else $10 end, state = 'active'
  where ${MINE} returning generation`

const FAIL = `update mailbox_grants set state = $5, problem = $6, next_try_at = $7, failures = least(failures + 1, 1000),
    since = case when state = $5 then since else $8 end, refreshing_by = null, refreshing_until = null,
    refresh_token_sealed = case when $9 then null else refresh_token_sealed end, forced_at = null
  where ${MINE}`

/** The same for a token that servers refuse, however fresh it is. */
const REFUSE = `update mailbox_grants set state = 'needs_consent', problem = $4, since = $5, next_try_at = null
  where account_id = $1 and mailbox_id = $2 and generation = $3 and state <> 'needs_consent'`

const PUT = `insert into mailbox_grants as g (account_id, mailbox_id, provider, subject, access_token_sealed,
    access_expires_at, access_refresh_at, refresh_token_sealed, scopes, state, generation, consented_at, since)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', 1, $10, $10)
  on conflict (account_id, mailbox_id) do update set provider = excluded.provider, subject = excluded.subject,
    access_token_sealed = excluded.access_token_sealed, access_expires_at = excluded.access_expires_at,
    access_refresh_at = excluded.access_refresh_at, refresh_token_sealed = excluded.refresh_token_sealed,
    scopes = excluded.scopes, state = 'active', generation = g.generation + 1, refreshing_by = null,
    refreshing_until = null, forced_at = null, failures = 0, next_try_at = null, problem = null,
    consented_at = excluded.consented_at, since = excluded.since`

const REFRESH_TOKEN = `select refresh_token_sealed as sealed from mailbox_grants where account_id = $1 and mailbox_id = $2`

const BREAK = `update mailbox_grants set state = 'client_broken', problem = $3, since = $4,
    next_try_at = $4::timestamptz + interval '1 hour'
  where account_id = $1 and mailbox_id = $2 and state in ('active', 'failing')`

/** Makes all grants due again whose provider had rejected Quarry's client. */
const REVIVE = `update mailbox_grants g set state = 'failing', next_try_at = $2, since = $2
  where g.provider = $1 and g.state = 'client_broken'
  returning g.account_id as "accountId", g.mailbox_id as "mailboxId"`

const HOLD = 'select 1 from mailboxes where account_id = $1 and id = $2 for no key update'

/** Grants that can sooner or later no longer be refreshed, because their provider rejects Quarry's client. */
const UNBROKEN = `select ${GRANT} from ${WITH_MAILBOX} where g.provider = $1 and g.state in ('active', 'failing') order by 1, 2`

/** Grants of mailboxes; tokens pass through sealed. */
export const createMailboxGrantsStore = (pool: Pool) => ({
  find: async ({ accountId, mailboxId }: GrantPlace): Promise<Grant | null> =>
    (await pool.query<Grant>({ name: 'mailbox-grant', text: FIND, values: [accountId, mailboxId] })).rows[0] ?? null,

  ofProvider: async (provider: string): Promise<Grant[]> => (await pool.query<Grant>(OF_PROVIDER, [provider])).rows,

  ofAccount: async (accountId: number): Promise<Grant[]> => (await pool.query<Grant>(OF_ACCOUNT, [accountId])).rows,

  /** @param soon when a token that must be refreshed by then counts as due. */
  due: async (now: Date, soon: Date, limit: number): Promise<Grant[]> =>
    (await pool.query<Grant>(DUE, [now, soon, limit])).rows,

  /** Null when another worker has the lease, or had it meanwhile. */
  take: async (
    { accountId, mailboxId, generation, workerId }: GrantLease,
    { now, until, isForced }: { now: Date; until: Date; isForced: boolean },
  ): Promise<{ refreshTokenSealed: Buffer | null } | null> => {
    const values = [accountId, mailboxId, generation, workerId, now, until, isForced]
    return (await pool.query<{ refreshTokenSealed: Buffer | null }>(TAKE, values)).rows[0] ?? null
  },

  /** Stores the new tokens and ends the lease, in one statement. @returns the new generation; null when the lease was over */
  keep: async (lease: GrantLease, tokens: FreshTokens, now: Date): Promise<number | null> => {
    const { accountId, mailboxId, generation, workerId } = lease
    const { accessTokenSealed, accessExpiresAt, accessRefreshAt, refreshTokenSealed, scopes } = tokens
    const values = [
      accountId,
      mailboxId,
      generation,
      workerId,
      accessTokenSealed,
      accessExpiresAt,
      accessRefreshAt,
      refreshTokenSealed,
      scopes,
      now,
    ]
    return (await pool.query<{ generation: number }>(KEEP, values)).rows[0]?.generation ?? null
  },

  fail: async (lease: GrantLease, failure: GrantFailure, now: Date): Promise<boolean> => {
    const { accountId, mailboxId, generation, workerId } = lease
    const { state, problem, nextTryAt, dropsRefreshToken } = failure
    const values = [accountId, mailboxId, generation, workerId, state, problem, nextTryAt, now, dropsRefreshToken]
    return (await pool.query(FAIL, values)).rowCount === 1
  },

  refuse: async ({ accountId, mailboxId }: GrantPlace, generation: number, problem: string, now: Date) =>
    (await pool.query(REFUSE, [accountId, mailboxId, generation, problem, now])).rowCount === 1,

  /** Stores a new consent, replacing an earlier one. */
  put: async (grant: NewGrant, now: Date): Promise<void> => {
    const { accountId, mailboxId, provider, subject, accessTokenSealed, accessExpiresAt, accessRefreshAt } = grant
    const values = [
      accountId,
      mailboxId,
      provider,
      subject,
      accessTokenSealed,
      accessExpiresAt,
      accessRefreshAt,
      grant.refreshTokenSealed,
      grant.scopes,
      now,
    ]
    await pool.query(PUT, values)
  },

  remove: async ({ accountId, mailboxId }: GrantPlace): Promise<void> => {
    await pool.query('delete from mailbox_grants where account_id = $1 and mailbox_id = $2', [accountId, mailboxId])
  },

  refreshToken: async ({ accountId, mailboxId }: GrantPlace): Promise<Buffer | null> =>
    (await pool.query<{ sealed: Buffer | null }>(REFRESH_TOKEN, [accountId, mailboxId])).rows[0]?.sealed ?? null,

  /**
   * Locks the mailbox of a grant. Whatever changes both locks the mailbox first and campaigns last, as all code does: there are
   * no deadlocks.
   */
  hold: async ({ accountId, mailboxId }: GrantPlace): Promise<void> => {
    await pool.query(HOLD, [accountId, mailboxId])
  },

  unbroken: async (provider: string): Promise<Grant[]> => (await pool.query<Grant>(UNBROKEN, [provider])).rows,

  /** Records that the provider refuses Quarry's client. @returns false when the grant had already stopped */
  breakOff: async ({ accountId, mailboxId }: GrantPlace, problem: string, now: Date): Promise<boolean> =>
    (await pool.query(BREAK, [accountId, mailboxId, problem, now])).rowCount === 1,

  revive: async (provider: string, now: Date): Promise<GrantPlace[]> =>
    (await pool.query<GrantPlace>(REVIVE, [provider, now])).rows,
})
