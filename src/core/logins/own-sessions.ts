import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { auditBy } from '../accounts/audit.ts'
import { sessionBounds } from './sessions.ts'
import type { SessionNeeds, SignedIn } from './sessions.ts'

/** The signed-in person's sessions, in any browser. */

export interface OwnSession {
  /** Identifies it in forms; it cannot be used to sign in. */
  id: string
  isThis: boolean
  accountName: string | null
  browser: string
  network: string
  createdAt: Date
  seenAt: Date
}

/** The accounts that the login is a member of, oldest first, each with its role there. */
export const listMemberships = ({ store }: Part<never, 'logins'>, { login }: Pick<SignedIn, 'login'>) =>
  store.logins.memberships(login.id)

/** Most recently seen first. */
export async function listSessions({ store, clock }: SessionNeeds, signedIn: SignedIn): Promise<OwnSession[]> {
  const sessions = await store.sessions.list(signedIn.login.id, sessionBounds(clock.now()))
  return sessions.map(({ hash, ...session }) => ({
    ...session,
    id: hash.toString('base64url'),
    isThis: hash.equals(signedIn.session.hash),
  }))
}

/**
 * Ends one of them.
 * @throws AppError not_found if the login has no such session
 */
export async function revokeSession(
  needs: SessionNeeds & Part<'database', 'audit'>,
  signedIn: SignedIn,
  id: string,
  requestId: string,
): Promise<void> {
  const { store, database } = needs
  await database.pool.inOne(async () => {
    const browser = await store.sessions.endOwn(signedIn.login.id, Buffer.from(id, 'base64url'))
    if (browser === null) throw new AppError('not_found', 'This session has already ended.')
    const actor = { ...signedIn.principal, actor: signedIn.login.email, via: 'session', requestId } as const
    await auditBy(needs, actor, 'session_ended', { subject: browser })
  })
}
