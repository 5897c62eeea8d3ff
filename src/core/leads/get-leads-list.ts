import { z } from 'zod'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { describeLead, Lead } from './lead-output.ts'
import { findList } from './leads-lists.ts'
import { GetLeadsListInput } from './leads-lists-input.ts'
import { describeList, LeadsListRecord } from './leads-lists-output.ts'

/** A lead as its list shows it: with the list's id instead of the list. */
const ListedLead = Lead.omit({ leads_list: true }).extend({ leads_list_id: z.int() })
type ListedLead = z.output<typeof ListedLead>

const Params = z.object({ limit: z.int(), offset: z.int(), leads_list_id: z.int() })

/** A list and its leads, newest first. */
export const GetLeadsList = capability({
  group: 'leads_lists',
  scope: 'read',
  name: 'get_leads_list',
  input: GetLeadsListInput,
  output: z.object({
    data: LeadsListRecord.extend({ leads: z.array(ListedLead) }),
    meta: z.object({ params: Params }),
  }),
  run: async (call, { id = 0, limit = DEFAULT_ROWS, offset = 0 }) => {
    const list = describeList(await findList(call, id))
    const { accountId } = call.principal
    const { leads, slugs } = await call.store.leadPages.page(accountId, { leadsListId: id }, { limit, offset })
    const listed = leads.map((row) => inList(describeLead(row, slugs), id))
    return { data: { ...list, leads: listed }, meta: { params: { limit, offset, leads_list_id: id } } }
  },
})

const inList = (lead: Lead, id: number): ListedLead =>
  Object.fromEntries(
    Object.entries(lead).map(([key, value]) => (key === 'leads_list' ? ['leads_list_id', id] : [key, value])),
  ) as ListedLead
