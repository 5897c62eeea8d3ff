import { z } from 'zod'
import { capability } from '../capability/capability.ts'

export const GUARDS = ['warn', 'strict'] as const

/** What happens when a campaign starts while the domain of one of its mailboxes is not ready. */
export const OneGuard = z.object({ data: z.object({ guard: z.enum(GUARDS) }), meta: z.object({}) })

/** `warn`: a start reports what receivers hold against a sending domain. `strict`: it is refused. */
export const GetGuard = capability({
  name: 'get_guard',
  group: 'others',
  scope: 'read',
  isLight: true,
  input: z.object({}),
  output: OneGuard,
  run: async ({ store, principal }) => {
    const isStrict = await store.gate.isStrict(principal.accountId)
    return { data: { guard: isStrict ? ('strict' as const) : ('warn' as const) }, meta: {} }
  },
})
