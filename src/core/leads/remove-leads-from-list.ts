import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { AddLeadsToList } from './add-leads-to-list.ts'
import { changeSoon } from './leads-change-job.ts'
import { chosenIds } from './chosen-leads.ts'
import { listIdField, mustExist } from './leads-bulk.ts'

/** Removes leads from a list; they remain leads. */
export const RemoveLeadsFromList = capability({
  ...AddLeadsToList,
  name: 'remove_leads_from_list',
  input: z.object({
    ...AddLeadsToList.input.shape,
    leads_list_id: listIdField('The list to remove the leads from.'),
  }),
  run: async (call, { leads_list_id: list = 0, ...given }) => {
    await mustExist(call, 'leads_list_id', list)
    const leadIds = await chosenIds(call, given)
    const { accountId } = call.principal
    const { status, changed } = await changeSoon(call, { action: 'remove', accountId, leadsListId: list, leadIds })
    const data = { leads_list_id: list, leads_count: leadIds.length, status, changed_lead_ids: changed }
    return { data, meta: {}, ...(status === 'queued' && { status: 202 as const }) }
  },
})
