import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { invalidField } from '../fields/name-field.ts'
import { queueChange } from './change-leads.ts'
import { leadIdsField, listIdField, missing, mustExist } from './leads-bulk.ts'

/** Moves leads from one list to another; who is in the target already stays there. */
export const MoveLeads = capability({
  group: 'leads',
  scope: 'write',
  name: 'move_leads',
  input: z.object({
    leads_list_id: listIdField('The list to remove the leads from.'),
    target_leads_list_id: listIdField('The list to add them to.'),
    lead_ids: leadIdsField,
  }),
  output: z.object({
    data: z.object({
      source_leads_list_id: z.int(),
      target_leads_list_id: z.int(),
      leads_count: z.int(),
      status: z.literal('queued'),
    }),
    meta: z.object({}),
  }),
  check: ({ leads_list_id: source, target_leads_list_id: target }) => [
    ...missing('leads_list_id', source),
    ...missing('target_leads_list_id', target),
  ],
  run: async (call, { leads_list_id: source = 0, target_leads_list_id: target = 0, lead_ids: leadIds = null }) => {
    await mustExist(call, 'leads_list_id', source)
    await mustExist(call, 'target_leads_list_id', target)
    if (source === target) throw invalidField('target_leads_list_id', 'must be a different list.')
    const chosen = { accountId: call.principal.accountId, leadsListId: source, leadIds }
    const { count, upTo } = await call.store.leadsMembers.measure(chosen)
    await queueChange(call, { ...chosen, upTo, action: 'move', targetId: target })
    const data = { source_leads_list_id: source, target_leads_list_id: target, leads_count: count }
    return { data: { ...data, status: 'queued' as const }, meta: {}, status: 202 as const }
  },
})
