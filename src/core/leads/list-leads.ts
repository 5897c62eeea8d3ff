import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { LeadKey } from '../../db/leads/leads-by-key-store.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { describeLead, Lead } from './lead-output.ts'
import { isKeyed, misplaced, placeText } from './lead-place.ts'
import { leadFilter, LEADS_FILTER_ALIASES, ListLeadsInput } from './leads-filter.ts'
import type { LeadsFilterInput, SearchLeadsInput } from './leads-filter.ts'

/** A page of leads, with how many match and how many there are in all. */
export const LeadsPage = z.object({
  data: z.object({ leads: z.array(Lead) }),
  meta: z.object({
    count: z.int(),
    total: z.int(),
    /** Matching leads by their latest verification, `not_checked` without one; only with `counts`. */
    by_verification: z.record(z.string(), z.int()).optional(),
    params: z.object({ limit: z.int(), offset: z.int() }),
  }),
})

const ListLeadsOutput = LeadsPage.extend({
  meta: LeadsPage.shape.meta.extend({
    /** Null only if `count_up_to` was sent and more match. */
    count: z.int().nullable(),
    /** Only in pages by key. */
    more: z.boolean().optional(),
    next: z.string().nullable().optional(),
    previous: z.string().nullable().optional(),
  }),
})

const rowsOf = ({ maxRows }: Pick<Call, 'maxRows'>, asked = DEFAULT_ROWS): number =>
  Math.min(asked, maxRows ?? Infinity)

/** Leads that match any filters, newest first, from an offset. */
export async function pageOfLeads(
  call: Part<'maxRows' | 'principal', 'leadPages'>,
  { limit: asked, offset = 0, counts, ...filters }: SearchLeadsInput,
) {
  const limit = rowsOf(call, asked)
  const { accountId } = call.principal
  const { leads, count, total, slugs } = await call.store.leadPages.page(accountId, leadFilter(filters), {
    limit,
    offset,
  })
  return {
    data: { leads: leads.map((row) => describeLead(row, slugs)) },
    meta: { count, total, ...(await countsOf(call, counts, filters)), params: { limit, offset } },
  }
}

async function countsOf(
  { store, principal }: Part<'principal', 'leadPages'>,
  wanted = false,
  filters: LeadsFilterInput,
) {
  if (!wanted) return {}
  return { by_verification: await store.leadPages.byVerification(principal.accountId, leadFilter(filters)) }
}

async function keyedPage(call: Part<'maxRows' | 'principal', 'leadPages' | 'leadsByKey'>, input: ListLeadsInput) {
  const limit = rowsOf(call, input.limit)
  const { sort: order = 'newest', after, before, count_up_to: countUpTo = null } = input
  const page = await call.store.leadsByKey.page(call.principal.accountId, leadFilter(input), {
    order,
    limit,
    countUpTo,
    ...(after && { after: after.key }),
    ...(before && { before: before.key }),
  })
  const place = (key: LeadKey | null): string | null => (key === null ? null : placeText(order, key))
  const { count, total } = page
  return {
    data: { leads: page.leads.map((row) => describeLead(row, page.slugs)) },
    meta: {
      count,
      total,
      ...(await countsOf(call, input.counts, input)),
      params: { limit, offset: 0 },
      more: count === null,
      next: place(page.next),
      previous: place(page.previous),
    },
  }
}

/** Leads that match any filters, newest first unless another order is requested. */
export const ListLeads = capability({
  group: 'leads',
  scope: 'read',
  name: 'list_leads',
  parameterAliases: LEADS_FILTER_ALIASES,
  input: ListLeadsInput,
  output: ListLeadsOutput,
  check: misplaced,
  run: async (call, input) => (isKeyed(input) ? keyedPage(call, input) : pageOfLeads(call, input)),
})
