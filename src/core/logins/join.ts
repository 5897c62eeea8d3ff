import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { acceptInvitation, readInvitation } from '../accounts/accept-invitation.ts'
import type { OpenInvitation } from '../accounts/accept-invitation.ts'
import { enter } from './enter.ts'
import type { Entered, Newcomer } from './enter.ts'
import { passwordProblems, readNewPerson, refuseFields } from './login-fields.ts'
import { takeCodeTry } from './login-throttle.ts'
import { endSession } from './sessions.ts'
import type { SignedIn } from './sessions.ts'
import type { SignInNeeds } from './sign-in.ts'

/** Joining an account by invitation, with an existing login or a new one. */

type JoiningNeeds = SignInNeeds & Part<never, 'invitations' | 'members'>

/**
 * What an invitation says before it is accepted.
 * @throws AppError validation_failed for a code that is wrong, used or expired; too_many_requests
 */
export async function lookAtInvitation(
  needs: Pick<JoiningNeeds, 'clock' | 'linkKey' | 'store'>,
  code: string,
  { ip }: Newcomer,
): Promise<OpenInvitation> {
  const tried = await takeCodeTry(needs, ip)
  const invitation = await readInvitation(needs, code)
  if (invitation === null) throw unusable()
  await tried.succeeded()
  return invitation
}

/** Makes the signed-in person a member, and continues their session in that account. @throws AppError as `acceptInvitation` */
export async function joinSignedIn(
  needs: JoiningNeeds,
  code: string,
  { signedIn, visitor }: { signedIn: SignedIn; visitor: Newcomer },
): Promise<Entered> {
  await lookAtInvitation(needs, code, visitor)
  const { accountId, loginId } = await acceptInvitation(needs, code, () => Promise.resolve(signedIn.login.id))
  const entered = await enter(needs, { loginId, accountId, way: 'invitation' }, visitor)
  await endSession(needs, signedIn)
  return entered
}

/**
 * Creates a login with the invitation's address, and makes it a member.
 * @throws AppError validation_failed with fields, also if somebody already signs in with that address
 */
export async function joinAsNew(
  needs: JoiningNeeds,
  { code, name, password }: { code: string; name: string; password: string },
  visitor: Newcomer,
): Promise<Entered> {
  const { store, passwords, clock } = needs
  const { email } = await lookAtInvitation(needs, code, visitor)
  const person = readNewPerson({ name, email, password })
  if ((await store.logins.byEmail(person.email)) !== null) throw hasLogin()
  const passwordHash = await passwords.hash(password)
  const joined = await acceptInvitation(needs, code, async (invitation) => {
    refuseFields(passwordProblems(password, { email: invitation.email }))
    const about = { ...person, email: invitation.email, passwordHash }
    const id = await store.logins.add({ ...about, operator: false, language: null, now: clock.now() })
    if (id === null) throw hasLogin()
    return id
  })
  return enter(needs, { loginId: joined.loginId, accountId: joined.accountId, way: 'invitation' }, visitor)
}

const unusable = (): AppError =>
  new AppError(
    'validation_failed',
    'This invitation is invalid, already used, or older than 7 days. Ask for a new link.',
    { field: 'code', reason: 'invitation_code' },
  )

const hasLogin = (): AppError =>
  new AppError(
    'validation_failed',
    'Somebody already signs in with this address. Sign in, then open the invitation link again.',
    { reason: 'has_login' },
  )
