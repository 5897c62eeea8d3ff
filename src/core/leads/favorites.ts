import { z } from 'zod'
import { capability } from '../capability/capability.ts'

/** The lists that the caller has marked as favourites. */
export const ListFavorites = capability({
  group: 'leads_lists',
  scope: 'read',
  isLight: true,
  name: 'list_favorites',
  input: z.object({}),
  output: z.object({ data: z.object({ leads_list_ids: z.array(z.int()) }), meta: z.object({}) }),
  run: async ({ store, principal }) => ({
    data: { leads_list_ids: await store.leadsLists.favorites(principal.accountId, principal.userId) },
    meta: {},
  }),
})
