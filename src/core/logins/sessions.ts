import { randomBytes } from 'node:crypto'
import type { Part, Principal } from '../../context.ts'
import type { SessionBounds, SessionRow } from '../../db/accounts/sessions-store.ts'
import { AppError } from '../../errors.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/process/clock.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'
import { scopesOfRole } from '../accounts/roles.ts'
import type { Role } from '../accounts/roles.ts'

/** What sessions need. */
export type SessionNeeds = Part<'clock', 'sessions'>

/** A person who can sign in, with their preferences. */
export interface Login {
  id: number
  email: string
  firstName: string | null
  lastName: string | null
  /** Whether the person runs the installation; the right applies only in the first account. */
  operator: boolean
  language: string | null
  timeZone: string | null
  theme: 'light' | 'dark' | null
  compact: boolean
  /** Whether single-key shortcuts are on. */
  shortcuts: boolean
}

/** Who is signed in at the browser, and in which account. */
export interface SignedIn {
  principal: Principal
  login: Login
  role: Role
  account: { id: number; name: string | null }
  /** How many accounts the login is a member of. */
  memberships: number
  session: { hash: Buffer; confirmedAt: Date; createdAt: Date }
}

/** How long a proof of identity counts as fresh. */
export const CONFIRMED_FOR_MS = 10 * MINUTE_MS

const KEPT_FOR_MS = 30 * DAY_MS
const IDLE_FOR_MS = 7 * DAY_MS
/** The time of the last visit is updated at most this often, so that most page views write nothing. */
const SEEN_EVERY_MS = MINUTE_MS
const TOKEN_BYTES = 32
/** What `readSession` looks up; anything else in a cookie is not a token. */
const TOKEN = /^[\w-]{43}$/

/** Identifies a token's session in the database. */
export const sessionHash = (token: string): Buffer => sha256(token)

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Sessions begun or last seen earlier are over. */
export const sessionBounds = (now: Date): SessionBounds => ({
  createdSince: new Date(now.getTime() - KEPT_FOR_MS),
  seenSince: new Date(now.getTime() - IDLE_FOR_MS),
})

/** Who sent this token; null if nobody is signed in with it, or no longer. */
export async function readSession({ store, clock }: SessionNeeds, token: string): Promise<SignedIn | null> {
  if (!TOKEN.test(token)) return null
  const [hash, now] = [sessionHash(token), clock.now()]
  const row = await store.sessions.read(hash, sessionBounds(now))
  if (row === null) return null
  if (row.seenAt.getTime() <= now.getTime() - SEEN_EVERY_MS) await store.sessions.touch(hash, now)
  return signedInAs(row, hash)
}

function signedInAs(row: SessionRow, hash: Buffer): SignedIn {
  const { accountId, userId, plan, accountCreatedAt, suspended, discover, role, confirmedAt, createdAt } = row
  const { email, firstName, lastName, language, timeZone, theme, compact, shortcuts } = row
  const names = { id: row.loginId, email, firstName, lastName, operator: row.isOperator }
  return {
    principal: {
      accountId,
      userId,
      keyId: 0,
      via: 'session',
      plan,
      accountCreatedAt,
      suspended,
      discover,
      testKey: false,
      scopes: scopesOfRole(role, row.isOperator && row.isFirstAccount),
      // Not the account's: a busy key never locks the screens.
      rateKey: `user:${accountId}:${userId}`,
      login: { id: row.loginId, session: hash },
    },
    login: { ...names, language, timeZone, theme, compact, shortcuts },
    role,
    account: { id: accountId, name: row.accountName },
    memberships: row.memberships,
    session: { hash, confirmedAt, createdAt },
  }
}

export interface SessionStart {
  loginId: number
  /** In which account; by default where the login was last. */
  accountId?: number
  /** As shown in the list of sessions. */
  browser: string
  network: string
}

/**
 * Begins a session for somebody who has just proved their identity, with a token created here, never one that was sent.
 * @throws AppError forbidden if the login is disabled, or not a member (of this account, or of any).
 */
export async function openSession(
  { store, clock }: SessionNeeds,
  { loginId, accountId, browser, network }: SessionStart,
): Promise<{ token: string; hash: Buffer; accountId: number; userId: number }> {
  const token = newToken()
  const hash = sessionHash(token)
  const about = { loginId, accountId: accountId ?? null, browser, network, now: clock.now() }
  const place = await store.sessions.start({ hash, ...about })
  if (place === null) throw noMember()
  return { token, hash, ...place }
}

/**
 * Gives a session a new token, and ends the old one. The session's age does not change.
 * @param change `accountId`: continue in that account. `confirmed`: the person has just proved their identity.
 * @throws AppError forbidden if the session is over, or the login is not a member of the account.
 */
export async function renewSession(
  { store, clock }: SessionNeeds,
  { session }: Pick<SignedIn, 'session'>,
  change: { accountId?: number; confirmed?: true } = {},
): Promise<string> {
  const token = newToken()
  const confirmedAt = change.confirmed === true ? clock.now() : null
  const renewed = { hash: sessionHash(token), accountId: change.accountId ?? null, confirmedAt }
  if (!(await store.sessions.renew(session.hash, renewed))) throw noMember()
  return token
}

const noMember = (): AppError =>
  new AppError(
    'forbidden',
    'You are not a member of that account, or your session is over. Ask one of its admins to invite you.',
    { reason: 'no_member' },
  )

/** Signs out: the token no longer works. */
export async function endSession({ store }: SessionNeeds, { session }: Pick<SignedIn, 'session'>): Promise<void> {
  await store.sessions.end(session.hash)
}

/** What the session's next page says once; null for nothing. */
export const putNotice = ({ store }: SessionNeeds, hash: Buffer, notice: unknown): Promise<void> =>
  store.sessions.putNotice(hash, notice)

/** Reads and clears it, in one statement. */
export const takeNotice = ({ store }: SessionNeeds, hash: Buffer): Promise<unknown> => store.sessions.takeNotice(hash)
