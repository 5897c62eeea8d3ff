import { z } from 'zod'
import type { Claim } from '../../db/optouts/optouts-store.ts'
import { AppError } from '../../errors.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { addClaim, removeClaim } from './optouts.ts'
import { AddSuppressionInput, ListSuppressionsInput, subjectMissing, SuppressionInput } from './optout-input.ts'

/** The opt-outs of the whole installation, behind every 451; for keys of the operator. */

const Entry = z.object({
  id: z.int(),
  kind: z.enum(['email', 'domain']),
  /** Addresses are kept as keyed hashes, so they cannot be shown. */
  domain: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: z.string(),
})

const entryOf = ({ id, kind, domain, reason, createdAt }: Claim): z.output<typeof Entry> => ({
  id,
  kind,
  domain,
  reason,
  created_at: createdAt.toISOString(),
})

const shared = { group: 'others', scope: 'operator' } as const

export const ListSuppressions = capability({
  ...shared,
  name: 'list_suppressions',
  input: ListSuppressionsInput,
  output: z.object({
    data: z.array(Entry),
    meta: z.object({ total: z.int(), limit: z.int(), offset: z.int() }),
  }),
  run: async ({ store }, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { claims, total } = await store.claims.page({ limit, offset })
    return { data: claims.map(entryOf), meta: { total, limit, offset } }
  },
})

/** What is stored of the subject goes at once. */
export const AddSuppression = capability({
  ...shared,
  name: 'add_suppression',
  input: AddSuppressionInput,
  output: z.object({ data: Entry.pick({ id: true, kind: true, domain: true, reason: true }), meta: z.object({}) }),
  check: subjectMissing,
  run: async (call, { email, domain, reason = null }) => {
    const { id, kind } = await addClaim(call, email ?? domain ?? '', reason)
    return { data: { id, kind, domain: domain ?? null, reason }, meta: {}, status: 201 as const }
  },
})

/** Nothing comes back by itself. */
export const RemoveSuppression = capability({
  ...shared,
  name: 'remove_suppression',
  input: SuppressionInput,
  output: z.object({ data: z.object({ removed: z.literal(true) }), meta: z.object({}) }),
  check: subjectMissing,
  run: async (call, { email, domain }) => {
    if (!(await removeClaim(call, email ?? domain ?? '')))
      throw new AppError('not_found', 'There is no such suppression.')
    return { data: { removed: true as const }, meta: {}, status: 204 as const }
  },
})
