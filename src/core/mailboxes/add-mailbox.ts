import type { Call, Part } from '../../context.ts'
import type { Mailbox, MailboxChange } from '../../db/mailboxes/mailboxes-store.ts'
import { AppError } from '../../errors.ts'
import { audit } from '../accounts/audit.ts'
import { planOf } from '../billing/plans.ts'
import { demandSendingPolicy } from './sending-policy.ts'

/** @throws AppError validation_failed if the plan has no room, or the operator does not allow sending from there. */
export async function demandRoom(
  call: Part<'config' | 'principal', 'mailboxes'>,
  given: { email?: string | undefined; daily_limit?: number | undefined },
): Promise<void> {
  const max = planOf(call.principal.plan).mailboxes
  const { total } = await call.store.mailboxes.list(call.principal.accountId, { limit: 1, offset: 0 })
  if (max !== null && total >= max) throw noRoom(call, max)
  demandSendingPolicy(call, given)
}

/**
 * Stores a mailbox whose servers were tried, and what belongs to it, in one transaction.
 * @throws AppError validation_failed if there is no room left, or the address already has a mailbox.
 */
export async function addMailbox(
  call: Call,
  id: number,
  { email, ...values }: MailboxChange & { email: string },
  along: () => Promise<void> = () => Promise.resolve(),
): Promise<Mailbox> {
  const { store, principal, clock } = call
  const { accountId, userId } = principal
  const max = planOf(principal.plan).mailboxes
  await call.database.pool.together()
  const added = await call.database.pool.inOne(async () => {
    const row = await store.mailboxes.add(
      { accountId, userId, id, max, now: clock.now() },
      { ...NEW(call), email, ...values },
    )
    if (typeof row === 'string') return row
    await along()
    await audit(call, 'mailbox_connected', { subject: email })
    return row
  })
  if (added === 'full') throw noRoom(call, max)
  if (added === 'taken') throw new AppError('validation_failed', 'email is already used by a mailbox.')
  return added
}

/** Defaults of new mailboxes. */
const NEW = ({ config }: Pick<Call, 'config'>): MailboxChange => ({ ramp: config.sendGuard ? 'auto' : 'off' })

/** The pace of new mailboxes at a provider, around five minutes; a gap set by the caller takes precedence. */
export const providerPace = ({ config }: Pick<Call, 'config'>): MailboxChange =>
  config.sendGuard ? { gap_seconds: 300, gap_spread: 0.4 } : {}

const noRoom = ({ principal }: Pick<Call, 'principal'>, max: number | null) =>
  new AppError('validation_failed', `The ${planOf(principal.plan).name} plan allows at most ${max} mailboxes.`)
