import type { Pool } from 'pg'
import { AFFILIATIONS } from '../../lib/text/vocabulary.ts'
import { leadConditions } from './lead-conditions.ts'
import type { LeadFilter } from './lead-conditions.ts'

const AT_ONCE = 10_000

/** One domain and one address a row, so that each part of the table is asked for what it holds alone. */
const OF_STATES = `select value from addresses
  where domain = any($1::text[]) and value = any($2::text[]) and affiliation = any($3::text[])`

/**
 * Where the index lies on several nodes, leads cannot be joined with it: a filter by affiliation becomes one by the addresses it
 * means, among those that match the rest. Where all tables are in one database the filter stays as it is.
 */
export async function settleAffiliation(
  { pool, isDistributed }: { pool: Pool; isDistributed: boolean },
  accountId: number,
  filter: LeadFilter,
): Promise<LeadFilter> {
  const { affiliation: wanted, ...rest } = filter
  if (!isDistributed || wanted === undefined) return filter
  // Of whom nothing is stored nothing is known: these are whoever has none of the other states.
  const isOneOf = !wanted.includes('unknown')
  const states = isOneOf ? wanted : AFFILIATIONS.filter((state) => !wanted.includes(state))
  const { text, values } = leadConditions(accountId, rest)
  const leads = `select distinct l.email from leads l where ${text}`
  const { rows } = await pool.query<{ email: string }>(leads, values)
  const emails = rows.map(({ email }) => email)
  const found: string[] = []
  for (let at = 0; at < emails.length; at += AT_ONCE) {
    const some = emails.slice(at, at + AT_ONCE)
    const domains = new Set(some.map((email) => email.slice(email.lastIndexOf('@') + 1)))
    const query = { name: 'addresses-of-states', text: OF_STATES, values: [[...domains], some, states] }
    found.push(...(await pool.query<{ value: string }>(query)).rows.map(({ value }) => value))
  }
  return { ...rest, emails: { isOneOf, values: found } }
}
