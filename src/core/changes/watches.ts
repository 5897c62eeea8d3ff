import { z } from 'zod'
import type { Watch } from '../../db/changes/watches-store.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { DEFAULT_ROWS, ShownPage } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { unwatch, WatchedOutput, watchLimit } from './watch-companies.ts'
import { domainsOrList, ListWatchesInput, WhichCompanies } from './watch-input.ts'

const Shown = z.object({
  id: z.int(),
  domain: z.string(),
  /** Null for all. */
  types: z.array(z.string()).nullable(),
  every_days: z.int(),
  created_at: z.iso.datetime(),
  last_visited_at: z.iso.datetime().nullable(),
  next_visit_at: z.iso.datetime(),
})

const watchOf = ({ id, domain, types, everyDays, ...at }: Watch): z.output<typeof Shown> => ({
  id,
  domain,
  types,
  every_days: everyDays,
  created_at: at.createdAt.toISOString(),
  last_visited_at: at.lastVisitedAt?.toISOString() ?? null,
  next_visit_at: at.visitAt.toISOString(),
})

/** Sorted by domain. */
export const ListWatches = capability({
  name: 'list_watches',
  group: 'others',
  scope: 'read',
  isLight: true,
  input: ListWatchesInput,
  output: z.object({
    data: z.array(Shown),
    meta: ShownPage.extend({ most: z.int() }),
  }),
  run: async (call, { domain, limit = DEFAULT_ROWS, offset = 0 }) => {
    const { store, principal } = call
    const only = domain === undefined ? null : registrableDomain(domain)
    const watches = await store.watches.list(principal.accountId, { limit, offset, domain: only })
    const total = only === null ? await store.watches.count(principal.accountId) : watches.length
    return { data: watches.map(watchOf), meta: { total, limit, offset, most: watchLimit(call) } }
  },
})

export const RemoveWatches = capability({
  name: 'remove_watches',
  group: 'others',
  scope: 'write',
  input: WhichCompanies,
  output: WatchedOutput,
  check: domainsOrList,
  run: unwatch,
})
