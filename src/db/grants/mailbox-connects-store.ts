import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'

export type ConnectStatus = 'waiting' | 'confirming' | 'connected' | 'denied' | 'expired' | 'failed'
export type ConnectFlow = 'browser' | 'device' | 'loopback'

/** A consent in progress. */
export interface Connect {
  accountId: number
  id: number
  userId: number
  /** Hash of the session that started it; null for a key. */
  sessionHash: Buffer | null
  provider: string
  flow: ConnectFlow
  email: string | null
  shared: boolean
  /** What else was entered about the mailbox. */
  settings: Record<string, unknown>
  /** The mailbox that is being reconnected, or that was created. */
  mailboxId: number | null
  redirectUri: string | null
  verifierSealed: Buffer | null
  deviceCodeSealed: Buffer | null
  tokensSealed: Buffer | null
  nonceHash: Buffer | null
  pollAfter: Date | null
  intervalSeconds: number | null
  status: ConnectStatus
  problem: string | null
  expiresAt: Date
}

export interface NewConnect extends Pick<
  Connect,
  'accountId' | 'userId' | 'sessionHash' | 'provider' | 'flow' | 'email' | 'shared' | 'settings' | 'mailboxId'
> {
  redirectUri: string | null
  expiresAt: Date
}

/** Secrets by which a response from the provider is recognised. */
export interface ConnectSecrets {
  stateHash: Buffer | null
  verifierSealed: Buffer | null
  deviceCodeSealed: Buffer | null
  pollAfter: Date | null
  intervalSeconds: number | null
}

const CONNECT = `account_id as "accountId", id, user_id as "userId", session_hash as "sessionHash", provider, flow, email,
    shared, settings, mailbox_id as "mailboxId", redirect_uri as "redirectUri", verifier_sealed as "verifierSealed",
    device_code_sealed as "deviceCodeSealed", tokens_sealed as "tokensSealed", nonce_hash as "nonceHash",
    poll_after as "pollAfter", interval_seconds as "intervalSeconds", status, problem, expires_at as "expiresAt"`

const FIND = `select ${CONNECT} from mailbox_connects where account_id = $1 and id = $2`

const ADD = `insert into mailbox_connects (account_id, user_id, session_hash, provider, flow, email, shared, settings,
    mailbox_id, redirect_uri, expires_at, status)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'waiting') returning id`

const GIVE_SECRETS = `update mailbox_connects set state_hash = $3, verifier_sealed = $4, device_code_sealed = $5,
    poll_after = $6, interval_seconds = $7
  where account_id = $1 and id = $2`

/** Works once: a second use of the same state finds nothing. */
const ARRIVE = `update mailbox_connects set state_hash = null where state_hash = $1 returning ${CONNECT}`

const CONFIRMING = `update mailbox_connects set status = 'confirming', tokens_sealed = $3, nonce_hash = $4, poll_after = $5,
    verifier_sealed = null, device_code_sealed = null
  where account_id = $1 and id = $2 and status = 'waiting'`

/** The nonce is removed only at the end; if the process dies before that, the click can be repeated. */
const CONFIRM = `update mailbox_connects set poll_after = $3
  where nonce_hash = $1 and status = 'confirming' and expires_at > $2 and (poll_after is null or poll_after <= $2)
  returning ${CONNECT}`

const TAKE_OVER = `update mailbox_connects set poll_after = $4
  where account_id = $1 and id = $2 and status = 'confirming' and nonce_hash is null and tokens_sealed is not null
    and expires_at > $3 and poll_after <= $3
  returning ${CONNECT}`

/** Only one process polls at a time, and none before the provider's interval has passed. */
const POLL = `update mailbox_connects set poll_after = $3::timestamptz + make_interval(secs => interval_seconds)
  where account_id = $1 and id = $2 and status = 'waiting' and poll_after <= $3 returning ${CONNECT}`

const SLOWER = `update mailbox_connects set interval_seconds = interval_seconds + 5, poll_after = poll_after + interval '5 seconds'
  where account_id = $1 and id = $2`

