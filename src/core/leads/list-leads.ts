import { z } from 'zod'
import type { Call } from '../../context.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { describeLead, Lead } from './lead-output.ts'
import { leadFilter, LEADS_FILTER_ALIASES, ListLeadsInput } from './leads-filter.ts'

const ListLeadsOutput = z.object({
  data: z.object({ leads: z.array(Lead) }),
  meta: z.object({
    count: z.int(),
    total: z.int(),
    params: z.object({ limit: z.int(), offset: z.int() }),
  }),
})

async function listLeads(call: Call, { limit: asked = DEFAULT_ROWS, offset = 0, ...filters }: ListLeadsInput) {
  const limit = Math.min(asked, call.maxRows ?? Infinity)
  const { accountId } = call.principal
  const { leads, count, total, slugs } = await call.store.leadPages.page(accountId, leadFilter(filters), {
    limit,
    offset,
  })
  return {
    data: { leads: leads.map((row) => describeLead(row, slugs)) },
    meta: { count, total, params: { limit, offset } },
  }
}

/** Leads under any filters, newest first. */
export const ListLeads = capability({
  group: 'leads',
  scope: 'read',
  name: 'list_leads',
  parameterAliases: LEADS_FILTER_ALIASES,
  input: ListLeadsInput,
  output: ListLeadsOutput,
  run: listLeads,
})
