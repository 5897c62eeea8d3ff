import { capability } from '../capability/capability.ts'
import { LeadIdInput } from './lead-input.ts'
import { leadAnswer, LeadOutput } from './lead-output.ts'
import { findLead } from './leads.ts'

/** Fills in what a lead lacks with what the index knows about its address and company. */
export const EnrichLead = capability({
  group: 'leads',
  scope: 'write',
  name: 'enrich_lead',
  input: LeadIdInput,
  output: LeadOutput,
  run: async (call, { id = 0 }) => {
    const { lead } = await findLead(call, id)
    const domain = lead.email.slice(lead.email.lastIndexOf('@') + 1)
    await call.store.leadPeople.enrich(call.principal.accountId, id, domain, call.clock.now())
    return leadAnswer(await findLead(call, id))
  },
})
