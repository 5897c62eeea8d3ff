import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { describeList, LeadsListRecord } from './leads-lists-output.ts'

/** More would make a page heavy rather than useful. */
const MOST = 2_000

/** The lists to choose from: all of them, newest first, because what cannot be chosen seems not to exist. */
export const ListListChoices = capability({
  group: 'leads_lists',
  scope: 'read',
  name: 'list_list_choices',
  input: z.object({}),
  output: z.object({ data: z.object({ leads_lists: z.array(LeadsListRecord) }), meta: z.object({}) }),
  run: async ({ store, principal }) => {
    const { lists } = await store.leadsLists.list(principal.accountId, { limit: MOST, offset: 0 })
    return { data: { leads_lists: lists.map(describeList) }, meta: {} }
  },
})
