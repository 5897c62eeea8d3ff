import type { Pool } from 'pg'
import { leadConditions } from './lead-conditions.ts'
import type { LeadConditions, LeadFilter } from './lead-conditions.ts'

const TRIGRAM_INDEX = 'leads_searched'

/**
 * The cheapest `where` for reading all matches. If many leads contain a text, the index is not used for it, and the condition
 * that exists only for the index would be tested on every lead: two thirds of the time such a count takes.
 */
export async function cheapestConditions(
  pool: Pool,
  accountId: number,
  filter: LeadFilter,
  { isListProbed = false } = {},
): Promise<LeadConditions> {
  const conditions = leadConditions(accountId, filter, { isListProbed })
  return !conditions.isByText || (await usesTrigrams(pool, conditions))
    ? conditions
    : leadConditions(accountId, filter, { isWalked: true, isCounted: true, isListProbed })
}

/** Whether the planner finds leads by parts of their texts. */
async function usesTrigrams(pool: Pool, { text, values }: LeadConditions): Promise<boolean> {
  const query = { text: `explain select from leads l where ${text}`, values }
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(query)
  return rows.some((row) => row['QUERY PLAN'].includes(TRIGRAM_INDEX))
}