const END = `update mailbox_connects set status = $3, problem = $4, mailbox_id = coalesce($5, mailbox_id), state_hash = null,
    verifier_sealed = null, device_code_sealed = null, tokens_sealed = null, nonce_hash = null
  where account_id = $1 and id = $2 and status in ('waiting', 'confirming')`

const EXPIRE = `update mailbox_connects set status = 'expired', state_hash = null, verifier_sealed = null,
    device_code_sealed = null, tokens_sealed = null, nonce_hash = null
  where expires_at <= $1 and status in ('waiting', 'confirming')`

const FORGET = 'delete from mailbox_connects where expires_at <= $1'

/** Consents in progress; codes and tokens pass through sealed, states and nonces as hashes. */
export const createMailboxConnectsStore = (pool: Pool) => ({
  /** @param seal returns what is sealed for its id, which the database assigns. */
  add: async (connect: NewConnect, seal: (id: number) => ConnectSecrets): Promise<number> => {
    const { accountId, userId, sessionHash, provider, flow, email, shared, settings, mailboxId } = connect
    return inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ id: number }>(ADD, [
        accountId,
        userId,
        sessionHash,
        provider,
        flow,
        email,
        shared,
        JSON.stringify(settings),
        mailboxId,
        connect.redirectUri,
        connect.expiresAt,
      ])
      const id = rows[0]?.id ?? 0
      const { stateHash, verifierSealed, deviceCodeSealed, pollAfter, intervalSeconds } = seal(id)
      const secrets = [stateHash, verifierSealed, deviceCodeSealed, pollAfter, intervalSeconds]
      await client.query(GIVE_SECRETS, [accountId, id, ...secrets])
      return id
    })
  },

  find: async (accountId: number, id: number): Promise<Connect | null> =>
    (await pool.query<Connect>(FIND, [accountId, id])).rows[0] ?? null,

  /** The consent that a person returns to from the provider; null for a state that is no longer expected. */
  arrive: async (stateHash: Buffer): Promise<Connect | null> =>
    (await pool.query<Connect>(ARRIVE, [stateHash])).rows[0] ?? null,

  /**
   * What the provider sent waits for the one click that allows storing it for good; without a nonce, it is being stored until
   * then.
   */
  confirming: async (
    { accountId, id }: Connect,
    tokensSealed: Buffer,
    { nonceHash, until }: { nonceHash: Buffer; until: null } | { nonceHash: null; until: Date },
  ): Promise<boolean> => (await pool.query(CONFIRMING, [accountId, id, tokensSealed, nonceHash, until])).rowCount === 1,

  /** Leases the consent until the given time; null for a nonce that is used, unknown, expired or being used by another. */
  confirm: async (nonceHash: Buffer, now: Date, until: Date): Promise<Connect | null> =>
    (await pool.query<Connect>(CONFIRM, [nonceHash, now, until])).rows[0] ?? null,

  /** Leases, until the given time, a consent that needs no click and whose process died while storing it. */
  takeOver: async (accountId: number, id: number, now: Date, until: Date): Promise<Connect | null> =>
    (await pool.query<Connect>(TAKE_OVER, [accountId, id, now, until])).rows[0] ?? null,

  /** Null when it is too early to ask the provider. */
  poll: async (accountId: number, id: number, now: Date): Promise<Connect | null> =>
    (await pool.query<Connect>(POLL, [accountId, id, now])).rows[0] ?? null,

  slower: async ({ accountId, id }: Connect): Promise<void> => {
    await pool.query(SLOWER, [accountId, id])
  },

  /** Deletes its secrets at once. @returns false when it had already ended */
  end: async (
    { accountId, id }: Pick<Connect, 'accountId' | 'id'>,
    status: Exclude<ConnectStatus, 'waiting' | 'confirming'>,
    { problem = null, mailboxId = null }: { problem?: string | null; mailboxId?: number | null } = {},
  ): Promise<boolean> => (await pool.query(END, [accountId, id, status, problem, mailboxId])).rowCount === 1,

  /** Ends expired consents, and forgets those that expired before a given time. */
  tidy: async (now: Date, forgetBefore: Date): Promise<void> => {
    await pool.query(EXPIRE, [now])
    await pool.query(FORGET, [forgetBefore])
  },
})
