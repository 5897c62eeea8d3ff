import type { Call, Part, Principal } from '../../context.ts'

/** What is recorded; screens have a sentence for each. */
export const AUDIT_ACTIONS = [
  'set_up',
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'session_ended',
  'password_changed',
  'password_reset',
  'reset_created',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'passkey_refused',
  'oidc_linked',
  'oidc_unlinked',
  'key_created',
  'key_revoked',
  'key_changed',
  'invitation_created',
  'invitation_revoked',
  'member_joined',
  'member_removed',
  'member_left',
  'role_changed',
  'account_switched',
  'account_renamed',
  'export_started',
  'mailbox_connected',
  'mailbox_changed',
  'mailbox_resumed',
  'mailbox_removed',
  'guard_changed',
  'optout_added',
  'optout_lifted',
  'crawl_requested',
  'account_created',
  'account_deleted',
  'account_suspended',
  'account_resumed',
  'plan_changed',
  'app_connected',
  'app_changed',
  'app_disconnected',
  'operator_granted',
  'operator_revoked',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** What a record contains in addition to who and when. Never a secret, nor anything typed into a password field. */
export interface Audited {
  /** The object of the action, as people call it: an address, the name of a key. */
  subject?: string | null
  details?: Readonly<Record<string, unknown>>
  /** Whether it concerns the whole installation rather than the actor's account. */
  isOfInstallation?: boolean
}

/** Longer ones are cut, so that text from outside cannot fill the log. */
const MAX_SUBJECT_LENGTH = 300

const INSTALLATION = 0

/** Records what a caller did, in the transaction of the action if it has one (`pool.inOne`). */
export function audit(
  { store, clock, principal, requestId }: Pick<Call, 'clock' | 'principal' | 'requestId'> & Part<never, 'audit'>,
  action: AuditAction,
  audited: Audited = {},
): Promise<void> {
  return auditBy({ store, clock }, { ...principal, requestId, actor: actorOf(principal) }, action, audited)
}

const actorOf = ({ via, keyId, app }: Principal): string => {
  if (via === 'shell') return 'operator at a shell'
  if (app !== undefined) return `app ${app.name}`
  return keyId === 0 ? 'a user' : `API key ${keyId}`
}

/** Somebody who acts before being a caller, or at a shell. */
export interface Actor {
  accountId: number
  /** Null if unknown. */
  userId: number | null
  /** What the actor is called if the user has no address. */
  actor: string
  via: Principal['via']
  requestId?: string
}

/** The same for people who are not callers: those who sign in, join, or work at a shell. */
export async function auditBy(
  { store, clock }: Part<'clock', 'audit'>,
  { accountId, userId, actor, via, requestId }: Actor,
  action: AuditAction,
  { subject = null, details = {}, isOfInstallation = false }: Audited = {},
): Promise<void> {
  await store.audit.add({
    accountId: isOfInstallation ? INSTALLATION : accountId,
    at: clock.now(),
    // The operator at a shell acts in the name of a user, but is not that user.
    by: userId === null || via === 'shell' ? null : { accountId, userId },
    actor,
    via,
    action,
    subject: subject?.toWellFormed().slice(0, MAX_SUBJECT_LENGTH) ?? null,
    details,
    requestId: requestId ?? null,
  })
}
