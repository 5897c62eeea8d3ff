import type { Part } from '../../context.ts'
import { z } from 'zod'
import type { OptOutLift, Unsubscribe } from '../../db/optouts/unsubscribes-store.ts'
import { AppError } from '../../errors.ts'
import { domainOfAddress, parseTypedAddress } from '../../lib/addresses/email-address.ts'
import { missing, quoted } from '../../lib/input/input-fields.ts'
import { DEFAULT_ROWS, ShownPage } from '../../lib/input/page-fields.ts'
import { audit } from '../accounts/audit.ts'
import { capability } from '../capability/capability.ts'
import { isAddressOptedOut } from './opted-out.ts'
import { ListUnsubscribesInput, RemoveUnsubscribeInput, UnsubscribeInput } from './optout-input.ts'

/** The people an account no longer writes to: they unsubscribed, bounced, or were added by hand. */

const Record = z.object({
  email: z.string(),
  reason: z.enum(['unsubscribed', 'bounced', 'manual', 'complained']),
  created_at: z.string(),
})

const recordOf = ({ email, reason, createdAt }: Unsubscribe): z.output<typeof Record> => ({
  email,
  reason,
  created_at: createdAt.toISOString(),
})

const One = z.object({ data: Record, meta: z.object({}) })

export const ListUnsubscribes = capability({
  name: 'list_unsubscribes',
  group: 'others',
  scope: 'read',
  input: ListUnsubscribesInput,
  output: z.object({
    data: z.array(Record),
    meta: ShownPage,
  }),
  run: async ({ store, principal }, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { unsubscribes, total } = await store.unsubscribes.list(principal.accountId, { limit, offset })
    return { data: unsubscribes.map(recordOf), meta: { total, limit, offset } }
  },
})

/**
 * Cancels what was scheduled for the address. One that has opted out gets no mail anyway, and is not stored: a list of those who
 * asked to be forgotten would be a list of people again.
 */
export const AddUnsubscribe = capability({
  name: 'add_unsubscribe',
  group: 'others',
  scope: 'write',
  input: UnsubscribeInput,
  output: One,
  check: ({ email }) => missing('email', email),
  run: async ({ store, principal, clock, optoutKey }, { email = '' }) => {
    const address = { full: email, domain: domainOfAddress(email) }
    const added: Unsubscribe = (await isAddressOptedOut({ store, optoutKey }, address))
      ? { email, reason: 'manual', createdAt: clock.now() }
      : await store.unsubscribes.add(principal.accountId, email, clock.now())
    return { data: recordOf(added), meta: {}, status: 201 as const }
  },
})

/** A recipient's own unsubscribe stays, unless an operator lifts it and says why. */
export const RemoveUnsubscribe = capability({
  name: 'remove_unsubscribe',
  group: 'others',
  scope: 'write',
  input: RemoveUnsubscribeInput,
  output: One,
  check: ({ email }) => missing('email', email),
  run: async (call, { email = '', reason = '' }) => {
    const { store, principal, clock, database } = call
    const { accountId, scopes, keyId, userId } = principal
    const by = keyId === 0 ? `user ${userId}` : `API key ${keyId}`
    const lift = { by, reason: reason.trim(), now: clock.now() }
    const mayLift = scopes.has('operator') && lift.reason !== ''
    const removed = await database.pool.inOne(async () => {
      if (!mayLift) return store.unsubscribes.remove(accountId, email)
      const lifted = await store.unsubscribes.lift(accountId, email, lift)
      if (lifted !== null) await audit(call, 'optout_lifted', { subject: email, details: { reason: lift.reason } })
      return lifted
    })
    if (removed === 'theirs') throw new AppError('forbidden', THEIRS)
    if (removed === null) throw new AppError('not_found', 'This address is not on the list.')
    return { data: recordOf(removed), meta: {}, status: 204 as const }
  },
})

const THEIRS =
  'This person asked for no more email, so the account cannot undo it. The operator can, with a reason, using an operator key or quarry unsubscribes lift.'

/**
 * Lifts an unsubscribe for the operator at a shell.
 * @returns null if the address is not on this account's list.
 * @throws AppError invalid_email; wrong_params without a reason.
 */
export async function liftUnsubscribe(
  { store, clock }: Part<'clock', 'unsubscribes'>,
  { accountId, subject, reason, by }: { accountId: number; subject: string; reason: string; by: string },
): Promise<Unsubscribe | null> {
  const email = parseTypedAddress(subject.slice(0, 500))?.full
  if (email === undefined) throw new AppError('invalid_email', `${quoted(subject)} is not a valid email address.`)
  const why = reason.trim().slice(0, 255)
  if (why === '') throw new AppError('wrong_params', 'Give a reason: --reason TEXT.')
  return store.unsubscribes.lift(accountId, email, { by, reason: why, now: clock.now() })
}

const LIFTS_SHOWN = 100

/** Who lifted which unsubscribe, when and why; newest first. */
export const listLifts = ({ store }: Part<never, 'unsubscribes'>): Promise<OptOutLift[]> =>
  store.unsubscribes.lifts(LIFTS_SHOWN)
