import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { changeSoon } from './leads-change-job.ts'
import { chosenIds, expectedMissing, ManyChanged, MATCHING, oneChoice } from './chosen-leads.ts'
import { leadIdsField, listIdField, mustExist } from './leads-bulk.ts'
import { missing } from '../../lib/input/input-fields.ts'

/** Adds leads to a list, whichever lists they are already in. */
export const AddLeadsToList = capability({
  group: 'leads',
  scope: 'write',
  name: 'add_leads_to_list',
  input: z.object({ leads_list_id: listIdField('The list to add the leads to.'), lead_ids: leadIdsField, ...MATCHING }),
  output: z.object({ data: z.object({ leads_list_id: z.int(), ...ManyChanged.shape }), meta: z.object({}) }),
  check: (given, broken) => [
    ...missing('leads_list_id', given.leads_list_id),
    ...oneChoice(given, ['lead_ids', 'filters'], broken),
    ...expectedMissing(given),
  ],
  run: async (call, { leads_list_id: list = 0, ...given }) => {
    await mustExist(call, 'leads_list_id', list)
    const leadIds = await chosenIds(call, given)
    const { accountId } = call.principal
    const { status, changed } = await changeSoon(call, { action: 'add', accountId, targetId: list, leadIds })
    const data = { leads_list_id: list, leads_count: leadIds.length, status, changed_lead_ids: changed }
    return { data, meta: {}, ...(status === 'queued' && { status: 202 as const }) }
  },
})
