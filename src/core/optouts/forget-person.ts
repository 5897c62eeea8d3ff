import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { OptoutRequest } from '../../db/optouts/forget-store.ts'
import { AppError } from '../../errors.ts'
import { parseTypedAddress } from '../../lib/addresses/email-address.ts'
import { audit } from '../accounts/audit.ts'
import { capability } from '../capability/capability.ts'
import { publishEvent } from '../webhooks/publish-event.ts'
import { addOptout } from './opted-out.ts'
import { optoutDigest } from './optout-digests.ts'
import { ForgetPersonInput } from './optout-input.ts'
import { missing } from '../../lib/input/input-fields.ts'

const writing = { group: 'others', scope: 'write' } as const

/**
 * A person asked to be forgotten: what the account stores about them is deleted at once and never comes back. With only one
 * account, the whole installation forgets them; with several, the operator decides about that. The answer is the same whether
 * or not the address was known, except for the counts of the account's own records.
 */
export const ForgetPerson = capability({
  ...writing,
  name: 'forget_person',
  input: ForgetPersonInput,
  output: z.object({
    data: z.object({
      removed: z.object({
        leads: z.int(),
        messages_cancelled: z.int(),
        replies: z.int(),
        /** What crawls found, for everybody: removed, or requested from the operator. */
        index: z.enum(['removed', 'requested']),
        unsubscribed: z.literal(true),
      }),
    }),
    meta: z.object({
      /** When it was first requested; earlier if `repeated`. */
      done_at: z.string(),
      repeated: z.boolean(),
    }),
  }),
  check: ({ email }) => missing('email', email),
  run: (call, { email = '', reason = null }) =>
    call.database.pool.inOne(async () => {
      const { store, principal, clock } = call
      const { accountId } = principal
      const address = addressOf(email)
      const digest = optoutDigest(call.optoutKey, address.full)
      const isWhole = await mayDecide(call)
      if (isWhole) await store.optouts.hold()
      const before = await store.forgotten.find(accountId, digest)
      const keepUnsubscribed = !isWhole && (before?.decidedAt ?? null) === null
      const gone = await store.forgotten.forget(accountId, address, { keepUnsubscribed, now: clock.now() })
      const request = before ?? (await store.forgotten.add(accountId, digest, reason, clock.now()))
      // It also settles the requests about this address.
      if (isWhole) await addOptout(call, address.full, reason)
      if (before === null && !isWhole) await tellOperators(call, request)
      if (before === null) await audit(call, 'optout_added', { details: { kind: 'email' }, isOfInstallation: isWhole })
      return {
        data: {
          removed: {
            leads: gone.leads,
            messages_cancelled: gone.messagesCancelled,
            replies: gone.replies,
            index: keepUnsubscribed ? ('requested' as const) : ('removed' as const),
            unsubscribed: true as const,
          },
        },
        meta: { done_at: request.createdAt.toISOString(), repeated: before !== null },
      }
    }),
})

/** Everything stored about an address's owner, which they are entitled to, and what a request to forget them would do. */
export const PreviewForgetPerson = capability({
  ...writing,
  name: 'preview_forget_person',
  input: ForgetPersonInput,
  output: z.object({
    data: z.object({ effect: z.record(z.string(), z.unknown()), question: z.string() }),
    meta: z.object({}),
  }),
  check: ({ email }) => missing('email', email),
  run: async (call, { email = '' }) => {
    const address = addressOf(email)
    const { store, principal } = call
    const before = await store.forgotten.find(principal.accountId, optoutDigest(call.optoutKey, address.full))
    const isWhole = await mayDecide(call)
    const effect = {
      email: address.full,
      kept: await store.forgotten.kept(principal.accountId, address),
      index: isWhole ? 'removed' : 'requested',
      done_at: before?.createdAt.toISOString() ?? null,
      can_be_undone: false,
    }
    const rest = isWhole
      ? 'and everything found about them'
      : 'and ask the operator to do the same for the whole installation'
    const question = `Forget ${address.full}: delete their leads and answers, cancel their mail, never write again, ${rest}?`
    return { data: { effect, question }, meta: {} }
  },
})

/** Operators work in the first account: its webhooks learn that a request is waiting, but not whose. */
async function tellOperators(
  call: EventNeeds & Part<never, 'webhooks'>,
  { accountId, id, createdAt }: OptoutRequest,
): Promise<void> {
  const data = { request: { account_id: accountId, id, created_at: createdAt.toISOString() } }
  await publishEvent(call, await call.store.webhooks.firstAccount(), { type: 'optout.requested', data })
}

/** The owner of the only account runs the installation. */
const mayDecide = async ({ store, principal }: Part<'principal', 'forgotten'>): Promise<boolean> =>
  principal.scopes.has('operator') || store.forgotten.isOnlyAccount()

function addressOf(email: string) {
  const address = parseTypedAddress(email)
  if (address === null) throw new AppError('invalid_email', 'email is not a valid email address.')
  return address
}

const MAX_LISTED = 500

/** Requests that accounts received, for the operator; open ones first. */
export const listOptoutRequests = ({ store }: Part<never, 'forgotten'>): Promise<OptoutRequest[]> =>
  store.forgotten.list(MAX_LISTED)
