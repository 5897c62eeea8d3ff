/** Who asked not to be processed: opt-outs for the installation, unsubscribes for one account. */

import { z } from 'zod'
import type { Optout } from '../../db/optouts/optouts-store.ts'
import { AppError } from '../../errors.ts'
import { DEFAULT_ROWS, ShownPage } from '../../lib/input/page-fields.ts'
import { audit } from '../accounts/audit.ts'
import { capability } from '../capability/capability.ts'
import { addOptout, removeOptout } from './opted-out.ts'
import { AddOptoutInput, ListOptoutsInput, subjectMissing, OptoutInput } from './optout-input.ts'

/** The opt-outs of the whole installation, which cause every 451; for the operator's keys. */

const Entry = z.object({
  id: z.int(),
  kind: z.enum(['email', 'domain']),
  /** Null for addresses: they are stored as keyed hashes, so they cannot be shown. */
  domain: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: z.string(),
})

const entryOf = ({ id, kind, domain, reason, createdAt }: Optout): z.output<typeof Entry> => ({
  id,
  kind,
  domain,
  reason,
  created_at: createdAt.toISOString(),
})

const shared = { group: 'others', scope: 'operator' } as const

export const ListOptouts = capability({
  ...shared,
  name: 'list_optouts',
  input: ListOptoutsInput,
  output: z.object({
    data: z.array(Entry),
    meta: ShownPage,
  }),
  run: async ({ store }, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { optouts, total } = await store.optouts.page({ limit, offset })
    return { data: optouts.map(entryOf), meta: { total, limit, offset } }
  },
})

/** Everything stored about the subject is deleted at once. */
export const AddOptout = capability({
  ...shared,
  name: 'add_optout',
  input: AddOptoutInput,
  output: z.object({ data: Entry.pick({ id: true, kind: true, domain: true, reason: true }), meta: z.object({}) }),
  check: subjectMissing,
  run: async (call, { email, domain, reason = null }) => {
    const { id, kind } = await call.database.pool.inOne(async () => {
      const added = await addOptout(call, email ?? domain ?? '', reason)
      // A person's address is stored nowhere, so not here either.
      const subject = domain ?? null
      await audit(call, 'optout_added', { subject, details: { kind: added.kind }, isOfInstallation: true })
      return added
    })
    return { data: { id, kind, domain: domain ?? null, reason }, meta: {}, status: 201 as const }
  },
})

/** Nothing comes back automatically. */
export const RemoveOptout = capability({
  ...shared,
  name: 'remove_optout',
  input: OptoutInput,
  output: z.object({ data: z.object({ removed: z.literal(true) }), meta: z.object({}) }),
  check: subjectMissing,
  run: async (call, { email, domain }) => {
    await call.database.pool.inOne(async () => {
      if (!(await removeOptout(call, email ?? domain ?? '')))
        throw new AppError('not_found', 'There is no such opt-out.')
      const kind = domain === undefined ? 'email' : 'domain'
      await audit(call, 'optout_lifted', { subject: domain ?? null, details: { kind }, isOfInstallation: true })
    })
    return { data: { removed: true as const }, meta: {}, status: 204 as const }
  },
})
