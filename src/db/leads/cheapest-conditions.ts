import type { Pool } from 'pg'
import { leadConditions } from './lead-conditions.ts'
import type { LeadConditions, LeadFilter } from './lead-conditions.ts'

const TRIGRAM_INDEX = 'leads_searched'

/**
 * The cheapest `where` to read all matches by. A part of a text that many leads have is not looked up in the index, and
 * what asks for the sake of the index would be tested on all of them: two thirds of the time that such a count takes.
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
