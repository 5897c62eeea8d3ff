import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { changeSoon } from './leads-change-job.ts'
import { chosenIds, expectedMissing, ManyChanged, MATCHING, oneChoice } from './chosen-leads.ts'
import { leadIdsField } from './leads-bulk.ts'

/** Fills in what many leads lack with what the index knows about their addresses and companies. */
export const EnrichLeads = capability({
  group: 'leads',
  scope: 'write',
  name: 'enrich_leads',
  input: z.object({ lead_ids: leadIdsField, ...MATCHING }),
  output: z.object({ data: ManyChanged, meta: z.object({}) }),
  check: (given, broken) => [...oneChoice(given, ['lead_ids', 'filters'], broken), ...expectedMissing(given)],
  run: async (call, given) => {
    const leadIds = await chosenIds(call, given)
    const { status, changed } = await changeSoon(call, {
      action: 'enrich',
      accountId: call.principal.accountId,
      leadIds,
    })
    const data = { leads_count: leadIds.length, status, changed_lead_ids: changed }
    return { data, meta: {}, ...(status === 'queued' && { status: 202 as const }) }
  },
})
