import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** What the operator allows when sending, whatever an account sets. */

type Needs = Pick<Context, 'config'>

/** Messages, including copies, that a mailbox may send per day. */
export const dailyCeiling = ({ config }: Needs, dailyLimit: number): number =>
  Math.min(dailyLimit, config.sendingMaxDaily)

/** Whether mail may be sent from this address: its domain, or one above it, must be among those the operator named, if any. */
export function maySendFrom({ config }: Needs, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const { senderDomains } = config
  return senderDomains.length === 0 || senderDomains.some((name) => domain === name || domain.endsWith(`.${name}`))
}

/** Why a mailbox on another domain does not send, for the person who set it up. */
export const SENDER_NOT_ALLOWED = 'The operator of this installation does not allow mail from this domain.'

/** @throws AppError validation_failed for a sender or a limit beyond what the operator allows. */
export function demandSendingPolicy(
  needs: Needs,
  given: { email?: string | undefined; daily_limit?: number | undefined },
): void {
  const { email, daily_limit: limit } = given
  if (email !== undefined && !maySendFrom(needs, email))
    throw new AppError('validation_failed', `email: ${SENDER_NOT_ALLOWED}`)
  const { sendingMaxDaily } = needs.config
  if (limit !== undefined && limit > sendingMaxDaily)
    throw new AppError('validation_failed', `daily_limit: the operator allows at most ${sendingMaxDaily} per day.`)
}
