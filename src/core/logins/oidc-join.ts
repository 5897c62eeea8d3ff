import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { acceptInvitation } from '../accounts/accept-invitation.ts'
import { auditBy } from '../accounts/audit.ts'
import type { EnterNeeds, Newcomer } from './enter.ts'
import { firstAccount } from '../accounts/issue-keys.ts'
import { ownAddress, namesOf } from './login-fields.ts'

/** People that a provider vouches for but who are not known here yet. */

export type OidcNeeds = EnterNeeds &
  Part<
    'config' | 'log' | 'oidcClient' | 'secrets',
    'accounts' | 'invitations' | 'loginFlows' | 'logins' | 'members' | 'oidcSubjects' | 'settings'
  >

interface Vouched {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

/**
 * Makes a stranger with the operator's own domain a member of the first account, if the settings allow it.
 * @throws AppError validation_failed for all others, and if somebody already signs in with that address
 */
export async function newMember(
  needs: OidcNeeds,
  who: Vouched,
  { requestId }: Newcomer,
): Promise<{ loginId: number; accountId: number }> {
  const { config, store, database, clock } = needs
  const join = config.oidc?.join ?? null
  const email = who.emailVerified && who.email !== null ? ownAddress(who.email) : null
  if (join === null || email === null || !email.endsWith(`@${join.domain}`)) throw unknownHere()
  const { accountId } = await firstAccount(needs)
  return database.pool.inOne(async () => {
    const names = namesOf(who.name ?? '')
    const about = { ...names, email, passwordHash: null, operator: false, language: null, now: clock.now() }
    const loginId = await store.logins.add(about)
    if (loginId === null) throw linkFirst()
    if (!(await store.oidcSubjects.link(who, loginId, clock.now()))) throw unknownHere()
    const userId = await store.members.join({ accountId, loginId, role: join.role, now: clock.now() })
    const actor = { accountId, userId, actor: email, via: 'session', requestId } as const
    await auditBy(needs, actor, 'member_joined', { subject: email, details: { role: join.role, by: 'oidc' } })
    return { loginId, accountId }
  })
}

/**
 * Accepts an invitation with the subject's login, or with a new one that has the invitation's address.
 * @throws AppError validation_failed as `acceptInvitation`, and if somebody already signs in with that address
 */
export async function loginToJoin(
  needs: OidcNeeds,
  who: Vouched,
  { loginId, code }: { loginId: number | null; code: string; visitor: Newcomer },
): Promise<{ loginId: number; accountId: number }> {
  const { store, clock } = needs
  const joined = await acceptInvitation(needs, code, async ({ email }) => {
    if (loginId !== null) return loginId
    const names = namesOf(who.name ?? '')
    const about = { ...names, email, passwordHash: null, operator: false, language: null, now: clock.now() }
    const made = await store.logins.add(about)
    if (made === null) throw linkFirst()
    if (!(await store.oidcSubjects.link(who, made, clock.now()))) throw unknownHere()
    return made
  })
  return { loginId: joined.loginId, accountId: joined.accountId }
}

const linkFirst = (): AppError =>
  new AppError('validation_failed', 'Sign in as before and link it under Settings, Security.', {
    reason: 'oidc_link_first',
  })

const unknownHere = (): AppError =>
  new AppError('validation_failed', 'No login here uses that identity. Ask an admin for an invitation.', {
    reason: 'oidc_unknown',
  })
