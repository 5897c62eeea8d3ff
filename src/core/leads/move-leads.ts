import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { invalidField } from '../fields/name-field.ts'
import { FEW_MEMBERS, moveAll, queueChange } from './leads-change-job.ts'
import { checkExpected, expectedMissing, leadsThatMatch, MATCHING } from './chosen-leads.ts'
import { leadIdsField, listIdField, mustExist } from './leads-bulk.ts'
import { missing } from '../../lib/input/input-fields.ts'

/** Moves leads from one list to another; those already in the target stay there. */
export const MoveLeads = capability({
  group: 'leads',
  scope: 'write',
  name: 'move_leads',
  input: z.object({
    leads_list_id: listIdField('The list to remove the leads from.'),
    target_leads_list_id: listIdField('The list to add them to.', 'target_leads_list_id'),
    lead_ids: leadIdsField,
    ...MATCHING,
  }),
  output: z.object({
    data: z.object({
      source_leads_list_id: z.int(),
      target_leads_list_id: z.int(),
      leads_count: z.int(),
      /** `done` only for few leads, and only if `expected_count` was sent. */
      status: z.enum(['queued', 'done']),
      /** Those that were not in the target before; only once it is done. */
      changed_lead_ids: z.array(z.int()).optional(),
      /** Those that were, and have only left the source. */
      stayed_lead_ids: z.array(z.int()).optional(),
    }),
    meta: z.object({}),
  }),
  check: (given) => [
    ...missing('leads_list_id', given.leads_list_id),
    ...missing('target_leads_list_id', given.target_leads_list_id),
    ...expectedMissing(given),
    ...(given.lead_ids !== undefined && given.filters !== undefined
      ? [{ id: 'wrong_params' as const, details: 'Send either lead_ids or filters.', field: 'filters' }]
      : []),
  ],
  run: async (call, { leads_list_id: source = 0, target_leads_list_id: target = 0, ...input }) => {
    const { filters, expected_count: expected, lead_ids: named = null } = input
    await mustExist(call, 'leads_list_id', source)
    await mustExist(call, 'target_leads_list_id', target)
    if (source === target) throw invalidField('target_leads_list_id', 'must be a different list.')
    if (filters?.leadsListId !== undefined && filters.leadsListId !== source)
      throw invalidField('filters', 'must name the list that the leads are removed from, or none.')
    const matching = filters && (await leadsThatMatch(call, { ...filters, leadsListId: source }, expected))
    const leadIds = matching?.map(({ id }) => id) ?? named
    const chosen = { accountId: call.principal.accountId, leadsListId: source, leadIds }
    const { count, upTo } = await call.store.leadsMembers.measure(chosen)
    checkExpected(count, expected)
    const change = { ...chosen, upTo, action: 'move' as const, targetId: target }
    const data = { source_leads_list_id: source, target_leads_list_id: target, leads_count: count }
    if (expected !== undefined && count <= FEW_MEMBERS) {
      const { moved, stayed } = await moveAll(call, change)
      const done = { ...data, status: 'done' as const, changed_lead_ids: moved, stayed_lead_ids: stayed }
      return { data: done, meta: {}, status: 202 as const }
    }
    await queueChange(call, change)
    return { data: { ...data, status: 'queued' as const }, meta: {}, status: 202 as const }
  },
})
