import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { DEFAULT_ROWS, pageFields } from '../../lib/input/page-fields.ts'
import { afterNewest, newestPlaceText } from '../../lib/input/newest-place.ts'
import { nameTextField } from '../fields/name-field.ts'
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

const { limit } = pageFields('lists')

/** Lists by part of their name, newest first, in pages that changes do not shift. */
export const SearchListChoices = capability({
  group: 'leads_lists',
  scope: 'read',
  name: 'search_list_choices',
  input: z.object({ query: nameTextField('query', 'Part of the name.'), limit, after: afterNewest }),
  output: z.object({
    data: z.object({ leads_lists: z.array(LeadsListRecord) }),
    meta: z.object({ next: z.string().nullable() }),
  }),
  run: async ({ store, principal }, { query = '', after = null, limit: most = DEFAULT_ROWS }) => {
    const wanted = { query: query === '' ? null : query, after, limit: most }
    const { lists, next } = await store.leadsLists.pageNamed(principal.accountId, wanted)
    const place = next === null ? null : newestPlaceText(next)
    return { data: { leads_lists: lists.map(describeList) }, meta: { next: place } }
  },
})
