import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import type { BulkChange } from './leads-change-job.ts'
import { carryOutChange, FEW, queueChange } from './leads-change-job.ts'
import { checkExpected, expectedMissing, leadsThatMatch, MATCHING } from './chosen-leads.ts'
import { leadIdsField, listIdField, mustExist } from './leads-bulk.ts'

/** At most this many are deleted before the answer. */
const AT_ONCE = 10

/** Stands for no list, if leads are chosen only by their ids. */
const NO_LIST = 0

/** Deletes leads for good: those named, all in a list, or all that match. */
export const DeleteLeads = capability({
  group: 'leads',
  scope: 'write',
  name: 'delete_leads',
  input: z.object({
    lead_ids: leadIdsField,
    leads_list_id: listIdField('The list whose leads are deleted.'),
    ...MATCHING,
  }),
  output: z.object({
    data: z.object({ requested_count: z.int(), deleted_count: z.int(), status: z.enum(['done', 'queued']) }),
    meta: z.object({}),
  }),
  check: (given, broken) => {
    const { lead_ids: ids, leads_list_id: list, filters } = given
    if (filters !== undefined && (ids !== undefined || list !== undefined))
      return [{ id: 'wrong_params', details: 'Send either lead_ids, leads_list_id or filters.', field: 'filters' }]
    if (filters !== undefined || broken.has('filters')) return expectedMissing(given)
    return (ids === undefined) === (list === undefined) && !broken.has('lead_ids') && !broken.has('leads_list_id')
      ? [{ id: 'wrong_params', details: 'Send either lead_ids or leads_list_id.', field: 'lead_ids' }]
      : []
  },
  run: async (call, { lead_ids: named = null, leads_list_id: list = NO_LIST, filters, expected_count: expected }) => {
    const { accountId } = call.principal
    const matching = filters && (await leadsThatMatch(call, filters, expected))
    const leadIds = matching?.map(({ id }) => id) ?? named
    if (leadIds === null) await mustExist(call, 'leads_list_id', list)
    const chosen = { accountId, leadsListId: list, leadIds }
    const { count, upTo } =
      leadIds === null
        ? await call.store.leadsMembers.measure(chosen)
        : { count: await call.store.leadsMembers.countLeads(accountId, leadIds), upTo: 0 }
    checkExpected(count, expected)
    const change: BulkChange = { ...chosen, upTo, action: 'delete' }
    const requested = { requested_count: leadIds === null ? count : new Set(leadIds).size }
    if (count > (expected === undefined ? AT_ONCE : FEW)) {
      await queueChange(call, change)
      const data = { ...requested, deleted_count: 0, status: 'queued' as const }
      return { data, meta: {}, status: 202 as const }
    }
    await carryOutChange(call, change)
    return { data: { ...requested, deleted_count: count, status: 'done' as const }, meta: {} }
  },
})
