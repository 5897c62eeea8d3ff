import { z } from 'zod'
import type { Unsubscribe } from '../db/unsubscribes-store.ts'
import { AppError } from '../errors.ts'
import { DEFAULT_ROWS } from '../lib/page-fields.ts'
import { capability } from './capability.ts'
import { emailMissing, ListUnsubscribesInput, UnsubscribeInput } from './opt-out-input.ts'

/** To whom an account writes no more: they unsubscribed, bounced, or were put here by hand. */

const Record = z.object({
  email: z.string(),
  reason: z.enum(['unsubscribed', 'bounced', 'manual']),
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
    meta: z.object({ total: z.int(), limit: z.int(), offset: z.int() }),
  }),
  run: async ({ store, principal }, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { unsubscribes, total } = await store.unsubscribes.list(principal.accountId, { limit, offset })
    return { data: unsubscribes.map(recordOf), meta: { total, limit, offset } }
  },
})

/** What was scheduled for the address is canceled. */
export const AddUnsubscribe = capability({
  name: 'add_unsubscribe',
  group: 'others',
  scope: 'write',
  input: UnsubscribeInput,
  output: One,
  check: emailMissing,
  run: async ({ store, principal, clock }, { email = '' }) => {
    const added = await store.unsubscribes.add(principal.accountId, email, clock.now())
    return { data: recordOf(added), meta: {}, status: 201 as const }
  },
})

export const RemoveUnsubscribe = capability({
  name: 'remove_unsubscribe',
  group: 'others',
  scope: 'write',
  input: UnsubscribeInput,
  output: One,
  check: emailMissing,
  run: async ({ store, principal }, { email = '' }) => {
    const removed = await store.unsubscribes.remove(principal.accountId, email)
    if (removed === null) throw new AppError('not_found', 'This address is not on the list.')
    return { data: recordOf(removed), meta: {}, status: 204 as const }
  },
})
