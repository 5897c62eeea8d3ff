/** People who sign in: how they prove who they are, their sessions, and their preferences. */

import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { LoginRow } from '../../db/accounts/logins-store.ts'
import { auditBy } from '../accounts/audit.ts'
import { enter } from './enter.ts'
import type { Entered, EnterNeeds, Newcomer } from './enter.ts'
import { ownAddress } from './login-fields.ts'
import { takePasswordTry } from './login-throttle.ts'
import { endSession, renewSession } from './sessions.ts'
import type { SignedIn } from './sessions.ts'

/** What proving one's identity with a password needs. */
export type SignInNeeds = EnterNeeds & Part<'passwords', 'logins'>

/**
 * Signs in with address and password. An unknown address takes as long and gets the same answer as a wrong password.
 * @param previous who was signed in at this browser: that session ends
 * @throws AppError authentication_failed, too_many_requests, service_unavailable
 */
export async function signIn(
  needs: SignInNeeds,
  { email, password }: { email: string; password: string },
  visitor: Newcomer,
  previous: SignedIn | null = null,
): Promise<Entered> {
  // An invalid address matches nobody.
  const own = ownAddress(email)
  const address = own ?? email.trim().toLowerCase().slice(0, MAX_ADDRESS_LENGTH)
  const login = own === null ? null : await needs.store.logins.byEmail(own)
  await provePassword(needs, { address, login, password }, visitor)
  if (login === null) throw wrong()
  const entered = await enter(needs, { loginId: login.id, way: 'password' }, visitor)
  if (previous !== null) await endSession(needs, previous)
  return entered
}

const MAX_ADDRESS_LENGTH = 254

/**
 * Proves again, with the password, that it is the same person.
 * @returns the session's new token
 * @throws AppError authentication_failed, too_many_requests, service_unavailable
 */
export async function stepUp(
  needs: SignInNeeds,
  signedIn: SignedIn,
  password: string,
  visitor: Newcomer,
): Promise<string> {
  await proveOwnPassword(needs, signedIn, password, visitor)
  return renewSession(needs, signedIn, { confirmed: true })
}

/** Whether the signed-in person has a password. */
export const hasPassword = async ({ store }: Part<never, 'logins'>, { login }: SignedIn): Promise<boolean> =>
  typeof (await store.logins.byId(login.id))?.passwordHash === 'string'

/** Checks the signed-in person's password. @throws as `stepUp` */
export async function proveOwnPassword(
  needs: SignInNeeds,
  { login }: Pick<SignedIn, 'login'>,
  password: string,
  visitor: Newcomer,
): Promise<void> {
  const row = await needs.store.logins.byId(login.id)
  await provePassword(needs, { address: login.email, login: row, password }, visitor)
}

async function provePassword(
  needs: SignInNeeds,
  { address, login, password }: { address: string; login: LoginRow | null; password: string },
  visitor: Newcomer,
): Promise<void> {
  const { passwords, store } = needs
  const tried = await takePasswordTry(needs, { address, loginId: login?.id ?? null, ...visitor })
  const stored = login?.passwordHash ?? null
  const { isRight, isOutdated } = await passwords.check(password, stored).catch(async (error: unknown) => {
    await tried.undo()
    throw error
  })
  if (!isRight || login === null) {
    if (login !== null && NOTED.has(tried.failures)) await noteFailures(needs, login, tried.failures, visitor)
    throw wrong()
  }
  await tried.succeeded()
  if (isOutdated && stored !== null) await store.logins.rehash(login.id, stored, await passwords.hash(password))
}

const wrong = (): AppError =>
  new AppError('authentication_failed', 'The address or the password is wrong.', { reason: 'wrong_password' })

/** Numbers of failures in a row that are recorded: few entries for many failures, so that no stranger fills the log. */
const NOTED: ReadonlySet<number> = new Set([5, 20, 50, 100])

function noteFailures(needs: SignInNeeds, { email }: LoginRow, failures: number, visitor: Newcomer): Promise<void> {
  const actor = { accountId: 0, userId: null, actor: visitor.ip, via: 'session', requestId: visitor.requestId } as const
  return auditBy(needs, actor, 'sign_in_failed', { subject: email, details: { failures }, isOfInstallation: true })
}

/** Signs out: the token no longer works. */
export function signOut(needs: EnterNeeds, signedIn: SignedIn, requestId: string): Promise<void> {
  return needs.database.pool.inOne(async () => {
    await endSession(needs, signedIn)
    const actor = { ...signedIn.principal, actor: signedIn.login.email, via: 'session', requestId } as const
    await auditBy(needs, actor, 'sign_out')
  })
}

/**
 * Moves a session to another of the login's accounts.
 * @returns its new token
 * @throws AppError forbidden if the login is not a member there
 */
export function switchAccount(
  needs: EnterNeeds,
  signedIn: SignedIn,
  accountId: number,
  requestId: string,
): Promise<string> {
  return needs.database.pool.inOne(async () => {
    const token = await renewSession(needs, signedIn, { accountId })
    const actor = { ...signedIn.principal, actor: signedIn.login.email, via: 'session', requestId } as const
    await auditBy(needs, actor, 'account_switched', { details: { to: accountId } })
    return token
  })
}
