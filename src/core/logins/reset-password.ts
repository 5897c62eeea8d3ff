import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { HOUR_MS } from '../../lib/process/clock.ts'
import { hashOneTimeCode, newOneTimeCode } from '../../lib/secrets/one-time-code.ts'
import { auditBy } from '../accounts/audit.ts'
import type { Actor } from '../accounts/audit.ts'
import { enter } from './enter.ts'
import type { Entered, Newcomer } from './enter.ts'
import { ownAddress, passwordProblems, refuseFields } from './login-fields.ts'
import { takeCodeTry } from './login-throttle.ts'
import { proveOwnPassword } from './sign-in.ts'
import type { SignInNeeds } from './sign-in.ts'
import { renewSession } from './sessions.ts'
import type { SignedIn } from './sessions.ts'
import { webLink } from '../accounts/web-link.ts'

/** New passwords: set with a code from an admin or the operator, or replacing the old one. */

type ResetNeeds = SignInNeeds & Part<never, 'loginLinks'>

const KEPT_MS = HOUR_MS

/**
 * A link for setting a new password, valid for one hour; earlier ones for the same login stop working.
 * @throws AppError not_found if nobody signs in with this address
 */
export async function makeResetLink(
  needs: Part<'clock' | 'config' | 'database', 'audit' | 'loginLinks' | 'logins'>,
  email: string,
  actor: Actor,
): Promise<{ code: string; link: string; expiresAt: Date }> {
  const { store, clock, config, database } = needs
  const login = await store.logins.byEmail(ownAddress(email) ?? email)
  if (login === null) throw new AppError('not_found', 'Nobody signs in with this address.')
  const { code, hash } = newOneTimeCode('qr')
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + KEPT_MS)
  await database.pool.inOne(async () => {
    await store.loginLinks.drop('reset', login.id)
    const creator = actor.userId === null ? null : { accountId: actor.accountId, userId: actor.userId }
    await store.loginLinks.add({ hash, kind: 'reset', loginId: login.id, creator, now, expiresAt })
    await auditBy(needs, actor, 'reset_created', { subject: login.email })
  })
  return { code, link: webLink(config, 'reset', code), expiresAt }
}

/**
 * Sets the password of the login that the code was made for, ends all its sessions, and signs in.
 * @throws AppError validation_failed with a field, too_many_requests
 */
export async function resetPassword(
  needs: ResetNeeds,
  { code, password }: { code: string; password: string },
  visitor: Newcomer,
): Promise<Entered> {
  const { store, clock, passwords, database } = needs
  const tried = await takeCodeTry(needs, visitor.ip)
  const hash = hashOneTimeCode(code)
  const link = await store.loginLinks.find(hash, 'reset', clock.now())
  const login = await store.logins.byId(link?.loginId ?? 0)
  if (login === null) throw wrongCode()
  await tried.succeeded()
  refuseFields(passwordProblems(password, { email: login.email, names: [login.firstName, login.lastName] }))
  const passwordHash = await passwords.hash(password)
  await database.pool.inOne(async () => {
    if ((await store.loginLinks.use(hash, 'reset', clock.now())) === null) throw wrongCode()
    await store.logins.setPassword(login.id, passwordHash, clock.now())
    await store.sessions.endOthers(login.id, null)
    const { requestId } = visitor
    const actor = { accountId: 0, userId: null, actor: login.email, via: 'session', requestId } as const
    await auditBy(needs, actor, 'password_reset', { subject: login.email, isOfInstallation: true })
  })
  return enter(needs, { loginId: login.id, way: 'reset' }, visitor)
}

const wrongCode = (): AppError =>
  new AppError('validation_failed', 'This code is wrong, already used, or older than an hour. Ask for a new link.', {
    field: 'code',
    reason: 'reset_code',
  })

/**
 * Replaces the password, and ends all other sessions of the login.
 * @param current not needed if there is no password yet
 * @returns the session's new token
 * @throws AppError validation_failed with a field, authentication_failed, too_many_requests
 */
export async function changePassword(
  needs: SignInNeeds,
  signedIn: SignedIn,
  { current, password }: { current: string; password: string },
  visitor: Newcomer,
): Promise<string> {
  const { store, clock, passwords, database } = needs
  const { login, principal, session } = signedIn
  const row = await store.logins.byId(login.id)
  refuseFields(passwordProblems(password, { email: login.email, names: [login.firstName, login.lastName] }))
  if (typeof row?.passwordHash === 'string') await proveOwnPassword(needs, signedIn, current, visitor)
  const passwordHash = await passwords.hash(password)
  return database.pool.inOne(async () => {
    await store.logins.setPassword(login.id, passwordHash, clock.now())
    await store.sessions.endOthers(login.id, session.hash)
    const actor = { ...principal, actor: login.email, via: 'session', requestId: visitor.requestId } as const
    await auditBy(needs, actor, 'password_changed')
    return renewSession(needs, signedIn, { confirmed: true })
  })
}
